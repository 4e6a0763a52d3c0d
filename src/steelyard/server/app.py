"""The application: everything put together, started and ended in order."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import SQLAlchemyError
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.routing import WebSocketRoute

import steelyard
from steelyard.core.errors import SteelyardError
from steelyard.server.accounts import admin_routes
from steelyard.server.accounts import routes as accounts_routes
from steelyard.server.accounts.access import routes_of, rule_of, unfold
from steelyard.server.accounts.service import AccountService
from steelyard.server.accounts.store import AccountStore
from steelyard.server.analysis import routes as analysis_routes
from steelyard.server.bots import finished_games, remote, service
from steelyard.server.bots import routes as bots_routes
from steelyard.server.bots import socket as bots_socket
from steelyard.server.bots.store import BotStore
from steelyard.server.compute.pool import ComputePool
from steelyard.server.contests import setup
from steelyard.server.database import identity
from steelyard.server.database.engine import DatabaseUnusable
from steelyard.server.database.writer import Writer
from steelyard.server.event import routes as event
from steelyard.server.http import pages
from steelyard.server.http.connections import ConnectionLimits
from steelyard.server.http.middleware import SecurityMiddleware
from steelyard.server.http.rate_limits import RateLimits
from steelyard.server.http.responses import ApiError, first_mistake, said
from steelyard.server.jobs import supervisor
from steelyard.server.operations import cleanup
from steelyard.server.operations import routes as operations
from steelyard.server.operations.requests import MetricsMiddleware, Observations, classes
from steelyard.server.tables import routes as tables_routes
from steelyard.server.tables import socket as tables_socket
from steelyard.server.tables.live_table import PutAway
from steelyard.server.tables.registry import TableRegistry
from steelyard.server.thread_pools import READS, Pools

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from fastapi import Request
    from starlette.responses import Response
    from starlette.routing import BaseRoute

    from steelyard.server.settings import Settings
    from steelyard.server.tables.store import Store

logger = logging.getLogger(__name__)

HEAD_START_S = 1.0  # for whoever opens the first page, before bots and workers fill the processors


def create(settings: Settings, store: Store) -> FastAPI:
    """The app on its database, which whoever opened it closes afterwards."""
    identity.adopt(store.engine, settings.data)

    @asynccontextmanager
    async def running(app: FastAPI) -> AsyncIterator[None]:
        writer = Writer(store, asyncio.get_running_loop())
        compute_pool = ComputePool(settings.move_processes)
        analysis_pool = ComputePool(settings.analysis_processes)
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(READS, "reads"))
        app.state.studies = analysis_routes.Studies(analysis_pool, settings.limits)
        registry = app.state.registry = TableRegistry(settings, store, writer, compute_pool)
        bot_store = app.state.bot_store = BotStore(store.engine, settings.data)
        app.state.bot_service = service.BotService(
            bot_store, writer, settings.limits, app.state.pools.reports
        )
        key = remote.key(settings.data)
        app.state.bot_connections = bots_socket.BotConnections(key)
        registry.archives.append(partial(finished_games.table, store.engine))
        people.on_end = lambda sessions: app.state.sockets.end(sessions, registry.start)
        people.on_shut = app.state.bot_connections.shut
        try:
            app.state.admin_link = await account_service.open(writer, key)
            await registry.open()
            await setup.open_contest_service(app, registry)
            await run_in_threadpool(app.state.bot_service.set_aside_unknown)  # loads what pages need too
            registry.start(_get_busy(settings, registry))
            registry.start(cleanup.keep_clean(registry))
            yield
        finally:
            await registry.close()
            await asyncio.gather(compute_pool.close(), analysis_pool.close())
            await asyncio.to_thread(writer.close)
            app.state.pools.close()

    app = FastAPI(
        title="Steelyard",
        version=steelyard.__version__,
        description="Tables where people and bots play; live games are followed on a web socket.",
        openapi_url=None,  # written for every request anew; ours is kept
        docs_url=None,
        redoc_url=None,
        lifespan=running,
    )
    people = app.state.people = AccountStore(store)
    account_service = app.state.account_service = AccountService(settings, store, people)
    app.state.sockets = tables_socket.Sockets(settings.limits)
    app.state.rate_limits = RateLimits(settings.limits)
    app.state.connection_limits = ConnectionLimits(
        settings.limits.connections, app.state.rate_limits.connects
    )
    app.state.pools = Pools()
    routes = _add_routes(app, settings)
    app.add_middleware(SecurityMiddleware, limits=settings.limits)
    observations = app.state.observations = Observations()
    app.add_middleware(MetricsMiddleware, observations=observations, known=classes(routes))
    _answer_errors(app)
    return app


def _add_routes(app: FastAPI, settings: Settings) -> list[BaseRoute]:
    app.include_router(tables_routes.router)
    app.include_router(analysis_routes.router)
    app.include_router(accounts_routes.router)
    app.include_router(admin_routes.router)
    app.include_router(operations.router)
    app.include_router(bots_routes.router)
    app.router.routes += [
        WebSocketRoute("/ws/tables/{id}", tables_socket.follow),
        WebSocketRoute("/ws/analysis/{id}", analysis_routes.listen),
        WebSocketRoute("/ws/bots/{id}", bots_socket.at_home),
        WebSocketRoute("/ws/seats/{id}", bots_socket.at_the_board),
        *pages.ROUTES,
        pages.described(app),
    ]
    setup.prepare(app, settings.event_contest)
    event.prepare(app, settings)
    unfold(app.routes)
    routes = list(routes_of(app.routes))
    for route in routes:
        rule_of(route)  # who may use it is said, or there is no server
    return routes


async def _get_busy(settings: Settings, registry: TableRegistry) -> None:
    """What goes on beside the pages."""
    if settings.warm:
        await asyncio.sleep(HEAD_START_S)
        registry.start(registry.compute_pool.warm())
        registry.start(registry.readiness.foresee())
    for lane, place in supervisor.lanes(settings):
        registry.start(supervisor.keep(settings, lane, place))


def _answer_errors(app: FastAPI) -> None:
    """Each kind of mistake as one sentence."""

    @app.exception_handler(ApiError)
    async def answered(_: Request, error: Any) -> Response:
        return said(error.status, error.error, error.headers)

    @app.exception_handler(PutAway)
    async def away(_: Request, error: Exception) -> Response:
        return said(503, str(error))

    @app.exception_handler(DatabaseUnusable)
    async def lost(_: Request, error: Exception) -> Response:
        return said(503, str(error))

    @app.exception_handler(SteelyardError)
    async def mistaken(_: Request, error: Exception) -> Response:
        return said(422, str(error))

    @app.exception_handler(RequestValidationError)
    async def misread(_: Request, error: Any) -> Response:
        return said(422, first_mistake(error))

    @app.exception_handler(SQLAlchemyError)
    async def unkept(_: Request, error: Exception) -> Response:
        logger.error("the database failed", exc_info=error)
        return said(503, "the database does not answer; try again in a moment")

    @app.exception_handler(HTTPException)
    async def refused(request: Request, error: Any) -> Response:
        if error.status_code == 404 and not request.url.path.startswith("/api"):
            return pages.missing(request)
        return said(error.status_code, str(error.detail), error.headers)
