"""A bracket in which the loser of a match is out: shared by knockouts and finals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steelyard.contest.pairing.bracket_seeding import first_round
from steelyard.contest.stages.base.bracket_stage import match_order, next_pairs, rank_bracket
from steelyard.contest.stages.base.progress import Bracket, BracketRound

if TYPE_CHECKING:
    from collections.abc import Callable

    from steelyard.contest.stages.base.bracket_stage import BracketStage
    from steelyard.contest.stages.base.progress import StageProgress
    from steelyard.contest.stages.base.schedule import MatchBoards, Schedule

TITLES = {1: "Final", 2: "Semi-finals", 4: "Quarter-finals"}


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
