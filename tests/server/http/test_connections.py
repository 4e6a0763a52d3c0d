"""What a connection leaves behind when it closes."""

from __future__ import annotations

import asyncio
import gc
import logging
import select
import socket
import struct
import time
from asyncio.selector_events import _SelectorSocketTransport  # type: ignore[attr-defined]
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from typing import TYPE_CHECKING

import httpx
import pytest
from websockets.server import ServerProtocol

from steelyard.server.http import connections
from steelyard.server.http.connections import Request, Socket
from steelyard.server.http.rate_limits import Refused
from steelyard.server.process import configured
from tests.server.running_server import ME, OPEN, Guest, RunningServer
from tests.timeouts import TIMEOUT_S, wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def nobody_collecting() -> Iterator[None]:
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def test_a_closed_connection_is_forgotten_without_the_garbage_collector(quick_server: RunningServer) -> None:
    kinds = (Request, Socket, ServerProtocol, _SelectorSocketTransport)

    def left() -> int:
        return sum(type(each) in kinds for each in gc.get_objects())

    with nobody_collecting():
        before = left()
        for _ in range(3):
            with Guest(quick_server.address) as guest:
                table = guest.sets_up("tank_war", OPEN, ME)["id"]
                with guest.follows(table) as page:
                    page.until("snapshot")
                    assert left() >= before + 5  # two for the request, three for the socket
            with line_to(quick_server) as many:  # one after another, of which no answer is waited for
                many.sendall(
                    20 * f"GET /api/openapi.json HTTP/1.1\r\nHost: {quick_server.address}\r\n\r\n".encode()
                )
                many.recv(1)
        wait_until(lambda: left() == before)


def test_small_messages_are_not_held_back(quick_server: RunningServer) -> None:
    with Guest(quick_server.address) as guest:
        table = guest.sets_up("tank_war", OPEN, ME)["id"]
        with guest.follows(table) as page:
            page.until("snapshot")
            open_now = [each for each in gc.get_objects() if type(each) is _SelectorSocketTransport]
            server = [each.get_extra_info("socket") for each in open_now if each.get_protocol() is not None]
            assert len(server) >= 2
            assert all(each.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) for each in server)


def line_to(server: RunningServer) -> socket.socket:
    host, port = server.address.split(":")
    return socket.create_connection((host, int(port)), TIMEOUT_S)


def is_cut(line: socket.socket) -> bool:
    """Whether the server has closed the line; waits for it, and reads whatever came before."""
    line.settimeout(TIMEOUT_S)
    try:
        while line.recv(1 << 16):
            pass
    except ConnectionError:
        return True
    except TimeoutError:
        return False
    return True


def is_cut_while(line: socket.socket, said: bytes) -> bool:
    """Whether the server closes the line because that is said again and again; no answer is read.

    The buffers of the two sockets may take all of it before the server reads any.
    """
    try:
        for _ in range(10_000):
            line.sendall(said)
    except ConnectionError:
        return True
    closed = select.poll()
    closed.register(line, select.POLLRDHUP)
    return bool(closed.poll(TIMEOUT_S * 1000))


def lose_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HEAD_S", "BODY_S", "UNREAD_S"):
        monkeypatch.setattr(connections, name, 0.05)


@pytest.fixture
def watchful(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "LOOK_S", 0.05)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    lose_patience(monkeypatch)


HEAD = "POST /api/view HTTP/1.1\r\nHost: here\r\nX-Steelyard: 1\r\nContent-Type: application/json\r\n"


@pytest.mark.usefixtures("watchful", "impatient")
@pytest.mark.parametrize("said", ["", "GET / HT", HEAD, f"{HEAD}Content-Length: 100\r\n\r\n{{"])
def test_a_connection_that_says_too_little_is_closed(quick_server: RunningServer, said: str) -> None:
    """Nothing at all, half of a head, or a body that does not go on."""
    with line_to(quick_server) as line:
        line.sendall(said.encode())
        assert is_cut(line)
    wait_until(lambda: len(quick_server.app.state.connection_limits) == 0)


