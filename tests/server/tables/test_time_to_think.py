"""How long a bot may think at a table, when many wait for a compute process."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest

from steelyard.server.tables import bot_moves
from steelyard.server.tables.terms import Chair
from steelyard.server.thread_pools import NOBODY
from tests.server.tables.timed import ADA, Timed

if TYPE_CHECKING:
    from pathlib import Path

    from steelyard.server.tables.registry import TableRegistry

BOT = Chair("bot", "best", bot="best")


class BusyPool:
    """A process that 99 others wait for; it writes down how long each bot may think."""

    size, waiting = 1, 99

    def __init__(self, move: str) -> None:
        self._move = move
        self.seconds: list[float] = []

    async def ask(self, task: dict[str, Any], *_: Any) -> dict[str, Any]:
        self.seconds.append(task["seconds"])
        return {"move": self._move, "thought_ms": 1.0}


@pytest.mark.parametrize(
    ("game", "clock", "rated", "seconds"),
    [
        ("tank_battle", "fischer:300s+5s", False, bot_moves.MOST_THINKING_S / 100),
        ("tank_battle", "fischer:300s+5s", True, bot_moves.LEAST_RATED_S),
        ("tank_battle", "round:100ms", True, 0.075),
        ("tank_duel", "round:1s", True, 0.015),  # of the first round, which is longer
    ],
)
def test_many_games_do_not_make_the_bot_of_a_rated_one_weak(
    game: str, clock: str, *, rated: bool, seconds: float, tmp_path: Path
) -> None:
    timed = Timed(game, clock, (BOT, ADA), rated=rated)
    timed.here()
    pool = BusyPool(timed.table.words(0)[0])
    registry = SimpleNamespace(compute_pool=pool, settings=SimpleNamespace(data=tmp_path))
    choice = bot_moves.choice(timed.table, 0, cast("TableRegistry", registry), timed.now_ms, NOBODY)
    asyncio.run(choice)
    assert pool.seconds == [pytest.approx(seconds)]
