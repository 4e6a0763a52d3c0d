"""The games in OpenSpiel."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
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
MINES_FIRST = """
Bbbbb......
bbbb.......
bbb........
bb.........
####.......
...........
.......####
.........ww
........www
.......wwww
......wwwwW
""".strip()  # OpenSpiel leaves out lines that begin with #
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


def positions() -> list[tuple[str, dict[str, Any]]]:
    """Games with commas, spaces and ends of lines in their parameters, which OpenSpiel cannot read."""
    duel, battle = steelyard.game("tank_duel"), steelyard.game("tank_battle")
    return [
        ("tank_war", {"setup": SMALL, "lanes": "AABBCC"}),
        ("tank_duel", {"setup": duel.write_state(duel.start("maze")), "swap_starts": True}),
        ("tank_duel", {"setup": "x.....\n......\n..t.t.\n......\n......\n.....x"}),
        ("tank_battle", {"setup": battle.write_state(battle.start()), "quiet_limit": 7}),
        ("tank_battle", {"layout": MINES_FIRST}),
    ]


@pytest.mark.parametrize(("name", "parameters"), positions())
def test_games_and_states_survive_every_way_of_writing_them(name: str, parameters: dict[str, Any]) -> None:
    game = pyspiel.load_game(f"steelyard_{name}", parameters)
    state = game.new_initial_state()
    if state.is_simultaneous_node():
        state.apply_actions([state.legal_actions(player)[-1] for player in SEATS])
    else:
        state.apply_action(state.legal_actions()[-1])
    for again in (pyspiel.load_game(str(game)), pickle.loads(pickle.dumps(game)), copy.deepcopy(game)):  # noqa: S301 - ours
        assert str(again) == str(game)
        assert str(again.new_initial_state()) == str(game.new_initial_state())
    for same in (
        pickle.loads(pickle.dumps(state)),  # noqa: S301 - ours
        copy.deepcopy(state),
        state.clone(),
        game.deserialize_state(state.serialize()),
        pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))[1],
    ):
        assert str(same) == str(state)
        assert same.history() == state.history()


def test_a_pickle_is_read_where_nothing_was_imported() -> None:
    state = pyspiel.load_game("steelyard_tank_war").new_initial_state()
    state.apply_actions([1, 2])
    read = f"import pickle; print(pickle.loads({pickle.dumps(state)!r}))"
    done = subprocess.run([sys.executable, "-c", read], capture_output=True, text=True, check=True)
    assert done.stdout == f"{state}\n"


@pytest.mark.parametrize("name", ["tank_war", "tank_duel"])
def test_a_state_between_two_moves_of_a_round_is_read_back(name: str) -> None:
    game = pyspiel.load_game_as_turn_based(f"steelyard_{name}", dict(positions()[name == "tank_duel"][1]))
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[1])
    assert state.current_player() == 1
    for same in (
        pickle.loads(pickle.dumps(state)),  # noqa: S301 - ours
        game.deserialize_state(state.serialize()),
        pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))[1],
    ):
        assert str(same) == str(state)
        state_after, same_after = state.clone(), same.clone()
        for each in (state_after, same_after):
            each.apply_action(each.legal_actions()[0])
        assert str(same_after) == str(state_after)


def test_mistakes_are_explained() -> None:
    with pytest.raises(steelyard.InvalidOption, match="the game is over already"):
        pyspiel.load_game("steelyard_tank_war", {"setup": "xx3/xx3/xx3/xx3/xx3/xx3"})
    with pytest.raises(steelyard.InvalidState):
        pyspiel.load_game("steelyard_tank_war", {"setup": "nowhere"})
    with pytest.raises(steelyard.InvalidOption, match="c_reach"):
        pyspiel.load_game("steelyard_tank_war(c_reach=far)")


def test_a_round_has_one_move_of_each_player() -> None:
    state = pyspiel.load_game("steelyard_tank_war").new_initial_state()
    for wrong in ([0], [0, 1, 2], []):
        with pytest.raises(steelyard.IllegalMove, match="one move each is due from seat 0"):
            state.clone().apply_actions(wrong)


def test_only_moves_have_names() -> None:
    for name in GAMES:
        state = pyspiel.load_game(f"steelyard_{name}").new_initial_state()
        for wrong in (-1, steelyard.game(name).num_moves):
            with pytest.raises(steelyard.InvalidMove, match=f"no move has the code {wrong}"):
                state.action_to_string(0, wrong)
