"""How long a contest still takes: an estimate that a pause does not spoil."""

from __future__ import annotations

import msgspec

from steelyard.contest.report.status import seconds_left
from steelyard.contest.running.journal_state import JournalState
from steelyard.contest.running.progress import unfold
from tests.contest.simulation import admitted, by_chance, contest, names, played

QUALIFICATION = '[[stages]]\nkind = "qualification"\nranking = ["wins", "lot"]'


def left_after(*ended: float) -> float | None:
    """The estimate in a contest of 30 games, of which so many have ended then."""
    made = contest(QUALIFICATION, names(6))
    due = unfold(made, JournalState(admitted(made))).missing
    assert len(due) == 30
    games = [
        msgspec.structs.replace(played(slot, by_chance(1)(slot)), ended=moment)
        for slot, moment in zip(due, ended, strict=False)
    ]
    return seconds_left(unfold(made, JournalState([*admitted(made), *games])))


def test_the_time_left_is_known_after_a_few_games_and_a_pause_does_not_count() -> None:
    assert left_after(100.0, 102.0) is None, "two games tell no rate"
    steady = [100.0 + 2 * game for game in range(10)]
    assert left_after(*steady) == 40
    paused = left_after(*steady[:5], *(moment + 3600 for moment in steady[5:]))
    assert paused is not None
    assert paused < 100
