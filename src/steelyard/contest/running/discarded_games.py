"""Games that were played and are in the schedule no more, since it was drawn anew."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steelyard.contest.model import Contest, Result
    from steelyard.contest.running.progress import Progress


class DiscardedGame(NamedTuple):
    id: str
    seats: tuple[str, ...]
    result: Result


def discarded_games(progress: Progress) -> Iterator[DiscardedGame]:
    """Without those that a disqualified entrant lost with the round in which it was disqualified."""
    scheduled = {slot.id for pairing in progress.pairings() for slot in pairing.slots}
    state = progress.journal_state
    for game, (_, record) in state.records.items():
        result = state.result(game)
        if game in scheduled or result is None:
            continue
        seats = tuple(player.name for player in record.players)
        out = [state.disqualified[name] for name in seats if name in state.disqualified]
        when = _stage_and_round(progress.contest, game)
        if all(entry.games_stand or when < (entry.stage, entry.round) for entry in out):
            yield DiscardedGame(game, seats, result)


def _stage_and_round(contest: Contest, game: str) -> tuple[int, int]:
    stage, *round_, _pair, _board = game.split("/")
    slugs = [contest.stage_slug(index) for index in range(len(contest.file.stages))]
    return slugs.index(stage), int(round_[0].removeprefix("r")) if round_ else 0
