"""The JAX environments agree with the rules, and work as users of JAX expect."""

from __future__ import annotations

import subprocess
import sys
from random import Random
from typing import TYPE_CHECKING, Any

import jax
import numpy as np
import pytest

from steelyard import games
from steelyard.core.errors import SteelyardError
from steelyard.core.random_games import random_moves
from steelyard.envs.jax import ENVIRONMENTS, auto_reset, make
from steelyard.envs.jax import tank_war_planes as planes
from steelyard.envs.jax.conformance import check, check_packed
from steelyard.envs.jax.packed import chances
from tests.envs.variants import random_variants, shipped_variants, variants

if TYPE_CHECKING:
    from steelyard.envs.jax.packed import Packed
    from tests.envs.variants import Variant

WITHOUT_JAX = """
import sys
sys.modules["jax"] = None
import steelyard.envs.jax
"""
STEPS = 200_000


def arguments(chosen: list[Variant]) -> list[dict[str, Any]]:
    return [{"setup": setup, **options} for options, setup in chosen]


def numpy_round(packed: Packed) -> Any:
    """A random round of all games in NumPy, which has nothing to compile."""

    def turn(state: Any, keys: Any, places: Any) -> tuple[Any, Any, Any]:
        moves = packed.draw(list(state), chances(keys, places))
        after, result = packed.round(list(state), moves)
        return np.stack(moves), np.stack(after), np.stack(result)

    return turn


@pytest.mark.parametrize(
    ("name", "options", "played"),
    [
        ("tank_duel", {"setup": "minefield", "swap_starts": True}, {"games": 64, "turns": 12, "every": 4}),
        pytest.param(
            *("tank_battle", {"quiet_limit": 5}, {"games": 8, "turns": 40, "every": 20}),
            marks=pytest.mark.long,  # JAX compiles for seconds
        ),
    ],
)
def test_random_games_agree_with_the_rules(name: str, options: Any, played: Any) -> None:
    assert check(make(name, **options), **played) > 300


@pytest.mark.parametrize("options", arguments(variants("tank_war")), ids=str)
def test_packed_games_agree_with_the_rules(options: Any) -> None:
    environment: Any = make("tank_war", **options)
    assert check_packed(environment, numpy_round(environment.packed()), games=64, turns=15) == 960


def test_draws_are_fair() -> None:
    rng = np.random.default_rng(1)
    for legal in range(1, 64):
        lanes = [np.full(4000, 0xFFFFFFFF * (legal >> lane & 1), np.uint32) for lane in range(6)]
        drawn = planes.draw(lanes, list(rng.integers(0, 1 << 32, (16, 4000), np.uint32)))
        shares = np.array([np.bitwise_count(lane).sum() / (32 * 4000) for lane in drawn])
        expected = np.array([legal >> lane & 1 for lane in range(6)]) / legal.bit_count()
        np.testing.assert_allclose(shares, expected, atol=0.008)


@pytest.mark.parametrize(("name", "options"), [("tank_duel", {}), ("tank_battle", {"quiet_limit": 1})])
def test_a_finished_game_stays_as_it_is(name: str, options: Any) -> None:
    environment: Any = make(name, **options)
    game, rng = environment.game, Random(3)
    state = game.start()
    while game.outcome(state) is None:
        state = game.apply(state, random_moves(game, state, rng))
    over = environment.encode(state)
    assert bool(over.terminated)
    stayed = environment.step(over, np.zeros(2 if environment.simultaneous else (), int))
    assert jax.tree.all(jax.tree.map(np.array_equal, stayed, over))


def test_a_game_that_has_ended_begins_again() -> None:
    environment: Any = make("tank_battle", quiet_limit=1)
    step: Any = auto_reset(environment)
    state = environment.init()
    for move, ended in (("h2-h3", False), ("d10-d9", True)):
        state, rewards, terminated = step(state, environment.game.read_move(move))
        assert (bool(terminated), rewards.tolist()) == (ended, [0, 0])
    assert jax.tree.all(jax.tree.map(np.array_equal, state, environment.start))


@pytest.mark.parametrize("wide", [False, True])
def test_random_bits_are_words_whatever_the_default_of_jax(wide: bool) -> None:  # noqa: FBT001 - a parameter
    environment: Any = make("tank_war")
    packed = environment.packed()
    with jax.enable_x64(wide):
        state = packed.init(32)
        packed.check(state, packed.sample(jax.random.key(1), state))


def test_games_of_packed_words_fill_them() -> None:
    environment: Any = make("tank_war")
    packed = environment.packed()
    assert packed.init(64).shape == (planes.PLANES, 2)
    with pytest.raises(SteelyardError, match="33 games do not fill words; give a multiple of 32"):
        packed.init(33)


def test_without_jax_it_says_what_to_install() -> None:
    said = subprocess.run(
        [sys.executable, "-c", WITHOUT_JAX], capture_output=True, text=True, check=False
    ).stderr
    assert "steelyard.envs.jax needs JAX; pip install 'steelyard[jax]' adds it" in said


def test_a_game_without_an_environment_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(ENVIRONMENTS, "tank_war")
    with pytest.raises(
        SteelyardError, match="Tank War has no JAX environment; there are tank_duel, tank_battle"
    ):
        make("tank_war")


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("name", games.names())
def test_many_random_games_agree_with_the_rules(name: str) -> None:
    played = {
        "tank_war": {"games": 512, "turns": 40},
        "tank_duel": {"games": 512, "turns": 14},
        "tank_battle": {"games": 64, "turns": 525, "every": 25},
    }[name]
    assert sum(check(make(name, **each), **played) for each in arguments(shipped_variants(name))) >= STEPS


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("name", games.names())
def test_random_boards_agree_with_the_rules(name: str) -> None:
    for number, each in enumerate(arguments(random_variants(name))):
        check(make(name, **each), games=64, turns=30, seed=number, every=5)


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_many_packed_games_agree_with_the_rules() -> None:
    steps = 0
    for options in arguments(variants("tank_war")):
        environment: Any = make("tank_war", **options)
        steps += check_packed(environment, numpy_round(environment.packed()), games=512, turns=40, seed=steps)
    assert steps >= STEPS


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_compiled_and_fused_rounds_are_those_of_numpy() -> None:
    environment: Any = make("tank_war", lanes="CABBAC", c_reach="up_to_two")
    packed, fused = environment.packed(), environment.packed(fused=True)
    state = packed.init(2 * 4096)
    keys = jax.random.bits(jax.random.key(0), (25, planes.CHANCE_PLANES))
    after, ends = jax.jit(packed.play_keys)(keys, state)
    fused_after, fused_ends = jax.jit(fused.play_keys)(keys, state)
    np.testing.assert_array_equal(after, fused_after)
    np.testing.assert_array_equal(ends, fused_ends)
    by_numpy, totals, turn = np.asarray(state), np.zeros(3, int), numpy_round(packed)
    for row in np.asarray(keys):
        before = by_numpy
        moves, by_numpy, (u, d) = turn(before, row, np.arange(state.shape[1], dtype=np.uint32))
        totals += [int(np.bitwise_count(end).sum()) for end in (u & ~d, d & ~u, u & d)]
        by_fused, (fused_u, fused_d) = fused.step(before, moves)
        np.testing.assert_array_equal(by_fused, by_numpy)
        np.testing.assert_array_equal([fused_u, fused_d], [u, d])
    np.testing.assert_array_equal(after, by_numpy)
    assert totals.tolist() == ends.tolist()
