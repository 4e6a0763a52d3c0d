"""The lines of a contest's journal."""

from __future__ import annotations

from typing import Annotated

import msgspec

from steelyard.contest.model import TEACHER_STAGE, Entrant, Remark

FORMAT = 2
GRADE_AS_COMPUTED = "formula"
NO_GRADE = "none"
GRADE = rf"^({GRADE_AS_COMPUTED}|{NO_GRADE}|[+-]?[0-9]{{1,9}}(\.[0-9]{{1,9}})?)\Z"

Figure = Annotated[int, msgspec.Meta(ge=-(2**53), le=2**53)]
Version = Annotated[int, msgspec.Meta(ge=1)]
Stage = Annotated[int, msgspec.Meta(ge=TEACHER_STAGE)]
Round = Annotated[int, msgspec.Meta(ge=0)]


class ContestHeading(msgspec.Struct, frozen=True, kw_only=True):
    """The first line: the whole contest file, so that the journal alone describes the contest."""

    steelyard_contest: int = FORMAT
    file_name: str
    file: str
    """The contest file's text."""
    rules_version: int
    entrants: list[Entrant]
    seed: str
    """The file's seed or a drawn one."""
    isolated: bool = True
    """Whether its bots run in the sandbox."""
    not_enforced: tuple[str, ...] = ()
    """The limits that the kernel of the machine did not enforce by itself, in words."""
    remarks: tuple[Remark, ...] = ()
    """About what was submitted, such as what was left out."""
    boards: dict[str, str]
    """The listed boards by name, each with a fingerprint of its text; the text itself stays secret."""


class JournalEntry(msgspec.Struct, frozen=True, kw_only=True, tag_field="entry", tag=str.lower):
    """Any other line."""


class Admitted(JournalEntry, frozen=True):
    """A bot was built and has started; the teacher's bot too."""

    name: str
    bot: str
    fingerprint: str = ""
    """A fingerprint of its files as they were submitted."""
    built: str = ""
    """A fingerprint of what was built from them; empty if nothing was."""
    says: str = ""
    """How it calls itself when it is ready."""


class Rebuilt(JournalEntry, frozen=True):
    """A built bot was gone or had changed, and was built again; compilers may make another file each time."""

    name: str
    version: Version
    built: str


class Quarantined(JournalEntry, frozen=True):
    """A bot could not be built or started, so it takes no part."""

    name: str
    bot: str
    fault: str
    detail: str
    log: str = ""


class Played(JournalEntry, frozen=True):
    id: str
    figures: dict[str, tuple[Figure, Figure]]
    """What the game counts, when it stopped."""
    ended: float
    """When it ended, in seconds since 1970."""
    record: msgspec.Raw


class Unfit(JournalEntry, frozen=True):
    """The machine has spoiled these games one after the other."""

    games: list[str]


class Audit(JournalEntry, frozen=True):
    """Something the organiser decided."""

    reason: str
    at: str


class Rerun(Audit, frozen=True):
    id: str
    stage: Stage | None
    """The stages after this one are drawn anew; None for a game that is in the schedule no more."""


class Ruled(Audit, frozen=True):
    """The organiser decided how an undecided game ended."""

    id: str
    winner: str | None
    """None: a draw."""


class Replaced(Audit, frozen=True):
    """Another program plays for an entrant, from that round of that stage on."""

    name: str
    bot: str
    version: Version
    fingerprint: str
    stage: Stage
    round: Round
    built: str = ""


class Disqualified(Audit, frozen=True):
    """An entrant plays no more: it forfeits all games that it has not played yet.

    If it was disqualified, it also loses every game of that round, played or not.
    """

    name: str
    stage: Stage
    round: Round
    last_stage: Stage
    """It is drawn in no later stage."""
    grade: Annotated[str, msgspec.Meta(pattern=GRADE)] = GRADE_AS_COMPUTED
    """Its grade: as the formula says, or none, or a number."""
    withdrew: bool = False
    """Whether it left by itself."""
    games_stand: bool = False
    """Whether the games that it has played stand."""

    @property
    def keeps_place(self) -> bool:
        """Whether it is ranked by its results; otherwise it comes last."""
        return self.withdrew and self.games_stand

    @property
    def word(self) -> str:
        return "withdrawn" if self.withdrew else "disqualified"


class Reinstated(Audit, frozen=True):
    """A disqualification, withdrawal or suspension is taken back: the contest is as if it had never been."""

    name: str
    was: str
    """What the entrant was: disqualified, withdrawn or suspended."""
    stage: Stage
    """The stages after this one may be drawn anew."""
    forgiven: list[str] = []
    """Of a suspended entrant: the games whose failures no longer count towards a suspension."""
    still_withdrawn: bool = False
    """It withdrew before it was disqualified, and has again."""


AnyEntry = (
    Admitted | Rebuilt | Quarantined | Played | Unfit | Rerun | Ruled | Replaced | Disqualified | Reinstated
)
