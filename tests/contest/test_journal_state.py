"""How a game that is in the journal counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from steelyard.arena.record import Record, read_record
from steelyard.arena.verdicts import Fault, Verdict
from steelyard.contest.model import SPOILED
from steelyard.contest.running.journal_state import JournalState, result
from steelyard.contest.running.progress import unfold
from tests.contest.simulation import Ending, admitted, contest, names, played

if TYPE_CHECKING:
    from steelyard.contest.running.journal_entries import Played


def game(ending: Ending) -> tuple[Played, Record]:
    told = contest('[[stages]]\nkind = "groups"\n', names(2))
    slot = unfold(told, JournalState(admitted(told))).missing[0]
    entry = played(slot, ending)
    return entry, read_record(bytes(entry.record))


def test_a_game_that_ended_by_the_rules_counts_with_its_figures() -> None:
    entry, record = game(Ending(1, {"tanks": (2, 4)}))
    found = result(entry, record)
    assert (found.points, found.reason, found.played) == ((0.0, 1.0), "tanks", True)
    assert (found.figures, found.faults, found.turn) == ({"tanks": (2, 4)}, {}, 0)
    assert result(*game(Ending(None, {}))).points == (0.5, 0.5)


def test_a_bot_that_failed_loses_with_its_figures_in_the_turn_in_which_it_failed() -> None:
    entry, record = game(Ending(None, {"tanks": (2, 4)}, failed=0))
    later = Verdict(0, Fault.CRASHED, "it left", turn=7)
    found = result(entry, msgspec.structs.replace(record, verdict=later))
    assert (found.points, found.figures, found.turn) == ((0.0, 1.0), {"tanks": (0, 4)}, 7)
    assert found.faults == {0: Fault.CRASHED}


def test_when_both_failed_neither_has_anything() -> None:
    found = result(*game(Ending(None, {"tanks": (2, 4)}, failed=1, other=Fault.TIME_OUT)))
    assert (found.points, found.figures) == ((0.0, 0.0), {"tanks": (0, 0)})
    assert found.faults == {0: Fault.TIME_OUT, 1: Fault.CRASHED}


def test_a_game_that_the_machine_spoiled_is_a_draw_that_was_not_played() -> None:
    found = result(*game(Ending(None, {}, spoiled=True)))
    assert (found.points, found.reason, found.played) == ((0.5, 0.5), SPOILED, False)
