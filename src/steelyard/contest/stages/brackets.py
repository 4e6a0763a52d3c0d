"""Stages in which the loser of a match is out: a knockout of any size, and finals."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from steelyard.contest.model import Pairing
from steelyard.contest.stages.knockout import first_round
from steelyard.contest.stages.stage import Ground, StageProgress, Venue

if TYPE_CHECKING:
    from collections.abc import Callable

    from steelyard.contest.file.definition import Bracketed, Finals, Knockout
    from steelyard.contest.standings.table import Ties

BY_EXTRA_BOARDS = "extra boards"


def knockout(ground: Ground, stage: Knockout) -> StageProgress:
    venue = Venue(stage.boards, ground.slug, stage.twice)
    return _played(ground, stage, lambda _matches: venue, venue if stage.third_place else None)


def finals(ground: Ground, stage: Finals) -> StageProgress:
    """Between the best four of those that come."""
    ground.progress.names = ground.progress.names[:4]
    semi = Venue(stage.semi_finals or stage.boards, f"{ground.slug}-semi-finals", stage.twice)
    final = Venue(stage.final or stage.boards, f"{ground.slug}-final", stage.twice)
    third = None
    if stage.third_place is not False:
        boards = semi.boards if stage.third_place is True else stage.third_place
        third = Venue(boards, f"{ground.slug}-third-place", stage.twice)
    return _played(ground, stage, lambda matches: final if matches == 1 else semi, third)


def _played(
    ground: Ground, stage: Bracketed, venue: Callable[[int], Venue], third: Venue | None
) -> StageProgress:
    progress = ground.progress
    pairs = first_round(progress.names)
    for round_ in range(1, len(progress.names).bit_length() + 2):
        matches = [_match(ground, stage, pair, venue(len(pairs)), round_) for pair in pairs]
        progress.bracket.append(matches)
        if len(matches) <= 1:
            break
        if len(matches) == 2 and third is not None:
            losers = [_loser(match) for match in matches]
            progress.third_place = _match(ground, stage, (losers[0], losers[1]), third, round_ + 1)
        winners = [match.winner if match is not None else None for match in matches]
        pairs = list(zip(winners[::2], winners[1::2], strict=True))
    open_rounds = [
        number for number, matches in enumerate(progress.bracket, start=1) if not _decided(matches)
    ]
    progress.round = open_rounds[0] if open_rounds else len(progress.bracket)
    progress.done = not progress.missing and not open_rounds
    progress.ranked = _ranked(progress)
    progress.advancing = [name for level in progress.ranked for name in level]
    return progress


def _match(
    ground: Ground, stage: Bracketed, pair: tuple[str | None, str | None], venue: Venue, round_: int
) -> Pairing | None:
    """A match as far as it has got; None while it is not known who meets."""
    one, two = pair
    if one is not None and two is None and round_ == 1:
        return Pairing(one, None, round=1, winner=one)
    if one is None or two is None:
        return None
    match = ground.match(one, two, venue, round_)
    extra = 0
    while match.complete:
        winner, why = _winner(ground, stage, match, extra)
        if winner is not None:
            match = replace(match, winner=winner, why=why)
            break
        match = ground.with_extra_board(match, venue, extra)
        extra += 1
    ground.add(match)
    return match


def _winner(ground: Ground, stage: Bracketed, match: Pairing, extra: int) -> tuple[str | None, str]:
    """Who has won a match, and by what; nobody if one more board is due."""
    sides = (match.first, str(match.second))
    for criterion in [*stage.decide, "lot"]:
        if criterion == "extra":
            if extra < stage.extra:
                return None, ""
            continue
        one, two = _worth(ground, match, criterion)
        if one != two:
            ordinary = BY_EXTRA_BOARDS if extra else ""
            return sides[two > one], ordinary if criterion == "wins" else criterion
    raise AssertionError("the lot decides between any two")


def _worth(ground: Ground, match: Pairing, criterion: str) -> tuple[float, float]:
    one, two = match.first, str(match.second)
    if criterion == "wins":
        return match.wins()
    if criterion == "seeding":
        return -ground.progress.names.index(one), -ground.progress.names.index(two)
    if criterion == "lot":  # names differ where, once in four billion, lots do not
        return (1, 0) if (ground.lot(one), one) < (ground.lot(two), two) else (0, 1)
    return match.figure(criterion)


def _loser(match: Pairing | None) -> str | None:
    if match is None or match.winner is None:
        return None
    return match.second if match.winner == match.first else match.first


def _decided(matches: list[Pairing | None]) -> bool:
    return all(match is not None and match.winner is not None for match in matches)


def _ranked(progress: StageProgress) -> Ties:
    """By how far each has come; those who went out in the same round are level, but for the third place."""
    final = progress.bracket[-1][0] if progress.bracket and len(progress.bracket[-1]) == 1 else None
    first = _order_of(final)
    third = _order_of(progress.third_place)
    placed = {name for level in (*first, *third) for name in level}
    losers = [[_loser(match) for match in matches] for matches in reversed(progress.bracket)]
    out = [[name for name in progress.names if name in level and name not in placed] for level in losers]
    gone = placed.union(*out)
    still_in = [name for name in progress.names if name not in gone]
    return [level for level in (still_in, *first, *third, *out) if level]


def _order_of(match: Pairing | None) -> Ties:
    if match is None or match.winner is None:
        return []
    loser = _loser(match)
    return [[match.winner], [loser]] if loser is not None else [[match.winner]]
