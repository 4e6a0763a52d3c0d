"""A contest file as values: what may stand in it, and what it means where it is silent."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, ClassVar, Literal

import msgspec

Count = Annotated[int, msgspec.Meta(ge=1)]
Amount = Annotated[int, msgspec.Meta(ge=0)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
Boards = Count | list[str] | dict[str, bool | int | float]
"""So many drawn by seed; or names and files; or `{draw = 3, width = 12}`."""
Points = tuple[Fraction, Fraction, Fraction]
"""Exact: sums of them are compared."""

THE_START = [""]  # a game's own


class Part(msgspec.Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """A table of the file."""


class EntrantLine(Part, frozen=True):
    bot: Name | None = None
    """A built-in's name, a folder with a bot.toml, cmd:COMMAND, ws://ADDRESS."""
    each_in: Name | None = None
    """A folder: every folder in it is an entrant, called as the folder is."""
    name: Name | None = None


class Teacher(Part, frozen=True):
    """A bot that every entrant plays against, out of competition."""

    bot: Name
    name: Name = "the teacher's bot"
    games: Count = 2
    """At least: every board is played twice, with the seats exchanged."""
    boards: Boards = msgspec.field(default_factory=THE_START.copy)


class Policy(Part, frozen=True):
    strikes: Amount = 0
    """So many bad answers a game are replaced by a move of chance."""
    suspend_after: Amount = 3
    """After so many games lost by a failure the rest are forfeited unplayed; 0: never."""
    startup_s: Annotated[float, msgspec.Meta(gt=0, le=600)] = 10.0
    memory_mb: Annotated[int, msgspec.Meta(ge=1, le=1024 * 1024)] = 512
    processes: Annotated[int, msgspec.Meta(ge=1, le=32_768)] = 64


class Grades(Part, frozen=True):
    formula: str
    decimals: Annotated[int, msgspec.Meta(ge=0, le=6)] = 2


class Stage(Part, frozen=True, tag_field="kind"):
    """One part of the contest; those who advance from it are the field of the next."""

    kind: ClassVar[str]
    title: ClassVar[str]
    name: str = ""
    boards: Boards = msgspec.field(default_factory=THE_START.copy)
    twice: bool = True
    """Every board is played twice, with the seats exchanged."""

    @property
    def called(self) -> str:
        return self.name or self.title


class Ranked(Stage, frozen=True):
    """A stage that ends with a table."""

    points: Points = (Fraction(3), Fraction(1), Fraction(0))
    """For a win, a draw and a loss."""
    points_per: Literal["match", "game"] = "match"
    ranking: list[str] = msgspec.field(default_factory=lambda: ["match_points", "head_to_head", "wins"])
    advance: Count | None = None
    """How many go on, of each group where there are several; nothing: everyone."""


class Groups(Ranked, frozen=True, tag="groups"):
    """Every pair of a group meets."""

    title: ClassVar = "Groups"
    groups: Count = 1


class Swiss(Ranked, frozen=True, tag="swiss"):
    """So many rounds between entrants of about equal points."""

    title: ClassVar = "Swiss"
    ranking: list[str] = msgspec.field(default_factory=lambda: ["match_points", "buchholz", "wins"])
    rounds: Count | None = None
    """Nothing: as many as decide a knockout of that size, and one more."""


class Qualification(Ranked, frozen=True, tag="qualification"):
    """One table of all, every pair or in Swiss rounds, that says who goes on."""

    title: ClassVar = "Qualification"
    system: Literal["round-robin", "swiss"] = "round-robin"
    points: Points = (Fraction(1), Fraction(1, 2), Fraction(0))
    points_per: Literal["match", "game"] = "game"
    ranking: list[str] = msgspec.field(default_factory=lambda: ["wins"])
    rounds: Count | None = None


class Playoff(Ranked, frozen=True, tag="playoff"):
    """Additional matches between those that are level where the stage before cuts."""

    title: ClassVar = "Play-off"
    ranking: list[str] = msgspec.field(default_factory=lambda: ["match_points", "wins"])
    rounds: Count = 3
    """Those still level play again, at most so often; then the lot decides."""


class Bracketed(Stage, frozen=True):
    """A stage in which the loser of a match is out."""

    decide: list[str] = msgspec.field(default_factory=lambda: ["wins", "extra", "lot"])
    """What decides a match, in this order; `extra` is one more board at a time."""
    extra: Amount = 3
    """So many extra boards at most."""


class Knockout(Bracketed, frozen=True, tag="knockout"):
    title: ClassVar = "Knockout"
    third_place: bool = True


class Finals(Bracketed, frozen=True, tag="finals"):
    """Semi-finals and final between the best four, with boards of their own."""

    title: ClassVar = "Finals"
    semi_finals: Boards | None = None
    final: Boards | None = None
    third_place: Boards | bool = True
    """The boards of that match; true: those of the semi-finals."""


AnyStage = Groups | Swiss | Qualification | Playoff | Knockout | Finals
KINDS: dict[str, type[Stage]] = {
    str(kind.__struct_config__.tag): kind
    for kind in (Groups, Swiss, Qualification, Playoff, Knockout, Finals)
}


class ContestFile(Part, frozen=True):
    name: Name
    game: Name
    stages: Annotated[list[AnyStage], msgspec.Meta(min_length=1)]
    entrants: Annotated[list[EntrantLine], msgspec.Meta(min_length=1)]
    options: dict[str, bool | int | str] = {}
    seed: int | Annotated[str, msgspec.Meta(min_length=1, max_length=200)] | None = None
    """Nothing: one is drawn when the contest begins."""
    clock: str | None = None
    """Nothing: the game's own."""
    realtime: bool = False
    seeding: Literal["lot", "listed"] = "lot"
    """How entrants are ordered before the first stage."""
    teacher: Teacher | None = None
    policy: Policy = Policy()
    grades: Grades | None = None
