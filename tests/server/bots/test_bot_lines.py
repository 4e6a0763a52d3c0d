"""A bot at home and its game: what either says goes to the other, and who is sent away when."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from steelyard.server.bots import remote, socket
from steelyard.server.bots.socket import BYE, LEFT, NOT_KNOWN, SHUT, BotConnection, BotConnections
from steelyard.server.jobs.queue import Job


class Line:
    """One end of a connection: hears what it is given, then the other end has gone."""

    def __init__(self, *heard: str | bytes, authorization: str = "") -> None:
        self._heard = [
            {"type": "websocket.receive", "text" if isinstance(x, str) else "bytes": x} for x in heard
        ]
        self.sent: list[str] = []
        self.closed: list[tuple[int, str]] = []
        self.headers = {"authorization": authorization} if authorization else {}

    async def receive(self) -> dict[str, Any]:
        return self._heard.pop(0) if self._heard else {"type": "websocket.disconnect"}

    async def send_text(self, text: str) -> None:
        self.sent.append(text)

    async def close(self, code: int, why: str) -> None:
        self.closed.append((code, why))


def home(line: Line, owner: int = 1) -> BotConnection:
    return BotConnection(line, owner)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("says", "hears"),
    [
        ([], [BYE]),
        (["hello", b"turn \xff"], ["hello", "turn \ufffd", BYE]),
        (["hello", f"{BYE}\n"], ["hello", f"{BYE}\n"]),
        ([BYE, "hello"], [BYE, "hello", BYE]),
    ],
)
def test_a_bot_hears_its_game_and_a_goodbye_at_the_end(says: list[str | bytes], hears: list[str]) -> None:
    there = Line()
    asyncio.run(socket._to_home(Line(*says), home(there)))  # type: ignore[arg-type]
    assert there.sent == hears


def test_what_a_bot_says_outside_of_a_game_goes_to_nobody() -> None:
    game = Line()
    bot = home(Line("ready", "move"))
    asyncio.run(socket._from_home(bot))
    bot = home(Line("ready", b"move"))
    bot.seat = game  # type: ignore[assignment]
    asyncio.run(socket._from_home(bot))
    assert game.sent == ["ready", "move"]


def test_a_bot_that_has_gone_leaves_its_game_and_is_told_why() -> None:
    there, game = Line(), Line()
    bot = home(there)
    bot.seat = game  # type: ignore[assignment]
    bot.why = (NOT_KNOWN, "the token has changed")
    asyncio.run(socket._hang_up(bot))
    assert game.closed == [(LEFT, "the bot has gone")]
    assert there.closed == [(NOT_KNOWN, "the token has changed")]


def test_the_bots_of_a_shut_account_are_sent_away_and_no_others() -> None:
    connections = BotConnections(b"a secret")
    connections.homes = {name: home(Line(), owner) for name, owner in (("a", 1), ("b", 2), ("c", 1))}
    every = dict(connections.homes)
    connections.shut(1)
    assert [*connections.homes] == ["b"]
    assert [each.leaving.is_set() for each in every.values()] == [True, False, True]
    assert every["a"].why == (NOT_KNOWN, SHUT)


def test_a_bot_whose_token_changes_is_sent_away_and_what_was_looked_up_before_counts_no_longer() -> None:
    connections = BotConnections(b"a secret")
    bot = connections.homes["a"] = home(Line())
    connections.change_token("a")
    connections.change_token("a")
    assert (connections.changes["a"], connections.changes["b"]) == (2, 0)
    assert connections.homes == {}
    assert bot.leaving.is_set()
    assert bot.why == (NOT_KNOWN, "the token has changed")


def test_a_ticket_is_for_one_bot_one_job_and_one_attempt() -> None:
    connections, job = BotConnections(b"a secret"), Job(7, "ladder", {}, 1, 2)
    ticket = remote.ticket(b"a secret", "a", job)
    assert connections.job_of("a", ticket) == (7, 2)
    assert connections.job_of("b", ticket) is None
    assert connections.job_of("a", ticket.replace("7", "8", 1)) is None
    assert BotConnections(b"another").job_of("a", ticket) is None


@pytest.mark.parametrize(
    ("header", "token"),
    [("Bearer x", "x"), ("bearer  x ", "x"), ("Basic x", ""), ("Bearer", ""), ("", "")],
)
def test_a_token_is_shown_as_a_bearers(header: str, token: str) -> None:
    shown = SimpleNamespace(headers={"authorization": header} if header else {})
    assert socket._bearer_token(shown) == token  # type: ignore[arg-type]
