"""Double elimination: whoever loses twice is out."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from steelyard.contest.pairing.bracket_seeding import cross, first_round
from steelyard.contest.stages.base.bracket_stage import BracketStage, match_order, next_pairs, rank_bracket
from steelyard.contest.stages.base.progress import NOBODY, Bracket, BracketMatch, BracketRound
from steelyard.contest.stages.base.schedule import MatchBoards
from steelyard.contest.stages.base.stage import register

if TYPE_CHECKING:
    from collections.abc import Sequence

    from steelyard.contest.stages.base.progress import StageProgress
    from steelyard.contest.stages.base.schedule import Schedule

Pairs = list[tuple[str | None, str | None]]


@register
class DoubleElimination(BracketStage, frozen=True, tag="double_elimination"):
    """Whoever loses twice is out.

    Any size. The loser of a match in the winners' bracket goes on in the losers' bracket, and the loser of a
    match there is out; the loser of the losers' final is third. The winners of both brackets meet in the
    final. If the one from the losers' bracket wins it, both have lost once; with `reset` (`true`) they then
    play a second final. Every round has drawn boards of its own.
    """

    title: ClassVar = "Double elimination"
    reset: bool = True

    def play(self, schedule: Schedule) -> StageProgress:
        return _Brackets(self, schedule).play()

    def games(self, entrants: int) -> int:
        return self.games_per_match * max(0, 2 * entrants - 2)


class _Brackets:
    """Both brackets of one stage, round by round.

    Rounds are numbered in the order of time, and nobody has two matches in one: 1 is the winners' first;
    2, 4, 6 ... are a round of either bracket; in 3, 5, 7 ... those left in the losers' bracket meet those who
    have just lost in the winners' bracket; the last ones are the finals.
    """

    def __init__(self, stage: DoubleElimination, schedule: Schedule) -> None:
        self._stage = stage
        self._schedule = schedule
        self._number = 1
        self._open: list[int] = []  # numbers of the rounds that are not decided
        self._winners = Bracket()
        self._losers = Bracket()

    def play(self) -> StageProgress:
        pairs = first_round(self._schedule.names)
        matches = self._stage.play_first_round(self._schedule, pairs, self._boards())
        self._add(self._winners, self._winners_title(len(pairs)), matches)
        left = [match.loser for match in matches]
        while len(matches) > 1:
            self._number += 1
            pairs = next_pairs(matches)
            matches = self._play_round(self._winners, self._winners_title(len(pairs)), pairs)
            met = self._play_losers_round(left[::2], left[1::2])
            self._number += 1
            joining = cross([match.loser for match in matches], len(self._winners.rounds))
            is_final = len(matches) == 1
            met = self._play_losers_round([match.winner for match in met], joining, is_final=is_final)
            left = [match.winner for match in met]
        if matches and left[0] != NOBODY:
            matches = self._play_finals(matches[0].winner, left[0])
        return self._progress(matches[0] if matches else None)

    def _winners_title(self, matches: int) -> str:
        named = {1: "Winners' final", 2: "Winners' semi-finals"}
        return named.get(matches, f"Winners' round {len(self._winners.rounds) + 1}")

    def _play_losers_round(
        self, ones: Sequence[str | None], twos: Sequence[str | None], *, is_final: bool = False
    ) -> list[BracketMatch]:
        title = "Losers' final" if is_final else f"Losers' round {len(self._losers.rounds) + 1}"
        return self._play_round(self._losers, title, list(zip(ones, twos, strict=True)))

    def _play_finals(self, unbeaten: str | None, beaten_once: str | None) -> list[BracketMatch]:
        self._number += 1
        final = self._play_round(self._winners, "Final", [(unbeaten, beaten_once)])
        if not self._stage.reset or final[0].winner in {None, unbeaten}:
            return final
        self._number += 1
        return self._play_round(self._winners, "Second final", [(beaten_once, unbeaten)])

    def _boards(self) -> MatchBoards:
        return MatchBoards(self._stage.boards, f"{self._schedule.slug}-r{self._number}", self._stage.twice)

    def _play_round(self, bracket: Bracket, title: str, pairs: Pairs) -> list[BracketMatch]:
        boards = self._boards()
        matches = [self._stage.play_match(self._schedule, pair, boards, self._number) for pair in pairs]
        self._add(bracket, title, matches)
        return matches

    def _add(self, bracket: Bracket, title: str, matches: list[BracketMatch]) -> None:
        round_ = BracketRound(title, matches, self._number)
        if not round_.is_gap:
            bracket.rounds.append(round_)
        if not round_.is_decided:
            self._open.append(self._number)

    def _progress(self, last: BracketMatch | None) -> StageProgress:
        progress = self._schedule.progress
        progress.round = min(self._open, default=self._number)
        progress.done = not progress.missing and not self._open
        progress.ranked = rank_bracket(progress.names, match_order(last), reversed(self._losers.rounds))
        progress.advancing = [name for level in progress.ranked for name in level]
        progress.brackets = [each for each in (self._winners, self._losers) if each.rounds]
        return progress
