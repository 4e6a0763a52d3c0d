"""The types of keys that the tables of a contest file share."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

import msgspec

MOST = 1000
Count = Annotated[int, msgspec.Meta(ge=1, le=MOST)]
Amount = Annotated[int, msgspec.Meta(ge=0, le=MOST)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
Bot = Annotated[str, msgspec.Meta(min_length=1, max_length=300)]
Wishes = dict[str, bool | int | float | list[int | float]]
"""Boards to be drawn: `{draw = 3, width = 12, height = [8, 12]}`; of two numbers, any between them."""
Boards = Count | list[str | Wishes] | Wishes
"""A number of boards to be drawn by seed; how they are drawn; or a list of names, files and such tables."""
Points = tuple[Fraction, Fraction, Fraction]
"""For a win, a draw and a loss. Exact, because sums of them are compared."""

START_BOARD: list[str | Wishes] = [""]  # the board that the game itself starts from


class Part(msgspec.Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """A table of the file."""


def default_boards() -> list[str | Wishes]:
    return START_BOARD.copy()
