"""Swiss pairing: entrants of about equal points meet, and no pair meets twice while that can be avoided."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from steelyard.contest.pairing.graph_matching import Matching

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from fractions import Fraction

BYE = ""
Pairs = list[tuple[str, str | None]]


def pair(
    order: Sequence[str], points: Mapping[str, Fraction], before: Sequence[tuple[str, str | None]]
) -> Pairs:
    """The next round, for entrants from the best down; None is a bye.

    The bye goes to the last. From the top down each gets the opponent it should have: of its own points, half
    a group away. A pair is only made if the others can still be paired with as few repetitions as possible,
    which a largest matching among those who have not met tells.
    """
    met = Counter(frozenset((one, two or BYE)) for one, two in before)
    names = [BYE, *order] if len(order) % 2 else list(order)
    number = {name: index for index, name in enumerate(names)}
    fresh = Matching(
        [
            [number[other] for other in names if other != name and not met[frozenset((name, other))]]
            for name in names
        ]
    )
    left = list(names)
    pairs: Pairs = []
    while left:
        one = left.pop(0)
        two, fresh = _opponent(one, left, points, met, number, fresh)
        left.remove(two)
        pairs.append((one, two) if one != BYE else (two, None))
    return pairs[1:] + pairs[:1] if len(order) % 2 else pairs


def _opponent(  # noqa: PLR0913, PLR0917 - all that a choice depends on
    one: str,
    left: list[str],
    points: Mapping[str, Fraction],
    met: Counter[frozenset[str]],
    number: Mapping[str, int],
    fresh: Matching,
) -> tuple[str, Matching]:
    wishes = list(_wishes(one, left, points))
    for other in wishes:
        if not met[frozenset((one, other))]:
            rest = fresh.without(number[one], number[other])
            if rest.pairs == fresh.pairs - 1:
                return other, rest
    # A repetition is due somewhere; here it costs none of the fresh pairs.
    for other in sorted(wishes, key=lambda other: met[frozenset((one, other))]):
        rest = fresh.without(number[one], number[other])
        if rest.pairs == fresh.pairs:
            return other, rest
    raise AssertionError("a largest matching leaves one of the two ways open")


def _wishes(one: str, left: list[str], points: Mapping[str, Fraction]) -> Iterator[str]:
    """All others, the most suitable first."""
    if one == BYE:
        yield from reversed(left)
        return
    equals = [other for other in left if points[other] == points[one]]
    half = len(equals) // 2
    yield from sorted(equals, key=lambda other: (abs(equals.index(other) - half), equals.index(other)))
    yield from sorted(
        (other for other in left if points[other] != points[one]),
        key=lambda other: (abs(points[other] - points[one]), left.index(other)),
    )
