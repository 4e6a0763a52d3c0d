"""The whole of Tank War is solved once for all tests; those that need no more than an endgame say so."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import steelyard
from steelyard.games.tank_war import TankWar

if TYPE_CHECKING:
    from pathlib import Path

    from steelyard.analysis.tank_war.table import Solved
    from steelyard.games.tank_war.rules import State

ENDGAME = "x53/2x3/x11/x53/3x4/0x2"


class Endgame(TankWar):
    """Tank War from a position near the end: all the same questions, answered in a moment."""

    def start(self, setup: str = "") -> State:
        return super().start(setup or ENDGAME)


@pytest.fixture(scope="session", autouse=True)
def _compiled(solved_data: Path) -> None:
    """Solving compiles what these tests need: one worker does it, the others would take as long."""
    assert solved_data.is_dir()


@pytest.fixture
def endgame(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Endgame:
    """A game that is quickly solved, with a data folder of its own."""
    monkeypatch.setenv("STEELYARD_DATA", str(tmp_path))
    return Endgame()


@pytest.fixture
def game() -> steelyard.Game[State]:
    return steelyard.game("tank_war")


@pytest.fixture
def solved(game: TankWar) -> Solved:
    from steelyard.analysis.tank_war import open_table

    return open_table(game)
