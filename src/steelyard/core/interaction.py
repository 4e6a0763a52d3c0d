"""Interaction: what a board that knows no rules is told, and how a game is played with a joystick."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypedDict

from steelyard.core.rules import Move, S
from steelyard.core.views import Views

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from steelyard.core.rules import Seat

Point = tuple[float, float]  # in the units of the picture's viewBox


class Pick(TypedDict):
    """One move of the element that was clicked."""

    move: str
    """In notation."""
    to: Point | None
    """Where to click next; None: the first click is the move."""
    capture: bool
    label: str
    """The target in words, for people who do not see the board."""


Happening = TypedDict(
    "Happening",
    {"kind": str, "id": str, "seat": "Seat", "from": Point, "to": Point, "at": Point},
    total=False,
)
"""One thing that happens: an element moves, flies, bumps, jumps, appears, is hit, is gone; or a shot."""


class Joystick(NamedTuple):
    """A control that stays as it was set: a seat that says nothing plays its last setting again."""

    at_rest: Move
    """The move of a seat that has not set it yet."""
    read: Callable[[str | None, str | None, bool], Move]
    """(direction to drive, direction to aim, whether to fire) -> the move; raises InvalidMove."""

    def held(self, last: Move | None) -> Move:
        """The move of a seat whose last setting was `last`."""
        return self.at_rest if last is None else last


class Interaction(Views[S]):
    """How people and bots make moves, besides writing them."""

    joystick: Joystick | None = None
    """None: a seat that does not answer in time loses."""

    def picks(self, state: S, seat: Seat) -> dict[str, list[Pick]]:
        """The elements of the picture that the seat can click, by id, with the moves of each.

        By default, these are the elements whose `data-seat` and `data-move` name a legal move.
        """
        from xml.etree.ElementTree import fromstring  # noqa: PLC0415 - most games do not need it

        legal = {self.write_move(move) for move in self.legal_moves(state, seat)}
        found: dict[str, list[Pick]] = {}
        for element in fromstring(self.to_svg(state)).iter() if legal else ():  # noqa: S314 - our own picture
            name, written = element.get("id"), element.get("data-move")
            if name and written in legal and element.get("data-seat") == str(seat):
                found[name] = [{"move": written, "to": None, "capture": False, "label": written}]
        return found

    def legal_wire(self, state: S, seat: Seat) -> bytes:
        """The legal moves, written, as JSON. As with `picks_wire`, a game can define it to save time."""
        from msgspec.json import encode  # noqa: PLC0415 - imported only when positions are sent

        return encode([self.write_move(move) for move in self.legal_moves(state, seat)])

    def picks_wire(self, state: S, seat: Seat) -> bytes:
        """`picks` as JSON. A game can define it to save time: a server asks for it every turn."""
        from msgspec.json import encode  # noqa: PLC0415 - imported only when positions are sent

        return encode(self.picks(state, seat))

    def phases(self, before: S, moves: Mapping[Seat, Move], after: S) -> list[list[Happening]]:
        """What happened in the turn, step by step; the happenings of one step are simultaneous."""
        del before, moves, after
        return []


def driven(name: str, seat: Seat, start: Point, end: Point, kind: str = "move") -> Happening:
    """An element of a seat goes somewhere (`move`), is kept out (`bump`), or goes around the board (`jump`).

    An element that goes on by itself, whatever the seat plays, flies (`fly`).
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
