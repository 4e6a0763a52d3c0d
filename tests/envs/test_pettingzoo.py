"""The games as PettingZoo environments."""

from __future__ import annotations

from functools import partial
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pettingzoo as library
import pytest
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
)

import steelyard
from steelyard import games
from steelyard.core.random_games import random_game
from steelyard.envs import pettingzoo
from steelyard.envs.names import environment_id

GAMES = ("tank_battle", "tank_duel", "tank_war")
SIMULTANEOUS = ("tank_duel", "tank_war")
# It does not know observations with a mask, which PettingZoo's own classic games have too.
no_masks = pytest.mark.filterwarnings("ignore:Observation:UserWarning")
# A message of pygame's own when it is imported.
pygame_says = pytest.mark.filterwarnings("ignore::DeprecationWarning:pygame", "ignore:.*avx2:RuntimeWarning")


@no_masks
@pytest.mark.parametrize("game", GAMES)
def test_turns_pass_the_library_s_own_tests(game: str) -> None:
    api_test(pettingzoo.env(game), num_cycles=40)
    seed_test(partial(pettingzoo.env, game, **_random_boards(game)), num_cycles=10)


@pytest.mark.parametrize("game", SIMULTANEOUS)
def test_simultaneous_moves_pass_the_library_s_own_tests(game: str) -> None:
    parallel_api_test(pettingzoo.parallel_env(game), num_cycles=60)
    parallel_seed_test(partial(pettingzoo.parallel_env, game, **_random_boards(game)), num_cycles=20)


def _random_boards(game: str) -> dict[str, Any]:
    return {"setup": "random"} if game == "tank_duel" else {}


@pytest.mark.parametrize(("game", "seed"), [("tank_duel", 11), ("tank_war", 1)])
def test_a_game_is_truncated_after_max_cycles(game: str, seed: int) -> None:
    """The library's own test plays random actions, mostly of seeds with which the game is over by then."""

    def seeded(environment: Any) -> Any:
        for number, agent in enumerate(environment.possible_agents):
            environment.action_space(agent).seed(seed + number)
        return environment

    max_cycles_test(
        SimpleNamespace(
            parallel_env=lambda **given: seeded(pettingzoo.parallel_env(game, **given)),
            env=lambda **given: seeded(pettingzoo.env(game, **given)),
        )
    )


@pygame_says
def test_it_renders_in_every_mode() -> None:
    render_test(partial(pettingzoo.env, "tank_war"))


@pytest.mark.parametrize("game", GAMES)
def test_it_plays_by_the_rules(game: str) -> None:
    """The same moves lead to the same positions, masks and rewards, in turns and together."""
    rules = steelyard.game(game)
    in_turn = pettingzoo.raw_env(game)
    in_turn.reset(seed=1)
    together = pettingzoo.parallel_env(game) if game in SIMULTANEOUS else None
    if together:
        together.reset(seed=1)
    for state, moves in random_game(rules, Random(1)):
        _compare(rules, state, in_turn)
        for move in moves.values():
            in_turn.step(move)
        if together and moves:
            _, rewards, ended, _, _ = together.step({f"player_{seat}": move for seat, move in moves.items()})
            assert together.episode.state == in_turn.episode.state
            assert rewards == in_turn.rewards
            assert ended == in_turn.terminations
    assert sum(in_turn.rewards.values()) == 0
    assert all(in_turn.terminations.values())


def _compare(rules: Any, state: Any, environment: pettingzoo.TurnEnv) -> None:
    assert environment.episode.state == state
    for seat, agent in enumerate(pettingzoo.AGENTS):
        observed = environment.observe(agent)
        assert np.array_equal(observed["observation"], rules.observe(state, seat))
        assert np.flatnonzero(observed["action_mask"]).tolist() == list(rules.legal_moves(state, seat))


def test_the_second_player_does_not_see_the_first_one_s_move() -> None:
    environment = pettingzoo.env("tank_war")
    environment.reset()
    before = environment.observe("player_1")["observation"]
    environment.step(2)
    assert environment.agent_selection == "player_1"
    assert np.array_equal(environment.observe("player_1")["observation"], before)


def test_an_illegal_action_loses() -> None:
    environment = pettingzoo.raw_env("tank_battle")
    environment.reset()
    environment.step(0)  # from a1 to a1
    assert environment.rewards == {"player_0": -1.0, "player_1": 1.0}
    assert environment.terminations == {"player_0": True, "player_1": True}


def test_boards_and_options_are_arguments() -> None:
    environment = pettingzoo.parallel_env("tank_duel", setup="maze", swap_starts=True)
    rules = steelyard.game("tank_duel", swap_starts=True)
    environment.reset()
    assert environment.episode.state == rules.start("maze")
    environment.reset(options={"setup": "spiral"})
    assert environment.episode.state == rules.start("spiral")


def test_mistakes_are_explained() -> None:
    with pytest.raises(steelyard.InvalidOption, match="move in turn: use env"):
        pettingzoo.parallel_env("tank_battle")
    with pytest.raises(steelyard.InvalidOption, match="render_mode 'film' is not one of human, rgb_array"):
        pettingzoo.env("tank_war", render_mode="film")
    with pytest.raises(steelyard.InvalidOption, match="max_cycles is 0"):
        pettingzoo.env("tank_war", max_cycles=0)


def test_seeds_are_whole_numbers_and_none_is_another_s() -> None:
    environment = pettingzoo.parallel_env("tank_duel", setup="random")
    boards = {}
    for seed in (1, np.int64(1), np.uint8(1), 2):
        environment.reset(seed=seed)  # type: ignore[arg-type]  # which NumPy's integers are not, to a checker
        boards[seed] = environment.episode.state
    assert len(boards) == len(set(boards.values())) == 2
    for wrong in (-1, 1.5, "x", 2**64):
        with pytest.raises(steelyard.InvalidOption, match="seed"):
            environment.reset(seed=wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("cycles", [0, -3, 2.5, "5", float("nan")])
def test_max_cycles_is_a_whole_number(cycles: Any) -> None:
    with pytest.raises(steelyard.InvalidOption, match="max_cycles"):
        pettingzoo.env("tank_war", max_cycles=cycles)
    environment = pettingzoo.raw_env("tank_war", max_cycles=7)
    with pytest.raises(steelyard.InvalidOption, match="max_cycles"):
        environment.max_cycles = cycles
    assert environment.max_cycles == 7


def test_the_first_game_begins_with_reset() -> None:
    environment = pettingzoo.parallel_env("tank_war")
    with pytest.raises(steelyard.InvalidOption, match=r"call reset\(\) before step\(\)"):
        environment.step({"player_0": 0, "player_1": 0})


@pytest.mark.parametrize("game", GAMES)
def test_the_library_s_make_knows_the_games(game: str) -> None:
    """By the ids that they have in Gymnasium."""
    id_ = environment_id(games.game_class(game))
    in_turn = library.make("aec", id_, render_mode="ansi")
    assert in_turn.metadata["name"] == f"steelyard_{game}_v0"
    assert in_turn.render_mode == "ansi"
    if game in SIMULTANEOUS:
        assert isinstance(library.make("parallel", id_, max_cycles=5).unwrapped, pettingzoo.SimultaneousEnv)
    else:
        assert id_ not in library.parallel_registry
