"""Stages of matches that have to be won: how a match is decided, and how the bracket ranks."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import msgspec

from steelyard.contest.file.keys import Amount
from steelyard.contest.file.mistakes import Mistake, word_mistakes
from steelyard.contest.model import Pairing
from steelyard.contest.pairing.bracket_seeding import first_round
from steelyard.contest.stages.base.progress import NOBODY, Bracket, BracketMatch, BracketRound
from steelyard.contest.stages.base.stage import Stage

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from steelyard.contest.stages.base.progress import StageProgress
    from steelyard.contest.stages.base.schedule import MatchBoards, Schedule
    from steelyard.contest.stages.base.stage import StageContext
    from steelyard.contest.standings.ranking import Ties

CRITERIA = ("wins", "extra", "seeding", "lot")
BY_EXTRA_BOARDS = "extra boards"
TITLES = {1: "Final", 2: "Semi-finals", 4: "Quarter-finals"}


class BracketStage(Stage, frozen=True):
    """A stage of matches that have to be won."""

    decide: list[str] = msgspec.field(default_factory=lambda: ["wins", "extra", "lot"])
    """What decides a match, in this order; `extra` is one more board at a time."""
    extra: Amount = 3
    """The most extra boards."""

    def mistakes(self, context: StageContext) -> Iterator[Mistake]:
        yield from super().mistakes(context)
        yield from word_mistakes(self.decide, context.path("decide"), [*CRITERIA, *context.figures])
        if not context.is_last:
            yield Mistake(context.path("kind"), f"{self.title.lower()} must be the last stage")

    def reached(self, progress: StageProgress) -> dict[str, str]:
        """The last round of each; the winner has come further."""
        rounds = [round_ for bracket in progress.brackets for round_ in bracket.rounds]
        found = super().reached(progress)
        for round_ in sorted(rounds, key=lambda round_: round_.number):
            sides = [side for match in round_.matches if not match.is_gap for side in match.sides]
            found |= {side: round_.one for side in sides if side}
        winner = progress.ranked[0] if progress.done and progress.ranked else []
        return found | dict.fromkeys(winner, "Winner")

    def play_match(
        self, schedule: Schedule, sides: tuple[str | None, str | None], boards: MatchBoards, round_: int
    ) -> BracketMatch:
        """A match as far as it has got: nothing is scheduled while it is not known who meets."""
        one, two = sides
        if one is None or two is None or NOBODY in sides:
            return BracketMatch(sides)
        match = schedule.match(one, two, boards, round_)
        extra = 0
        while match.complete:
            winner, why = self._winner(schedule, match, extra)
            if winner is not None:
                match = replace(match, winner=winner, why=why)
                break
            match = schedule.with_extra_board(match, boards, extra)
            extra += 1
        schedule.add(match)
        return BracketMatch(sides, match)

    def play_first_round(
        self, schedule: Schedule, pairs: Iterable[tuple[str | None, str | None]], boards: MatchBoards
    ) -> list[BracketMatch]:
        """The first round of a bracket; a second side that is None is a bye."""
        return [
            BracketMatch((one, NOBODY), Pairing(str(one), None, round=1, winner=one))
            if two is None
            else self.play_match(schedule, (one, two), boards, 1)
            for one, two in pairs
        ]

    def _winner(self, schedule: Schedule, match: Pairing, extra: int) -> tuple[str | None, str]:
        """The winner of a match and what decided it; None if one more board is due."""
        sides = (match.first, str(match.second))
        for criterion in [*self.decide, "lot"]:
            if criterion == "extra":
                if extra < self.extra:
                    return None, ""
                continue
            one, two = _worth(schedule, match, criterion)
            if one != two:
                ordinary = BY_EXTRA_BOARDS if extra else ""
                return sides[two > one], ordinary if criterion == "wins" else criterion
        raise AssertionError("the lot decides between any two")


def next_pairs(matches: Sequence[BracketMatch]) -> list[tuple[str | None, str | None]]:
    """The winners of neighbouring matches meet."""
    winners = [match.winner for match in matches]
    return list(zip(winners[::2], winners[1::2], strict=True))


def match_order(match: BracketMatch | None) -> Ties:
    """The winner before the loser, once the match is decided."""
    if match is None or match.winner is None:
        return []
    return [[name] for name in (match.winner, match.loser) if name]


def rank_bracket(names: Sequence[str], top: Ties, rounds: Iterable[BracketRound]) -> Ties:
    """Those still in, then the top, then those who lost in the last of the rounds, and so on.

    Those who lost in the same round are level.
    """
    placed = {name for level in top for name in level}
    out: Ties = []
    for round_ in rounds:
        losers = {match.loser for match in round_.matches} - placed
        out.append([name for name in names if name in losers])
    gone = placed.union(*out)
    return [level for level in ([name for name in names if name not in gone], *top, *out) if level]


def _worth(schedule: Schedule, match: Pairing, criterion: str) -> tuple[float, float]:
    one, two = match.first, str(match.second)
    if criterion == "wins":
        return match.wins()
    if criterion == "seeding":
        return -schedule.names.index(one), -schedule.names.index(two)
    if criterion == "lot":  # equal lots are rare, about one in four billion; then the names decide
        return (1, 0) if (schedule.lot(one), one) < (schedule.lot(two), two) else (0, 1)
    return match.figure(criterion)


def round_title(matches: int) -> str:
    return TITLES.get(matches, f"Last {2 * matches}")


def play_single_elimination(
    stage: BracketStage,
    schedule: Schedule,
    boards: Callable[[int], MatchBoards],
    third_place: MatchBoards | None,
) -> StageProgress:
    """`boards` are those of a round with so many matches; `third_place` those of the match for it, if any."""
    progress = schedule.progress
    bracket = Bracket()
    progress.brackets.append(bracket)
    pairs = first_round(schedule.names)
    matches = stage.play_first_round(schedule, pairs, boards(len(pairs)))
    bracket.rounds.append(BracketRound(round_title(len(pairs)), matches, 1))
    while len(matches) > 1:
        number = len(bracket.rounds) + 1
        if len(matches) == 2 and third_place is not None:
            losers = (matches[0].loser, matches[1].loser)
            match = stage.play_match(schedule, losers, third_place, number)
            bracket.third_place = match if match.pairing is not None else None
        pairs = next_pairs(matches)
        matches = [stage.play_match(schedule, pair, boards(len(pairs)), number) for pair in pairs]
        bracket.rounds.append(BracketRound(round_title(len(pairs)), matches, number))
    open_rounds = [number for number, round_ in enumerate(bracket.rounds, start=1) if not round_.is_decided]
    progress.round = open_rounds[0] if open_rounds else len(bracket.rounds)
    progress.done = not progress.missing and not open_rounds
    top = [*match_order(matches[0] if matches else None), *match_order(bracket.third_place)]
    progress.ranked = rank_bracket(progress.names, top, reversed(bracket.rounds))
    progress.advancing = [name for level in progress.ranked for name in level]
    return progress
