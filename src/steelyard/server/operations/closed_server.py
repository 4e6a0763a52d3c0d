"""What is served where the database went back in time: the reason, to everybody, and nothing else.

Nothing of the server runs any more: no table, no worker, no clock. Pages that are open show the reason, and
`/health` has it, until somebody stops the server.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import Route, WebSocketRoute

from steelyard.server.http import pages
from steelyard.server.http.connections import ConnectionLimits
from steelyard.server.http.error_codes import STATUS
from steelyard.server.http.middleware import SecurityMiddleware
from steelyard.server.http.rate_limits import RateLimits
from steelyard.server.http.responses import error_response, json
from steelyard.server.http.sockets import OF_HTTP, refuse
from steelyard.server.thread_pools import Pools

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.types import Scope
    from starlette.websockets import WebSocket

    from steelyard.server.settings import Settings

CODE = "database_went_back"
WHY = "the database of this server has lost games; nobody can play until its administrator has repaired it"
METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"]


def create(settings: Settings) -> Starlette:
    rate_limits = RateLimits(settings.limits)
    routes = [
        Route("/health", _health),
        Route("/api/{path:path}", _refuse, methods=METHODS),
        pages.STATIC,
        Route("/{path:path}", _page, methods=METHODS),
        WebSocketRoute("/{path:path}", _socket),
    ]
    guard = Middleware(
        SecurityMiddleware, limits=settings.limits, rate_limits=rate_limits, visitors=_Nobody()
    )
    app = Starlette(routes=routes, middleware=[guard])
    app.state.rate_limits, app.state.pools = rate_limits, Pools()
    app.state.connection_limits = ConnectionLimits(settings.limits.connections, rate_limits.connects)
    return app


class _Nobody:
    """Nobody is signed in, since accounts are in the database."""

    def recognise(self, scope: Scope) -> None:
        del scope

    def renewed_cookies(self, scope: Scope) -> list[str]:
        del scope
        return []


async def _health(_: Request) -> Response:
    return json({"live": True, "ready": False, "problems": [WHY]}, STATUS[CODE])


async def _refuse(_: Request) -> Response:
    return error_response(CODE, WHY)


async def _page(request: Request) -> Response:
    return pages.file("closed.html", request, STATUS[CODE])


async def _socket(socket: WebSocket) -> None:
    await socket.accept()
    await refuse(socket, CODE, WHY, OF_HTTP + STATUS[CODE])
