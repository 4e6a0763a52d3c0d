"""The bots for Tank Duel."""

from __future__ import annotations

import os
from functools import partial
from typing import TYPE_CHECKING, Any

from steelyard.bots.player import Kind
from steelyard.bots.tank_duel.teacher import Teacher

if TYPE_CHECKING:
    from steelyard.analysis.policies import Policy
    from steelyard.core.game import Game


MOST_THREADS = 16
THREADS_VARIABLE = "STEELYARD_SEARCH_THREADS"
"""How many cores are free for a search with a clock. Contests pin a bot to one core and do not pass it on."""


def _threads() -> int:
    asked = os.environ.get(THREADS_VARIABLE, "1")
    return min(max(int(asked), 1), MOST_THREADS) if asked.isascii() and asked.isdigit() else 1


def _mcts(game: Game[Any], seed: int | None = None, count: int | None = None) -> Policy:
    from steelyard.bots.tank_duel.mcts import Mcts  # noqa: PLC0415 - Numba only when asked

    return Mcts(game, seed, count, threads=_threads())


def _adaptive(game: Game[Any], seed: int | None = None, count: int | None = None) -> Policy:
    from steelyard.bots.tank_duel.adaptive import Adaptive  # noqa: PLC0415 - Numba only when asked

    return Adaptive(game, seed, count, threads=_threads())


def _network(game: Game[Any], seed: int | None = None, count: int | None = None) -> Policy:
    from steelyard.bots.tank_duel.network import search  # noqa: PLC0415 - Numba only when asked

    return search.make(game, seed, count)


def _level(game: Game[Any], number: int, seed: int | None = None) -> Policy:
    from steelyard.bots.tank_duel.levels import Level  # noqa: PLC0415 - Numba only when asked

    return Level(game, number, seed)


LEVELS = (
    "drives at random in most rounds, but not into certain death",
    "searches a little, slips in every second round",
    "searches a little, slips in every fourth round",
    "dodges, slips in every eighth round",
    "aims and dodges, slips once in twenty rounds",
    "hardly ever slips",
    "never slips, looks some rounds ahead",
    "never slips, looks further ahead",
)

KINDS = {
    "teacher": Kind(Teacher, "four simple rules, one round ahead: room, cover, more room, and a shot"),
    **{
        f"level{number}": Kind(partial(_level, number=number), summary, searches=True)
        for number, summary in enumerate(LEVELS, start=1)
    },
    "network": Kind(
        _network,
        "the tree search, judging positions by a trained network",
        counts="simulations",
        searches=True,
    ),
    "mcts": Kind(
        _mcts,
        "Monte Carlo tree search of joint moves, with exact endgames",
        counts="simulations",
        searches=True,
    ),
    "adaptive": Kind(
        _adaptive,
        "the tree search with a model of its opponent, learnt while it plays",
        counts="simulations",
        searches=True,
    ),
}
