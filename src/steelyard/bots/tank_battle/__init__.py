"""The bots for Tank Battle: one search at several strengths."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from steelyard.bots.player import Kind
from steelyard.bots.tank_battle.levels import FULL, LEVELS, TEACHER

if TYPE_CHECKING:
    from steelyard.analysis.policies import Policy


def _player(game: Any, **terms: Any) -> Policy:
    from steelyard.bots.tank_battle.alphabeta import AlphaBeta  # noqa: PLC0415 - Numba only when asked

    return AlphaBeta(game, **terms)


def _full_player(game: Any, **terms: Any) -> Policy:
    from steelyard.bots.tank_battle import threads  # noqa: PLC0415 - likewise

    return _player(game, strength=FULL, threads=threads.wanted(), **terms)


KINDS = {
    "teacher": Kind(
        partial(_player, strength=TEACHER),
        "looks two moves and the captures after them ahead; counts points and steps to the base",
        searches=True,
    ),
    **{
        f"level{number}": Kind(partial(_player, strength=level), level.summary, searches=True)
        for number, level in enumerate(LEVELS, start=1)
    },
    "alphabeta": Kind(
        _full_player,
        "searches as deep as its time allows; evaluates by weights and a network learnt from its own games",
        counts="nodes",
        searches=True,
    ),
}
