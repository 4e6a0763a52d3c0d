"""The results of a contest's games: each is journalled, and it is noticed when the machine spoils them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec

from steelyard.arena.record import write_record
from steelyard.arena.verdicts import Fault, Verdict
from steelyard.contest.model import SPOILED
from steelyard.contest.running.journal import decode
from steelyard.contest.running.journal_entries import Played, Unfit
from steelyard.core.errors import SteelyardError

if TYPE_CHECKING:
    from steelyard.arena.record import GameOrder
    from steelyard.contest.model import Slot
    from steelyard.contest.running.game_logs import GameLogs
    from steelyard.contest.running.journal import ContestJournal
    from steelyard.contest.running.journal_state import JournalState

SPOILED_IN_A_ROW = 6


class MachineUnfit(SteelyardError):
    """The machine cannot play games at the moment."""


class Taken(NamedTuple):
    """What follows from a result."""

    suspects: set[str]
    """Entrants whose bots have failed, or may have spoiled the game."""
    changes_schedule: bool
    """Whether other games than before may be due now."""


class ResultIntake:
    """Takes the results of one contest, as they come from the workers."""

    def __init__(self, journal_state: JournalState, journal: ContestJournal, logs: GameLogs | None) -> None:
        self._journal_state = journal_state
        self._journal = journal
        self._logs = logs
        self._spoiled: list[tuple[str, set[str]]] = []
        """The spoiled games in a row, each with the entrants whose bots may have caused it."""

    def take(self, slot: Slot, order: GameOrder, line: bytes | None) -> Taken:
        """Journal a game; `line` is what the worker says of it, and None when its process ended."""
        played, _, logs = (line or b"").partition(b"\n")
        entry = decode(played) if played else _lost_game(slot, order)
        self._journal.add(entry)
        if self._logs is not None:
            self._logs.keep(slot, logs)
        self._journal_state.add(entry)
        result = self._journal_state.result(slot.id)
        if result is None or result.reason == SPOILED:
            suspects = self._journal_state.undecided.get(slot.id, set())
            self._spoiled.append((slot.id, suspects))
            return Taken(suspects, changes_schedule=True)
        self._spoiled.clear()
        failed = {slot.seats[seat] for seat in result.failed}
        return Taken(failed, changes_schedule=bool(failed))

    def check_machine(self) -> None:
        """Raise MachineUnfit after too many spoiled games in a row, which is journalled."""
        lately = [suspects for _, suspects in self._spoiled[-SPOILED_IN_A_ROW:]]
        # If all of them may be due to the same bot, the machine is not at fault.
        if len(lately) == SPOILED_IN_A_ROW and not set.intersection(*lately):
            entry = Unfit(games=sorted({game for game, _ in self._spoiled}))
            self._journal.add(entry)
            self._journal_state.add(entry)
            raise MachineUnfit(
                f"{SPOILED_IN_A_ROW} games in a row were spoiled by this machine; make sure that nothing "
                "else keeps it busy, then start the contest again to go on"
            )


def _lost_game(slot: Slot, order: GameOrder) -> Played:
    """An entry for a game whose worker process ended: a fault of the platform, so it is played again."""
    verdict = Verdict(0, Fault.PLATFORM, "the process that played this game ended by itself")
    record = order.record([], [], None, verdict)
    raw = msgspec.Raw(write_record(record).rstrip())
    return Played(id=slot.id, figures={}, ended=0.0, record=raw)
