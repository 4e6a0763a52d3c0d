"""The types of keys that the tables of a contest file share."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

import msgspec

Count = Annotated[int, msgspec.Meta(ge=1)]
Amount = Annotated[int, msgspec.Meta(ge=0)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
Boards = Count | list[str] | dict[str, bool | int | float]
"""A number of boards to be drawn by seed; or names and files; or `{draw = 3, width = 12}`."""
Points = tuple[Fraction, Fraction, Fraction]
"""For a win, a draw and a loss. Exact, because sums of them are compared."""

START_BOARD = [""]  # the board that the game itself starts from


class Part(msgspec.Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """A table of the file."""


def default_boards() -> list[str]:
    return START_BOARD.copy()
