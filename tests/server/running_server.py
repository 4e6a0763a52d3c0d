"""A whole server on a port of its own, and guests with something like a browser."""

from __future__ import annotations

import asyncio
import json
import ssl
import threading
import time
from contextlib import closing, suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Self, TypeVar

import httpx
import sqlalchemy as sql
import uvicorn
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from steelyard.server.app import create
from steelyard.server.database.database import Database
from steelyard.server.database.metadata import metadata
from steelyard.server.http.access import Account
from steelyard.server.process import configured, listen
from steelyard.server.settings import Limits, Settings
from tests.server import contract
from tests.timeouts import TIMEOUT_S, wait_until

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterator
    from contextlib import AbstractContextManager
    from types import TracebackType

    from steelyard.server.http.access import Role
    from steelyard.server.tables.registry import TableRegistry

T = TypeVar("T")
PASSWORD = "a yard of steel"  # noqa: S105 - of people who do not exist
MARK = {"X-Steelyard": "1"}
GENEROUS = Limits(
    person_cost=10**6,
    address_cost=10**6,
    stranger_cost=10**6,
    total_cost=10**6,
    modest_cost=10**6,
    challenges=10**6,
)
"""Tests ask faster than people."""
ME, OPEN, RANDOM = {"kind": "me"}, {"kind": "open"}, {"kind": "bot", "bot": "random"}
GREEDY = {"kind": "bot", "bot": "greedy"}
TLS = ssl.create_default_context()
"""Once for all clients: reading the certificates takes as long as starting a server."""


def data_of(database: str) -> Path:
    """A database's data folder: the one it is in, or a folder beside the socket of its server."""
    url = sql.make_url(database)
    assert url.database is not None
    folder = Path(url.database)
    return folder.parent if url.drivername == "sqlite" else Path(str(url.query["host"]), f"{folder}-data")


@cache
def empty_tables() -> bytes:
    """A SQLite file with all tables: to copy it is quicker than to make them."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "tables.db"
        Database(f"sqlite:///{file}").close()
        return file.read_bytes()


def opened(database: str) -> Database:
    """A database; a file that is not there yet has all tables from the outset."""
    url = sql.make_url(database)
    file = Path(url.database or "")
    if url.drivername == "sqlite" and not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(empty_tables())
    return Database(database)


class RunningServer:
    """A server in a thread, so that a test can look inside."""

    def __init__(
        self, database: str, limits: Limits | None = None, data: Path | None = None, **more: Any
    ) -> None:
        self._store = opened(database)
        settings = Settings(
            database,
            data or data_of(database),
            limits or GENEROUS,
            move_processes=1,
            analysis_processes=1,
            warm=False,
            watch_pace_ms=0.0,
            **more,
        )
        self.app = create(settings, self._store)
        self._listening = listen("127.0.0.1", 0)
        self.address = f"127.0.0.1:{self._listening.getsockname()[1]}"
        self._server = uvicorn.Server(configured(self.app, settings))
        self._thread = threading.Thread(target=self._run, daemon=True)

    def _run(self) -> None:
        self._loop = asyncio.new_event_loop()
        asyncio.set_event_loop(self._loop)
        with closing(self._loop):
            self._loop.run_until_complete(self._server.serve([self._listening]))

    def __enter__(self) -> Self:
        self._thread.start()
        wait_until(lambda: self._server.started or not self._thread.is_alive())
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.should_exit = True
        self._thread.join(TIMEOUT_S)
        self._listening.close()
        self._store.close()

    @property
    def registry(self) -> TableRegistry:
        registry: TableRegistry = self.app.state.registry
        return registry

    def everything(self) -> dict[str, list[Any]]:
        """All that is in the database."""
        with self._store.engine.connect() as connection:
            return {
                table.name: list(connection.execute(sql.select(table))) for table in metadata.sorted_tables
            }

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        """Run something on the server's own loop."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(TIMEOUT_S)


