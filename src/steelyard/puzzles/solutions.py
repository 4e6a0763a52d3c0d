"""The solution of a puzzle, found anew from its position."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from steelyard import games
from steelyard.puzzles.forced import TooLong

if TYPE_CHECKING:
    from steelyard.core.game import Game, Seat
    from steelyard.puzzles import Puzzle, Step


def steps(game: Game[Any], state: Any, seat: Seat, kind: str, rounds: int) -> list[Step] | None:
    """The steps of the one solution; None for a position that has not exactly one."""
    module = import_module(f"steelyard.puzzles.{game.id}")
    try:
        found: list[Step] | None = module.steps(game, state, seat, kind, rounds)
    except TooLong:
        return None
    return found


def problem(puzzle: Puzzle) -> str:
    """What is wrong with a puzzle, in a sentence; nothing for one that is as it should be."""
    game = games.get(puzzle.game)
    state = game.read_state(puzzle.state)
    found = steps(game, state, puzzle.seat, puzzle.kind, puzzle.rounds)
    if found is None:
        return f"{puzzle.id} has not exactly one solution"
    return "" if found == puzzle.steps else f"the solution of {puzzle.id} is {found}, not {puzzle.steps}"
