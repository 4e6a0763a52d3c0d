"""A bot behind a web socket, from both ends: `steelyard connect` at home, and the bridge in the arena."""

from __future__ import annotations

import io
import os
import sys
import threading
from contextlib import contextmanager
from itertools import count
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.server import ServerConnection, serve

from steelyard.arena.remote import TICKET_VARIABLE, bridge, client
from steelyard.arena.remote.client import CannotConnect, connected
from tests.timeouts import TIMEOUT_S, wait_until

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from websockets.sync.client import ClientConnection

ECHO = "import sys\nfor line in sys.stdin: print('heard ' + line.strip(), flush=True)"
DEAF = "import sys, time\nprint('here', flush=True)\ntime.sleep(600)"
BYE = '{"type":"bye"}'


def say(text: str, *, error: bool = False) -> None:
    """As the command line does."""
    (sys.stderr if error else sys.stdout).write(text + "\n")


@contextmanager
def serving(converse: Callable[[ServerConnection], None]) -> Iterator[str]:
    """The address of a server that talks so to whoever comes."""
    with serve(converse, "127.0.0.1", 0, compression=None) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"ws://127.0.0.1:{server.socket.getsockname()[1]}"
        finally:
            server.shutdown()
            thread.join(TIMEOUT_S)


def python(program: str) -> list[str]:
    return [sys.executable, "-c", program]


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "AGAIN_S", 0.0)


def test_each_game_has_a_process_of_its_own_and_the_line_is_taken_up_again() -> None:
    told: list[str] = []

    def converse(connection: ServerConnection) -> None:
        assert connection.request is not None
        told.append(connection.request.headers["Authorization"])
        if len(told) == 3:
            connection.close(client.REPLACED, "another one came")
            return
        for said in ("one", b"two\n", BYE):
            connection.send(said)
            told.append(cast("str", connection.recv(timeout=TIMEOUT_S)))
            if len(told) == 2:
                connection.close()  # in the middle of a game
                return

    with (
        serving(converse) as address,
        pytest.raises(CannotConnect, match="disconnected the bot: another one"),
    ):
        connected(address, "secret", python(ECHO), say)
    assert told == ["Bearer secret", "heard one", "Bearer secret"]


def test_a_bot_that_ends_by_itself_ends_its_connection_too(capfd: pytest.CaptureFixture[str]) -> None:
    visits = count()
    closed: list[tuple[int, str]] = []

    def converse(connection: ServerConnection) -> None:
        if next(visits):
            connection.close(client.REFUSED, "enough")
            return
        connection.send("a question")
        with pytest.raises(ConnectionClosed) as ended:
            connection.recv(timeout=TIMEOUT_S)
        assert ended.value.rcvd is not None
        closed.append((ended.value.rcvd.code, ended.value.rcvd.reason))

    with serving(converse) as address, pytest.raises(CannotConnect, match="enough"):
        connected(address, "", python("pass"), say)
    assert closed == [(1001, "the bot has ended")]
    assert "the bot has ended unexpectedly" in capfd.readouterr().err


