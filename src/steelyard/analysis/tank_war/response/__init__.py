"""Exact best responses to a policy that is a function of many positions at once, such as a network."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.analysis.matrix import mixes
from steelyard.analysis.tank_war import kernel as solver_kernel
from steelyard.analysis.tank_war import layers, open_table
from steelyard.analysis.tank_war.positions import Positions
from steelyard.analysis.tank_war.response import kernel
from steelyard.core.errors import IllegalMove
from steelyard.core.game import SEATS
from steelyard.games.tank_war.kernel import encode

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from steelyard.analysis.solved import Progress
    from steelyard.analysis.tank_war.positions import BatchedPolicy
    from steelyard.core.game import Game
    from steelyard.games.tank_war.rules import State

    Mixes = NDArray[np.float64]

ASKED_AT_ONCE = 1 << 16  # positions that a policy is given
FINDING = 0.3  # share of the time for finding the positions
ROUNDING = 1e-5  # a network's probabilities are single-precision numbers


def responses(
    policy: BatchedPolicy, state: State, progress: Progress, *, gather: bool
) -> tuple[float, float, int]:
    """What the best responses at seat 0 and at seat 1 get against the policy, and the number of positions.

    With `gather`, the policy is shown boxes of columns without tanks in the first of these columns.
    """
    u, d, territory, shooters = encode(state)
    if gather:
        territory = kernel.gathered(u, d, territory)
    found = layers.find(
        lambda keys: _following(keys, shooters, gather=gather),
        kernel.key_of(u, d, territory),
        kernel.SHIFT,
        lambda share: progress("finding positions", FINDING * share),
    )
    firsts, masks, size = layers.hash_tables(found)
    slots = np.full((size, 3), solver_kernel.EMPTY, np.int64)
    total, done = sum(map(len, found.values())), 0
    with layers.thread_pool() as pool:
        for layer in reversed(found):
            keys = found[layer]
            worths = np.empty((len(keys), 2))
            under_way = []
            for begin in range(0, len(keys), ASKED_AT_ONCE):
                part = slice(begin, begin + ASKED_AT_ONCE)
                # The policy is asked in this thread only: it may not be made for several.
                u_mixes, d_mixes = _asked(policy, keys[part], shooters)
                under_way.append(
                    pool.submit(
                        kernel.respond,
                        keys[part], shooters, gather, u_mixes, d_mixes, slots, firsts, masks, worths[part],
                    )
                )  # fmt: skip
                progress("asking the policy", FINDING + (1 - FINDING) * (done + begin) / total)
            for response in under_way:
                response.result()
            solver_kernel.enter(keys, worths, slots, firsts[layer], masks[layer])
            done += len(keys)
    for_u, for_d = worths[0].tolist()  # the first layer has one position
    return for_u, for_d, total


def _following(keys: NDArray[np.int64], shooters: np.uint64, *, gather: bool) -> NDArray[np.int64]:
    room = np.empty(len(keys) * solver_kernel.MOVES, np.int64)
    return layers.distinct(room[: kernel.successors(keys, shooters, gather, room)])


def _asked(policy: BatchedPolicy, keys: NDArray[np.int64], shooters: np.uint64) -> tuple[Mixes, Mixes]:
    """The policy's mixes as U and as D."""
    words = np.empty((len(keys), 4), np.uint64)
    kernel.words(keys, shooters, words)
    u_mixes, d_mixes = (_checked(policy, Positions(words, seat)) for seat in SEATS)
    return u_mixes, d_mixes


def _checked(policy: BatchedPolicy, positions: Positions) -> Mixes:
    shown = Positions(positions.words.copy(), positions.seat)  # the policy may write into what it is given
    given = _numbers(policy(shown))
    if given.shape != positions.masks.shape:
        raise IllegalMove(
            f"a policy of {len(positions)} positions returns probabilities of shape {positions.masks.shape}, "
            f"not {given.shape}"
        )
    if not np.isfinite(given).all():
        raise IllegalMove("a policy's probabilities must be numbers, neither NaN nor infinite")
    legal = np.where(positions.masks, given, 0.0)
    total = legal.sum(axis=1)
    if not (given >= 0).all() or not (abs(given.sum(axis=1) - total) <= ROUNDING).all():
        raise IllegalMove(
            "a policy's probabilities must be 0 for illegal moves (see positions.masks), and never negative"
        )
    if not (abs(total - 1) <= ROUNDING).all():
        raise IllegalMove("the probabilities of a policy's moves must add up to 1 in each position")
    mixed: Mixes = legal / total[:, None]
    return mixed


def _numbers(returned: Any) -> Mixes:
    try:
        return np.asarray(returned, np.float64)
    except (TypeError, ValueError):
        raise IllegalMove(
            f"a policy returns an array of the probability of each move, not {type(returned).__name__}"
        ) from None


def perfect_policy(game: Game[State]) -> BatchedPolicy:
    """The perfect player's mixes, as a function of many positions."""
    table = open_table(game)

    def policy(positions: Positions) -> Mixes:
        after = np.zeros((len(positions) * solver_kernel.MOVES, 4), np.uint64)
        shapes = np.empty((len(positions), 2), np.int64)
        kernel.next_positions(positions.words, after, shapes)
        matrices = table.values(after).reshape(len(positions), solver_kernel.COLUMNS, solver_kernel.COLUMNS)
        found = np.zeros(positions.masks.shape)
        for number, (rows, columns) in enumerate(shapes.tolist()):
            mix = mixes(matrices[number, :rows, :columns])[positions.seat]
            found[number, positions.masks[number]] = mix
        return found

    return policy
