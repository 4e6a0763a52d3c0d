"""A running bot: what is written to it and read from it, without a process."""

from __future__ import annotations

import os
import threading
from itertools import count
from typing import TYPE_CHECKING, Any, cast

import pytest

from steelyard.arena.referee import player
from steelyard.arena.referee.player import CHUNK, STDERR_PER_TURN, Player
from steelyard.arena.verdicts import BotFailure, Fault
from tests.arena.scripted import ScriptedSandbox
from tests.timeouts import TIMEOUT_S

if TYPE_CHECKING:
    from steelyard.arena.sandbox.process import Sandbox


def leaves(message: dict[str, Any]) -> bytes | None:
    return b"exit" if message.get("type") == "bye" else None


def scripted(sandbox: ScriptedSandbox) -> Player:
    return Player("scripted", lambda: cast("Sandbox", sandbox))


def test_a_closed_bot_has_no_part_in_a_file_that_gets_its_number() -> None:
    sandbox = ScriptedSandbox(leaves)
    one = scripted(sandbox)
    one.close()
    others, write = os.pipe()
    os.dup2(others, sandbox.stderr)
    os.write(write, b"of another")
    assert one.log_tail() == ""
    one.close()
    for fd in {others, write, sandbox.stderr}:
        os.close(fd)


def test_so_much_of_a_log_is_read_in_a_turn_and_no_more() -> None:
    sandbox = ScriptedSandbox(leaves)
    one = scripted(sandbox)
    read: list[bool] = []
    while not read or read[-1]:
        sandbox.log("x" * CHUNK)
        read.append(one.read_stderr())
    assert len(read) == STDERR_PER_TURN // CHUNK
    one.tell(b"{}\n")
    sandbox.log("in the next turn")
    assert one.read_stderr()
    one.close()


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (None, "it closed its output but kept running"),
        (0, "it ended with exit code 0"),
        (7, "it ended with exit code 7"),
        (-9, "it was killed by signal SIGKILL"),
        (-70, "it was killed by signal 70"),
    ],
)
def test_the_end_of_a_process_in_words(status: int | None, words: str) -> None:
    sandbox = ScriptedSandbox(leaves)
    one = scripted(sandbox)
    sandbox.status = status
    assert (one.ended().fault, one.ended().detail, one.gone) == (Fault.CRASHED, words, True)
    one.close()


def test_a_bot_that_does_not_read_its_input_has_failed_after_a_second(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reads = threading.Event()
    sandbox = ScriptedSandbox(lambda _: b"exit" if reads.wait(TIMEOUT_S) else None)
    one, times = scripted(sandbox), count(0.0, 400.0)
    monkeypatch.setattr(player, "now_ms", lambda: next(times))
    with pytest.raises(BotFailure, match="the pipe has been full for 1 s") as failed:
        one.tell(b"{}\n" + b" " * (1 << 20))
    assert failed.value.fault is Fault.CRASHED
    assert next(times) == 1600.0, "it was looked at until then"
    reads.set()
    sandbox.close()
