"""The teacher and the levels of Tank War."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from steelyard import analysis, bots, games
from steelyard.analysis.matrix import mixes, solve
from steelyard.bots.tank_war import SLIPS
from steelyard.bots.tank_war.policies import Slipping, Teacher
from steelyard.core.game import SEATS
from steelyard.core.random_games import random_game

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.usefixtures("solved_data")

GAME = games.get("tank_war")


def test_the_teacher_mixes_as_is_best_for_the_lead_after_two_rounds() -> None:
    for seed in range(4):
        for state, moves in random_game(GAME, Random(seed)):
            if moves and GAME.to_move(state) and seed == state.rounds % 4:
                best = mixes(_leads(state, 2))
                for seat in SEATS:
                    mix = Teacher(GAME)(state, seat)
                    assert list(mix.values()) == pytest.approx(best[seat], abs=1e-9)


def test_a_level_is_the_perfect_player_but_for_its_slips() -> None:
    state = GAME.start()
    perfect = analysis.policies.Perfect(GAME)(state, 0)
    assert Slipping(GAME, 0.0)(state, 0) == pytest.approx(perfect)
    matrix = analysis.open_table(GAME).matrix(state)
    worst = matrix.mean(axis=1).min()
    always = Slipping(GAME, 1.0)(state, 0)
    for row, chance in enumerate(always.values()):
        assert (chance > 0) == (matrix[row].mean() <= worst + 1e-9)
    half = Slipping(GAME, 0.5)(state, 0)
    assert half == pytest.approx({move: (perfect[move] + always[move]) / 2 for move in perfect})


def test_each_level_gives_away_less_than_the_one_below() -> None:
    given = [_given_away(f"level{level}") for level in range(1, len(SLIPS) + 1)]
    assert given == sorted(given, reverse=True)
    assert _given_away("perfect") == pytest.approx(0.0, abs=1e-6)


def test_a_low_level_plays_before_the_game_is_solved(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Its stand-in slips as often as the level itself; a high level is worth waiting for."""
    monkeypatch.setattr(bots, "table_file", lambda _: tmp_path / "none")
    state = GAME.start()
    matrix = _leads(state, 2)
    slips = matrix.mean(axis=1) <= matrix.mean(axis=1).min() + 1e-9
    always = bots.stand_in(GAME, "level1", seed=1)
    assert always is not None
    mix = always.policy(state, 0)
    assert not isinstance(mix, int)
    assert [chance > 0 for chance in mix.values()] == slips.tolist()
    assert always.choose(state, 0) in GAME.legal_moves(state, 0)
    without = [bot for bot in bots.names("tank_war") if bots.stand_in(GAME, bot) is None]
    assert without == [
        "random",
        "greedy",
        "teacher",
        "level5",
        "level6",
        "level7",
        "level8",
        "perfect",
        "best",
    ]
    (tmp_path / "none").touch()
    assert bots.stand_in(GAME, "level1") is None


def _leads(state: Any, rounds: int) -> Any:
    """What the teacher's kernel works out, by the rules."""
    u_moves, d_moves = (GAME.legal_moves(state, seat) for seat in SEATS)
    return np.array([[_worth(GAME.play(state, {0: u, 1: d}), rounds - 1) for d in d_moves] for u in u_moves])


def _worth(state: Any, rounds: int) -> float:
    return solve(_leads(state, rounds)).value if rounds and GAME.to_move(state) else GAME.lead(state)


def _given_away(bot: str) -> float:
    """What it gives away on average in a round of random games."""
    policy = bots.get(GAME, bot).policy
    given = []
    for seed in range(6):
        for state, moves in random_game(GAME, Random(seed)):
            if moves:
                regrets = analysis.analyse(GAME, state).regrets[0]
                mix = policy(state, 0)
                assert not isinstance(mix, int)
                given.append(sum(chance * regrets[move] for move, chance in mix.items()))
    return sum(given) / len(given)
