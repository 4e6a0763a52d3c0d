"""Many games for Gymnasium at once: as its own vector environments have it, and with its wrappers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers import vector as wrappers

import steelyard
from steelyard.envs.gymnasium import SeatEnv
from steelyard.envs.gymnasium_vector import BatchEnv

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from steelyard.core.game import Seat

MODES = (AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP)
GAMES = ("tank_battle", "tank_duel", "tank_war")


def first_legal(_planes: Any, masks: NDArray[np.int8]) -> NDArray[np.int64]:
    first: NDArray[np.int64] = masks.argmax(axis=1)
    return first


def one_game(name: str, seat: Seat) -> SeatEnv:
    rules = steelyard.game(name)
    return SeatEnv(name, seat=seat, opponent=lambda state, other: rules.legal_moves(state, other)[0])


def same(one: Any, two: Any) -> bool:
    """Whether infos are the same, in all that they have."""
    if isinstance(one, dict):
        return one.keys() == two.keys() and all(same(one[key], two[key]) for key in one)
    if one.dtype == np.object_:
        return all((a is None) == (b is None) and np.array_equal(a, b) for a, b in zip(one, two, strict=True))
    return bool(np.array_equal(one, two))


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("name", "seat"), [("tank_war", 0), ("tank_duel", 1), ("tank_battle", 1)])
def test_it_answers_as_the_library_s_own_vector_environment(
    name: str, seat: Seat, mode: AutoresetMode
) -> None:
    """Observations, rewards, ends and infos, whichever way games begin again."""
    ours = BatchEnv(5, game=name, seat=seat, opponent=first_legal, autoreset_mode=mode)
    theirs = SyncVectorEnv([lambda: one_game(name, seat)] * 5, autoreset_mode=mode)
    (planes, infos), (shown, expected) = ours.reset(seed=1), theirs.reset(seed=1)
    assert np.array_equal(planes, shown)
    assert same(infos, expected)
    rng, ends = np.random.default_rng(1), 0
    for _ in range(25):
        actions = np.array(
            [
                rng.choice(np.flatnonzero(mask)) if mask.any() and rng.random() < 0.9 else 1
                for mask in infos["action_mask"]
            ]
        )
        *got, infos = ours.step(actions)
        *wanted, expected = theirs.step(actions)
        assert all(np.array_equal(one, two) for one, two in zip(got, wanted, strict=True))
        assert same(infos, expected)
        ends += int(got[2].sum())
    assert ends > 3


@pytest.mark.parametrize(
    "wrap",
    [
        wrappers.FlattenObservation,
        wrappers.NormalizeObservation,
        lambda made: wrappers.TransformObservation(made, lambda planes: 2 * planes),
        wrappers.NormalizeReward,
        wrappers.RecordEpisodeStatistics,
    ],
)
def test_the_library_s_wrappers_take_it(wrap: Any) -> None:
    """Those that change observations want games to begin again in the next step."""
    made = gymnasium.make_vec("Steelyard/TankWar-v0", num_envs=4, autoreset_mode="NextStep")
    wrapped, ends = wrap(made), 0
    _, infos = wrapped.reset(seed=1)
    for _ in range(30):
        _, _, done, _, infos = wrapped.step(infos["action_mask"].argmax(axis=1))
        ends += int(done.sum())
    assert ends


def test_infos_can_be_a_list() -> None:
    wrapped = wrappers.DictInfoToList(gymnasium.make_vec("Steelyard/TankWar-v0", num_envs=3))
    _, infos = wrapped.reset(seed=1)
    assert [info["action_mask"].tolist() for info in infos] == [[1] * 6] * 3


def test_the_opponent_is_not_asked_about_a_game_that_is_over() -> None:
    seen: list[NDArray[np.int8]] = []

    def opponent(planes: Any, masks: NDArray[np.int8]) -> NDArray[np.int64]:
        seen.append(masks.copy())
        return first_legal(planes, masks)

    many = BatchEnv(2, game="tank_war", opponent=opponent, autoreset_mode=AutoresetMode.NEXT_STEP)
    many.reset(seed=1)
    _, rewards, done, _, _ = many.step(np.array([99, 0]))  # an illegal action loses
    assert (rewards.tolist(), done.tolist()) == ([-1, 0], [True, False])
    many.step(np.array([0, 0]))
    assert seen[-1].any(axis=1).tolist() == [False, True]


def test_what_only_one_game_at_a_time_can_do_is_said() -> None:
    hint = "vectorization_mode='sync'"
    for given, said in (
        ({"opponent": "greedy"}, "is neither 'random' nor a function"),
        ({"seat": None}, "seat None is not 0 or 1"),
        ({"setup": "random"}, "setup 'random'"),
        ({"max_cycles": 10}, "max_cycles"),
        ({"render_mode": "ansi"}, "many games at once are not drawn"),
    ):
        with pytest.raises(steelyard.InvalidOption, match=said) as caught:
            gymnasium.make_vec("Steelyard/TankDuel-v0", num_envs=2, **given)
        assert hint in str(caught.value)
        gymnasium.make_vec("Steelyard/TankDuel-v0", num_envs=2, vectorization_mode="sync", **given)
    with pytest.raises(
        steelyard.InvalidOption, match="autoreset_mode 'Disabled' is not SameStep or NextStep"
    ):
        BatchEnv(2, game="tank_war", autoreset_mode="Disabled")
