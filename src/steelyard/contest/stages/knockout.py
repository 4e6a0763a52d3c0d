"""Brackets of any size: byes for the best, and the best two meet last."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

NAMES = {1: "Final", 2: "Semi-finals", 4: "Quarter-finals"}
THIRD_PLACE = "Third place"


def first_round(seeded: Sequence[str]) -> list[tuple[str | None, str | None]]:
    """Who meets whom from the top of the bracket down; None is a bye, which the best have."""
    order = [0]
    while len(order) < len(seeded):
        size = 2 * len(order)
        # Every seed gets the weakest opponent there is; the two best stay in different halves.
        order = [seed for better in order for seed in (better, size - 1 - better)]
    places: list[str | None] = [seeded[seed] if seed < len(seeded) else None for seed in order]
    if len(places) == 1:
        return [(places[0], None)] if places[0] is not None else []
    return list(zip(places[::2], places[1::2], strict=True))


def round_name(matches: int) -> str:
    return NAMES.get(matches, f"Last {2 * matches}")
