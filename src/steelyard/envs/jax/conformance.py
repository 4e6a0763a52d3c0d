"""Compares an environment with the rules of its game, turn by turn, in random games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import jax
import numpy as np

from steelyard.core.game import SEATS, Move
from steelyard.envs.jax.environment import auto_reset
from steelyard.envs.jax.packed import WORD
from steelyard.envs.jax.tank_war_planes import BITS, CHANCE_PLANES

if TYPE_CHECKING:
    from collections.abc import Callable

    from jax import Array
    from numpy.typing import NDArray

    from steelyard.core.game import Outcome, Seat
    from steelyard.envs.jax.environment import Environment
    from steelyard.envs.jax.tank_war import TankWar

    Turn = Callable[[Any, Any, Any], tuple[Any, Any, Any]]
    """(planes, a key for each plane of chance, places of words) -> moves, planes, ends."""


def check(environment: Environment[Any], *, games: int, turns: int, seed: int = 0, every: int = 1) -> int:
    """Plays that many games at once for that many turns, beginning again where one ends; returns the steps.

    Raises AssertionError where a position, a result or a reward differs from the rules. Every so many turns
    the legal moves and what the seats observe are compared too, and the rules check the moves.
    """
    play = _compiled(lambda key: _play(environment, games, turns, key))
    views = _compiled(jax.vmap(lambda state: _views(environment, state)))
    states, moves, rewards, terminated = jax.tree.map(np.asarray, play(jax.random.key(seed)))
    game = environment.game
    now = [game.start(environment.setup)] * games
    for turn in range(turns):
        at_turn = jax.tree.map(lambda words, turn=turn: words[turn], states)
        _same("positions", at_turn, [environment.encode(state) for state in now])
        if turn % every == 0:
            _same("views", views(at_turn), [_views_by_rules(environment, state) for state in now])
        forward = game.apply if turn % every else game.play  # which also checks the move
        now = [
            forward(state, _moves(environment, state, move))
            for state, move in zip(now, moves[turn], strict=True)
        ]
        outcomes = [game.outcome(state) for state in now]
        _same("ends", terminated[turn], [outcome is not None for outcome in outcomes])
        _same("rewards", rewards[turn], [_rewards(outcome) for outcome in outcomes])
        now = [
            game.start(environment.setup) if outcome else state
            for state, outcome in zip(now, outcomes, strict=True)
        ]
    return games * turns


def _compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    """What runs a few times need not run fast: on a CPU, fusing operations takes most of the compiling."""
    quick = {"xla_disable_hlo_passes": "fusion"} if jax.default_backend() == "cpu" else None
    compiled: Callable[..., Any] = jax.jit(function, compiler_options=quick)
    return compiled


def _play(
    environment: Environment[Any], games: int, turns: int, key: Array
) -> tuple[Any, Array, Array, Array]:
    """The positions before each turn, the moves, the rewards and the ends, by turn and game."""
    step = jax.vmap(auto_reset(environment))

    def turn(states: Any, key: Array) -> tuple[Any, tuple[Any, Array, Array, Array]]:
        moves = jax.vmap(environment.sample)(jax.random.split(key, games), states)
        after, rewards, terminated = step(states, moves)
        return after, (states, moves, rewards, terminated)

    keys = jax.random.split(key, turns)
    first = jax.vmap(environment.init)(jax.random.split(key, games))
    played: tuple[Any, Array, Array, Array] = jax.lax.scan(turn, first, keys)[1]
    return played


def _views(environment: Environment[Any], state: Any) -> list[Array]:
    return [environment.legal(state), *(environment.observe(state, seat) for seat in SEATS)]


def _views_by_rules(environment: Environment[Any], state: Any) -> list[Any]:
    game = environment.game
    seats = SEATS if environment.simultaneous else (state.mover,)
    legal = np.zeros((len(seats), environment.num_moves), bool)
    for row, seat in zip(legal, seats, strict=True):
        row[list(game.legal_moves(state, seat))] = True
    return [legal if environment.simultaneous else legal[0], *(game.observe(state, seat) for seat in SEATS)]


def _moves(environment: Environment[Any], state: Any, move: Any) -> dict[Seat, Move]:
    if environment.simultaneous:
        return {seat: Move(int(move[seat])) for seat in SEATS}
    return {state.mover: Move(int(move))}


def _rewards(outcome: Outcome | None) -> NDArray[np.float32]:
    if outcome is None or outcome.winner is None:
        return np.zeros(2, np.float32)
    return np.array([1, -1] if outcome.winner == 0 else [-1, 1], np.float32)


def _same(what: str, batch: Any, expected: list[Any]) -> None:
    """Whether a batch holds what is expected of each game; shares may be rounded otherwise."""
    stacked = [jax.tree.leaves(each) for each in expected]
    for ours, rules in zip(jax.tree.leaves(batch), zip(*stacked, strict=True), strict=True):
        one, two = np.asarray(ours), np.asarray(rules)
        rounding = 1e-6 if one.dtype.kind == "f" else 0
        np.testing.assert_allclose(one, two, rounding, err_msg=f"{what} differ from the rules")


def check_packed(environment: TankWar, turn: Turn, *, games: int, turns: int, seed: int = 0) -> int:
    """The same for Tank War in packed words, given what plays a random round of all games."""
    game, words = environment.game, games // WORD
    start = game.start(environment.setup)
    rng = np.random.default_rng(seed)
    now = [start] * games
    planes = np.asarray(environment.packed().init(games))
    for _ in range(turns):
        _same("positions", _lanes(planes), [environment.encode(state) for state in now])
        keys = rng.integers(0, 1 << 32, CHANCE_PLANES, np.uint32)
        moves, planes, ends = (
            np.asarray(each) for each in turn(planes, keys, np.arange(words, dtype=np.uint32))
        )
        u, d = (_numbers(moves[first : first + BITS]) for first in (0, BITS))
        both = zip(now, zip(u, d, strict=True), strict=True)
        now = [game.play(state, _moves(environment, state, move)) for state, move in both]
        outcomes = [game.outcome(state) for state in now]
        _same("results", (_numbers(ends) + 3) & 3, [_result(outcome) for outcome in outcomes])
        now = [start if outcome else state for state, outcome in zip(now, outcomes, strict=True)]
    return games * turns


def _result(outcome: Outcome | None) -> int:
    return 3 if outcome is None else 2 if outcome.winner is None else outcome.winner


def _lanes(planes: NDArray[np.uint32]) -> list[NDArray[np.uint32]]:
    """The two words of each game."""
    half = len(planes) // 2
    return [_numbers(planes[:half]), _numbers(planes[half:])]


def _numbers(planes: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """A number for each game, of which a plane holds one bit, the lowest first."""
    bits = (planes[:, :, None] >> np.arange(WORD, dtype=np.uint32)) & 1
    places = np.arange(len(planes), dtype=np.uint32)[:, None, None]
    return (bits << places).sum(axis=0, dtype=np.uint32).reshape(-1)
