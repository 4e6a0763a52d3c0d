"""The shapes of answers about a contest, to everybody and to a team."""

from __future__ import annotations

from typing import Literal

from steelyard.server.contests.team_response_models import OwnTeam  # noqa: TC001 - read at run time
from steelyard.server.http.messages import Option, Shown

State = Literal["draft", "open", "frozen", "running", "paused", "over"]
Points = tuple[float, float]
Names = tuple[str, str]


class ContestListed(Shown):
    id: str
    name: str
    game: str
    title: str
    """Of the game."""
    state: State
    waits: bool
    """Whether another contest is played first."""
    public: bool
    published: bool
    """Whether everybody sees the grades."""
    with_code: bool
    deadline_ms: float | None
    started_ms: float | None
    created_ms: float
    now_ms: float
    owner: str
    teams: int
    team_size: int
    manages: bool
    """Whether you manage it."""
    entered: bool
    """Whether your team takes part."""


class ContestList(Shown):
    contests: list[ContestListed]
    next: str | None
    """What to ask for as `after`, if there are more."""
    may_make: bool


class Cell(Shown):
    text: str
    to: str = ""
    kind: Literal["strong", "quiet"] | None = None


class Sheet(Shown):
    title: str
    columns: list[str]
    words: list[bool]
    """Which columns are text; the others are numbers."""
    meanings: dict[str, str]
    marked: list[int]
    """Rows below which a line is drawn."""
    rows: list[list[Cell]]


class CrossTable(Sheet):
    stage: str


class GamePlayed(Shown):
    id: str
    title: str
    """Of its stage."""
    round: int
    seats: Names
    slugs: Names
    board: str
    points: Points
    result: str
    reason: str
    figures: dict[str, tuple[int, int]]
    turns: int
    to: str
    """The address of its replay, if it has one."""
    ended: float | None


class GameOfMatch(GamePlayed):
    stage: str
    match: str


class GamesPlayed(Shown):
    games: list[GameOfMatch]
    all: int
    """How many there are; the list has a page of them."""


class BracketMatch(Shown):
    names: tuple[str | None, str | None]
    marks: Names = ("", "")
    """Why an entrant is out: disqualified, withdrawn."""
    bye: bool = False
    score: Points | None
    winner: str | None
    why: str
    to: str


class ThirdPlace(BracketMatch):
    title: str


class BracketRound(Shown):
    title: str
    matches: list[BracketMatch | None]


class Bracket(Shown):
    rounds: list[BracketRound]
    third: ThirdPlace | None


class Brackets(Bracket):
    more: list[Bracket]


class PodiumPlace(Shown):
    place: int
    name: str


class EntrantState(Shown):
    name: str
    slug: str
    state: str
    """`in`, `replaced`, or why it takes no part: quarantined, suspended, disqualified, withdrawn."""
    says: str
    """How the bot calls itself."""


class StageShown(Shown):
    title: str
    slug: str
    done: bool
    by_lot: list[str]
    remarks: list[str]
    """Why somebody who is out stands in it, or does not."""
    tables: list[Sheet]
    bracket: Brackets | None


class Course(Shown):
    """How a contest that has begun stands."""

    seq: int
    done: bool
    stage: str | None
    round: int | None
    games: int
    to_come: int
    seconds_left: float | None
    podium: list[PodiumPlace]
    houses: list[str]
    """Built-in bots that fill up the field."""
    field: list[EntrantState]
    stages: list[StageShown]
    ranking: Sheet
    recent: list[GamePlayed]


class BotNamed(Shown):
    id: str
    name: str


class VersionOfEntry(Shown):
    number: int
    state: str


class BotEntered(BotNamed):
    version: int | None
    """That plays, or would play if entries closed now."""
    state: str | None
    fit: bool | None
    """Whether it has passed its checks; nothing if that is not known."""
    reason: str
    """Why it is unfit or unchecked."""
    chosen: bool
    """Whether somebody chose that version; else it is the newest that passes the checks."""
    versions: list[VersionOfEntry]


class You(Shown):
    name: str
    account: int
    captain: bool
    team: OwnTeam | None
    student_number: str
    came_in: bool
    needs_code: bool
    bot: BotEntered | None
    bots: list[BotNamed]
    """That could take part."""
    entrant: str
    closed: str
    """Why your team cannot enter, change or withdraw any more, and whom to ask; empty while it can."""


class TeacherShown(Shown):
    bot: str
    name: str


class Doing(Shown):
    """A preparation, and how much of it is done."""

    what: str
    share: float


class GameToCome(Shown):
    id: str
    seats: Names


class ContestShown(ContestListed):
    options: dict[str, Option]
    clock: str
    realtime: bool
    stages: list[str]
    takes_teams: bool
    graded: bool
    teacher: TeacherShown | None
    houses: list[str]
    """Entrants that are built-in bots."""
    entrants: list[str]
    members: dict[str, list[str]]
    """By team, where its name is not that of its only member."""
    course: Course | None
    you: You | None
    doing: Doing | None
    coming: list[GameToCome]


# For a team.
class Failure(Shown):
    fault: str
    detail: str
    turn: int
    line: str
    stderr: str


class OwnGame(GamePlayed):
    failure: Failure | None


class Quarantine(Shown):
    fault: str
    detail: str
    log: str


class GradeShown(Shown):
    grade: float | None
    figures: dict[str, float]
    note: str
    final: bool


class OwnGames(Shown):
    """Of somebody who takes no part only that."""

    entrant: str | None
    games: list[OwnGame]
    seq: int = 0
    quarantined: Quarantine | None = None
    disqualified: str | None = None
    withdrawn: str | None = None
    replaced: list[str] = []
    """Since when and why another bot plays for it."""
    suspended: bool = False
    grade: GradeShown | None = None


class LoggedTurn(Shown):
    turn: int
    text: str


class GameLog(Shown):
    seat: Literal[0, 1]
    name: str
    own: bool
    turns: list[LoggedTurn]


class GameLogs(Shown):
    logs: list[GameLog]


# Lost games.
class LostGame(Shown):
    to: str
    """The address of its replay."""
    kind: Literal["ladder", "trial", "contest"]
    title: str
    """The contest and its stage."""
    names: list[str]
    reason: str
    fault: str
    """How the bot failed, if it did."""
    ended_ms: int


class LostGames(Shown):
    games: list[LostGame]
