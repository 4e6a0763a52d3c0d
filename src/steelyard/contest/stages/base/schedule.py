"""Schedules the matches of one stage, and looks up the results that are known."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from steelyard.contest.model import Pairing, Slot, board, board_count
from steelyard.contest.stages.base.progress import StageProgress

if TYPE_CHECKING:
    from collections.abc import Sequence

    from steelyard.contest.file.keys import Boards
    from steelyard.contest.model import Board, Contest
    from steelyard.contest.running.journal_state import ResultLookup


@dataclass(frozen=True, slots=True)
class MatchBoards:
    """The boards that a match is played on."""

    boards: Boards
    prefix: str
    """What drawn boards are named after; boards of one name are the same."""
    twice: bool = True

    @property
    def games(self) -> int:
        return board_count(self.boards) * (2 if self.twice else 1)


class Schedule:
    """The matches of one stage, and its progress so far."""

    def __init__(  # noqa: PLR0913, PLR0917 - all that a stage depends on
        self,
        contest: Contest,
        index: int,
        title: str,
        entrants: Sequence[str],
        results: ResultLookup,
        previous: StageProgress | None = None,
    ) -> None:
        self.contest = contest
        self.slug = contest.stage_slug(index) if index >= 0 else "teacher"
        self.progress = StageProgress(index, title, list(entrants))
        self.previous = previous
        self._results = results

    @property
    def names(self) -> list[str]:
        """Those who take part, the best seeded first."""
        return self.progress.names

    def leaves(self, name: str) -> bool:
        """Whether the entrant is disqualified or withdrawn and so is in no later stage."""
        return not self._results.in_stage(name, self.progress.index + 1)

    def in_round(self, name: str, round_: int) -> bool:
        """Whether the entrant is still paired in a round."""
        return self._results.in_round(name, self.progress.index, round_)

    def keeps_place(self, name: str) -> bool:
        """Whether the entrant left by itself, so that its results still give it a place."""
        out = self._results.journal_state.disqualified.get(name)
        return out is not None and out.games_stand

    @property
    def is_last(self) -> bool:
        """Whether no stage follows."""
        return self.progress.index + 1 == len(self.contest.file.stages)

    def forfeits(self, name: str, round_: int) -> bool:
        """Whether the entrant forfeits games here: suspended with its program of that round, or out."""
        return self._results.forfeits(name, self.progress.index, round_)

    def lot(self, name: str) -> int:
        """The number that an entrant draws; the lowest comes first."""
        return self.contest.chance("lot", self.slug, name)

    def match(self, first: str, second: str, boards: MatchBoards, round_: int = 0) -> Pairing:
        """A match on all those boards, with the results that are known."""
        match = Pairing(first, second, round=round_)
        for number in range(board_count(boards.boards)):
            match = self._with_board(match, boards, number, twice=boards.twice)
        return match

    def with_extra_board(self, match: Pairing, boards: MatchBoards, number: int) -> Pairing:
        """The match with its extra board of that number (from 0), played twice."""
        self.progress.extra_games += 2
        longer = self._with_board(match, boards, board_count(boards.boards) + number, twice=True)
        return replace(longer, extra=number + 1)

    def add(self, match: Pairing) -> None:
        """The match takes place; its games without a result are to be played."""
        self.progress.pairings.append(match)
        known = zip(match.slots, match.results, strict=True)
        self.progress.missing += [slot for slot, result in known if result is None]

    def _with_board(self, match: Pairing, boards: MatchBoards, number: int, *, twice: bool) -> Pairing:
        seats = [(match.first, str(match.second)), (str(match.second), match.first)]
        played = seats if twice else [seats[number % 2]]
        played_on = board(boards.boards, boards.prefix, number)
        slots = tuple(self._slot(each, played_on, number, match.round) for each in played)
        results = tuple(self._results.result(slot) for slot in slots)
        return replace(match, slots=(*match.slots, *slots), results=(*match.results, *results))

    def _slot(self, seats: tuple[str, str], played_on: Board, number: int, round_: int) -> Slot:
        one, two = (self.contest.slugs[name] for name in seats)
        prefix = f"{self.slug}/r{round_}" if round_ else self.slug
        name = f"{prefix}/{one}_v_{two}/{number + 1}"
        seed = self.contest.game_seed(name, self._results.journal_state.reruns[name])
        return Slot(name, self.progress.index, round_, seats, played_on, seed)
