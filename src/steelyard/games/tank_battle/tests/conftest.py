"""Positions as drawings: eleven lines of tanks, rank 11 first; the ground is the board's."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Protocol

import pytest

from steelyard.games.tank_battle import TankBattle

if TYPE_CHECKING:
    from steelyard.core.game import OptionValue
    from steelyard.games.tank_battle.rules import State


class Drawn(Protocol):
    def __call__(
        self, drawing: str, status: str = "w 0", **options: OptionValue
    ) -> tuple[TankBattle, State]: ...


@pytest.fixture
def drawn() -> Drawn:
    """The game under those options, and the position of the drawing."""

    def read(drawing: str, status: str = "w 0", **options: OptionValue) -> tuple[TankBattle, State]:
        game = TankBattle(**options)
        ranks = "/".join(drawing.split())
        board = re.sub(r"\.+", lambda run: str(len(run[0])), ranks)
        return game, game.read_state(f"{board} {status}")

    return read
