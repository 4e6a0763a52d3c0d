"""What a stage is played on: its matches made, and their results looked up."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from steelyard.contest.model import Pairing, Slot, board, how_many

if TYPE_CHECKING:
    from collections.abc import Sequence

    from steelyard.contest.file.definition import Boards
    from steelyard.contest.model import Board, Contest
    from steelyard.contest.running.journal_state import Book
    from steelyard.contest.standings.table import Table, Ties


@dataclass
class StageProgress:
    """One stage as it stands."""

    index: int
    title: str
    names: list[str]
    """Who takes part, the best seeded first."""
    pairings: list[Pairing] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    bracket: list[list[Pairing | None]] = field(default_factory=list)
    """Of a knockout, by rounds; None: it is not known yet who meets."""
    third_place: Pairing | None = None
    missing: list[Slot] = field(default_factory=list)
    """What has no result yet, in the order of the schedule."""
    done: bool = False
    round: int = 0
    """The one that is being played."""
    ranked: Ties = field(default_factory=list)
    advancing: list[str] = field(default_factory=list)
    by_lot: list[str] = field(default_factory=list)
    """Those between whom only the lot decided who goes on."""


@dataclass(frozen=True, slots=True)
class Venue:
    """Where a match is played."""

    boards: Boards
    where: str
    """What drawn boards are named after; boards of one name are the same."""
    twice: bool = True

    @property
    def legs(self) -> int:
        return how_many(self.boards) * (2 if self.twice else 1)


class Ground:
    """Makes the matches of one stage."""

    def __init__(self, contest: Contest, index: int, title: str, entrants: Sequence[str], book: Book) -> None:
        self.contest = contest
        self.slug = contest.stage_slug(index) if index >= 0 else "teacher"
        self.progress = StageProgress(index, title, list(entrants))
        self._book = book

    def lot(self, name: str) -> int:
        return self.contest.chance("lot", self.slug, name)

    def match(self, first: str, second: str, venue: Venue, round_: int = 0) -> Pairing:
        """A match on all boards of a venue, with what is known of it."""
        match = Pairing(first, second, round=round_)
        for number in range(how_many(venue.boards)):
            match = self._with_board(match, venue, number, twice=venue.twice)
        return match

    def with_extra_board(self, match: Pairing, venue: Venue, number: int) -> Pairing:
        """The match with its extra board of that number (from 0), played twice."""
        return self._with_board(match, venue, how_many(venue.boards) + number, twice=True)

    def add(self, match: Pairing) -> None:
        """The match stands; what is not known of it is to be played."""
        self.progress.pairings.append(match)
        known = zip(match.slots, match.results, strict=True)
        self.progress.missing += [slot for slot, result in known if result is None]

    def _with_board(self, match: Pairing, venue: Venue, number: int, *, twice: bool) -> Pairing:
        seats = [(match.first, str(match.second)), (str(match.second), match.first)]
        played = seats if twice else [seats[number % 2]]
        where = board(venue.boards, venue.where, number)
        slots = tuple(self._slot(each, where, number, match.round) for each in played)
        results = tuple(self._book.result(slot) for slot in slots)
        return replace(match, slots=(*match.slots, *slots), results=(*match.results, *results))

    def _slot(self, seats: tuple[str, str], where: Board, number: int, round_: int) -> Slot:
        one, two = (self.contest.slugs[name] for name in seats)
        place = f"{self.slug}/r{round_}" if round_ else self.slug
        low, high = sorted((one, two))
        name = f"{place}/{one}_v_{two}/{number + 1}"
        pair = f"{place}/{low}_v_{high}/{number + 1}"
        seed = self.contest.game_seed(name, pair, self._book.journal_state.reruns[name])
        return Slot(name, self.progress.index, round_, seats, where, seed)
