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
from steelyard.server import identity, pages, resources, sockets, studies
from steelyard.server.accounts import organising
from steelyard.server.accounts import resources as account_resources
from steelyard.server.accounts.access import routes_of, rule_of, unfold
from steelyard.server.accounts.desk import Desk
from steelyard.server.accounts.people import People
from steelyard.server.admission import Admission
from steelyard.server.answering import Answer, first_mistake, said
from steelyard.server.bots import archive, handing, remote, switchboard
from steelyard.server.bots import resources as bots_resources
from steelyard.server.bots.shelf import Shelf
from steelyard.server.connections import Door
from steelyard.server.contests import joining
from steelyard.server.crew import Crew
from steelyard.server.database import DatabaseUnusable
from steelyard.server.event import showing as event
from steelyard.server.guarding import Guard
from steelyard.server.hall import Hall
from steelyard.server.ledger import Ledger
from steelyard.server.live import PutAway
from steelyard.server.operations import cleanup
from steelyard.server.operations import resources as operations
from steelyard.server.operations.observing import Observations, Observed, classes
from steelyard.server.pools import READS, Pools
from steelyard.server.workshop import keeping

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from fastapi import Request
    from starlette.responses import Response
    from starlette.routing import BaseRoute

    from steelyard.server.settings import Settings
    from steelyard.server.store import Store

logger = logging.getLogger(__name__)

HEAD_START_S = 1.0  # for whoever opens the first page, before bots and workers fill the processors


def create(settings: Settings, store: Store) -> FastAPI:
    """The app on its database, which whoever opened it closes afterwards."""
    identity.adopt(store.engine, settings.data)

    @asynccontextmanager
    async def running(app: FastAPI) -> AsyncIterator[None]:
        ledger = Ledger(store, asyncio.get_running_loop())
        crew, scholars = Crew(settings.workers), Crew(settings.scholars)
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(READS, "reads"))
        app.state.studies = studies.Studies(scholars, settings.limits)
        hall = app.state.hall = Hall(settings, store, ledger, crew)
        shelf = app.state.shelf = Shelf(store.engine, settings.data)
        app.state.counter = handing.Counter(shelf, ledger, settings.limits, app.state.pools.reports)
        key = remote.key(settings.data)
        app.state.switchboard = switchboard.Switchboard(key)
        hall.archives.append(partial(archive.table, store.engine))
        people.on_end = lambda sessions: app.state.sockets.end(sessions, hall.start)
        people.on_shut = app.state.switchboard.shut
        try:
            app.state.admin_link = await desk.open(ledger, key)
            await hall.open()
            await joining.open_office(app, hall)
            await run_in_threadpool(app.state.counter.set_aside_unknown)  # loads what pages need too
            hall.start(_get_busy(settings, hall))
            hall.start(cleanup.keep_clean(hall))
            yield
        finally:
            await hall.close()
            await asyncio.gather(crew.close(), scholars.close())
            await asyncio.to_thread(ledger.close)
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
    people = app.state.people = People(store)
    desk = app.state.desk = Desk(settings, store, people)
    app.state.sockets = sockets.Sockets(settings.limits)
    app.state.admission = Admission(settings.limits)
    app.state.door = Door(settings.limits.connections, app.state.admission.connects)
    app.state.pools = Pools()
    routes = _add_routes(app, settings)
    app.add_middleware(Guard, limits=settings.limits)
    observations = app.state.observations = Observations()
    app.add_middleware(Observed, observations=observations, known=classes(routes))
    _answer_errors(app)
    return app


def _add_routes(app: FastAPI, settings: Settings) -> list[BaseRoute]:
    app.include_router(resources.router)
    app.include_router(studies.router)
    app.include_router(account_resources.router)
    app.include_router(organising.router)
    app.include_router(operations.router)
    app.include_router(bots_resources.router)
    app.router.routes += [
        WebSocketRoute("/ws/tables/{id}", sockets.follow),
        WebSocketRoute("/ws/analysis/{id}", studies.listen),
        WebSocketRoute("/ws/bots/{id}", switchboard.at_home),
        WebSocketRoute("/ws/seats/{id}", switchboard.at_the_board),
        *pages.ROUTES,
        pages.described(app),
    ]
    joining.prepare(app, settings.event_contest)
    event.prepare(app, settings)
    unfold(app.routes)
    routes = list(routes_of(app.routes))
    for route in routes:
        rule_of(route)  # who may use it is said, or there is no server
    return routes


async def _get_busy(settings: Settings, hall: Hall) -> None:
    """What goes on beside the pages."""
    if settings.warm:
        await asyncio.sleep(HEAD_START_S)
        hall.start(hall.crew.warm())
        hall.start(hall.readiness.foresee())
    for lane, place in keeping.lanes(settings):
        hall.start(keeping.keep(settings, lane, place))


def _answer_errors(app: FastAPI) -> None:
    """Each kind of mistake as one sentence."""

    @app.exception_handler(Answer)
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
