"""A search of one round for many positions at once: a matrix of joysticks of both seats, and its mixes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from steelyard.bots.tank_duel.network import layout
from steelyard.envs.jax.tank_duel import (
    CELL,
    DIRECTION_AT,
    MISSILE,
    MISSILE_AT,
    State,
    covers,
    driven,
    flown,
    mined,
    play,
)
from steelyard.training.tank_duel.matrix import solve

if TYPE_CHECKING:
    from collections.abc import Callable

    from steelyard.training.tank_duel.boards import Boards

    Judge = Callable[[Any, State], Any]  # boards' numbers, positions -> how likely won, drawn, lost

CODES = np.array(layout.CODES, np.uint32)
UNLIKELY = -1e9
ENDS = np.array([[1, 0, 0], [0, 0, 1], [0, 1, 0], [0, 0, 0]], np.float32)  # by the result of a position


class Found(NamedTuple):
    candidates: Any
    """Numbers of joysticks: (2, n, k)."""
    mixes: Any
    """Their chances: (2, n, k)."""
    there: Any
    """Whether a candidate is one: there may be fewer than k."""
    children: State
    """The positions after each pair: (n, k, k)."""
    judged: Any
    """Won, drawn, lost for seat 0 after each pair: (n, k, k, 3)."""
    expectation: Any
    """The same under the mixes: (n, 3)."""


def search(  # noqa: PLR0913 - each is a choice of its own
    boards: Boards, board: Any, state: State, preferences: Any, judge: Judge, *, rounds: int, width: int
) -> Found:
    """`preferences` (2, n, 20) say which joysticks become the candidates, the highest first."""
    n = len(board)
    scores = jnp.where(sensible(boards, board, state), preferences, UNLIKELY)
    best, candidates = jax.lax.top_k(scores, width)
    there = best > UNLIKELY / 2
    codes = jnp.asarray(CODES)[candidates]
    moves = jnp.stack(
        [
            jnp.broadcast_to(codes[0][:, :, None], (n, width, width)),
            jnp.broadcast_to(codes[1][:, None, :], (n, width, width)),
        ]
    )
    spread = jax.tree.map(lambda word: jnp.broadcast_to(word[:, None, None], (n, width, width)), state)
    where = jnp.broadcast_to(board[:, None, None], (n, width, width))
    children = play(boards.tables_of(where), spread, moves)
    flat = jax.tree.map(lambda word: word.reshape(-1), children)
    result = flat.result
    judged = jnp.where((result == 3)[:, None], judge(where.reshape(-1), flat), jnp.asarray(ENDS)[result])
    judged = judged.reshape(n, width, width, 3)
    mixes = solve(judged[..., 0] - judged[..., 2], there[0], there[1], rounds)
    expectation = jnp.einsum("nijo,ni,nj->no", judged, *mixes)
    return Found(candidates, jnp.stack(mixes), there, children, judged, expectation)


def sensible(boards: Boards, board: Any, state: State) -> Any:
    """Which of the twenty joysticks are worth a look: (2, n, 20).

    Left out are moves that die at once while there are others, and shots that are not fired or harm nobody.
    """
    tables = boards.tables_of(board)
    missiles = [flown(tables, (tank >> MISSILE_AT) & MISSILE) for tank in state.tanks]
    found = []
    for seat in (0, 1):
        tank, enemy = (state.tanks[side] & CELL for side in (seat, 1 - seat))
        drives = [driven(tables, tank, jnp.full(tank.shape, way, jnp.uint32), missiles) for way in range(4)]
        safe = [_lives(state, place, crashed, enemy, missiles) for place, crashed, _ in drives]
        any_safe = safe[0] | safe[1] | safe[2] | safe[3]
        for way, (place, crashed, _) in enumerate(drives):
            goes = jnp.where(any_safe, safe[way], ~crashed | (way == 0))
            found.append(goes)
            for shot in range(4):
                fired = tables.fired[tables.first + (place | shot << DIRECTION_AT)]
                open_ahead = _inside(boards, board, fired & CELL)
                found.append(goes & (missiles[seat] == 0) & open_ahead & ~crashed)
    return jnp.stack(found, axis=-1).reshape(len(board), 2, layout.JOYSTICKS).swapaxes(0, 1)


def _lives(state: State, place: Any, crashed: Any, enemy: Any, missiles: list[Any]) -> Any:
    hit = covers(missiles[0], place) | covers(missiles[1], place)
    return ~crashed & (mined(state.mines, place) == 0) & (place != enemy) & ~hit


def _inside(boards: Boards, board: Any, cell: Any) -> Any:
    """Whether a cell is on the board and no wall."""
    word = ((cell >> 5) - 1).astype(jnp.int32)
    inside = (word >= 0) & (word < boards.ground.shape[-1])
    ground = boards.ground[board, jnp.clip(word, 0, boards.ground.shape[-1] - 1)]
    return inside & ((ground >> (cell & 31)) & 1 == 1)
