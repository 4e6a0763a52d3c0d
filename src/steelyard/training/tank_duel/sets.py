"""Sets of squares on many boards at once: six words of 32 bits, two rows of sixteen cells each.

A square is a cell of the environment; the bits of row y are in word y // 2, that of column x is bit x + 1, in
the upper half for odd rows. Sets that come from driving or shooting may contain cells off the board: callers
intersect them with a set that does not.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

WORDS = 6
ROWS = 2 * WORDS
FIRST_COLUMN, A_ROW, HALF = np.uint32(0x00020002), np.uint32(0xFFFF), 16

Set = tuple[Any, ...]


class Size(NamedTuple):
    """Of the board: numbers for each position."""

    width: Any
    height: Any


def only(cell: Any) -> Set:
    """The set of one cell on the board."""
    bit = jnp.uint32(1) << (cell & 31)
    return tuple(jnp.where((cell >> 5) - 1 == word, bit, 0) for word in range(WORDS))


def union(s: Set, t: Set) -> Set:
    return tuple(one | two for one, two in zip(s, t, strict=True))


def common(s: Set, t: Set) -> Set:
    return tuple(one & two for one, two in zip(s, t, strict=True))


def less(s: Set, t: Set) -> Set:
    return tuple(one & ~two for one, two in zip(s, t, strict=True))


def where(so: Any, s: Set) -> Set:
    """The set where `so` holds, otherwise none."""
    return tuple(jnp.where(so, word, 0) for word in s)


def some(s: Set) -> Any:
    united = s[0]
    for word in s[1:]:
        united |= word
    return united != 0


def count(s: Set) -> Any:
    return sum(jax.lax.population_count(word).astype(jnp.int32) for word in s)


def around(s: Set, size: Size) -> Set:
    """Every square next to one of the set, wrapping around the board's edges."""
    across = size.width - 1
    last_column = FIRST_COLUMN << across
    last_row = size.height - 1
    at = (last_row & 1) << 4
    bottom = sum(jnp.where(last_row >> 1 == word, s[word] >> at, 0) for word in range(WORDS)) & A_ROW
    top = (s[0] & A_ROW) << at
    found = []
    for word in range(WORDS):
        one = s[word]
        near = one << 1 | one >> 1 | (one & FIRST_COLUMN) << across | (one & last_column) >> across
        near |= one << HALF | one >> HALF
        near |= s[word - 1] >> HALF if word else bottom
        near |= s[word + 1] << HALF if word + 1 < WORDS else jnp.uint32(0)
        found.append(near | jnp.where(last_row >> 1 == word, top, 0))
    return tuple(found)


def _ahead(s: Set, direction: int) -> Set:
    """The set shifted by one square without wrapping around the edges, as missiles fly."""
    nothing = jnp.zeros_like(s[0])
    if direction == 0:
        return tuple(word >> 1 for word in s)
    if direction == 1:
        return tuple(word << 1 for word in s)
    if direction == 2:
        below = (*s[1:], nothing)
        return tuple(word >> HALF | under << HALF for word, under in zip(s, below, strict=True))
    above = (nothing, *s[:-1])
    return tuple(word << HALF | over >> HALF for word, over in zip(s, above, strict=True))


def under_fire(places: Set, ground: Set) -> Set:
    """Every square that a shot from one of the squares covers in the round of the shot."""
    covered = tuple(jnp.zeros_like(word) for word in places)
    for direction in range(4):
        tails = common(_ahead(places, direction), ground)
        covered = union(covered, union(tails, common(_ahead(tails, direction), ground)))
    return covered


class Territories(NamedTuple):
    ours: Set
    """The squares that tank a reaches before tank b, without its own."""
    theirs: Set
    gains: Any
    """How many squares each tank gets in the first step, the second and so on: (steps, 2, ...)."""
    meet: Any
    """Whether the areas meet."""


def territories(room: Set, a: Any, b: Any, size: Size, steps: int) -> Territories:
    """The squares that each tank reaches before the other, within a number of steps."""
    start_a, start_b = only(a), only(b)
    room = less(room, union(start_a, start_b))

    def spread(carry: Any, _: None) -> tuple[Any, Any]:
        one, two, ours, theirs, room, meet = carry
        one, two = around(one, size), around(two, size)
        meet |= some(common(one, theirs)) | some(common(two, ours))
        one, two = common(one, room), common(two, room)
        both = common(one, two)
        meet |= some(both)
        room = less(room, union(one, two))
        one, two = less(one, both), less(two, both)
        carry = one, two, union(ours, one), union(theirs, two), room, meet
        return carry, (count(one), count(two))

    first = (start_a, start_b, start_a, start_b, room, jnp.zeros(a.shape, bool))
    (_, _, ours, theirs, _, meet), gains = jax.lax.scan(spread, first, None, steps, unroll=_unrolled())
    return Territories(less(ours, start_a), less(theirs, start_b), jnp.stack(gains, axis=1), meet)


def _unrolled() -> int:
    """Steps in one kernel of a GPU; a CPU's compiler would take long for them."""
    return 4 if jax.default_backend() == "gpu" else 1


def rows(s: Set) -> Any:
    """The twelve rows as words of sixteen bits: (..., 12)."""
    halves = [half for word in s for half in (word & A_ROW, word >> HALF)]
    return jnp.stack(halves, axis=-1)
