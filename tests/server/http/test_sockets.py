"""Sockets and the sessions they were opened in."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
import sqlalchemy as sql
from starlette.websockets import WebSocket

from steelyard.server.accounts.store import COOKIE, AccountStore, Person
from steelyard.server.http.access import Account
from steelyard.server.http.sockets import SIGNED_OUT, Sockets, accepted
from steelyard.server.settings import Limits


class Page:
    """A browser that opens a socket; `during` happens while its connection is accepted."""

    def __init__(self, people: AccountStore, sockets: Sockets, secret: str) -> None:
        self.during: Any = lambda: None
        self.told: list[dict[str, Any]] = []
        scope = {
            "type": "websocket",
            "path": "/ws/tables/x",
            "headers": [(b"host", b"localhost"), (b"cookie", f"{COOKIE}={secret}".encode())],
            "client": ("127.0.0.1", 1),
            "app": SimpleNamespace(state=SimpleNamespace(sockets=sockets)),
        }
        people.recognise(scope)
        self.socket = WebSocket(scope, self._receive, self._send)

    async def _receive(self) -> dict[str, Any]:
        return {"type": "websocket.connect"}

    async def _send(self, message: Any) -> None:
        self.told.append(message)
        if message["type"] == "websocket.accept":
            self.during()
        await asyncio.sleep(0)


@pytest.mark.parametrize("ends", [False, True])
def test_a_socket_does_not_outlive_a_session_that_ends_while_it_is_accepted(*, ends: bool) -> None:
    people = AccountStore(sql.create_mock_engine("sqlite://", lambda *_: None))  # type: ignore[arg-type]
    sockets = Sockets(Limits(), people.is_open)
    people.put(Person(Account(1, "Ada", "player"), "guest", disabled=False, created_ms=0.0))
    secret, session, _ = people.new_session(1)
    people.begin(session)

    async def opened() -> tuple[str | None, list[dict[str, Any]]]:
        tasks = set()
        people.on_end = lambda ended: sockets.end(
            ended, lambda work: tasks.add(asyncio.get_running_loop().create_task(work))
        )
        page = Page(people, sockets, secret)
        if ends:
            page.during = lambda: people.end([session.id])
        async with accepted(page.socket) as guest:
            await asyncio.gather(*tasks)
            return guest, page.told

    guest, told = asyncio.run(opened())
    if ends:
        assert guest is None
        assert (told[-1]["type"], told[-1]["code"]) == ("websocket.close", SIGNED_OUT)
    else:
        assert (guest, [each["type"] for each in told]) == ("guest", ["websocket.accept"])
