"""Players of Tank Duel: one search at several strengths, and a teacher that does not search."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from steelyard.bots.kinds import Kind
from steelyard.bots.tank_duel.teacher import Teacher

if TYPE_CHECKING:
    from steelyard.analysis.policies import Policy


class Level(NamedTuple):
    simulations: int
    slips: float
    """In this share of the rounds it holds any joystick that differs from the others."""

    @property
    def summary(self) -> str:
        slips = f"slips in {100 * self.slips:.0f} % of them" if self.slips else "does not slip"
        return f"{self.simulations:,} simulations a round; {slips}"


LEVELS = (
    Level(10, 0.6), Level(11, 0.37), Level(22, 0.22), Level(48, 0.12),
    Level(90, 0.07), Level(200, 0.03), Level(520, 0.01), Level(1_500, 0.0),
)  # fmt: skip


def _mcts(game: Any, **terms: Any) -> Policy:
    from steelyard.bots.tank_duel.mcts import Mcts  # noqa: PLC0415 - Numba only when asked

    return Mcts(game, **terms)


def _level(game: Any, level: Level, seed: int | None = None) -> Policy:
    from steelyard.bots.tank_duel.slipping import Slipping  # noqa: PLC0415 - as above

    return Slipping(game, level.simulations, level.slips, seed)


KINDS = {
    "teacher": Kind(Teacher, "keeps out of the line of fire, shoots at what it sees, drives where there is room"),
    **{
        f"level{number}": Kind(partial(_level, level=level), level.summary, searches=True)
        for number, level in enumerate(LEVELS, start=1)
    },
    "mcts": Kind(
        _mcts,
        "simulates thousands of games from every position; holds what it tried most",
        counts="simulations",
        searches=True,
    ),
}
