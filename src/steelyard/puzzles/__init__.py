"""Puzzles: positions with exactly one solution, made by `python -m steelyard.puzzles` and shipped as data."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from steelyard.core.game import Seat  # noqa: TC001 - msgspec reads the types at run time

GAMES = ("tank_war", "tank_duel", "tank_battle")
"""The games that have puzzles, in the order in which they take turns as the puzzle of the day."""
DATA = Path(__file__).parent / "data"
FIRST_DAY = date(2026, 1, 1)
STRIDE = 31  # from one day's puzzle of a game to its next: easy and hard ones take turns

Kind = Literal["only", "mix", "win", "escape", "trap"]
Aim = Literal["win", "draw", "best", "survive"]
Then = Literal["lost", "drawn", "behind", "even", "ahead", "late", "destroyed"]


@dataclass(frozen=True, slots=True)
class Refutation:
    """What happens after a wrong answer."""

    turns: list[str]
    """As they are written: the wrong answer with the best reply, and what follows."""
    then: Then
    """How the player stands there."""


@dataclass(frozen=True, slots=True)
class Step:
    """One question."""

    ask: Literal["move", "way", "pair", "share"]
    """For a move; a direction; the two moves of a mix; how often the first of them is played."""
    answer: str
    turns: list[str]
    """What is played after the right answer."""
    wrong: dict[str, Refutation]
    """Every other answer."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    id: str
    game: str
    kind: Kind
    level: int
    """1 to 3 stars."""
    seat: Seat
    state: str
    steps: list[Step] = field(default_factory=list)
    rounds: int = 1
    """Within how many rounds the aim is reached."""
    aim: Aim = "win"


def daily(day: date) -> Puzzle:
    """The puzzle of a day, the same for everybody: the games take turns."""
    number = (day - FIRST_DAY).days
    turn, game = divmod(number, len(GAMES))
    puzzles = of_game(GAMES[game])
    return puzzles[turn * STRIDE % len(puzzles)]


@cache
def of_game(game: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game, in the order in which they are offered; none for a game without."""
    file = DATA / f"{game}.json"
    return tuple(msgspec.json.decode(file.read_bytes(), type=list[Puzzle])) if game in GAMES else ()


@cache
def by_id() -> dict[str, Puzzle]:
    return {puzzle.id: puzzle for game in GAMES for puzzle in of_game(game)}
