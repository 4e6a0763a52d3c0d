"""The shapes of answers to those who manage a contest."""

from __future__ import annotations

from pydantic import BaseModel

from steelyard.server.contests.response_models import BotEntered, GameToCome  # noqa: TC001 - read at run time
from steelyard.server.http.messages import Option  # noqa: TC001


class Told(BaseModel):
    told: str
    """What was done, in a sentence."""


class MemberOfEntry(BaseModel):
    name: str
    student_number: str


class EntryShown(BaseModel):
    account: str
    bot: BotEntered | None
    late: bool
    entrant: str
    team: str
    members: list[MemberOfEntry]


class Decision(BaseModel):
    """Something that happened and was no game: somebody was kept out, or the organiser decided."""

    what: str
    about: str
    why: str
    at: str
    log: str


class ManagedContest(BaseModel):
    file: str
    code: str
    problem: str
    entries: list[EntryShown]
    behind: list[Decision]
    undecided: list[GameToCome]
    join: str
    """The link to join by."""


class FormulaShown(BaseModel):
    figures: list[str]


class OptionOffered(BaseModel):
    name: str
    default: Option
    samples: list[Option]


class GameOffered(BaseModel):
    game: str
    title: str
    clock: str
    clocks: list[str]
    realtime: bool | None
    options: list[OptionOffered]
    bots: list[str]
    own_bots: list[str]
    can_draw: bool
    figures: dict[str, str]


class TemplateShown(GameOffered):
    """A template, with the settings of its game, and those of every game it can be played in."""

    template: str
    text: str
    name: str
    games: list[GameOffered]
    draws_boards: bool
    advance: int | None
    groups: int | None
    rounds: bool
    third_place: bool | None
    teacher: str
    formula: str
