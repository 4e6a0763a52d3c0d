"""How many games are left is an estimate that does not jump: what is played was announced."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from steelyard.contest.running.journal_state import JournalState
from steelyard.contest.running.progress import unfold
from tests.contest.decided_contests import withdraws
from tests.contest.simulation import Ending, admitted, by_strength, contest, names, played

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from steelyard.contest.model import Slot

TEACHER = '[teacher]\nbot = "greedy"\n'
STAGES = {
    "groups": '[[stages]]\nkind = "groups"\ngroups = 2\nadvance = 2\n[[stages]]\nkind = "knockout"\n',
    "swiss": '[[stages]]\nkind = "swiss"\nadvance = 4\n[[stages]]\nkind = "finals"\n',
    "few finalists": '[[stages]]\nkind = "groups"\nadvance = 3\n[[stages]]\nkind = "finals"\n',
    "knockout": '[[stages]]\nkind = "knockout"\n',
    "double elimination": '[[stages]]\nkind = "double_elimination"\n',
}


def totals(stages: str, ending: Callable[[Slot], Ending]) -> Iterator[int]:
    """Games played and left, after each game."""
    told = contest(stages, names(7), 'seeding = "listed"')
    journal_state = JournalState(admitted(told))
    while not (progress := unfold(told, journal_state)).done:
        yield progress.games_played + progress.games_to_come()
        journal_state.add(played(progress.missing[0], ending(progress.missing[0])))
    assert progress.games_to_come() == 0
    yield progress.games_played


@pytest.mark.parametrize("stages", STAGES.values(), ids=STAGES)
def test_where_nobody_is_level_the_number_is_exact_from_the_beginning(stages: str) -> None:
    assert len({*totals(TEACHER + stages, by_strength(names(7)))}) == 1


@pytest.mark.parametrize("kind", ["knockout", "double elimination"])
def test_extra_boards_come_on_top_and_take_nothing_away(kind: str) -> None:
    told = [*totals(STAGES[kind], lambda _: Ending(None, {}))]
    assert told == sorted(told)
    assert told[2] == told[0] + 2, "the first match is level after two games"


def test_a_stage_to_come_is_estimated_without_those_who_have_left() -> None:
    stages = '[[stages]]\nkind = "groups"\n[[stages]]\nkind = "knockout"\nthird_place = false\n'
    told = contest(stages, names(4))
    journal_state = JournalState(admitted(told))
    journal_state.add(withdraws("bot 01")(unfold(told, journal_state)))
    assert unfold(told, journal_state).games_to_come() == 2 * 3 + 2 * 2
