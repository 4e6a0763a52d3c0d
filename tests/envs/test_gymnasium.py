"""The games as Gymnasium environments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import steelyard
from steelyard import games
from steelyard.envs.gymnasium import SeatEnv
from steelyard.envs.names import environment_id

if TYPE_CHECKING:
    from steelyard.core.game import Move, Seat

IDS = ("Steelyard/TankBattle-v0", "Steelyard/TankDuel-v0", "Steelyard/TankWar-v0")
pygame_says = pytest.mark.filterwarnings("ignore::DeprecationWarning:pygame", "ignore:.*avx2:RuntimeWarning")


def test_a_version_belongs_to_the_rules_of_its_number() -> None:
    assert tuple(environment_id(games.game_class(name)) for name in games.names()) == IDS
    for name, id_ in zip(games.names(), IDS, strict=True):
        assert gymnasium.spec(id_).version == games.game_class(name).rules_version - 1
        assert gymnasium.spec(id_).kwargs == {"game": name}


@pygame_says
@pytest.mark.parametrize("id_", IDS)
def test_it_passes_the_library_s_own_test(id_: str) -> None:
    check_env(gymnasium.make(id_, seat=None).unwrapped, skip_render_check=id_ != IDS[-1])


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("id_", IDS)
def test_the_opponent_plays_the_other_seat_by_the_rules(id_: str, seat: Seat) -> None:
    asked: list[tuple[Any, Seat]] = []

    def first(state: Any, other: Seat) -> Move:
        asked.append((state, other))
        return rules.legal_moves(state, other)[0]

    environment = gymnasium.make(id_, seat=seat, opponent=first).unwrapped
    assert isinstance(environment, SeatEnv)
    rules = environment.episode.game
    rewards: list[float] = []
    planes, info = environment.reset(seed=1)
    while not environment.episode.over and len(rewards) < 30:
        assert np.array_equal(planes, rules.observe(environment.episode.state, seat))
        legal = np.flatnonzero(info["action_mask"])
        assert legal.tolist() == list(rules.legal_moves(environment.episode.state, seat))
        planes, reward, terminated, _, info = environment.step(legal[-1])
        rewards.append(reward)
        if terminated:
            outcome = rules.outcome(environment.episode.state)
            assert outcome is not None
            assert reward == (0 if outcome.winner is None else 1 if outcome.winner == seat else -1)
    assert asked
    assert {other for _, other in asked} == {1 - seat}
    assert not any(rewards[:-1])


def test_the_same_seed_gives_the_same_games() -> None:
    def rewards() -> list[float]:
        environment = gymnasium.make("Steelyard/TankWar-v0", opponent="greedy", seat=None)
        found, (_, info) = [], environment.reset(seed=5)
        for _ in range(60):
            _, reward, over, _, info = environment.step(np.flatnonzero(info["action_mask"])[0])
            found.append(float(reward))
            if over:
                _, info = environment.reset()
        return found

    assert any(rewards())
    assert rewards() == rewards()


def test_mistakes_are_explained() -> None:
    with pytest.raises(steelyard.InvalidOption, match="seat 2 is not 0, 1, or None"):
        gymnasium.make("Steelyard/TankWar-v0", seat=2)
