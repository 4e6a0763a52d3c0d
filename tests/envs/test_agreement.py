"""Environments of one game at a time, and Gymnasium's of many, agree with the rules step by step.

test_batch.py and test_jax.py show the same of batches.
"""

from __future__ import annotations

from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
import pyspiel
import pytest

import steelyard.envs.openspiel  # noqa: F401 - registers the games
from steelyard import games
from steelyard.core.game import SEATS
from steelyard.core.random_games import random_moves
from steelyard.envs import pettingzoo
from steelyard.envs.gymnasium import SeatEnv
from steelyard.envs.gymnasium_vector import BatchEnv
from tests.envs.variants import shipped_variants, variants

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from steelyard.core.game import Move, Seat
    from tests.envs.variants import Variant

    Play = Callable[[str, Variant, Random, int], int]
    """(game, options and board, chance, steps at least) -> steps."""

STEPS = 200_000
LOOK = 4  # at every so manieth position on average the planes are compared too
MANY = 16


class Follower:
    """Plays by the rules what an environment plays, and compares."""

    def __init__(self, name: str, variant: Variant, rng: Random) -> None:
        self.game, self.rng, self.steps = variant.game(name), rng, 0
        self.start = self.game.start(variant.setup)
        self.begin()

    def begin(self) -> None:
        self.state, self.rewards, self.over = self.start, (0, 0), False

    def play(self, moves: dict[Seat, Move]) -> None:
        self.state = self.game.play(self.state, moves)
        self.steps += 1
        outcome = self.game.outcome(self.state)
        self.over = outcome is not None
        if outcome is not None and outcome.winner is not None:
            self.rewards = (1, -1) if outcome.winner == 0 else (-1, 1)

    def compare(self, seat: Seat, planes: Callable[[], Any], legal: Any, position: Any = None) -> None:
        """With what the environment shows that seat."""
        if position is not None:
            assert position == self.state
        assert list(legal) == list(self.game.legal_moves(self.state, seat))
        if self.over or not self.rng.randrange(LOOK):
            expected = self.game.observe(self.state, seat)
            assert np.array_equal(np.reshape(planes(), expected.shape), expected)


def _legal(mask: NDArray[np.int8]) -> list[int]:
    return np.flatnonzero(mask).tolist()


def by_turns(name: str, variant: Variant, rng: Random, steps: int) -> int:
    """PettingZoo's `env`: the second player of a round does not see what the first one played."""
    environment = pettingzoo.env(name, setup=variant.setup, **variant.options)
    rules = Follower(name, variant, rng)
    while rules.steps < steps:
        environment.reset()
        rules.begin()
        while not rules.over:
            moves = random_moves(rules.game, rules.state, rng)
            for seat, move in moves.items():
                assert environment.agent_selection == pettingzoo.AGENTS[seat]
                seen, reward, terminated, truncated, _ = environment.last()
                assert (reward, terminated, truncated) == (0, False, False)
                rules.compare(seat, partial(np.asarray, seen["observation"]), _legal(seen["action_mask"]))
                environment.step(move)
            rules.play(moves)
            assert environment.unwrapped.episode.state == rules.state
            assert tuple(environment.rewards.values()) == rules.rewards
            assert set(environment.terminations.values()) == {rules.over}
        _results(environment, rules)
    return rules.steps


def _results(environment: Any, rules: Follower) -> None:
    told = []
    for agent in environment.agent_iter():
        seen, reward, terminated, truncated, _ = environment.last()
        assert (terminated, truncated) == (True, False)
        rules.compare(
            pettingzoo.SEAT[agent], partial(np.asarray, seen["observation"]), _legal(seen["action_mask"])
        )
        told.append(reward)
        environment.step(None)
    assert tuple(told) == rules.rewards


