"""The shapes of requests about contests."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field, StringConstraints

from steelyard.contest.running.journal_entries import GRADE_AS_COMPUTED
from steelyard.server.accounts.messages import NameAsked, Password  # noqa: TC001 - the shapes are read at run time
from steelyard.server.http.messages import Asked, Name, Options

ContestId = Annotated[str, StringConstraints(max_length=16)]
Title = Annotated[str, StringConstraints(min_length=1, max_length=60, pattern=r"^[^\x00-\x1f\x7f]*$")]
Code = Annotated[str, StringConstraints(max_length=20, pattern=r"^[A-Za-z0-9-]*$")]
Text = Annotated[str, StringConstraints(max_length=60_000)]
PLAIN = r"^[^\x00-\x09\x0b\x0c\x0e-\x1f\x7f\u202a-\u202e\u2066-\u2069]*$"  # nothing that turns text around
OneLine = AfterValidator(lambda text: " ".join(text.splitlines()))
Reason = Annotated[str, StringConstraints(max_length=400, pattern=PLAIN), OneLine]
Moment = Annotated[float, Field(ge=0, le=2**53)]
VersionNumber = Annotated[int, Field(ge=1, le=10**6)]
TeamSize = Annotated[int, Field(ge=1, le=10)]
StudentNumber = Annotated[
    str, StringConstraints(strip_whitespace=True, max_length=40, pattern=r"^[^\x00-\x1f\x7f]*$")
]
GameName = Annotated[str, StringConstraints(max_length=200)]


Number = Annotated[int, Field(ge=1, le=1000)]
Size = Annotated[list[Annotated[int, Field(ge=1, le=100)]], Field(min_length=2, max_length=2)]
Formula = Annotated[str, StringConstraints(max_length=1000)]


class FormAsked(Asked):
    """A template, and what is to be otherwise."""

    template: Name
    game: Name | None = None
    name: Title | None = None
    clock: Name | None = None
    seed: Annotated[str, StringConstraints(max_length=200)] = ""
    realtime: bool | None = None
    options: Options = Field(default_factory=dict)
    boards: Annotated[int, Field(ge=1, le=20)] | None = None
    width: Size | None = None
    height: Size | None = None
    own_boards: Annotated[
        dict[Title, Annotated[str, StringConstraints(max_length=4096)]], Field(max_length=20)
    ] = Field(default_factory=dict)
    bots: Annotated[list[Name], Field(max_length=20)] = Field(default_factory=list)
    advance: Number | None = None
    groups: Number | None = None
    rounds: Number | None = None
    third_place: bool | None = None
    teacher: Annotated[str, StringConstraints(max_length=80)] | None = None
    """A built-in, or `own:` and the name of a bot of one's own; empty: none."""
    formula: Formula | None = None
    """Empty: no grades."""
    decimals: Annotated[int, Field(ge=0, le=6)] | None = None
    figures_from: Literal["complete games", "all games"] | None = None


class FormulaAsked(Asked):
    """A formula for grades, to be checked while it is typed."""

    game: Name
    formula: Formula


class NewContest(Asked):
    """Made by a form, or by a file."""

    form: FormAsked | None = None
    file: Text | None = None
    public: bool = True
    code: Code = ""
    deadline_ms: Moment | None = None
    team_size: TeamSize = 3


class Amended(Asked):
    """What is left out stays as it is."""

    file: Text | None = None
    public: bool | None = None
    published: bool | None = None
    code: Code | None = None
    deadline_ms: Moment | None = None
    team_size: TeamSize | None = None
    reason: Reason = ""


class Moved(Asked):
    to: Literal["open", "frozen", "running", "paused"]
    reason: Reason = ""


class Deleted(Asked):
    reason: Reason = ""


class Entering(Asked):
    bot: Name | None
    """One of one's own; nothing: none from now on."""
    version: VersionNumber | None = None
    """The version that is to play; nothing: the newest that passes the checks."""


class ComingIn(Asked):
    code: Code
    """A contest's, or a team's."""
    student_number: StudentNumber = ""


class RegisteringToJoin(ComingIn):
    name: NameAsked
    password: Password


class NamingTeam(Asked):
    name: NameAsked | Literal[""]
    """Nothing: it is called after its captain."""


class LeavingTeam(Asked):
    account: int | None = None
    """Of somebody whom the captain removes; nothing: oneself."""


class NewCaptain(Asked):
    account: int
    """Of somebody in the team."""


class StudentNumberAsked(Asked):
    student_number: StudentNumber


class DecisionToPreview(Asked):
    """As it would be decided; for a replacement any version will do."""

    what: Literal["disqualify", "withdraw", "reinstate", "rerun", "replace"]
    name: Annotated[str, StringConstraints(max_length=60)] = ""
    """The entrant's."""
    game: GameName = ""
    grade: Annotated[str, StringConstraints(max_length=20)] = GRADE_AS_COMPUTED


class Decided(Asked):
    what: Literal["disqualify", "withdraw", "reinstate", "rerun", "rule", "replace", "late", "version"]
    reason: Annotated[
        str, StringConstraints(strip_whitespace=True, min_length=1, max_length=400, pattern=PLAIN), OneLine
    ]
    name: Annotated[str, StringConstraints(max_length=60)] | None = None
    """The entrant's; for a late entry, the account's; for a ruling, the winner's, or nothing for a draw."""
    game: GameName | None = None
    grade: Annotated[str, StringConstraints(max_length=20)] = GRADE_AS_COMPUTED
    """Of somebody disqualified or withdrawn: `formula`, `none` or a number."""
    version: VersionNumber | None = None
    """Which one is to play; for a replacement, nothing means the newest that passes the checks."""
    bot: Name | None = None
