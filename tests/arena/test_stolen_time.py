"""A bot that goes on while its opponent thinks, by whatever trick, gains nothing; its memory is counted.

As on a machine without control groups, which would stop and weigh it by themselves.
"""

from __future__ import annotations

import platform
from typing import TYPE_CHECKING, Any

import pytest

from tests.arena.conftest import needs_bubblewrap

if TYPE_CHECKING:
    from tests.arena.conftest import Referee

pytestmark = [
    needs_bubblewrap,
    pytest.mark.skipif(platform.machine() != "x86_64", reason="its numbers of system calls"),
]
# Of the opponent's time, until it has stopped. On a busy machine that takes longer, and this holds there
# too. `benchmarks/stolen_time.py` measures on a quiet one, where 2 % is the most.
MOST = 0.2
HONEST = "honest"  # it thinks on in a thread, as many do
MEASURED = "a vfork and shared memory"  # it takes long to stop, and must be stopped to be measured
DECISIVE = [
    "no leader",
    "a child without a leader",
    "a leader in vfork",
    "short children",
    "chains",
    MEASURED,
]


def measured(referee: Referee, *words: str) -> dict[str, dict[str, Any]]:
    return {each["trick"]: each for each in referee.call("stolen_time.py", "--no-groups", *words)}


def check_stolen(found: dict[str, dict[str, Any]]) -> None:
    assert all(told["stops"] for told in found.values()), found
    assert {trick: told for trick, told in found.items() if told["ran_stopped_ms"]} == {}
    stolen = {trick: told for trick, told in found.items() if told.get("stolen", 0.0) > MOST}
    assert stolen == {}, found[HONEST]
    charged_ms, usual_ms = (found[trick]["charged_ms"][0] for trick in (MEASURED, HONEST))
    assert charged_ms < 3 * usual_ms, "the opponent is charged what it thinks, at the median"


def test_no_time_is_stolen(referee: Referee) -> None:
    check_stolen(measured(referee, "--games", "3", "--tricks", ",".join([HONEST, *DECISIVE])))


def test_memory_is_counted_although_the_first_thread_has_ended(referee: Referee) -> None:
    found = measured(referee, "--games", "1", "--memory", "--tricks", "no leader,a child without a leader")
    assert [each["verdicts"] for each in found.values()] == [{"out_of_memory": 1}] * 2


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_no_time_is_stolen_by_any_trick(referee: Referee) -> None:
    check_stolen(measured(referee, "--games", "3"))


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_memory_is_counted_whatever_the_trick(referee: Referee) -> None:
    found = measured(referee, "--games", "1", "--memory")
    caught = {"out_of_memory", "too_many_processes"}
    assert {trick: told for trick, told in found.items() if not caught & told["verdicts"].keys()} == {}
