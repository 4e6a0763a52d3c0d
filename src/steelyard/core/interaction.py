"""What a board that knows no rules is told: what can be clicked, and what happened in which order."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

if TYPE_CHECKING:
    from steelyard.core.game import Seat

Point = tuple[float, float]  # in the units of the picture's viewBox


class Pick(TypedDict):
    """One move of the element that was clicked."""

    move: str
    """In notation."""
    to: Point | None
    """Where to click next; None: the first click is the move."""
    capture: bool
    label: str
    """The place in words, for those who do not see the board."""


Happening = TypedDict(
    "Happening",
    {"kind": str, "id": str, "seat": "Seat", "from": Point, "to": Point, "at": Point},
    total=False,
)
"""One thing that happens: an element moves, flies, bumps, jumps, appears, is hit, is gone; or a shot."""


def driven(name: str, seat: Seat, start: Point, end: Point, kind: str = "move") -> Happening:
    """An element of a seat's that goes somewhere, or wants to (`bump`), or goes around (`jump`).

    What goes on by itself, whatever the seat plays, flies (`fly`).
    """
    return {"kind": kind, "id": name, "seat": seat, "from": start, "to": end}


def shot(seat: Seat, start: Point, end: Point) -> Happening:
    return {"kind": "shot", "seat": seat, "from": start, "to": end}


def hit(name: str, at: Point) -> Happening:
    return {"kind": "hit", "id": name, "at": at}


def appearing(name: str) -> Happening:
    return {"kind": "appear", "id": name}


def gone(name: str) -> Happening:
    return {"kind": "gone", "id": name}
