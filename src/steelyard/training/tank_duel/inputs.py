"""The network's inputs for many positions at once, in the order of `bots.tank_duel.network.layout`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from steelyard.bots.tank_duel.network import layout
from steelyard.envs.jax.tank_duel import CELL, EXISTS, MISSILE, MISSILE_AT, State, flown, head
from steelyard.training.tank_duel import sets
from steelyard.training.tank_duel.sets import Set, Size, common, less, union

if TYPE_CHECKING:
    from steelyard.training.tank_duel.boards import Boards

PRECISION = jnp.bfloat16
FIRST_STEPS = (1, *(last + 1 for last in layout.BUCKETS[:-1]))
GROUPS = np.array(
    [
        [first <= step <= last for first, last in zip(FIRST_STEPS, layout.BUCKETS, strict=True)]
        for step in range(1, layout.STEPS + 1)
    ],
    np.float32,
)  # (steps, buckets)


class Views(NamedTuple):
    """The inputs of both tanks' views: (positions, inputs) each."""

    one: Any
    two: Any


class Facts(NamedTuple):
    """What both views are made of; pairs are for tank 0 and tank 1."""

    size: Size
    cells: tuple[Any, Any]
    blocked: Set
    reached: tuple[Set, Set]
    hits: tuple[Set, Set]
    """The squares that missiles cover after one round and after two."""
    fire: tuple[Set, Set]
    """The squares that a tank's shot can cover in one round."""
    can_fire: tuple[Any, Any]
    exits: tuple[Any, Any]
    counts: tuple[Any, Any]
    """How many squares are reached first, in groups of steps."""
    lead: Any
    """Of tank 0: squares reached first, over the square root of their total."""
    meet: Any


def views(boards: Boards, board: Any, state: State) -> Views:
    """Both views of the positions, each on the board of that number."""
    found = facts(boards, board, state)
    return Views(_view(found, 0), _view(found, 1))


def facts(boards: Boards, board: Any, state: State) -> Facts:
    size, ground = boards.size_of(board), boards.ground_of(board)
    a, b = (tank & CELL for tank in state.tanks)
    room = less(ground, state.mines)
    reached = sets.territories(room, a, b, size, layout.STEPS)
    tables = boards.tables_of(board)
    soon = [flown(tables, (tank >> MISSILE_AT) & MISSILE) for tank in state.tanks]
    later = [flown(tables, missile) for missile in soon]
    beside = [common(sets.around(sets.only(cell), size), room) for cell in (a, b)]
    tanks = union(sets.only(a), sets.only(b))
    can_fire = soon[0] == 0, soon[1] == 0
    counts = jnp.tensordot(reached.gains.astype(jnp.float32), GROUPS, axes=[[0], [0]])
    ours, theirs = counts[0].sum(-1), counts[1].sum(-1)
    return Facts(
        size,
        (a, b),
        less(_board(size), room),
        (reached.ours, reached.theirs),
        (_covered(soon, ground), _covered(later, ground)),
        (
            sets.where(can_fire[0], sets.under_fire(beside[0], ground)),
            sets.where(can_fire[1], sets.under_fire(beside[1], ground)),
        ),
        can_fire,
        (sets.count(less(beside[0], tanks)), sets.count(less(beside[1], tanks))),
        (counts[0], counts[1]),
        (ours - theirs) / jnp.sqrt(ours + theirs + 1.0),
        reached.meet,
    )


def _board(size: Size) -> Set:
    """All squares of the board."""
    row = (jnp.uint32(2) << size.width) - 2
    found = []
    for word in range(sets.WORDS):
        upper = jnp.where(2 * word + 1 < size.height, row << sets.HALF, 0)
        found.append(jnp.where(2 * word < size.height, row, 0) | upper)
    return tuple(found)


def _covered(missiles: list[Any], ground: Set) -> Set:
    """The squares of these missiles; a head off the board is in no set."""
    found = tuple(jnp.zeros_like(word) for word in ground)
    for missile in missiles:
        cells = union(sets.only(missile & CELL), sets.only(head(missile)))
        found = union(found, sets.where(missile & EXISTS != 0, cells))
    return common(found, ground)


def _view(found: Facts, seat: int) -> Any:
    other = 1 - seat
    planes = (
        found.blocked, found.reached[seat], found.reached[other], sets.only(found.cells[other]),
        *found.hits, found.fire[seat], found.fire[other],
    )  # fmt: skip
    seen = _centred(planes, found.cells[seat], found.size)
    x, y = (found.cells[seat] & 15) - 1, (found.cells[seat] >> 4) - 2
    width, height = found.size
    columns, rows = layout.COLUMNS, layout.ROWS
    distances = (x, columns), (width - 1 - x, columns), (y, rows), (height - 1 - y, rows)
    edges = [jax.nn.one_hot(steps, span, dtype=PRECISION) for steps, span in distances]
    exits = [jax.nn.one_hot(found.exits[side], 5, dtype=PRECISION) for side in (seat, other)]
    lead = found.lead if seat == 0 else -found.lead
    plain = jnp.stack(
        [found.can_fire[seat], found.can_fire[other], found.meet, layout.LEAD_SCALE * lead], axis=-1
    )
    counts = [layout.COUNT_SCALE * found.counts[side] for side in (seat, other)]
    numbers = [part.astype(PRECISION) for part in (plain, *counts)]
    return jnp.concatenate([seen, *edges, *exits, *numbers], axis=-1)


def _centred(planes: tuple[Set, ...], cell: Any, size: Size) -> Any:
    """The sets as planes, shifted so that the cell is in the middle: (positions, planes * 168)."""
    rows = jnp.stack([sets.rows(plane) for plane in planes], axis=-2) >> 1  # (n, planes, 12)
    x, y = ((cell & 15) - 1)[:, None], ((cell >> 4) - 2)[:, None]
    width, height = size.width[:, None], size.height[:, None]
    place = jnp.arange(layout.ROWS, dtype=jnp.uint32)[None] - (layout.MIDDLE_Y - height // 2)
    shown = place < height  # also those below 0, which are large
    row = jnp.where(shown, (y + place + height - height // 2) % height, 0)
    rows = jnp.take_along_axis(rows, row[:, None].astype(jnp.int32), axis=2)
    shift = ((x + width - width // 2) % width)[:, None]
    width = width[:, None]
    turned = (rows >> shift | rows << (width - shift)) & ((jnp.uint32(1) << width) - 1)
    turned = jnp.where(shown[:, None], turned << (layout.MIDDLE_X - width // 2), 0)
    bits = turned[..., None] >> jnp.arange(layout.COLUMNS, dtype=jnp.uint32) & 1
    return bits.astype(PRECISION).reshape(len(cell), -1)
