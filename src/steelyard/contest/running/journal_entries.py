"""The lines of a contest's journal."""

from __future__ import annotations

import msgspec

from steelyard.contest.model import Entrant, Remark

GRADE_AS_COMPUTED = "formula"
NO_GRADE = "none"


class ContestHeading(msgspec.Struct, frozen=True, kw_only=True):
    """The first line: the whole contest file, so that the journal alone describes the contest."""

    steelyard_contest: int = 1
    file_name: str
    file: str
    """The contest file's text."""
    rules_version: int
    entrants: list[Entrant]
    seed: str | None = None
    """The file's seed or a drawn one; missing in journals of earlier versions (games have 32-bit seeds)."""
    standings_version: int = 1
    """Of the way results are counted, so that a contest that has begun goes on as it began."""
    isolated: bool | None = None
    """Whether its bots run in the sandbox; missing in journals of earlier versions."""
    remarks: list[Remark] | None = None
    """About what was submitted, such as what was left out; missing in journals of earlier versions."""
    boards: dict[str, str]
    """The listed boards by name, each with a fingerprint of its text; the text itself stays secret."""


class JournalEntry(msgspec.Struct, frozen=True, kw_only=True, tag_field="entry", tag=str.lower):
    """Any other line."""


class Admitted(JournalEntry, frozen=True):
    """A bot was built and has started."""

    name: str
    bot: str
    version: int = 1
    fingerprint: str = ""
    """A fingerprint of its files as they were submitted."""
    says: str = ""
    """How it calls itself when it is ready; missing in journals of earlier versions."""


class Quarantined(JournalEntry, frozen=True):
    """A bot could not be built or started, so it takes no part."""

    name: str
    bot: str
    fault: str
    detail: str
    version: int = 1
    log: str = ""


class Played(JournalEntry, frozen=True):
    id: str
    versions: tuple[int, int]
    """The versions of the two bots, seat 0 first."""
    figures: dict[str, tuple[int, int]]
    """What the game counts, when it stopped."""
    ended: float
    """When it ended, in seconds since 1970."""
    record: msgspec.Raw


class Unfit(JournalEntry, frozen=True):
    """The machine has spoiled these games one after the other; missing in journals of earlier versions."""

    games: list[str]


class Audit(JournalEntry, frozen=True):
    """Something the organiser decided."""

    reason: str
    at: str


class Rerun(Audit, frozen=True):
    id: str
    stage: int | None = None
    """The stages after this one are drawn anew; missing in journals of earlier versions."""


class Ruled(Audit, frozen=True):
    """The organiser decided how an undecided game ended."""

    id: str
    winner: str | None
    """None: a draw."""


class Replaced(Audit, frozen=True):
    """Another program plays for an entrant, from that round of that stage on."""

    name: str
    bot: str
    version: int
    fingerprint: str
    stage: int
    round: int


class Disqualified(Audit, frozen=True):
    """An entrant plays no more: it forfeits all games that it has not played yet.

    If it was disqualified, it also loses every game of that round, played or not.
    """

    name: str
    stage: int
    round: int
    last_stage: int | None = None
    """It is drawn in no later stage. In journals of earlier versions this is missing, and it was."""
    grade: str = GRADE_AS_COMPUTED
    """Its grade: as the formula says, or none, or a number."""
    withdrew: bool = False
    """Whether it left by itself."""
    games_stand: bool = False
    """Whether the games that it has played stand; missing in journals of earlier versions."""

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
    stage: int
    """The stages after this one may be drawn anew."""
    forgiven: list[str] = []
    """Of a suspended entrant: the games whose failures no longer count towards a suspension."""
    still_withdrawn: bool = False
    """It withdrew before it was disqualified, and has again; in journals of earlier versions it had not."""


AnyEntry = Admitted | Quarantined | Played | Unfit | Rerun | Ruled | Replaced | Disqualified | Reinstated
