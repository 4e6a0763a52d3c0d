"""Players of Tank Duel."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from steelyard.bots.player import Kind
from steelyard.bots.tank_duel.teacher import Teacher

if TYPE_CHECKING:
    from steelyard.analysis.policies import Policy
    from steelyard.core.game import Game


def _mcts(game: Game[Any], seed: int | None = None, count: int | None = None) -> Policy:
    from steelyard.bots.tank_duel.mcts import Mcts  # noqa: PLC0415 - Numba only when asked

    return Mcts(game, seed, count)


def _level(game: Game[Any], number: int, seed: int | None = None) -> Policy:
    from steelyard.bots.tank_duel.levels import Level  # noqa: PLC0415 - Numba only when asked

    return Level(game, number, seed)


LEVELS = (
    "nearly always drives anywhere it does not die at once",
    "looks a little, every other round",
    "looks a little, and slips every fourth time",
    "dodges, and slips every eighth time",
    "aims and dodges, with a slip in twenty",
    "hardly ever slips",
    "never slips, and looks some rounds ahead",
    "never slips, looks further, and is fast",
)

KINDS = {
    "teacher": Kind(Teacher, "four plain rules, one round ahead: room, cover, more room, and a shot"),
    **{
        f"level{number}": Kind(partial(_level, number=number), summary, searches=True)
        for number, summary in enumerate(LEVELS, start=1)
    },
    "mcts": Kind(
        _mcts, "tree search of joint moves, with exact endgames", counts="simulations", searches=True
    ),
}
