"""Our own bots get ready in processes of their own: one at a time, and nobody waits for a hopeless one."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from steelyard.server.bots import preparation
from steelyard.server.bots.preparation import LONGEST_S, Preparation
from tests.environment import untraced
from tests.timeouts import TIMEOUT_S

if TYPE_CHECKING:
    from collections.abc import Callable

WAR, DUEL = "tank_war", "tank_duel"


class Process:
    """Gets ready until it is said to have ended."""

    def __init__(self) -> None:
        self.status: int | None = None
        self.waited: list[float | None] = []
        self.killed = False

    def poll(self) -> int | None:
        return self.status

    def wait(self, seconds: float | None = None) -> int:
        self.waited.append(seconds)
        if self.status is None and not self.killed:
            raise subprocess.TimeoutExpired("it", seconds or 0.0)
        return self.status or 0

    def kill(self) -> None:
        self.killed = True


class Started:
    """Notes what is started."""

    def __init__(self, status: int | None = None) -> None:
        self.asked: list[tuple[str, str]] = []
        self.processes: list[Process] = []
        self._status = status

    def __call__(self, game: str, bot: str) -> Any:
        self.asked.append((game, bot))
        self.processes.append(Process())
        self.processes[-1].status = self._status
        return self.processes[-1]


@pytest.mark.parametrize("ask", [Preparation.is_ready, Preparation.make_ready])
def test_bots_that_play_everywhere_need_nothing(ask: Callable[[Preparation, str, str], object]) -> None:
    started = Started()
    assert ask(Preparation(started), WAR, "random") in {True, None}
    assert started.asked == []


def test_one_bot_gets_ready_at_a_time_and_is_ready_when_its_process_ends_well() -> None:
    started = Started()
    ours = Preparation(started)
    assert [ours.is_ready(WAR, "teacher"), ours.is_ready(WAR, "teacher")] == [False, False]
    assert not ours.is_ready(DUEL, "teacher"), "it waits until the first is ready"
    assert started.asked == [(WAR, "teacher")]
    started.processes[0].status = 0
    assert ours.is_ready(WAR, "teacher")
    assert not ours.is_ready(DUEL, "teacher")
    assert started.asked == [(WAR, "teacher"), (DUEL, "teacher")]
    assert ours.is_ready(WAR, "teacher"), "while another gets ready"


def test_a_bot_that_cannot_get_ready_is_not_tried_again_and_is_in_nobodys_way() -> None:
    started = Started()
    ours = Preparation(started)
    assert not ours.is_ready(WAR, "teacher")
    started.processes[0].status = 1
    assert [ours.is_ready(WAR, "teacher") for _ in range(3)] == [False] * 3
    assert not ours.is_ready(DUEL, "teacher")
    assert started.asked == [(WAR, "teacher"), (DUEL, "teacher")]


def test_whoever_needs_a_bot_now_waits_for_the_process_that_is_there_or_starts_one() -> None:
    started = Started(status=0)
    ours = Preparation(started)
    ours.make_ready(WAR, "teacher")
    ours.make_ready(WAR, "teacher")
    assert ours.is_ready(WAR, "teacher")
    assert not ours.is_ready(DUEL, "teacher")
    ours.make_ready(DUEL, "teacher")
    assert started.asked == [(WAR, "teacher"), (DUEL, "teacher")]
    assert [each.waited for each in started.processes] == [[LONGEST_S, None]] * 2
    assert ours.is_ready(DUEL, "teacher")


def test_a_process_that_goes_on_for_ever_is_killed_and_its_bot_not_ready() -> None:
    started = Started()
    ours = Preparation(started)
    with pytest.raises(subprocess.TimeoutExpired):
        ours.make_ready(WAR, "teacher")
    assert [(each.killed, each.waited) for each in started.processes] == [(True, [LONGEST_S, None])]
    assert not ours.is_ready(WAR, "teacher")


PREPARES = """
import os, sys
from steelyard.server.bots import preparation

def prepare(game, bot, say):
    say("", 0.5)
    print(game.id, bot, os.nice(0), flush=True)

preparation.bots.prepare = prepare
preparation.main("tank_duel", "teacher", sys.argv[1] or str(os.getppid()))
"""


def test_a_bot_gets_ready_at_the_lowest_priority_and_no_longer_than_its_worker_lives() -> None:
    def prepared(parent: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-c", PREPARES, parent]
        return subprocess.run(
            command, capture_output=True, text=True, check=False, env=untraced(), timeout=TIMEOUT_S
        )

    assert prepared("").stdout == f"tank_duel teacher {preparation.LEAST}\n"
    assert prepared("1").stdout == ""
