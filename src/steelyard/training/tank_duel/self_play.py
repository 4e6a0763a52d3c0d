"""Self-play: some rounds of many games, and what the network should have said in every position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import jax
import jax.numpy as jnp

from steelyard.bots.tank_duel.network import layout
from steelyard.training.tank_duel import network
from steelyard.training.tank_duel.inputs import views
from steelyard.training.tank_duel.search import ENDS, Found, search

if TYPE_CHECKING:
    from steelyard.envs.jax.tank_duel import State
    from steelyard.training.tank_duel import Settings
    from steelyard.training.tank_duel.boards import Boards
    from steelyard.training.tank_duel.network import Weights


class Games(NamedTuple):
    """Games under way: each has its board."""

    board: Any
    state: State


class Lessons(NamedTuple):
    """Positions with what they taught; the first axis is the round, the second the game."""

    games: Games
    joysticks: Any
    """The chances of the twenty joysticks, for both seats: (..., 2, 20)."""
    outcome: Any
    """Won, drawn, lost for seat 0: (..., 3)."""


def start(boards: Boards, seed: int, count: int) -> Games:
    board = jax.random.randint(jax.random.key(seed), (count,), 0, len(boards.size)).astype(jnp.uint32)
    return Games(board, boards.start(board))


def play(
    boards: Boards, weights: Weights, games: Games, key: Any, settings: Settings
) -> tuple[Games, Lessons, Any]:
    """The games after some rounds, the lessons of these rounds, and how many games ended as they did."""

    def turn(games: Games, key: Any) -> tuple[Games, Any]:
        candidates_key, mix_key, new_key = jax.random.split(key, 3)
        said = network.answers(weights, views(boards, *games))
        noise = jax.random.gumbel(candidates_key, said.joysticks.shape)
        found = search(
            boards, games.board, games.state, said.joysticks + noise,
            lambda board, state: network.expectation(weights, views(boards, board, state)),
            rounds=settings.matrix_rounds, width=settings.width,
        )  # fmt: skip
        after, explored = _advance(found, mix_key, settings.explore)
        result = after.result
        over = result != 3
        new = jax.random.randint(new_key, result.shape, 0, len(boards.size)).astype(jnp.uint32)
        board = jnp.where(over, new, games.board)
        begun = boards.start(new)
        state = jax.tree.map(lambda first, now: jnp.where(over, first, now), begun, after)
        chances = jax.nn.one_hot(found.candidates, layout.JOYSTICKS) * found.mixes[..., None]
        taught = games, chances.sum(-2).swapaxes(0, 1), found.expectation
        return Games(board, state), (taught, jnp.asarray(ENDS)[result], over, explored)

    games, (taught, ends, over, explored) = jax.lax.scan(turn, games, jax.random.split(key, settings.rounds))
    outcome = returns(taught[2], ends, over, jnp.where(explored, 0.0, settings.later))
    return games, Lessons(taught[0], taught[1], outcome), ends.sum((0, 1))


def _advance(found: Found, key: Any, explore: float) -> tuple[State, Any]:
    """The next positions, by joysticks drawn from the mixes or now and then at random; and which it was."""
    chance_key, which_key = jax.random.split(key)
    at_random = jax.random.bernoulli(which_key, explore, found.mixes.shape[:2])
    mixes = jnp.where(at_random[..., None], found.there.astype(jnp.float32), found.mixes)
    logits = jnp.where(found.there, jnp.log(mixes + 1e-9), -jnp.inf)
    row, column = jax.random.categorical(chance_key, logits)
    place = jnp.arange(len(row))
    after = jax.tree.map(lambda word: word[place, row, column], found.children)
    return after, at_random.any(0)


def returns(searched: Any, ends: Any, over: Any, later: Any) -> Any:
    """What each position was worth: the search's word, mixed with what came later."""

    def back(follows: Any, round_: Any) -> tuple[Any, Any]:
        searched, ends, over, later = round_
        came = jnp.where(over[:, None], ends, follows)
        worth = (1 - later)[:, None] * searched + later[:, None] * came
        return worth, worth

    # The last round has nothing after it but the search's own word.
    _, worths = jax.lax.scan(back, searched[-1], (searched, ends, over, later), reverse=True)
    return worths