class Guest:
    """Somebody with a browser; each answer is checked against what this version of the server declares."""

    def __init__(
        self, address: str, name: str | None = None, *, checked: bool = True, comes_from: str = ""
    ) -> None:
        self.address = address
        self.http = httpx.Client(
            base_url=f"http://{address}",
            headers=MARK,
            timeout=TIMEOUT_S,
            event_hooks={"response": [contract.check] if checked else []},
            verify=TLS,
        )
        self.comes_from(comes_from)
        self.http.get("/api/me")
        if name is not None:
            self.http.post("/api/me", json={"name": name})

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.http.close()

    def asks(self, path: str, status: int = 200, **body: Any) -> Any:
        """Post a body, and see that the answer has that status; what it says."""
        answer = self.http.post(path, json=body)
        assert answer.status_code == status, answer.text
        return answer.json() if answer.content else None

    def comes_from(self, address: str) -> None:
        """Have that address from now on, as a proxy on the server's machine reports it."""
        self._forwarded = {"X-Forwarded-For": address} if address else {}
        self.http.headers.update(self._forwarded)

    def registers(self, name: str, password: str = PASSWORD, **more: str) -> dict[str, Any]:
        """Make an account of the guest's own."""
        account: dict[str, Any] = self.asks(
            "/api/account/register", 201, name=name, password=password, **more
        )
        return account

    def signs_in(self, name: str, password: str = PASSWORD) -> dict[str, Any]:
        account: dict[str, Any] = self.asks("/api/account/sign-in", name=name, password=password)
        return account

    def becomes(self, server: RunningServer, role: Role) -> None:
        """Have another role, signed in anew."""
        me = self.http.get("/api/me").json()["account"]
        server.do(
            server.app.state.account_service.change_role(Account(0, "the test", "admin"), me["id"], role)
        )
        self.signs_in(me["name"])

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    def sets_up(self, game: str, *seats: dict[str, str], **terms: Any) -> dict[str, Any]:
        table: dict[str, Any] = self.asks("/api/tables", 201, game=game, seats=list(seats), **terms)
        return table

    def begins(self, other: Guest, game: str = "tank_war", **terms: Any) -> str:
        """A game that another person accepts; its id."""
        name: str = self.asks("/api/challenges", 201, game=game, **terms)["id"]
        other.asks(f"/api/challenges/{name}/accept")
        return name

    def joins(self, table: dict[str, Any]) -> int:
        secret = table["invite"].partition("join=")[2]
        seat: int = self.asks(f"/api/tables/{table['id']}/join", join=secret)["seat"]
        return seat

    def shows(self, table: str, what: str = "") -> Any:
        answer = self.http.get(f"/api/tables/{table}{what}")
        assert answer.status_code == 200, answer.text
        return answer.json()

    def follows(self, table: str, after: int | None = None, *, changes: bool = False) -> Page:
        asked = ["changes=1"] * changes + ([] if after is None else [f"after={after}"])
        query = f"?{'&'.join(asked)}" if asked else ""
        return Page(
            connect(
                f"ws://{self.address}/ws/tables/{table}{query}",
                additional_headers={"Cookie": self.cookie, **self._forwarded},
                max_size=None,
                open_timeout=TIMEOUT_S,
            ),
            after,
        )


def wanted(hear: Callable[[], dict[str, Any]], kind: str, **fields: Any) -> dict[str, Any]:
    """The next message of that kind and with those fields, among others and in time."""
    ends = time.monotonic() + TIMEOUT_S
    while (message := hear())["type"] != kind or any(message.get(name) != fields[name] for name in fields):
        assert time.monotonic() < ends, f"no {kind} {fields} within {TIMEOUT_S:g} s, but {message}"
    return message


class Page:
    """One open page: what it is told, in order and without a gap."""

    def __init__(self, opening: AbstractContextManager[ClientConnection], after: int | None = None) -> None:
        self._opening = opening
        self.seq = after
        self.heard: list[dict[str, Any]] = []

    def __enter__(self) -> Self:
        self.connection = self._opening.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._opening.__exit__(kind, error, trace)

    def next(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self.connection.recv(timeout=TIMEOUT_S))
        self.heard.append(message)
        if "seq" in message:
            if self.seq is not None and message["type"] != "snapshot":
                assert message["seq"] == self.seq + 1, "a message is missing, or came twice"
            self.seq = message["seq"]
        return message

    def drain(self) -> None:
        """Hear what was still on its way when the line was cut."""
        with suppress(ConnectionClosed):
            while True:
                self.next()

    def messages(self) -> Iterator[dict[str, Any]]:
        while True:
            yield self.next()

    def until(self, kind: str, **fields: Any) -> dict[str, Any]:
        """The next message of that kind and with those fields."""
        return wanted(self.next, kind, **fields)

    def says(self, kind: str, **fields: Any) -> None:
        self.connection.send(json.dumps({"type": kind, **fields}))

    def refused(self, kind: str, **fields: Any) -> str:
        """Say something that is not allowed; why it is not."""
        self.says(kind, **fields)
        error: str = self.until("refused")["error"]
        return error


def plays_to_the_end(page: Page, choose: Callable[[list[str]], str]) -> dict[str, Any]:
    """Answer every turn that is ours until the game is over; how it ended."""
    for message in page.messages():
        if message["type"] == "over":
            outcome: dict[str, Any] = message["outcome"]
            return outcome
        if message["type"] == "refused":  # in real time, on a slow machine, a choice can come late
            assert "is over; turn" in message["error"], message
        if message["type"] in {"snapshot", "turn", "seated"}:
            turn = message.get("turn", 0) + 1
            for seat, legal in message.get("legal", {}).items():
                page.says("move", turn=turn, move=choose(legal), seat=int(seat))
    raise AssertionError
