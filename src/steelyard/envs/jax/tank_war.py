"""Tank War with one game a lane: two words of 27 bits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from steelyard.envs.jax import tank_war_planes as planes
from steelyard.envs.jax.environment import Environment, Results, seen_by
from steelyard.envs.jax.packed import Packed
from steelyard.games.tank_war.rules import LAST_ROW, SIZE

if TYPE_CHECKING:
    from jax import Array
    from jax.typing import ArrayLike

    from steelyard.core.game import Game, Seat
    from steelyard.games.tank_war import rules

HALF = planes.PLANES // 2
TYPES = "ABC"


class Words(NamedTuple):
    left: Any
    """The planes of the drawn columns 0 to 2 as bits, the first plane the lowest.

    Above them, a bit for each seat that ended the game with an illegal move."""
    right: Any


class State(Results, Words):
    """A position."""

    __slots__ = ()

    @property
    def planes(self) -> list[Array]:
        """A word for each plane; only its lowest bit counts."""
        return [word >> bit for word in self for bit in range(HALF)]

    @property
    def forfeits(self) -> Array:
        """1 if U, 2 if D, 3 if both ended the game with an illegal move, otherwise 0."""
        return jnp.asarray(self.left) >> HALF

    @property
    def result(self) -> Array:
        boards = planes.decode(self.planes)
        u, d = planes.result(boards, planes.going_on(*planes.movable(boards)))
        u, d = u | self.forfeits >> 1, d | self.forfeits
        return (3 + (u & 1) + 2 * (d & 1)) & 3


class TankWar(Environment[State]):
    def __init__(self, game: Game[Any], setup: str) -> None:
        super().__init__(game, setup)
        chosen = game.chosen
        lanes = str(chosen["lanes"])
        self.rules = planes.rules_of(lanes, str(chosen["c_reach"]))
        d_types = np.array([[lane == kind for lane in lanes] for kind in TYPES], np.float32)
        self._types = (d_types[:, ::-1], d_types)  # by seat, kind and drawn column

    def packed(self, *, fused: bool = False) -> Packed:
        """The same with 32 games in a word; `fused`: every call is one kernel, for GPUs."""
        bits = [int(word) >> bit & 1 for word in self.start for bit in range(HALF)]
        if not fused:
            return Packed(self.rules, bits)
        from steelyard.envs.jax.fused import Fused  # noqa: PLC0415 - Pallas only when asked

        return Fused(self.rules, bits)

    def encode(self, state: rules.State) -> State:
        bits = []
        for u, d, boundary in zip(*state.rows, state.boundary, strict=True):
            numbers = (0 if u is None else u + 1, 0 if d is None else LAST_ROW[0] - d + 1, boundary)
            bits += [number >> bit & 1 for number in numbers for bit in range(planes.BITS)]
        return _packed([np.uint32(bit) for bit in bits])

    def step(self, state: State, move: ArrayLike) -> State:
        boards = planes.decode(state.planes)
        moves, known = self.codes(move)
        legal = planes.legal(boards)
        lanes = (known[:, None] & (moves[:, None] == np.arange(SIZE))).astype(jnp.uint32)
        u, d = ([lanes[seat, lane] & legal[seat][lane] for lane in range(SIZE)] for seat in (0, 1))
        after = _packed(planes.encode(planes.play(boards, u, d, self.rules)))
        forfeits = (~planes.any_of(u) & 1) | (~planes.any_of(d) & 1) << 1
        ended = State(state.left | forfeits << HALF, state.right)
        over = (planes.any_of(legal[0]) & 1 == 0) | (state.forfeits != 0)
        return jax.tree.map(
            lambda now, wrong, new: jnp.where(over, now, jnp.where(forfeits != 0, wrong, new)),
            state,
            ended,
            after,
        )

    def legal(self, state: State) -> Array:
        lanes = planes.legal(planes.decode(state.planes))
        return (jnp.stack([jnp.stack(seat) for seat in lanes]) & 1 == 1) & (state.forfeits == 0)

    def observe(self, state: State, seat: Seat | Array) -> Array:
        u, d, territory = (_drawn(board) for board in planes.decode(state.planes))
        u_kinds, d_kinds = (board * types[:, None] for board, types in zip((u, d), self._types, strict=True))
        as_u = jnp.concatenate([u_kinds, d_kinds, territory[None]])[:, ::-1, ::-1]
        as_d = jnp.concatenate([d_kinds, u_kinds, 1 - territory[None]])
        return jnp.where(seen_by(seat) == 0, as_u, as_d)


def _drawn(board: list[list[Any]]) -> Array:
    """Rows of columns."""
    return (jnp.stack([jnp.stack(column) for column in board]).T & 1).astype(jnp.float32)


def _packed(bits: list[Any]) -> State:
    left, right = (
        sum((bit & 1) << place for place, bit in enumerate(half)) for half in (bits[:HALF], bits[HALF:])
    )
    return State(left, right)
