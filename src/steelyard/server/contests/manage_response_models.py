"""The shapes of answers to those who manage a contest."""

from __future__ import annotations

from steelyard.server.contests.response_models import BotEntered, GameToCome  # noqa: TC001 - read at run time
from steelyard.server.http.messages import Option, Shown


class Told(Shown):
    told: str
    """What was done, in a sentence."""


class GradeChange(Shown):
    name: str
    before: float | None
    after: float | None


class PlaceChange(Shown):
    name: str
    before: int | None
    """Nothing: no place."""
    after: int | None


class DecisionPreview(Shown):
    """What a decision would change. The games are named by their ids."""

    told: str
    """All of it, in a sentence."""
    loses_games: bool
    """Whether played games would be lost: ask before you decide."""
    forfeited: list[str]
    """Games that were played and would become forfeits."""
    discarded: list[str]
    """Games that were played and would count no more."""
    restored: list[str]
    """Games that were played, do not count now, and would count again."""
    due: list[str]
    """Games that would be played because of it."""
    open: int
    """How many games would be due then, those of stages that have not begun not counted."""
    to_come: int
    """About how many games would be due then in all, those of later stages too."""
    places: list[PlaceChange]
    grades: list[GradeChange]


class MemberOfEntry(Shown):
    name: str
    student_number: str


class EntryShown(Shown):
    account: str
    bot: BotEntered | None
    late: bool
    entrant: str
    team: str
    members: list[MemberOfEntry]


class Decision(Shown):
    """Something that happened and was no game: somebody was kept out, or the organiser decided."""

    what: str
    about: str
    why: str
    at: str
    log: str


class ManagedContest(Shown):
    file: str
    teacher: bool
    """Whether it has a teacher's bot."""
    code: str
    problem: str
    entries: list[EntryShown]
    behind: list[Decision]
    undecided: list[GameToCome]
    join: str
    """The link to join by."""


class CodeSuggested(Shown):
    code: str


class FormulaShown(Shown):
    figures: list[str]


class OptionOffered(Shown):
    name: str
    default: Option
    samples: list[Option]


class GameOffered(Shown):
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
