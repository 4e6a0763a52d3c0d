"""The server as a process: it listens, says where, opens the browser if asked, and ends in order."""

from __future__ import annotations

import errno
import gc
import logging
import os
import signal
import socket
import sys
import threading
import webbrowser
from contextlib import closing, contextmanager
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import uvicorn
from uvicorn.config import LOGGING_CONFIG

from steelyard.core.errors import SteelyardError
from steelyard.protocol.lines import LONGEST_LINE
from steelyard.server.accounts.invites import admin_path
from steelyard.server.app import create
from steelyard.server.big_screen import addresses
from steelyard.server.big_screen.addresses import public_url
from steelyard.server.big_screen.current_contest import check_contest
from steelyard.server.database.database import Database
from steelyard.server.database.metadata import metadata
from steelyard.server.database.write_connection import DatabaseWentBack
from steelyard.server.http import connections
from steelyard.server.operations import closed_server, logs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fastapi import FastAPI
    from starlette.applications import Starlette

    from steelyard.server.settings import Settings

ANY_ADDRESS = {"", "0.0.0.0", "::"}  # noqa: S104 - what people say for all of them
SWITCH_S = 0.001  # a thread that draws lets the others run so often
LISTEN_ERRORS = {
    errno.EADDRINUSE: "something else listens there; choose another with --port",
    errno.EADDRNOTAVAIL: "this machine does not have that address; --host 0.0.0.0 listens on all that it has",
    errno.EACCES: "only root may use ports below 1024; choose a higher one with --port, behind a proxy",
}
GRACE_S = 3  # for requests under way when the server is stopped


class CannotListen(SteelyardError):
    """The address is taken, or not ours."""


class _Stoppable(uvicorn.Server):
    """A server that a signal stops."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Being asked to stop is a fine way to end: no signal is raised again afterwards."""
        before = {each: signal.signal(each, self.handle_exit) for each in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for each, handler in before.items():
                signal.signal(each, handler)


class _Server(_Stoppable):
    """Says where it is once it answers."""

    def __init__(self, config: uvicorn.Config, app: FastAPI, address: str, *, browse: bool) -> None:
        super().__init__(config)
        self._app = app
        self._address = address
        self._public_url: str = app.state.settings.public_url or address
        self._browse = browse

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            settings = self._app.state.settings
            addresses.remember(settings.data, self._public_url)
            print(f"Steelyard is on {self._address} (Ctrl-C stops it)", flush=True)  # noqa: T201 - what a person waits for
            if self._app.state.admin_link is not None:
                link = f"{self._public_url}{admin_path(self._app.state.admin_link)}"
                how = "it works once, within a day"
                print(f"Open this link to become the administrator ({how}): {link}", flush=True)  # noqa: T201
                if not settings.admin_link:
                    old = "If you expected an older one, check --data and --database"
                    print(f"This is a new server; its data is in {settings.data}. {old}", flush=True)  # noqa: T201
            elif not self._app.state.account_service.has_administrator:
                how = "open the link of an earlier start, or get a new one with `steelyard admin-link`"
                print(f"There is no administrator yet: {how}", flush=True)  # noqa: T201
            if settings.event:
                print(f"The big screen is {settings.public_url}/event", flush=True)  # noqa: T201
            if self._browse and _has_screen():
                threading.Thread(target=webbrowser.open, args=(self._address,), daemon=True).start()

    async def on_tick(self, counter: int) -> bool:
        """Whether to end: also when nothing can be written any more."""
        return await super().on_tick(counter) or self._app.state.registry.writer.broken is not None


def _has_screen() -> bool:
    """Whether a browser would come up in a window of its own, not over this terminal."""
    return sys.platform == "darwin" or any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))


def serve(settings: Settings, host: str, port: int, *, browse: bool = False) -> int:
    """Run until stopped."""
    with logs.written(settings.log), closing(listen(host, port)) as listening:
        port = listening.getsockname()[1]
        with closing(Database(settings.database, metadata, settings.data)) as database:
            app = _app(settings, database, host, port)
            server = _Server(configured(app, settings), app, public_url(host, port), browse=browse)
            _set_up_interpreter()
            with _plain_failure(app):
                server.run(sockets=[listening.dup()])
        if not server.started:
            return 2
        lost = app.state.registry.writer.broken
        if isinstance(lost, DatabaseWentBack):
            closed = closed_server.create(settings)
            _Stoppable(configured(closed, settings)).run(sockets=[listening])
        if lost is not None:
            raise lost
        return 0


@contextmanager
def _plain_failure(app: FastAPI) -> Iterator[None]:
    """Raises why the app could not start, where uvicorn would log a traceback and exit."""

    def is_ours(_: logging.LogRecord) -> bool:
        return app.state.failure is None

    log = logging.getLogger("uvicorn.error")
    log.addFilter(is_ours)
    try:
        yield
    except SystemExit:
        if app.state.failure is None:
            raise
        raise app.state.failure from None
    finally:
        log.removeFilter(is_ours)


def _app(settings: Settings, database: Database, host: str, port: int) -> FastAPI:
    shown = f"[{host}]" if ":" in host else host
    near = f"ws://127.0.0.1:{port}" if host in ANY_ADDRESS else f"ws://{shown}:{port}"
    found = public_url(host, port, settings.public_url) if settings.event or settings.public_url else ""
    if settings.event_contest is not None:
        check_contest(database.engine, settings.event_contest)
    return create(replace(settings, address=near, public_url=found), database)


def _set_up_interpreter() -> None:
    sys.setswitchinterval(SWITCH_S)
    gc.disable()  # at moments of its own choice it would stop all games; the table registry does it regularly
    gc.freeze()  # nearly all of what was imported stays; the registry looks for the rest within the hour


def configured(app: Starlette, settings: Settings) -> uvicorn.Config:
    """How the app is served, wherever it is."""
    return uvicorn.Config(
        app,
        loop="asyncio",  # not another one that is installed: connections are supervised on asyncio's own
        http=partial(connections.Request, connection_limits=app.state.connection_limits),  # type: ignore[arg-type] # called, no more
        ws=partial(connections.Socket, connection_limits=app.state.connection_limits),  # type: ignore[arg-type]
        ws_per_message_deflate=False,
        ws_max_size=max(settings.limits.message_bytes, LONGEST_LINE),  # bots say more than pages
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        log_config=None if settings.log else LOGGING_CONFIG,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_keep_alive=connections.IDLE_S,  # who closes first may close on a request that is on its way
        timeout_graceful_shutdown=GRACE_S,
    )


def listen(host: str, port: int) -> socket.socket:
    """A socket for that address; its connections send small messages at once."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # TCP by name: asyncio looks at it before it sends small messages without waiting for the last receipt
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except (OSError, OverflowError) as error:
        listening.close()
        raise CannotListen(f"cannot listen on {host}:{port}: {_why_not(error)}") from None
    return listening


def _why_not(error: OSError | OverflowError) -> str:
    """What is wrong with the address, and what would be right."""
    if isinstance(error, OverflowError):
        return "--port is a number from 0 to 65535"
    if isinstance(error, socket.gaierror):
        return "--host is no address and no name that is known here; 0.0.0.0 stands for all addresses"
    return LISTEN_ERRORS.get(error.errno or 0, str(error))
