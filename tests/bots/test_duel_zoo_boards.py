"""The boards that `benchmarks/duel_zoo.py` draws."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from steelyard.games.tank_duel import boards
from steelyard.games.tank_duel.rules import FREE

if TYPE_CHECKING:
    from types import ModuleType

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "duel_zoo_boards.py"
SEEDS = range(60)


@pytest.fixture(scope="module")
def drawn() -> ModuleType:
    spec = importlib.util.spec_from_file_location(SCRIPT.stem, SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("kind", ["lanes", "passages", "open"])
def test_tanks_can_meet_on_every_board_and_have_room(drawn: ModuleType, kind: str) -> None:
    """Where they cannot meet, a program that drives as long as it can is never beaten."""
    for seed in SEEDS:
        board = boards.read(drawn.draw(kind, seed))
        assert boards.is_fair(board)
        assert boards.is_lively(board)
        rooms = [len(room) for room in boards.territories(board)]
        assert min(rooms) >= 8
        assert 2 * sum(rooms) >= board.squares.count(FREE)
