"""The games of a contest that are due, and which of them a worker plays next.

A worker prefers games whose bots it runs already. A bot that has failed before gets one game at a time,
because one more failure may suspend it.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from itertools import islice
from typing import TYPE_CHECKING

from steelyard.contest.running.game_player import residents

if TYPE_CHECKING:
    from collections.abc import Collection

    from steelyard.contest.model import Contest, Slot
    from steelyard.contest.running.journal_state import JournalState, Key

WINDOW = 32  # a worker chooses among so many of the next games


class GameQueue:
    """Games that are due, in the order in which they are likely to be played."""

    def __init__(self, contest: Contest, journal_state: JournalState, jobs: int) -> None:
        self._contest = contest
        self._journal_state = journal_state
        self._most_residents = residents(jobs)
        self._residents: dict[int, OrderedDict[Key, None]] = {worker: OrderedDict() for worker in range(jobs)}
        """For each worker, the bots it runs, the one that played last at the end."""
        self._ready: deque[Slot] = deque()
        self._held: list[Slot] = []
        """Games that are due but must wait, because a bot in them has failed before."""
        self._shaky = {name for name in contest.slugs if journal_state.failures(name)}
        """Entrants whose bots have failed, or may have spoiled a game."""

    def __bool__(self) -> bool:
        return bool(self._ready)

    def coming(self, most: int) -> list[Slot]:
        """The games that are likely to be handed out next."""
        return list(islice(self._ready, most))

    def refill(self, due: list[Slot], running: Collection[Slot]) -> None:
        """Take these games in place of the ones before, without those that are being played."""
        names = {slot.id for slot in running}
        self._held = [slot for slot in due if slot.id not in names]
        self._ready.clear()
        self._release(running)

    def doubt(self, entrants: set[str]) -> None:
        """From now on these entrants get one game at a time."""
        self._shaky |= entrants

    def ended(self, slot: Slot, running: Collection[Slot]) -> None:
        """A game has ended: another one of the same bots may have waited for that."""
        if self._shaky & {*slot.seats}:
            self._release(running)

    def _release(self, running: Collection[Slot]) -> None:
        """Queue the games that may be played now."""
        busy = {name for slot in running for name in slot.seats}
        busy |= {name for slot in self._ready for name in self._shaky & {*slot.seats}}
        free: list[Slot] = []
        held: list[Slot] = []
        for slot in self._held:
            shaky = self._shaky & {*slot.seats}
            (held if shaky & busy else free).append(slot)
            busy |= shaky
        self._held = held
        self._ready = deque(self._group_by_bots([*self._ready, *free]))

    def _group_by_bots(self, due: list[Slot]) -> list[Slot]:
        """Games of the same few bots together, so that these need not restart; games of failing bots last."""
        tile = max(
            1, self._most_residents // 2
        )  # so many entrants against so many others fit into one worker
        number = {entrant.name: index // tile for index, entrant in enumerate(self._contest.entrants)}
        return sorted(
            due,
            key=lambda slot: (
                bool(self._shaky & {*slot.seats}),
                sorted(number.get(n, -1) for n in slot.seats),
            ),
        )

    def next_for(self, worker: int) -> Slot:
        """Prefer a game whose two bots the worker runs already, then one with one of them, then the first."""
        there = self._residents[worker]
        best, most = 0, -1
        for number, slot in enumerate(islice(self._ready, WINDOW)):
            if number and self._shaky & {*slot.seats}:
                break  # only games of failing bots follow
            known = sum(key in there for key in self._keys(slot))
            if known > most:
                best, most = number, known
            if most == 2:
                break
        slot = self._ready[best]
        del self._ready[best]
        for key in self._keys(slot):
            there[key] = None
            there.move_to_end(key)
        while len(there) > self._most_residents:
            there.popitem(last=False)
        return slot

    def _keys(self, slot: Slot) -> list[Key]:
        """The programs that play a game."""
        return [(name, self._journal_state.version(name, slot.stage, slot.round)) for name in slot.seats]

    def restarted(self, worker: int) -> None:
        """A worker's process has ended, and the bots it ran with it."""
        self._residents[worker].clear()
