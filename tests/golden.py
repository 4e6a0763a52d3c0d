"""What is committed of every game's behaviour, and how to write it anew: `make golden`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from steelyard import games
from steelyard.core.notation import read_game, read_variant, write_variant
from steelyard.core.playthrough import playthrough, random_playthrough
from steelyard.core.random_games import perft

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from steelyard.core.game import Game

SMALL_PERFT = 30_000  # counts up to here are also made with the rules in plain Python


@dataclass(frozen=True)
class Perft:
    """One line of perft.txt: `tank_war c_reach=up_to_two ; position ; count after 1, 2, 3 ... turns`."""

    game: Game[Any]
    position: str
    counts: tuple[int, ...]

    def __str__(self) -> str:
        return f"{write_variant(self.game)} ; {self.position} ; {' '.join(map(str, self.counts))}"


def playthroughs(name: str) -> dict[Path, Callable[[], str]]:
    """The golden files a game should have, each with the text it should hold now.

    One random game for each option set, the setups taken in turn, at least three; and every game that is
    written down in the game's tests/games.
    """
    variants = [games.get(name, **options) for options in games.game_class(name).option_sets()]
    tests = games.folder(name) / "tests"
    planned: dict[Path, Callable[[], str]] = {}
    for seed in range(1, max(3, len(variants)) + 1):
        game = variants[(seed - 1) % len(variants)]
        setup = game.setups()[(seed - 1) % len(game.setups())]
        planned[tests / "golden" / f"seed-{seed}.txt"] = partial(random_playthrough, game, seed, setup)
    for file in sorted((tests / "games").glob("*.txt")):
        written = read_game(file.read_text("utf-8"), games.get)
        planned[tests / "golden" / file.name] = partial(playthrough, written)
    return planned


def perft_entries(name: str) -> list[Perft]:
    return [_read_perft(line) for line in _lines(_perft_file(name)) if not line.startswith("#")]


def _perft_file(name: str) -> Path:
    return games.folder(name) / "tests" / "perft.txt"


def _lines(file: Path) -> list[str]:
    return [line for line in file.read_text("utf-8").splitlines() if line.strip()]


def _read_perft(line: str) -> Perft:
    variant, position, counts = (part.strip() for part in line.split(";"))
    name, options = read_variant(variant)
    return Perft(games.get(name, **options), position, tuple(map(int, counts.split())))


def write() -> None:
    """Every golden playthrough and every perft count, from the rules in plain Python."""
    for name in games.names():
        for file, text in playthroughs(name).items():
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text(), "utf-8")
        _write_perft(name)


def _write_perft(name: str) -> None:
    lines = []
    for line in _lines(_perft_file(name)):
        if not line.startswith("#"):
            entry = _read_perft(line)
            state = entry.game.read_state(entry.position)
            counts = tuple(perft(entry.game, state, turns) for turns in range(1, len(entry.counts) + 1))
            line = str(Perft(entry.game, entry.position, counts))  # noqa: PLW2901 - the same line, counted anew
        lines.append(line)
    _perft_file(name).write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    write()
