"""The games in OpenSpiel."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import policy as spiel_policy
from open_spiel.python.algorithms import cfr, exploitability, generate_playthrough

import steelyard
import steelyard.envs.openspiel
from steelyard import analysis
from steelyard.analysis.tank_war.positions import Positions
from steelyard.core.game import SEATS
from steelyard.core.random_games import random_game
from steelyard.games.tank_war.kernel import encode

if TYPE_CHECKING:
    from numpy.typing import NDArray

GAMES = ("tank_battle", "tank_duel", "tank_war")
SMALL = "053/053/xx3/xx3/xx3/xx3"  # two lanes are left: OpenSpiel can search all that follows


@pytest.mark.parametrize("name", GAMES)
def test_it_passes_the_library_s_own_test(name: str) -> None:
    game = pyspiel.load_game(f"steelyard_{name}", {"quiet_limit": 1} if name == "tank_battle" else {})
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_it_plays_by_the_rules(name: str) -> None:
    rules = steelyard.game(name)
    spiel = pyspiel.load_game(f"steelyard_{name}").new_initial_state()
    for state, moves in random_game(rules, Random(2)):
        assert str(spiel) == rules.write_state(state)
        for seat in (0, 1):
            assert spiel.legal_actions(seat) == list(rules.legal_moves(state, seat))
            assert np.array_equal(spiel.observation_tensor(seat), rules.observe(state, seat).reshape(-1))
        if moves:
            spiel.apply_actions(list(moves.values())) if len(moves) == 2 else spiel.apply_action(
                *moves.values()
            )
    outcome = rules.outcome(state)
    assert outcome is not None
    assert spiel.is_terminal()
    assert spiel.returns()[0] == (0 if outcome.winner is None else 1 - 2 * outcome.winner)


def test_games_and_states_are_read_back() -> None:
    game = pyspiel.load_game("steelyard_tank_duel", {"setup": "maze", "swap_starts": True})
    assert str(game.new_initial_state()) == steelyard.game("tank_duel", swap_starts=True).write_state(
        steelyard.game("tank_duel", swap_starts=True).start("maze")
    )
    state = game.new_initial_state()
    state.apply_actions([12, 27])
    again, same = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert str(again) == str(game)
    assert str(same) == str(state)


def test_it_writes_a_playthrough() -> None:
    text = generate_playthrough.playthrough("steelyard_tank_war", action_sequence=None, seed=1)
    assert 'ToString() = "steelyard_tank_war(' in text
    assert "IsTerminal() = True" in text


def odd(positions: Positions) -> NDArray[np.float64]:
    factors = np.random.default_rng(1).random((positions.observations[0].size, 6))
    weights = (positions.observations.reshape(len(positions), -1) @ factors % 1 + 1e-3) * positions.masks
    chances: NDArray[np.float64] = weights / weights.sum(axis=1, keepdims=True)
    return chances


def as_spiel_policy(game: Any, policy: Any) -> spiel_policy.TabularPolicy:
    rules, table = steelyard.game("tank_war"), spiel_policy.TabularPolicy(game)
    for player, texts in enumerate(table.states_per_player):
        for text in texts:
            words = encode(rules.start(text.splitlines()[-1]))
            table.policy_for_key(text)[:] = policy(Positions(words[None], SEATS[player]))[0]
    return table


def test_openspiel_finds_the_same_exploitability() -> None:
    game = pyspiel.load_game_as_turn_based("steelyard_tank_war", {"setup": SMALL})
    theirs = exploitability.exploitability(game, as_spiel_policy(game, odd))
    state = steelyard.game("tank_war").start(SMALL)
    assert analysis.exploitability(odd, state=state, gather=False).loss == pytest.approx(theirs, abs=1e-9)
    assert theirs > 0.01


def test_openspiel_learns_to_play_well() -> None:
    game = pyspiel.load_game_as_turn_based("steelyard_tank_war", {"setup": SMALL})
    solver = cfr.CFRSolver(game)
    before = exploitability.exploitability(game, solver.average_policy())
    for _ in range(10):
        solver.evaluate_and_update_policy()
    assert exploitability.exploitability(game, solver.average_policy()) < before / 3
