"""What the routes of every feature can ask for: `threads: ThreadsDep`, `writer: WriterDep`.

The plain functions are for code that has a connection and is no route, such as other dependencies.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Annotated, ParamSpec, TypeVar

from fastapi import Depends
from starlette.requests import HTTPConnection

from steelyard.server.database.writer import Writer
from steelyard.server.http.clients import Asker, address, payer, who
from steelyard.server.settings import Settings
from steelyard.server.thread_pools import Pools

if TYPE_CHECKING:
    from collections.abc import Callable

    from steelyard.server.http.rate_limits import RateLimits
    from steelyard.server.http.sockets import Sockets
    from steelyard.server.thread_pools import Payer

P = ParamSpec("P")
T = TypeVar("T")


def pools(connection: HTTPConnection) -> Pools:
    found: Pools = connection.app.state.pools
    return found


def rate_limits(connection: HTTPConnection) -> RateLimits:
    found: RateLimits = connection.app.state.rate_limits
    return found


def sockets(connection: HTTPConnection) -> Sockets:
    found: Sockets = connection.app.state.sockets
    return found


def network(connection: HTTPConnection) -> str | None:
    """A keyed hash of the address that somebody comes from: recognised again, and told to nobody."""
    key: bytes = connection.app.state.network_key
    found = address(connection.scope)
    if not found:
        return None
    return hashlib.blake2b(found.encode(), key=key, person=b"network", digest_size=16).hexdigest()


def asker(connection: HTTPConnection) -> Asker:
    return Asker(who(connection.scope), network(connection))


class Threads:
    """The thread pools, used at the turn of whoever sent the request."""

    def __init__(self, pools: Pools, payer: Payer) -> None:
        self._pools = pools
        self._payer = payer

    async def pages(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._pools.pages.run(self._payer, work, *args, **kwargs)

    async def drawing(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._pools.drawing.run(self._payer, work, *args, **kwargs)

    async def contests(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._pools.contests.run(self._payer, work, *args, **kwargs)

    async def reports(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._pools.reports.run(self._payer, work, *args, **kwargs)


# Asynchronous, because FastAPI would run them in a thread otherwise.
async def _threads(connection: HTTPConnection) -> Threads:
    return Threads(pools(connection), payer(connection.scope))


async def _pools(connection: HTTPConnection) -> Pools:
    return pools(connection)


async def _writer(connection: HTTPConnection) -> Writer:
    found: Writer = connection.app.state.writer
    return found


async def _settings(connection: HTTPConnection) -> Settings:
    found: Settings = connection.app.state.settings
    return found


PoolsDep = Annotated[Pools, Depends(_pools)]
ThreadsDep = Annotated[Threads, Depends(_threads)]
WriterDep = Annotated[Writer, Depends(_writer)]
SettingsDep = Annotated[Settings, Depends(_settings)]
