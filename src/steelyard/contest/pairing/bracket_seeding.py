"""The shape of brackets: who meets in the first round, and where losers join the losers' bracket."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence

T = TypeVar("T")


def first_round(seeded: Sequence[str]) -> list[tuple[str | None, str | None]]:
    """The pairs from the top of the bracket down; None is a bye. The best seeded have byes and meet last."""
    order = [0]
    while len(order) < len(seeded):
        size = 2 * len(order)
        # Every seed gets the weakest opponent there is; the two best stay in different halves.
        order = [seed for better in order for seed in (better, size - 1 - better)]
    positions: list[str | None] = [seeded[seed] if seed < len(seeded) else None for seed in order]
    if len(positions) == 1:
        return [(positions[0], None)] if positions[0] is not None else []
    return list(zip(positions[::2], positions[1::2], strict=True))


def cross(losers: Sequence[T], winners_round: int) -> list[T]:
    """The losers of that winners' round (from 2 on), in the order in which they join the losers' bracket.

    Those of round 2 change halves, those of round 3 change quarters within their half, those of round 4 both,
    and so on, counting in binary with the first bit for halves. So two that have met are kept apart in the
    losers' bracket until every part of it has seen losers from everywhere.
    """
    bits = len(losers).bit_length() - 1
    mask = sum(1 << (bits - 1 - bit) for bit in range(bits) if (winners_round - 1) >> bit & 1)
    return [losers[position ^ mask] for position in range(len(losers))]
