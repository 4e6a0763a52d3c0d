"""Connections that are forgotten as soon as they close.

A transport of asyncio keeps a method of its own, a WebSocket a generator that runs in it: both hold on to
themselves, and would stay until the garbage collector looks through everything, which a server with many
games does seldom.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

if TYPE_CHECKING:
    from asyncio import BaseTransport


class Request(H11Protocol):
    """A connection that asks for pages."""

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        _forget(self.transport)


class Socket(WebSocketsSansIOProtocol):
    """A connection that stays open."""

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.conn.parser.close()
        _forget(self.transport)


def _forget(transport: BaseTransport) -> None:
    vars(transport).pop("_read_ready_cb", None)
