"""How one stage stands: its matches, its tables, its brackets, and who advances."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from steelyard.contest.model import Pairing, Slot
    from steelyard.contest.standings.ranking import Table, Ties

NOBODY = ""
"""The side of a match that nobody can reach, because of byes."""


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """A position in a bracket. A side is a name, or None while it is not known, or NOBODY."""

    sides: tuple[str | None, str | None]
    pairing: Pairing | None = None
    """The match, once both sides are known; also a bye that is to be shown."""

    @property
    def is_gap(self) -> bool:
        """Whether nothing is played or shown here: whoever gets here goes on without a match."""
        return NOBODY in self.sides and self.pairing is None

    @property
    def winner(self) -> str | None:
        if NOBODY in self.sides:
            return self.sides[0] if self.sides[1] == NOBODY else self.sides[1]
        return self.pairing.winner if self.pairing is not None else None

    @property
    def loser(self) -> str | None:
        if NOBODY in self.sides:
            return NOBODY
        winner = self.winner
        return None if winner is None else self.sides[winner == self.sides[0]]


@dataclass(frozen=True, slots=True)
class BracketRound:
    """A column of a bracket, from the top down."""

    title: str
    matches: list[BracketMatch]
    number: int
    """In the order of time; nobody has two matches in rounds of one number."""

    @property
    def one(self) -> str:
        """What one match of the round is called: `Semi-final`."""
        return self.title.removesuffix("s") if len(self.matches) > 1 else self.title

    @property
    def is_gap(self) -> bool:
        """Whether byes leave nothing to play."""
        return all(match.is_gap for match in self.matches)

    @property
    def is_decided(self) -> bool:
        return all(match.winner is not None for match in self.matches)


@dataclass(slots=True)
class Bracket:
    """Matches in rounds, to be drawn side by side."""

    rounds: list[BracketRound] = field(default_factory=list)
    """Each has half as many matches as the one before, or as many."""
    third_place: BracketMatch | None = None


@dataclass
class StageProgress:
    """One stage as it stands."""

    index: int
    title: str
    names: list[str]
    """Those who take part, the best seeded first."""
    pairings: list[Pairing] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    brackets: list[Bracket] = field(default_factory=list)
    missing: list[Slot] = field(default_factory=list)
    """The games without a result, in the order of the schedule."""
    done: bool = False
    round: int = 0
    """The round that is being played."""
    ranked: Ties = field(default_factory=list)
    advancing: list[str] = field(default_factory=list)
    reached: dict[str, str] = field(default_factory=dict)
    """How far each has come, in words: `Semi-final`."""
    extra_games: int = 0
    """How many games were added to matches that were level."""
    by_lot: list[str] = field(default_factory=list)
    """Those among whom the lot alone decided who advances."""
