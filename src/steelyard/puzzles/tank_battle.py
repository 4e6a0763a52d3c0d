"""Puzzles of Tank Battle, by exhaustive search: reach the base, and win, within a few moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from steelyard.puzzles.wins import winning_steps

if TYPE_CHECKING:
    from steelyard.core.game import Game, Seat
    from steelyard.puzzles import Step


def steps(game: Game[Any], state: Any, seat: Seat, kind: str, rounds: int) -> list[Step] | None:
    """The solution of a puzzle; None for a position that has not exactly one."""
    del kind
    return winning_steps(game, state, seat, rounds) if seat in game.to_move(state) else None
