"""Tank War in training: what the network sees is what a policy is shown, and each move has its own place."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from steelyard import games
from steelyard.analysis.tank_war.positions import Positions
from steelyard.core.game import SEATS
from steelyard.core.random_games import random_game
from steelyard.games.tank_war.kernel import encode
from steelyard.training import tank_war

GAME = games.get("tank_war")


@pytest.fixture(scope="module")
def words() -> Any:
    states = [state for seed in range(20) for state, moves in random_game(GAME, Random(seed)) if moves]
    return np.stack([encode(state) for state in states])


@pytest.mark.parametrize("seat", SEATS)
def test_training_sees_what_a_policy_is_shown(words: Any, seat: Any) -> None:
    seen = np.asarray(tank_war.observed(words.view(np.uint32), seat))
    shown = Positions(words, seat).observations
    assert (seen == shown).all()
    assert 0 < shown.mean() < 1


def test_only_perfect_mixes_have_no_loss() -> None:
    """Matching pennies in a corner of the matrix: equal chances lose nothing, anything else does."""
    matrix = np.zeros((1, 6, 6), np.float32)
    matrix[0, :2, :2] = [[1, -1], [-1, 1]]
    masks = np.zeros((1, 2, 6), bool)
    masks[:, :, :2] = True
    batch = {"words": np.zeros((1, 8), np.uint32), "matrices": matrix, "masks": masks}
    weights = {"matrix0": np.zeros((252, 6)), "bias0": np.zeros(6)}
    assert float(tank_war._loss(weights, batch)) == pytest.approx(0, abs=1e-6)
    leaning = weights | {"bias0": np.array([1.0, 0, 0, 0, 0, 0])}
    assert float(tank_war._loss(leaning, batch)) > 0.4
