"""Verifies a journal: replays every game and counts every figure again."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from steelyard import games
from steelyard.arena.record import InvalidRecord, replayed
from steelyard.contest.model import FORFEIT
from steelyard.core import views

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steelyard.arena.record import Record
    from steelyard.contest.model import Slot
    from steelyard.contest.running.journal_entries import Played
    from steelyard.contest.running.progress import Progress


def problems(progress: Progress) -> Iterator[str]:
    """A line for each game that differs from what the journal says."""
    slots = {slot.id: slot for pairing in progress.pairings() for slot in pairing.slots}
    for entry, record in progress.journal_state.records.values():
        try:
            game, states = replayed(record, games.get)
        except InvalidRecord as error:
            yield f"{entry.id}: {error}"
            continue
        counted = game.figures(states[-1])
        if record.outcome is not None and counted != entry.figures:
            yield f"{entry.id}: the figures are {counted}, the journal says {entry.figures}"
        if entry.id in slots:
            yield from _wrong_game(entry, record, slots[entry.id])


def _wrong_game(entry: Played, record: Record, slot: Slot) -> Iterator[str]:
    told = tuple(player.name for player in record.players)
    if told != slot.seats or record.seed != slot.seed:
        yield f"{entry.id}: {' and '.join(told)} with seed {record.seed} is another game"


ANEW = "of a match that was drawn anew"
FORFEITED = "forfeited since, by a disqualification, withdrawal or suspension"
DECIDED = "given up or decided by the organiser"
AGAIN = "to be played again or decided"


def counted(progress: Progress) -> str:
    """How many games were played, and why some of them do not count."""
    found = progress.journal_state.records
    slots = {slot.id for pairing in progress.pairings() for slot in pairing.slots}
    results = {slot.id: result for pairing in progress.pairings() for slot, result in pairing.games()}
    why: Counter[str] = Counter()
    for game in found:
        result = results.get(game)
        if game not in slots:
            why[ANEW] += 1
        elif result is None:
            why[AGAIN] += 1
        elif not result.played:
            why[FORFEITED if result.reason == FORFEIT else DECIDED] += 1
    if not why:
        return views.count(len(found), "game")
    told = "".join(f"; {number} {'is' if number == 1 else 'are'} {each}" for each, number in why.items())
    return f"{views.count(len(found), 'game')} ({len(found) - why.total()} count{told})"
