"""How strong the network is, on boards that were not trained on: games against simple players."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp

from steelyard.bots.tank_duel.network import layout
from steelyard.bots.tank_duel.network.layout import JOYSTICKS
from steelyard.envs.jax.tank_duel import State, play
from steelyard.training.tank_duel import network
from steelyard.training.tank_duel.inputs import facts, views
from steelyard.training.tank_duel.search import CODES, ENDS, search, sensible

if TYPE_CHECKING:
    from collections.abc import Callable

    from steelyard.training.tank_duel.boards import Boards
    from steelyard.training.tank_duel.network import Weights

    Player = Callable[[Any, State, Any], Any]  # board, state, key -> chances of the joysticks, (2, n, 20)

MOST_ROUNDS = 84  # every round lays two mines
WIDTH, MATRIX_ROUNDS = 12, 64
OF_ROOM = 2.0  # the worth of a lead in room, as the tree search has it


def shares(boards: Boards, weights: Weights, key: Any) -> dict[str, Any]:
    """The points of the network, alone and with a search of one round, against players without one."""
    alone, searching = _alone(boards, weights), _searching(boards, weights)
    return {
        "alone_against_careful": _score(boards, alone, _careful(boards), key),
        "search_against_territory": _score(boards, searching, _territory(boards), key),
    }


def _alone(boards: Boards, weights: Weights) -> Player:
    def chances(board: Any, state: State, key: Any) -> Any:
        del key
        said = network.answers(weights, views(boards, board, state)).joysticks
        return jax.nn.softmax(jnp.where(sensible(boards, board, state), said, -1e9))

    return chances


def _careful(boards: Boards) -> Player:
    """Any joystick that does not die at once."""

    def chances(board: Any, state: State, key: Any) -> Any:
        del key
        allowed = sensible(boards, board, state).astype(jnp.float32)
        return allowed / allowed.sum(-1, keepdims=True)

    return chances


def _searching(boards: Boards, weights: Weights) -> Player:
    def chances(board: Any, state: State, key: Any) -> Any:
        del key
        wanted = network.answers(weights, views(boards, board, state)).joysticks
        return _searched(boards, board, state, wanted, judge)

    def judge(board: Any, state: State) -> Any:
        return network.expectation(weights, views(boards, board, state))

    return chances


def _territory(boards: Boards) -> Player:
    """The same search, judging by the squares that each tank reaches first."""

    def chances(board: Any, state: State, key: Any) -> Any:
        return _searched(boards, board, state, jax.random.gumbel(key, (2, len(board), JOYSTICKS)), judge)

    def judge(board: Any, state: State) -> Any:
        won = jax.nn.sigmoid(OF_ROOM * facts(boards, board, state).lead)
        return jnp.stack([won, jnp.zeros_like(won), 1 - won], axis=-1)

    return chances


def _searched(boards: Boards, board: Any, state: State, wanted: Any, judge: Any) -> Any:
    found = search(boards, board, state, wanted, judge, rounds=MATRIX_ROUNDS, width=WIDTH)
    return (jax.nn.one_hot(found.candidates, layout.JOYSTICKS) * found.mixes[..., None]).sum(-2)


def _score(boards: Boards, player: Player, opponent: Player, key: Any) -> Any:
    """The share of the points; each board is played twice, with seats exchanged."""
    count = len(boards.size)
    board = jnp.tile(jnp.arange(count, dtype=jnp.uint32), 2)
    ours = jnp.arange(2 * count) < count  # which seat the player has: 0 in the first half

    def turn(carry: tuple[State, Any], key: Any) -> tuple[tuple[State, Any], None]:
        state, result = carry
        keys = jax.random.split(key, 4)
        one, two = player(board, state, keys[0]), opponent(board, state, keys[1])
        mixes = jnp.where(ours[None, :, None], jnp.stack([one[0], two[1]]), jnp.stack([two[0], one[1]]))
        chosen = jax.random.categorical(keys[2], jnp.log(mixes + 1e-12))
        after = play(boards.tables_of(board), state, jnp.asarray(CODES)[chosen])
        state = jax.tree.map(lambda now, then: jnp.where(result == 3, then, now), state, after)
        return (state, state.result), None

    start = boards.start(board)
    (_, result), _ = jax.lax.scan(turn, (start, start.result), jax.random.split(key, MOST_ROUNDS))
    points = jnp.asarray(ENDS)[result] @ jnp.array([1.0, 0.5, 0.0])
    return jnp.where(ours, points, 1 - points).mean()
