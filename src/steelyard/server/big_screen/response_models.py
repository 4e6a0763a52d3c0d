"""The shape of what the big screen and the phones are told."""

from __future__ import annotations

from steelyard.server.big_screen.views import Phase  # noqa: TC001 - the shapes are read at run time
from steelyard.server.contests.response_models import (  # noqa: TC001
    Brackets,
    ContestListed,
    Doing,
    GamePlayed,
    GameToCome,
    PodiumPlace,
    Points,
)
from steelyard.server.http.messages import Shown


class Row(Shown):
    place: int
    name: str
    matches: int | None
    points: str
    note: str


class Table(Shown):
    title: str
    unit: str
    """Of the points."""
    rows: list[Row]
    cut: int
    """How many of them advance."""


class Final(Shown):
    title: str
    names: tuple[str, str | None]
    """The winner first."""
    score: Points
    why: str


class ScreenCourse(Shown):
    seq: int
    done: bool
    games: int
    to_come: int
    recent: list[GamePlayed]
    houses: list[str]
    """Built-in bots that fill up the field; they are not in the order."""
    undecided: bool
    tables: list[Table]
    bracket: Brackets | None
    podium: list[PodiumPlace]
    winners: list[str]
    """Who came first when house bots count too."""
    final: Final | None


class GameOfMatch(Shown):
    id: str
    board: int
    boards: int
    of: int
    """Boards and games of the match that were scheduled when it was played."""
    points: Points | None


class Match(Shown):
    title: str
    names: tuple[str, str | None]
    games: list[GameOfMatch]
    points: list[str]
    unit: str


class EventShown(Shown):
    """Where no contest is on, only the address."""

    contest: ContestListed | None
    address: str
    """Of the contest's page, to be typed in."""
    phase: Phase | None = None
    realtime: bool = False
    pause_ms: int = 0
    entrants: list[str] = []
    houses: list[str] = []
    course: ScreenCourse | None = None
    matches: list[Match] = []
    playing: list[str] = []
    doing: Doing | None = None
    coming: list[GameToCome] = []
