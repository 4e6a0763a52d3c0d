"""The conditions under which a worker plays a contest's games."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from steelyard import games
from steelyard.arena.record import GameTerms
from tests.contest.bots import conditions

if TYPE_CHECKING:
    from pathlib import Path


def test_nobody_follows_games_on_another_machine(tmp_path: Path) -> None:
    here = conditions({}, residents=3, live=tmp_path)
    assert here.with_programs(here.programs) == replace(here, live=None)


@pytest.mark.parametrize(("clock", "cores"), [("none", 1), ("bank:5s", 2)])
def test_under_a_clock_each_bot_has_a_core(clock: str, cores: int) -> None:
    terms = GameTerms.of(games.get("tank_war"), clock)
    assert replace(conditions({}), terms=terms).cores == cores