def together(name: str, variant: Variant, rng: Random, steps: int) -> int:
    """PettingZoo's `parallel_env`."""
    environment = pettingzoo.parallel_env(name, setup=variant.setup, **variant.options)
    rules = Follower(name, variant, rng)
    while rules.steps < steps:
        observations, _ = environment.reset()
        rules.begin()
        while environment.agents:
            _both_see(rules, observations, environment.episode.state)
            moves = random_moves(rules.game, rules.state, rng)
            observations, rewards, terminated, truncated, _ = environment.step(
                {f"player_{seat}": move for seat, move in moves.items()}
            )
            rules.play(moves)
            assert tuple(rewards.values()) == rules.rewards
            assert set(terminated.values()) == {rules.over}
            assert set(truncated.values()) == {False}
        assert rules.over
        _both_see(rules, observations, environment.episode.state)
    return rules.steps


def _both_see(rules: Follower, observations: dict[str, Any], position: Any) -> None:
    for agent, seen in observations.items():
        rules.compare(
            pettingzoo.SEAT[agent],
            partial(np.asarray, seen["observation"]),
            _legal(seen["action_mask"]),
            position,
        )


def one_seat(name: str, variant: Variant, rng: Random, steps: int) -> int:
    """Gymnasium's environment, at either seat in turn."""
    heard: list[dict[Seat, Move]] = []

    def opponent(state: Any, other: Seat) -> Move:
        heard.append({other: rng.choice(rules.game.legal_moves(state, other))})
        return heard[-1][other]

    rules = Follower(name, variant, rng)
    together = len(rules.game.to_move(rules.start)) == 2
    environments = [
        SeatEnv(name, seat=seat, setup=variant.setup, opponent=opponent, **variant.options) for seat in SEATS
    ]
    while rules.steps < steps:
        environment = environments[rng.randrange(2)]
        seat = environment.seat
        rules.begin()
        heard.clear()
        planes, info = environment.reset()
        _hear(rules, heard)
        while not rules.over:
            rules.compare(
                seat, partial(np.asarray, planes), _legal(info["action_mask"]), environment.episode.state
            )
            move = rng.choice(rules.game.legal_moves(rules.state, seat))
            heard.clear()
            planes, reward, terminated, truncated, info = environment.step(np.int64(move))
            rules.play({seat: move, **(heard.pop(0) if together else {})})
            _hear(rules, heard)
            assert (reward, terminated, truncated) == (rules.rewards[seat], rules.over, False)
        rules.compare(
            seat, partial(np.asarray, planes), _legal(info["action_mask"]), environment.episode.state
        )
    return rules.steps


def _hear(rules: Follower, heard: list[dict[Seat, Move]]) -> None:
    """The moves that the opponent made alone."""
    for moves in heard:
        rules.play(moves)


def many(name: str, variant: Variant, rng: Random, steps: int) -> int:
    """Gymnasium's vector environment, which begins games again in the step in which they end."""
    seat = SEATS[rng.randrange(2)]
    asked: list[tuple[NDArray[np.int8], NDArray[np.int64]]] = []

    def opponent(_planes: Any, masks: NDArray[np.int8]) -> NDArray[np.int64]:
        moves = np.array([rng.choice(_legal(mask) or [0]) for mask in masks])
        asked.append((masks.copy(), moves))
        return moves

    environments = BatchEnv(
        MANY, game=name, seat=seat, setup=variant.setup, opponent=opponent, **variant.options
    )
    rules = [Follower(name, variant, rng) for _ in range(MANY)]
    planes, infos = environments.reset(seed=1)
    _hear_many(rules, [], asked, seat)
    while sum(each.steps for each in rules) < steps:
        for number, each in enumerate(rules):
            each.compare(seat, partial(np.asarray, planes[number]), _legal(infos["action_mask"][number]))
        moves = [rng.choice(each.game.legal_moves(each.state, seat)) for each in rules]
        asked.clear()
        planes, rewards, terminated, truncated, infos = environments.step(np.array(moves))
        ended = _hear_many(rules, moves, asked, seat)
        assert terminated.tolist() == [number in ended for number in range(MANY)]
        assert rewards.tolist() == [ended[number][1] if number in ended else 0 for number in range(MANY)]
        assert not truncated.any()
        assert ("final_obs" in infos) == bool(ended)
        for number, (last, _) in ended.items():
            assert np.array_equal(infos["final_obs"][number], rules[number].game.observe(last, seat))
    return sum(each.steps for each in rules)


