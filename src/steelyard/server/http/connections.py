"""Connections: how many there may be, how slow they may be, and that they are forgotten when they close.

A transport of asyncio keeps a method of its own, a WebSocket a generator that runs in it: both hold on to
themselves, and would stay until the garbage collector looks through everything, which a server with many
games does seldom.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import TYPE_CHECKING, Any, Literal

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from steelyard.server.asyncio_private import forget_reader
from steelyard.server.http.clients import network_of
from steelyard.server.http.sockets import FRAMES, Allowance

if TYPE_CHECKING:
    from asyncio import Transport
    from collections.abc import Callable

LOOK_S = 2.0  # between two looks at all connections
HEAD_S = 15.0  # for the head of a request, from its first byte or the first moment of the connection
IDLE_S = (
    150  # between two requests: longer than clients and proxies keep a connection (Caddy 120 s, nginx 60 s)
)
BODY_S = 120.0  # for its body
UNREAD_S = 20.0  # for the next bytes of an answer to be taken
MOST_UNREAD = 16 << 20  # bytes of answers that wait for one connection
CHUNK = 16 << 10  # bytes that are read at a time, before others get a turn
MOST_HEAD = 64 << 10  # bytes of a head, or of another part that the library keeps until it is whole
PINGS = 5  # a second on a socket: nobody needs more than one in a while
Phase = Literal["head", "body", "answer", "nothing"]
PROXIES = {"127.0.0.1", "::1"}  # a proxy on this machine speaks for many, and counts them itself


class ConnectionLimits:
    """All connections, and what is known of those that keep the server waiting."""

    def __init__(self, most: int, admits: Callable[[str], bool]) -> None:
        self._most = most
        self._admits = admits
        self._open: dict[Transport, _Waiting] = {}
        self._by_address: Counter[str] = Counter()
        self._looking: asyncio.TimerHandle | None = None

    def comes_in(self, transport: Transport) -> bool:
        """Whether a connection may stay; it is watched from now on."""
        where = _address(transport)
        if where not in PROXIES and (self._by_address[where] >= self._most or not self._admits(where)):
            return False
        self._by_address[where] += 1
        self._open[transport] = _Waiting(where, asyncio.get_running_loop().time())
        if self._looking is None:
            self._look_later()
        return True

    def goes(self, transport: Transport) -> None:
        waiting = self._open.pop(transport, None)
        if waiting is not None:
            self._by_address[waiting.address] -= 1
            if not self._by_address[waiting.address]:
                del self._by_address[waiting.address]
        forget_reader(transport)

    def __len__(self) -> int:
        return len(self._open)

    def _look_later(self) -> None:
        self._looking = asyncio.get_running_loop().call_later(LOOK_S, self._look)

    def _look(self) -> None:
        self._looking = None
        now = asyncio.get_running_loop().time()
        for transport, waiting in list(self._open.items()):
            if waiting.too_long(transport, now):
                transport.abort()
        if self._open:
            self._look_later()


class _Waiting:
    """What a connection is waited for, and since when."""

    def __init__(self, address: str, now_s: float) -> None:
        self.address = address
        self._phase: tuple[Phase, Any] = ("head", None)
        self._since_s = now_s
        self._unread = 0
        self._read_s = now_s

    def too_long(self, transport: Transport, now_s: float) -> bool:
        unread = transport.get_write_buffer_size()
        if unread == 0 or unread < self._unread:
            self._read_s = now_s
        self._unread = unread
        protocol: Any = transport.get_protocol()
        phase = protocol.waits_for()
        if phase != self._phase:
            self._phase, self._since_s = phase, now_s
        most_s = {"head": HEAD_S, "body": BODY_S}.get(phase[0], float("inf"))
        return unread > MOST_UNREAD or now_s - self._read_s > UNREAD_S or now_s - self._since_s > most_s


class Request(HttpToolsProtocol):
    """A connection that asks for pages."""

    def __init__(self, *args: Any, connection_limits: ConnectionLimits, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._limits = connection_limits
        self._kept = 0  # bytes that the library may keep: nothing was whole since

    def data_received(self, data: bytes) -> None:
        """The library has no limit of its own."""
        self._kept += len(data)
        super().data_received(data)
        if self._kept > MOST_HEAD:
            self.transport.abort()

    def on_headers_complete(self) -> None:
        self._kept = 0
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._kept = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._kept = 0
        super().on_message_complete()

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override] # as in the library
        super().connection_made(transport)
        transport.max_size = CHUNK  # type: ignore[attr-defined] # asyncio's own, of every transport of sockets
        if not self._limits.comes_in(transport):
            transport.abort()

    def handle_websocket_upgrade(self) -> None:
        super().handle_websocket_upgrade()
        self._forget()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._limits.goes(self.transport)
        self._forget()

    def _forget(self) -> None:
        """The parser and all requests know this connection, and would keep it."""
        self.parser = self.cycle = None  # type: ignore[assignment] # the library does so too
        self.pipeline.clear()

    def waits_for(self) -> tuple[Phase, Any]:
        """What of a request is still to come, and which was the last."""
        if self.cycle is None or self.cycle.response_complete:
            return "nothing" if self.cycle and not self._kept else "head", self.cycle
        return "body" if self.cycle.more_body else "answer", self.cycle


class Socket(WebSocketsSansIOProtocol):
    """A connection that stays open: the same transport, which came in as a request."""

    def __init__(self, *args: Any, connection_limits: ConnectionLimits, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._limits = connection_limits
        self._pings = Allowance(PINGS)

    async def send(self, message: Any) -> None:
        """The library would log two things as errors: somebody leaves early, or is refused with an answer."""
        if self.transport.is_closing() and not self.handshake_complete:
            raise ClientDisconnected
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and not message.get("more_body", False):
            self.handshake_complete = True

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if self.handshake_initiated and not self.close_sent:
            self.scope["extensions"][FRAMES] = self  # type: ignore[assignment] # an object, which ASGI does not expect there

    def write_frame(self, frame: bytes) -> int:
        """Write a frame at once, past the library; how many bytes wait in all.

        Closing is left to the library: after that nothing more is written.
        """
        transport = self.transport
        if self.close_sent or self.disconnected or transport.is_closing():
            return 0
        transport.write(frame)
        return transport.get_write_buffer_size()

    def handle_ping(self) -> None:
        """Answered by the library, which counts nothing."""
        super().handle_ping()
        if self._pings.spend() < 0:
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.conn.parser.close()
        if self.handshake_initiated and hasattr(self, "scope"):
            self.scope["extensions"].pop(FRAMES, None)  # a cycle: it would stay in memory
        self._limits.goes(self.transport)

    def waits_for(self) -> tuple[Phase, Any]:
        """Whoever is there answers pings."""
        return "nothing", None


def _address(transport: Transport) -> str:
    peer = transport.get_extra_info("peername")
    return network_of(str(peer[0])) if peer else ""
