"""A running bot: what is written to it and read from it, without a process."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, cast

from steelyard.arena.referee.player import Player
from tests.arena.scripted import ScriptedSandbox

if TYPE_CHECKING:
    from steelyard.arena.sandbox.process import Sandbox


def leaves(message: dict[str, Any]) -> bytes | None:
    return b"exit" if message["type"] == "bye" else None


def scripted(sandbox: ScriptedSandbox) -> Player:
    return Player("scripted", "scripted", lambda: cast("Sandbox", sandbox))


def test_a_closed_bot_has_no_part_in_a_file_that_gets_its_number() -> None:
    sandbox = ScriptedSandbox(leaves)
    one = scripted(sandbox)
    one.close()
    others, write = os.pipe()
    os.dup2(others, sandbox.stderr)
    os.write(write, b"of another")
    assert one.log_tail() == ""
    for fd in {others, write, sandbox.stderr}:
        os.close(fd)
