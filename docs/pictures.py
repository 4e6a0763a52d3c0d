"""Writes the pictures of the documentation: `python docs/pictures.py`, with `--screens` those of pages too.

The boards are the games' own drawings of positions between built-in bots. Screens need chromium and
Playwright.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import steelyard
from steelyard import bots

FOLDER = Path(__file__).parent / "pictures"
SHOWN = {"tank_war": 5, "tank_duel": 8, "tank_battle": 12}  # the turn that a game's picture shows
WIDTH, HEIGHT, SPACE = 400, 340, 20


def position(name: str) -> tuple[Any, Any]:
    game = steelyard.game(name)
    players = [bots.get(game, "greedy", seed) for seed in (1, 2)]
    state = game.start()
    for _ in range(SHOWN[name]):
        if not (seats := game.to_move(state)):
            break
        state = game.play(state, {seat: players[seat].choose(state, seat) for seat in seats})
    return game, state


def board(name: str) -> str:
    game, state = position(name)
    return str(game.to_svg(state))


def side_by_side(pictures: dict[str, str]) -> str:
    """All games in one picture, each fitted into a frame of the same size."""
    parts = []
    for number, (name, picture) in enumerate(pictures.items()):
        left = number * (WIDTH + SPACE)
        frame = f'<svg x="{left}" y="30" width="{WIDTH}" height="{HEIGHT}"'
        parts.append(picture.replace("<svg", frame, 1))
        title = steelyard.game(name).title
        style = 'style="font:600 20px system-ui,sans-serif" fill="#888" text-anchor="middle"'
        parts.append(f'<text x="{left + WIDTH / 2:g}" y="20" {style}>{title}</text>')
    whole = len(pictures) * (WIDTH + SPACE) - SPACE
    label = "Three boards side by side: " + ", ".join(steelyard.game(name).title for name in pictures)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {whole} {HEIGHT + 30}" role="img"'
    return f'{head} aria-label="{label}">{"".join(parts)}</svg>\n'


def made() -> dict[str, str]:
    """Every drawn picture by its file's name."""
    boards = {name: board(name) for name in SHOWN}
    return {f"{name}.svg": picture + "\n" for name, picture in boards.items()} | {
        "games.svg": side_by_side(boards)
    }


def screens() -> None:
    """Photographs of pages, from a server that lives no longer than they take."""
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        words = ["-m", "steelyard", "serve", "--cold", "--workers", "0", "--port", "0", "--data", data]
        with subprocess.Popen([sys.executable, *words], stdout=subprocess.PIPE, text=True) as server:
            try:
                assert server.stdout is not None
                address = server.stdout.readline().split()[3]
                browser = playwright.chromium.launch(
                    executable_path="/usr/bin/chromium-headless-shell", args=["--no-sandbox"]
                )
                page = browser.new_page(viewport={"width": 1000, "height": 640})
                for name, path in {"first-page": "/", "lessons": "/learn", "contests": "/contests"}.items():
                    page.goto(address + path)
                    page.wait_for_load_state("networkidle")
                    page.screenshot(path=FOLDER / f"{name}.png")
                browser.close()
            finally:
                server.terminate()


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for file, picture in made().items():
        (FOLDER / file).write_text(picture, "utf-8")
    if "--screens" in sys.argv:
        screens()
