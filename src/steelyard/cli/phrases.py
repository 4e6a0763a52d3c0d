"""Sentences that several commands print."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from steelyard.arena.verdicts import ending

if TYPE_CHECKING:
    from steelyard.core.game import Game, Outcome


def result(game: Game[Any], outcome: Outcome) -> str:
    """`U won: 4 tanks to 3.`."""
    return f"{ending(type(game), outcome, game.seat_names)}."
