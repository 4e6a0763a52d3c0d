"""From a cold start: when the server answers, when the first page and a game are drawn, how much they weigh.

    python benchmarks/first_page.py [--times 5]

Each time a new server with an empty folder, and for each page a new profile of the browser, in which nothing
is cached; the best of them is the machine's figure. The game is one of Tank War against a bot.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time

from crowd import MARK
from playwright.sync_api import Browser, BrowserContext, ViewportSize, sync_playwright

CHROMIUM = "/usr/bin/chromium-headless-shell"
SCREEN: ViewportSize = {"width": 1440, "height": 900}
FIGURES = (
    *("server ready, s", "first page drawn, s", "its boards, s", "its KB"),
    *("game drawn, s", "its board, s", "its KB"),
)
PAINT = "performance.getEntriesByName('first-contentful-paint')"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--times", type=int, default=5)
    times = parser.parse_args().times
    if times < 1:
        parser.error("--times should be at least 1")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        runs = [once(browser) for _ in range(times)]
        browser.close()
    for name, figures in zip(FIGURES, zip(*runs, strict=True), strict=True):
        print(f"{name:20} best {min(figures):7.2f}   all {' '.join(f'{each:.2f}' for each in figures)}")


def once(browser: Browser) -> tuple[float, ...]:
    with tempfile.TemporaryDirectory() as data:
        began = time.monotonic()
        command = [sys.executable, "-m", "steelyard", "serve", "--port", "0", "--data", data]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:  # noqa: S603 - our own
            try:
                assert server.stdout is not None  # noqa: S101 - asked for above
                address = next(word for word in server.stdout.readline().split() if word.startswith("http"))
                ready = time.monotonic() - began
                return ready, *first_page(browser, address), *game_page(browser, address)
            finally:
                server.terminate()


def first_page(browser: Browser, address: str) -> tuple[float, float, float]:
    with browser.new_context(viewport=SCREEN) as context:
        return drawn(context, address, "() => document.querySelectorAll('.card .board .tank').length > 30")


def game_page(browser: Browser, address: str) -> tuple[float, float, float]:
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
    with browser.new_context(viewport=SCREEN, extra_http_headers=MARK) as context:
        told = context.request.post(
            f"{address}/api/tables", data={"game": "tank_war", "clock": "none", "seats": seats}
        )
        return drawn(context, f"{address}/g/{told.json()['id']}", "() => document.querySelector('.pickable')")


def drawn(context: BrowserContext, address: str, there: str) -> tuple[float, float, float]:
    """Seconds to the first words and until all boards are `there`; kilobytes."""
    shown = context.new_page()
    sizes: list[int] = []
    shown.on("requestfinished", lambda request: sizes.append(request.sizes()["responseBodySize"]))
    shown.goto(address)
    shown.wait_for_function(there)
    boards = shown.evaluate("performance.now()") / 1000
    shown.wait_for_function(f"() => {PAINT}.length")  # boards may be there before anything is painted
    words = shown.evaluate(f"{PAINT}[0].startTime") / 1000
    shown.wait_for_load_state("networkidle")
    return words, boards, sum(sizes) / 1000


if __name__ == "__main__":
    main()
