"""A contest file as values: what may stand in it, and what it means where it is silent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec

from steelyard.contest.file.keys import Amount, Boards, Bot, Count, Name, Part, default_boards

if TYPE_CHECKING:
    from steelyard.contest.stages.base.stage import Stage
else:
    Stage = dict[str, Any]  # the parser makes each of its kind


class EntrantLine(Part, frozen=True):
    bot: Bot | None = None
    """A built-in's name, a folder with a bot.toml, cmd:COMMAND, ws://ADDRESS."""
    each_in: Name | None = None
    """A folder: every folder and zip in it is an entrant, called as the bot calls itself."""
    name: Name | None = None


class Teacher(Part, frozen=True):
    """A bot that every entrant plays against, out of competition."""

    bot: Bot
    name: Name = "the teacher's bot"
    games: Count = 2
    """At least: every board is played twice, with the seats exchanged."""
    boards: Boards = msgspec.field(default_factory=default_boards)


class Policy(Part, frozen=True):
    strikes: Amount = 0
    """So many bad answers a game are replaced by a move of chance."""
    suspend_after: Amount = 3
    """After so many games lost by a failure the rest are forfeited unplayed; 0: never."""
    startup_s: Annotated[float, msgspec.Meta(gt=0, le=600)] = 10.0
    memory_mb: Annotated[int, msgspec.Meta(ge=1, le=1024 * 1024)] = 512
    processes: Annotated[int, msgspec.Meta(ge=1, le=32_768)] = 64
    logs_mb: Annotated[int, msgspec.Meta(ge=0, le=1024 * 1024)] = 256
    """So much is kept of what the bots write to their logs, in equal shares; 0: nothing."""


class Grades(Part, frozen=True):
    formula: str
    decimals: Annotated[int, msgspec.Meta(ge=0, le=6)] = 2
    figures_from: Literal["complete games", "all games"] = "complete games"
    """The games that maxima such as max_boxes come from; those that a failure ended are not complete."""


class ContestFile(Part, frozen=True):
    name: Name
    game: Name
    stages: Annotated[list[Stage], msgspec.Meta(min_length=1)]
    entrants: Annotated[list[EntrantLine], msgspec.Meta(min_length=1)]
    options: dict[str, bool | int | str] = msgspec.field(default_factory=dict)
    boards: dict[str, str] = msgspec.field(default_factory=dict)
    """Boards of the contest's own, by name: what a file of a board would have."""
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