def _hear_many(
    rules: list[Follower],
    moves: list[Move],
    asked: list[tuple[NDArray[np.int8], NDArray[np.int64]]],
    seat: Seat,
) -> dict[int, tuple[Any, int]]:
    """The games that ended, each with its last position and the reward of that seat; they begin again."""
    ended = {}
    together = len(rules[0].game.to_move(rules[0].start)) == 2
    for number, each in enumerate(rules):
        answers = [{SEATS[1 - seat]: int(codes[number])} for masks, codes in asked if masks[number].any()]
        first = [{seat: moves[number], **(answers.pop(0) if together else {})}] if moves else []
        for turn in (*first, *answers):
            each.play(turn)  # type: ignore[arg-type]  # moves are integers
            if each.over:
                ended[number] = (each.state, each.rewards[seat])
                each.begin()
    return ended


def in_openspiel(name: str, variant: Variant, rng: Random, steps: int) -> int:
    game = pyspiel.load_game(f"steelyard_{name}", {**variant.options, "setup": variant.setup})
    rules = Follower(name, variant, rng)
    while rules.steps < steps:
        state = game.new_initial_state()
        rules.begin()
        while not rules.over:
            _spiel_shows(rules, state)
            moves = random_moves(rules.game, rules.state, rng)
            if rng.randrange(LOOK) == 0:
                state = state.clone()
            state.apply_actions(list(moves.values())) if len(moves) == 2 else state.apply_action(
                *moves.values()
            )
            rules.play(moves)
            assert tuple(state.rewards()) == tuple(state.returns()) == rules.rewards
            assert state.is_terminal() == rules.over
        _spiel_shows(rules, state)
    return rules.steps


def _spiel_shows(rules: Follower, state: Any) -> None:
    for seat in SEATS:
        rules.compare(
            seat,
            partial(state.observation_tensor, seat),
            state.legal_actions(seat),
            rules.game.read_state(str(state)),
        )


def in_openspiel_by_turns(name: str, variant: Variant, rng: Random, steps: int) -> int:
    """As OpenSpiel converts a game with simultaneous moves; one that moves in turn is as it was."""
    game = pyspiel.load_game_as_turn_based(f"steelyard_{name}", {**variant.options, "setup": variant.setup})
    rules = Follower(name, variant, rng)
    while rules.steps < steps:
        state = game.new_initial_state()
        rules.begin()
        while not rules.over:
            moves = random_moves(rules.game, rules.state, rng)
            for seat, move in moves.items():
                assert state.current_player() == seat
                assert state.legal_actions() == list(rules.game.legal_moves(rules.state, seat))
                shown = state.information_state_string(seat).splitlines()[-1]
                assert rules.game.read_state(shown) == rules.state
                state.apply_action(move)
            rules.play(moves)
            assert tuple(state.returns()) == rules.rewards
            assert state.is_terminal() == rules.over
    return rules.steps


PLAYS: tuple[Play, ...] = (by_turns, together, one_seat, many, in_openspiel, in_openspiel_by_turns)
CASES = [
    (name, play)
    for name in games.names()
    for play in PLAYS
    if not (name == "tank_battle" and play is together)
]


def follow(name: str, play: Play, chosen: list[Variant], steps: int) -> int:
    """How many random steps of an environment the rules agreed with."""
    each = -(-steps // len(chosen))
    return sum(play(name, variant, Random(number), each) for number, variant in enumerate(chosen))


@pytest.mark.parametrize(("name", "play"), CASES)
def test_an_environment_plays_by_the_rules(name: str, play: Play) -> None:
    assert follow(name, play, shipped_variants(name)[:2], 20) >= 20


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("name", "play"), CASES)
def test_an_environment_plays_200_000_steps_by_the_rules(name: str, play: Play) -> None:
    assert follow(name, play, variants(name), STEPS) >= STEPS
