"""A bot for a whole match: when its process is started, stopped, moved and ended."""

from __future__ import annotations

from contextlib import closing
from typing import Any

import pytest

from steelyard.arena.program import not_installed
from steelyard.arena.referee import bot_session
from steelyard.arena.verdicts import BotFailure, Fault
from steelyard.protocol import lines
from tests.arena.scripted import first_legal
from tests.arena.test_between_games import ScriptedSession


def test_a_bot_is_stopped_once_until_it_is_needed() -> None:
    with closing(ScriptedSession("a", first_legal)) as session:
        session.freeze()
        session.player()
        session.freeze()
        session.freeze()
        assert session.sandbox.frozen == ["freeze"]
        session.player()
        session.player()
        assert session.sandbox.frozen == ["freeze", "thaw"]
        session.freeze()
        session.close()
        session.player()
        assert (session.starts, session.sandbox.frozen) == (2, [])


def test_a_bot_moves_to_another_core_and_not_to_its_own() -> None:
    with closing(ScriptedSession("a", first_legal)) as session:
        session.pin(3)
        session.player()
        session.pin(3)
        assert session.sandbox.pinned == []
        session.pin(4)
        session.pin(4)
        assert session.sandbox.pinned == [4]


def test_nothing_is_left_of_a_bot_whose_start_was_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(bot_session, "handshake", interrupted)
    session = ScriptedSession("a", first_legal)
    with pytest.raises(KeyboardInterrupt):
        session.player()
    assert not session.running
    assert session.sandbox.closed


def test_a_program_that_the_shell_does_not_find_is_said_to_be_missing() -> None:
    def not_found(_message: dict[str, Any]) -> bytes:
        session.sandbox.log("sh: 1: true: not found\n")
        return b"half a lineexit"

    session = ScriptedSession("a", not_found)
    with pytest.raises(BotFailure) as failed:
        session.player()
    assert (failed.value.fault, failed.value.detail) == (Fault.FAILED_TO_START, not_installed("true"))
    assert (failed.value.log, failed.value.line) == ("sh: 1: true: not found\n", lines.shown(b"half a line"))
