"""The compiled rules are the rules."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from steelyard.core.conformance import kernel_agrees
from steelyard.games.tank_war import TankWar

VARIANTS = list(TankWar.option_sets())


@pytest.mark.sample(4)
@pytest.mark.parametrize("options", VARIANTS, ids=lambda o: f"{o['lanes']}-{o['c_reach']}")
@pytest.mark.parametrize("rounds", [4_000, pytest.param(20_000, marks=pytest.mark.long)])
def test_kernel_and_rules_agree_on_many_random_rounds(options: dict[str, Any], rounds: int) -> None:
    game, played, seed = TankWar(**options), 0, 0
    while played < rounds:
        seed += 1
        played += kernel_agrees(game, seed)


def test_random_play_has_the_known_averages() -> None:
    game = TankWar()
    games = 1_000_000
    u, d, draws, rounds = game.kernel.playouts(game.kernel.encode(game.start()), games, 7) / games
    assert rounds == pytest.approx(11.6, abs=0.05)
    assert (u, draws, d) == pytest.approx((0.422, 0.155, 0.422), abs=0.003)


def test_each_movable_tank_is_equally_likely_in_a_playout() -> None:
    # One round from the end: U has three tanks, D one; only U's LC wins, by reaching D's last tank.
    from steelyard.games.tank_war import kernel

    for columns in range(1, 64):
        picks = kernel.PICK[64 * columns : 64 * columns + 60].tolist()
        members = [column for column in range(6) if columns >> column & 1]
        assert {column: picks.count(column) for column in members} == dict.fromkeys(
            members, 60 // len(members)
        )


def test_the_same_seed_plays_the_same_games() -> None:
    game = TankWar()
    start = game.kernel.encode(game.start())
    assert game.kernel.playouts(start, 1000, 3).tolist() == game.kernel.playouts(start, 1000, 3).tolist()
    assert game.kernel.playouts(start, 1000, 3).tolist() != game.kernel.playouts(start, 1000, 4).tolist()


def test_keys_of_different_positions_differ() -> None:
    game = TankWar()
    position = game.kernel.encode(game.start())
    keys, buffer = {game.kernel.key(position)}, np.zeros(8, np.int64)
    for u in range(game.kernel.legal(position, 0, buffer)):
        for d in range(6):
            after = position.copy()
            game.kernel.apply(after, u, d)
            keys.add(game.kernel.key(after))
    assert len(keys) == 37
