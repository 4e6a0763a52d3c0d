"""A best response to a frozen network: another one learns to beat the player that searches one round with it.

The frozen player plays its mixes. The responder knows them, judges positions by its own network, and plays
the best answer; its network learns what these games are worth to it. What it gets is a lower bound of what
the frozen player can lose.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp

from steelyard.training import adam
from steelyard.training.tank_duel import network
from steelyard.training.tank_duel.inputs import views
from steelyard.training.tank_duel.search import ENDS, search
from steelyard.training.tank_duel.self_play import Games, returns

if TYPE_CHECKING:
    from steelyard.training.tank_duel import Settings
    from steelyard.training.tank_duel.boards import Boards
    from steelyard.training.tank_duel.network import Weights


def step(  # noqa: PLR0913, PLR0917 - each changes or decides on its own
    boards: Boards,
    frozen: Weights,
    weights: Weights,
    moments: Weights,
    games: Games,
    key: Any,
    number: Any,
    rate: Any,
    settings: Settings,
) -> Any:
    """Some rounds of all games, then a lesson; also the responder's points and how many games ended."""
    play_key, order_key = jax.random.split(key)
    games, lessons, points, over = play(boards, frozen, weights, games, play_key, settings)
    flat = jax.tree.map(lambda part: part.reshape(-1, *part.shape[2:]), lessons)
    count = settings.games * settings.rounds
    batches = count // settings.batch
    order = jax.random.permutation(order_key, count)[: batches * settings.batch].reshape(batches, -1)

    def learn(carry: Any, chosen: Any) -> tuple[Any, Any]:
        weights, moments, made = carry
        batch = jax.tree.map(lambda part: part[chosen], flat)
        loss, gradients = jax.value_and_grad(_loss)(weights, boards, *batch)
        weights, moments = adam.step(weights, moments, adam.clipped(gradients, 1.0), made, rate)
        return (weights, moments, made + 1), loss

    (weights, moments, _), losses = jax.lax.scan(learn, (weights, moments, number * batches), order)
    return weights, moments, games, losses.mean(), points, over


def play(  # noqa: PLR0913, PLR0917 - as above
    boards: Boards, frozen: Weights, weights: Weights, games: Games, key: Any, settings: Settings
) -> Any:
    """The responder has seat 0 in the first half of the games, seat 1 in the second."""
    count = len(games.board)
    first = jnp.arange(count) < count // 2
    judge = _judge(boards, weights, jnp.repeat(first, settings.width**2))

    def turn(games: Games, key: Any) -> tuple[Games, Any]:
        keys = jax.random.split(key, 5)
        seen = views(boards, *games)
        theirs = network.answers(frozen, seen).joysticks
        wanted = network.answers(weights, seen).joysticks
        wanted += jax.random.gumbel(keys[0], wanted.shape) * (settings.explore > 0)
        mine = jnp.stack([first, ~first])[..., None]
        looks = partial(search, boards, *games, rounds=settings.matrix_rounds, width=settings.width)
        played = looks(theirs, _frozen_judge(boards, frozen))
        found = looks(jnp.where(mine, wanted, theirs), judge)
        place = jnp.arange(count)
        answers = jax.random.categorical(keys[1], jnp.log(played.mixes + 1e-9))
        at_random = jax.random.bernoulli(keys[2], settings.explore, (count,))
        lead = found.judged[..., 0] - found.judged[..., 2]
        gains = jnp.stack(
            [
                jnp.einsum("nij,nj->ni", lead, played.mixes[1]),
                -jnp.einsum("nij,ni->nj", lead, played.mixes[0]),
            ]
        )
        best = jnp.where(found.there, gains, -jnp.inf).argmax(-1)
        tries = jax.random.categorical(keys[3], jnp.where(found.there, 0.0, -jnp.inf))
        chosen = jnp.where(at_random, tries, best)
        row, column = jnp.where(first, chosen[0], answers[0]), jnp.where(first, answers[1], chosen[1])
        after = jax.tree.map(lambda word: word[place, row, column], found.children)
        worth = jnp.where(
            first[:, None],
            jnp.einsum("njo,nj->no", found.judged[place, best[0]], played.mixes[1]),
            jnp.einsum("nio,ni->no", found.judged[place, :, best[1]], played.mixes[0]),
        )
        result = after.result
        over = result != 3
        new = jax.random.randint(keys[4], result.shape, 0, len(boards.size)).astype(jnp.uint32)
        begun = boards.start(new)
        state = jax.tree.map(lambda fresh, now: jnp.where(over, fresh, now), begun, after)
        ends = jnp.asarray(ENDS)[result]
        return Games(jnp.where(over, new, games.board), state), (games, worth, ends, over, at_random)

    games, (seen, worth, ends, over, at_random) = jax.lax.scan(
        turn, games, jax.random.split(key, settings.rounds)
    )
    outcome = returns(worth, ends, over, jnp.where(at_random, 0.0, settings.later))
    points = ends @ jnp.array([1.0, 0.5, 0.0])
    points = jnp.where(first, points, 1 - points) * over
    responder = jnp.broadcast_to(first, over.shape)
    return games, (seen, outcome, responder), points.sum(), over.sum()


def _frozen_judge(boards: Boards, weights: Weights) -> Any:
    return lambda board, state: network.expectation(weights, views(boards, board, state))


def _judge(boards: Boards, weights: Weights, first: Any) -> Any:
    """Only the responder's own view is taught, so it alone is asked."""

    def judge(board: Any, state: Any) -> Any:
        said = jax.nn.softmax(network.answers(weights, views(boards, board, state)).outcomes)
        return jnp.where(first[:, None], said[0], said[1][:, network.FLIP])

    return judge


def _loss(weights: Weights, boards: Boards, games: Games, outcome: Any, responder: Any) -> Any:
    """The responder's view alone is taught: what its seat can expect against that player."""
    said = jax.nn.log_softmax(network.answers(weights, views(boards, *games)).outcomes)
    wanted = jnp.where(responder[:, None], outcome, outcome[:, network.FLIP])
    return -(wanted * jnp.where(responder[:, None], said[0], said[1])).sum(-1).mean()
