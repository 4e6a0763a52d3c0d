"""Actions and planes have the same names in every environment."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest

import steelyard
import steelyard.envs.openspiel
from steelyard import games
from steelyard.core.game import SEATS, Move
from steelyard.core.random_games import random_game
from steelyard.envs import batch, gymnasium, gymnasium_vector, jax, pettingzoo

ENDS = {"tank_war": ("LA", "RA"), "tank_duel": ("-", "D!D"), "tank_battle": ("a1-a1", "--")}


def environments(name: str) -> list[Any]:
    simultaneous = [pettingzoo.parallel_env(name)] if name != "tank_battle" else []
    sliced = [batch.make(name, 1, sliced=True)] if name == "tank_war" else []
    return [
        pettingzoo.env(name),
        *simultaneous,
        gymnasium.SeatEnv(name),
        gymnasium_vector.BatchEnv(1, game=name),
        batch.make(name, 1),
        *sliced,
        jax.make(name),
    ]


@pytest.mark.parametrize("name", games.names())
def test_every_environment_names_its_actions(name: str) -> None:
    rules = steelyard.game(name)
    last = rules.num_moves - 1
    for environment in environments(name):
        assert (environment.action_to_string(0), environment.action_to_string(np.int64(last))) == ENDS[name]
        assert environment.string_to_action(ENDS[name][1]) == last
        for wrong in (-1, rules.num_moves, 1.5):
            with pytest.raises(steelyard.InvalidMove):
                environment.action_to_string(wrong)
        with pytest.raises(steelyard.InvalidMove):
            environment.string_to_action("nowhere")
        assert environment.plane_names == rules.plane_names
        assert environment.game.id == name


@pytest.mark.parametrize("name", games.names())
def test_jax_environments_have_the_sizes_that_networks_need(name: str) -> None:
    """By the names that Pgx gives them."""
    environment, rules = jax.make(name), steelyard.game(name)
    assert (environment.num_players, environment.num_actions) == (2, rules.num_moves)
    assert environment.observation_shape == environment.observe(environment.init(), 0).shape
    assert repr(environment) == f"steelyard.envs.jax.make('{name}')"


def test_a_jax_environment_shows_what_it_was_made_with() -> None:
    made = "steelyard.envs.jax.make('tank_duel', setup='maze', swap_starts=True)"
    assert repr(jax.make("tank_duel", setup="maze", swap_starts=True)) == made


@pytest.mark.parametrize("name", games.names())
def test_openspiel_has_the_same_names(name: str) -> None:
    state, rules = pyspiel.load_game(f"steelyard_{name}").new_initial_state(), steelyard.game(name)
    for action in state.legal_actions(0):
        assert state.action_to_string(0, action) == rules.write_move(action)
        assert state.string_to_action(0, rules.write_move(action)) == action


@pytest.mark.parametrize("name", games.names())
def test_every_plane_has_a_name(name: str) -> None:
    rules = steelyard.game(name)
    for state, _ in random_game(rules, Random(1)):
        assert len(rules.observe(state, 0)) == len(set(rules.plane_names))


def test_planes_are_seen_from_the_own_side() -> None:
    """The examples of the page for researchers."""
    war = steelyard.game("tank_war")
    after = war.play(war.start(), {0: war.read_move("LA"), 1: war.read_move("RA")})
    for seat, place in zip(SEATS, ((4, 0), (4, 5)), strict=True):
        assert war.observe(after, seat)[war.plane_names.index("my_a")][place] == 1
    duel = steelyard.game("tank_duel")
    board = duel.start("meadow")
    for seat in SEATS:
        x, y = board.tanks[seat].at
        assert duel.observe(board, seat)[duel.plane_names.index("my_tank"), y, x] == 1
    battle = steelyard.game("tank_battle")
    for seat in SEATS:
        own = battle.observe(battle.start(), seat)[battle.plane_names.index("my_commander")]
        assert np.argwhere(own).tolist() == [[10, 10]]


def test_codes_are_what_the_page_for_researchers_says() -> None:
    duel, battle = steelyard.game("tank_duel"), steelyard.game("tank_battle")
    for drive, tower, fire in product(range(5), range(5), range(2)):
        shot = ("!" if fire else ">" if tower else "") + ("" if not tower else " LRUD"[tower])
        assert duel.write_move(Move(10 * drive + 2 * tower + fire)) == "-LRUD"[drive] + shot
    assert battle.read_move("g1-d4") == 121 * 6 + 36
    assert battle.read_move("k11-a1") == 121 * 120
    assert battle.read_move("--") == 14641
