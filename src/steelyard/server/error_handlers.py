"""What every kind of error becomes: a status, and a body with a sentence and a code."""

from __future__ import annotations

import errno
import logging
from typing import TYPE_CHECKING, Any

from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.websockets import WebSocket

from steelyard.core.errors import SteelyardError
from steelyard.server.database.engine import DatabaseUnusable
from steelyard.server.http import pages
from steelyard.server.http.error_codes import code_of
from steelyard.server.http.responses import ApiError, error_response, first_mistake
from steelyard.server.http.sockets import OF_HTTP, refuse
from steelyard.server.tables.live_table import TableReloading
from steelyard.server.tables.log import TableDamaged
from steelyard.server.thread_pools import QueueFull

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from fastapi import FastAPI
    from starlette.requests import HTTPConnection, Request
    from starlette.responses import Response

logger = logging.getLogger(__name__)

BUSY_S = "2"
FULL = {errno.ENOSPC, errno.EDQUOT}


async def _api_error(connection: HTTPConnection, error: Any) -> Response | None:
    if isinstance(connection, WebSocket):  # by a dependency, before the socket was accepted
        await connection.accept()
        await refuse(connection, error.code, error.error, OF_HTTP + error.status)
        return None
    return error_response(error.code, error.error, error.headers)


async def _table_reloading(_: Request, error: Exception) -> Response:
    return error_response("table_reloading", str(error))


async def _table_damaged(_: Request, error: Exception) -> Response:
    return error_response("table_damaged", str(error))


async def _database_unusable(_: Request, error: Exception) -> Response:
    return error_response("database_unavailable", str(error))


async def _database_failed(request: Request, error: Exception) -> Response:
    request.app.state.registry.database_failures.log(error)
    return error_response("database_unavailable", "the database does not answer; try again in a moment")


async def _machine_failed(connection: HTTPConnection, error: OSError) -> Response:
    """A full disk is the operator's to mend; anything else is our mistake."""
    if error.errno not in FULL or isinstance(connection, WebSocket):
        raise error
    logger.error("the disk is full", exc_info=error)
    return error_response(
        "disk_full", "the disk of this server is full, so nothing was kept; tell its administrator"
    )


async def _queue_full(_: Request, error: Exception) -> Response:
    return error_response("server_busy", str(error), {"Retry-After": BUSY_S})


async def _invalid(_: Request, error: Any) -> Response:
    return error_response(code_of(error), str(error), status=422)


async def _malformed(_: Request, error: Any) -> Response:
    return error_response("malformed_request", first_mistake(error))


async def _http_error(request: Request, error: Any) -> Response:
    if error.status_code == 404 and not request.url.path.startswith("/api"):
        return pages.missing(request)
    code = {404: "not_found", 405: "method_not_allowed"}.get(error.status_code, "http_error")
    return error_response(code, str(error.detail), error.headers, error.status_code)


HANDLERS: dict[type[Exception], Callable[[Any, Any], Awaitable[Response | None]]] = {
    ApiError: _api_error,
    QueueFull: _queue_full,
    TableReloading: _table_reloading,
    TableDamaged: _table_damaged,
    DatabaseUnusable: _database_unusable,
    SteelyardError: _invalid,
    RequestValidationError: _malformed,
    SQLAlchemyError: _database_failed,
    OSError: _machine_failed,
    HTTPException: _http_error,
}


def add_error_handlers(app: FastAPI) -> None:
    for kind, handler in HANDLERS.items():
        app.add_exception_handler(kind, handler)  # type: ignore[arg-type] # some answer sockets, some requests
