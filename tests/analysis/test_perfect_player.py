from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING

import numpy as np
import pytest

from steelyard import analysis
from steelyard.analysis import perfect_player
from steelyard.core.game import SEATS
from steelyard.core.random_games import random_game

if TYPE_CHECKING:
    from tests.analysis.conftest import Endgame

    from steelyard.analysis.tank_war.table import Solved
    from steelyard.games.tank_war import TankWar


def test_its_mix_keeps_the_value_against_every_answer(solved: Solved, game: TankWar) -> None:
    for seed in range(15):
        for state, moves in random_game(game, Random(seed)):
            if not moves:
                break
            value, matrix = solved.value(state), solved.matrix(state)
            first, second = (np.array(list(perfect_player.mix(game, state, seat).values())) for seat in SEATS)
            assert (first @ matrix).min() >= value - 1e-9
            assert (matrix @ second).max() <= value + 1e-9


def test_of_best_moves_it_takes_the_one_that_gains_most_from_random_answers(
    solved: Solved, game: TankWar
) -> None:
    choices = 0
    for seed in range(15):
        for state, moves in random_game(game, Random(seed)):
            if not moves:
                break
            value, matrix = solved.value(state), solved.matrix(state)
            safe = [row.mean() for row in matrix if row.min() >= value - 1e-12]
            if len(safe) > 1 and max(safe) - min(safe) > 1e-6:
                choices += 1
                mix = np.array(list(perfect_player.mix(game, state, 0).values()))
                assert mix @ matrix.mean(axis=1) >= max(safe) - 1e-9
    assert choices > 10


def test_it_plays_its_mix(endgame: Endgame) -> None:
    state = endgame.read_state("x22/0x2/x43/1x2/354/xx2")
    mix = perfect_player.mix(endgame, state, 0)
    assert 0 < min(chance for chance in mix.values() if chance) < max(mix.values())
    rng = Random(1)
    played = Counter(perfect_player.choose(endgame, state, 0, rng) for _ in range(3000))
    for move, chance in mix.items():
        assert played[move] / 3000 == pytest.approx(chance, abs=0.04)


def test_the_same_seed_gives_the_same_choices(endgame: Endgame) -> None:
    state = endgame.read_state("x22/0x2/x43/1x2/354/xx2")
    first, second = (
        [perfect_player.choose(endgame, state, 1, Random(s)) for s in range(30)] for _ in range(2)
    )
    assert first == second


def test_analysis_and_player_agree(game: TankWar) -> None:
    for state, moves in random_game(game, Random(3)):
        if moves:
            studied = analysis.analyse(game, state)
            for seat in SEATS:
                assert perfect_player.mix(game, state, seat) == pytest.approx(
                    dict(studied.mixes[seat]), abs=1e-9
                )
