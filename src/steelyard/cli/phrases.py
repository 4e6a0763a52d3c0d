"""Sentences that several commands print."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from steelyard.core.game import Game, Outcome


def result(game: Game[Any], outcome: Outcome) -> str:
    """`U wins (tanks, 4 : 3).`."""
    who = "A draw" if outcome.winner is None else f"{game.seat_names[outcome.winner]} wins"
    return f"{who} ({outcome.reason}, {outcome.score[0]} : {outcome.score[1]})."
