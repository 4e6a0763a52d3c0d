"""How a contest starts the bots of its entrants."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from steelyard.arena.execution.build_work import StartWork
from steelyard.arena.execution.executors import LocalExecutor
from steelyard.arena.sandbox.faults import PlatformFault
from steelyard.arena.sandbox.process import Limits
from steelyard.arena.verdicts import BotFailure, Fault
from steelyard.contest.file.definition import Policy
from steelyard.contest.running.entrants import EntrantBots
from tests.contest.bots import write_bot

if TYPE_CHECKING:
    from pathlib import Path

    from steelyard.arena.execution.work import Work


def test_a_bot_is_tried_out_under_the_policy_of_its_contest(tmp_path: Path) -> None:
    asked: list[Work] = []

    class Noted(LocalExecutor):
        def run(self, work: Work, _task: Any) -> bytes:
            asked.append(work)
            raise PlatformFault("nothing is started here")

    policy = Policy(memory_mb=99, processes=9, startup_s=2.5)
    entrant_bots = EntrantBots(tmp_path, "tank_war", policy, isolated=False, executor=Noted())
    program = entrant_bots.program("ada", "random", "ada-1")
    with pytest.raises(PlatformFault):
        entrant_bots.try_out(program)
    limits = Limits(memory_mb=99, processes=9)
    assert asked == [StartWork(program, False, "tank_war", limits, 2500)]  # noqa: FBT003


def test_what_is_wrong_with_a_submitted_folder_is_said_of_the_folder_that_was_submitted(
    tmp_path: Path,
) -> None:
    write_bot(tmp_path / "ada")
    (tmp_path / "ada" / "bot.toml").write_text("run = 3\n")
    entrant_bots = EntrantBots(tmp_path / "c", "tank_war", Policy(), isolated=False)
    entrant_bots.submit(tmp_path / "ada", "ada-1")
    with pytest.raises(BotFailure) as failed:
        entrant_bots.program("Ada", "bots/ada", "ada-1")
    assert failed.value.fault is Fault.FAILED_TO_START
    assert failed.value.detail.startswith("bots/ada")
    assert str(tmp_path) not in failed.value.detail