@pytest.mark.usefixtures("watchful")
def test_a_connection_waits_for_its_next_request_but_not_for_the_rest_of_a_head(
    quick_server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(HTTPConnection(quick_server.address, timeout=TIMEOUT_S)) as asking:
        for _ in range(3):
            asking.request("GET", "/api/me")
            assert asking.getresponse().read()
            asking.auto_open = 0  # the same line for all requests
            lose_patience(monkeypatch)  # not before: on a busy machine a request comes late on a new line
            time.sleep(10 * connections.HEAD_S)
        asking.sock.sendall(b"GET /api/me HT")
        assert is_cut(asking.sock)


def test_the_server_keeps_a_connection_longer_than_those_who_ask(quick_server: RunningServer) -> None:
    """Otherwise it may close one on which a request is on its way, which is lost."""
    caddy_s, httpx_s = 120, httpx.Limits().keepalive_expiry
    assert httpx_s is not None
    config = configured(quick_server.app, quick_server.app.state.settings)
    assert config.timeout_keep_alive > max(caddy_s, httpx_s)


@pytest.mark.usefixtures("watchful", "impatient")
def test_a_connection_that_does_not_read_its_answers_is_closed(quick_server: RunningServer) -> None:
    """Even one that asks on and on: what it does not take is not kept."""
    with line_to(quick_server) as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        assert is_cut_while(line, b"GET /api/openapi.json HTTP/1.1\r\nHost: here\r\n\r\n" * 100)
    wait_until(lambda: len(quick_server.app.state.connection_limits) == 0)


def test_a_socket_that_sends_nothing_but_pings_is_closed(quick_server: RunningServer) -> None:
    with Guest(quick_server.address) as ada, line_to(quick_server) as line:
        table = ada.sets_up("tank_war", OPEN, ME)["id"]
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.sendall(
            f"GET /ws/tables/{table} HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: c3RlZWx5YXJkIHN0ZWVsIQ==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        ping = bytes([0x89, 0x80 | 125, 0, 0, 0, 0]) + bytes(125)
        assert is_cut_while(line, ping * 100)


def test_one_address_has_only_so_many_connections_open() -> None:
    connection_limits = connections.ConnectionLimits(2, lambda where: where != "192.0.2.66")

    class Transport(asyncio.Transport):
        def __init__(self, peer: str) -> None:
            super().__init__({"peername": (peer, 1)})

    async def knocks() -> list[bool]:
        one, two, three = (Transport(f"2001:db8::{number}") for number in (1, 2, 3))
        taken = [connection_limits.comes_in(each) for each in (one, two, three)]
        connection_limits.goes(two)
        others = [Transport(peer) for peer in ("192.0.2.1", "192.0.2.66", *["127.0.0.1"] * 3)]
        return [*taken, connection_limits.comes_in(three), *map(connection_limits.comes_in, others)]

    assert asyncio.run(knocks()) == [True, True, False, True, True, False, True, True, True]


UPGRADE = (
    "GET /ws/tables/aaaaaaaaaa HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


def test_sockets_that_are_refused_or_left_fill_no_log(
    quick_server: RunningServer, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise Refused("too many requests", 1)

    host, port = quick_server.address.split(":")
    library = logging.getLogger("uvicorn.error")
    library.addHandler(caplog.handler)
    try:
        monkeypatch.setattr(quick_server.app.state.rate_limits, "admit", refuse)
        for _ in range(3):
            with socket.create_connection((host, int(port)), timeout=TIMEOUT_S) as line:
                line.sendall(UPGRADE.encode())
                assert b" 429 " in line.recv(1000)
        monkeypatch.undo()
        for _ in range(50):
            with socket.create_connection((host, int(port)), timeout=TIMEOUT_S) as line:
                line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # a reset
                line.sendall(UPGRADE.encode())
        wait_until(lambda: not len(quick_server.app.state.connection_limits))
    finally:
        library.removeHandler(caplog.handler)
    assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == []


CHUNKED = f"{HEAD}Transfer-Encoding: chunked\r\n\r\n"


@pytest.mark.parametrize(
    ("said", "on_and_on"),
    [
        (HEAD, "X-Another: header\r\n"),
        (f"{HEAD}X-Long: ", "x" * 1000),
        ("GET /", "x" * 1000),
        (f"{CHUNKED}0\r\n", "X-Another: trailer\r\n"),
        (f"{CHUNKED}0\r\nX-Long: ", "x" * 1000),
        (f"{CHUNKED}1;", "x" * 1000),
    ],
    ids=["headers", "a header", "an address", "trailers", "a trailer", "a chunk's extension"],
)
def test_a_head_without_an_end_is_not_kept(quick_server: RunningServer, said: str, on_and_on: str) -> None:
    with line_to(quick_server) as line:
        line.sendall(said.encode())
        assert is_cut_while(line, on_and_on.encode())
    wait_until(lambda: len(quick_server.app.state.connection_limits) == 0)
