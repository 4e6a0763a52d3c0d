"""A bot for a whole match: when its process is started, stopped, moved and ended."""

from __future__ import annotations

from contextlib import closing
from typing import Any

import pytest

from steelyard.arena.referee import bot_session
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