def test_a_bot_that_leaves_at_once_when_told_bye_keeps_its_connection(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tell, said, closed = client.Process.tell, list[str](), list[str]()

    def tell_and_lag(process: client.Process, line: bytes) -> None:
        """As on a busy machine: the bot has left before its client goes on."""
        tell(process, line)
        if line.decode() == BYE:
            output = process._process.stdout
            assert output is not None
            wait_until(lambda: output.closed)

    class Connection:
        close_code = 1000

        def __iter__(self) -> Iterator[str]:
            yield from ["hello", BYE]

        def send(self, _text: str) -> None:
            """It says nothing."""

        def close(self, _code: int, why: str) -> None:
            closed.append(why)

    monkeypatch.setattr(client.Process, "tell", tell_and_lag)
    connection = cast("ClientConnection", Connection())
    client._serve(connection, python("input(); input()"), lambda text, **_: said.append(text))
    assert not closed
    assert not said


def test_one_that_does_not_leave_after_bye_is_killed_and_nonsense_is_handed_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(client, "EXIT_S", 0.1)
    said: list[object] = []

    def converse(connection: ServerConnection) -> None:
        for game in range(2):
            connection.send(f"nonsense {game}")
            said.append(connection.recv(timeout=TIMEOUT_S))
            connection.send(BYE)
        connection.close(client.REFUSED, "enough")

    with serving(converse) as address, pytest.raises(CannotConnect, match="enough"):
        connected(address, "", python(DEAF), say)
    assert said == ["here", "here"]


def test_what_cannot_be_started_or_reached_is_told_in_one_line(capfd: pytest.CaptureFixture[str]) -> None:
    with (
        serving(lambda connection: connection.send("hello")) as address,
        pytest.raises(CannotConnect, match="/no/such/bot cannot be started: No such file"),
    ):
        connected(address, "", ["/no/such/bot"], say)
    with pytest.raises(CannotConnect, match="isn't a valid URI"):
        connected("nonsense", "", ["/no/such/bot"], say)

    def give_up(_: float) -> None:
        raise KeyboardInterrupt

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(client, "time", SimpleNamespace(sleep=give_up))
        with pytest.raises(KeyboardInterrupt):
            connected("ws://127.0.0.1:1", "", ["/no/such/bot"], say)
    assert "Connection refused; trying again" in capfd.readouterr().err


# The bridge: the other end, which the referee starts as if it were the bot.
def crossed(
    monkeypatch: pytest.MonkeyPatch, address: str, said: bytes, *, stays: bool = False
) -> tuple[int, bytes]:
    """How a bridge ended, and what it wrote, whose referee said so much and then left or stayed."""
    out = io.BytesIO()
    stay = threading.Event() if stays else None
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=_lines(said, stay)))
    monkeypatch.setattr(sys, "stdout", SimpleNamespace(buffer=out))
    try:
        return bridge.main(address), out.getvalue()
    finally:
        if stay is not None:
            stay.set()


def _lines(said: bytes, stay: threading.Event | None) -> Iterator[bytes]:
    yield from said.splitlines(keepends=True)
    if stay is not None:
        stay.wait(TIMEOUT_S)


def test_lines_become_messages_and_messages_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[object] = []

    def converse(connection: ServerConnection) -> None:
        for message in connection:
            heard.append(message)
            connection.send("of two\nlines\n" if len(heard) == 1 else b"of bytes")
            if len(heard) == 2:
                connection.close()

    with serving(converse) as address:
        status, out = crossed(monkeypatch, address, b"first\nsecond\n", stays=True)
    assert heard == ["first", "second"]
    assert (status, out) == (0, b"of two lines\nof bytes\n")


def test_a_bridge_shows_its_ticket_and_keeps_it_from_its_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str | None] = []

    def converse(connection: ServerConnection) -> None:
        assert connection.request is not None
        shown.append(connection.request.headers.get("Authorization"))

    with serving(converse) as address:
        monkeypatch.setenv(TICKET_VARIABLE, "secret")
        crossed(monkeypatch, address, b"", stays=True)
        assert TICKET_VARIABLE not in os.environ
        crossed(monkeypatch, address, b"", stays=True)
    assert shown == ["Bearer secret", None]


def test_a_bridge_ends_when_its_referee_leaves(monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[bool] = []

    def converse(connection: ServerConnection) -> None:
        for _ in connection:
            pass
        ended.append(True)

    with serving(converse) as address:
        assert crossed(monkeypatch, address, b"") == (0, b"")
        wait_until(lambda: ended)


def test_a_bridge_that_leads_nowhere_says_so(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    assert crossed(monkeypatch, "ws://127.0.0.1:1", b"") == (1, b"")
    assert "ws://127.0.0.1:1: " in capfd.readouterr().err
