"""The application: everything put together, started and ended in order."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING

from fastapi import FastAPI
from sqlalchemy.exc import SQLAlchemyError
from starlette.concurrency import run_in_threadpool

import steelyard
from steelyard import games
from steelyard.server import key_files
from steelyard.server.accounts.service import AccountService
from steelyard.server.accounts.store import AccountStore
from steelyard.server.analysis.store import ReviewStore
from steelyard.server.analysis.studies import Studies
from steelyard.server.bots import remote
from steelyard.server.bots import socket as bots_socket
from steelyard.server.bots.service import BotService
from steelyard.server.bots.store import BotStore
from steelyard.server.compute.pool import ComputePool
from steelyard.server.contests import setup
from steelyard.server.database import identity
from steelyard.server.database.engine import unusable
from steelyard.server.database.writer import Writer
from steelyard.server.deletion.service import AccountDeletion
from steelyard.server.error_handlers import add_error_handlers
from steelyard.server.http import documentation, pages
from steelyard.server.http.access import rule_of
from steelyard.server.http.connections import ConnectionLimits
from steelyard.server.http.lazy_routes import LazyRoute, LazyRoutes
from steelyard.server.http.middleware import SecurityMiddleware
from steelyard.server.http.rate_limits import RateLimits
from steelyard.server.http.sockets import Sockets
from steelyard.server.jobs import supervisor
from steelyard.server.mail.service import MailService
from steelyard.server.mail.store import MailStore
from steelyard.server.operations import cleanup
from steelyard.server.operations.metrics import Figures
from steelyard.server.operations.request_metrics import MetricsMiddleware, Observations, classes
from steelyard.server.people import challenge_routes
from steelyard.server.people import routes as people_routes
from steelyard.server.people.rating_counter import RatingCounter
from steelyard.server.people.service import PeopleService
from steelyard.server.people.store import PeopleStore
from steelyard.server.puzzles.store import PuzzleStore
from steelyard.server.tables import finished_games, position_routes, share_routes
from steelyard.server.tables import routes as tables_routes
from steelyard.server.tables import socket as tables_socket
from steelyard.server.tables.changes import ORDER
from steelyard.server.tables.registry import TableRegistry
from steelyard.server.tables.setup import described
from steelyard.server.tables.store import TableStore
from steelyard.server.thread_pools import READS, Pools
from steelyard.server.tournaments import routes as tournaments_routes
from steelyard.server.tournaments.runner import TournamentRunner
from steelyard.server.tournaments.service import TournamentService
from steelyard.server.tournaments.store import TournamentStore

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable, Iterator

    from starlette.routing import BaseRoute

    from steelyard.server.database.database import Database
    from steelyard.server.settings import MailSettings, Settings

logger = logging.getLogger(__name__)

ROUTERS = (
    tables_routes.router,
    position_routes.router,
    share_routes.router,
    share_routes.embed_router,
    tables_socket.router,
    bots_socket.router,
    challenge_routes.router,
    people_routes.router,
    tournaments_routes.router,
)
"""For the first page and the pages of games, and what belongs to services that run from the start."""
LATER_ROUTES = tuple(
    LazyRoutes(*addresses, modules=tuple(f"steelyard.server.{name}" for name in modules))
    for modules, addresses in {
        ("analysis.routes", "analysis.socket"): ("/api/analysis", "/api/tables/", "/ws/analysis/"),
        ("accounts.routes",): ("/api/account",),
        ("accounts.admin_routes",): ("/api/people", "/api/invites", "/api/audit"),
        ("deletion.routes",): ("/api/account/delete", "/api/people/"),
        ("operations.routes",): ("/health", "/metrics"),
        ("bots.routes", "bots.ladder_routes", "bots.remote_routes", "contests.lost_routes"): (
            "/api/kits",
            "/api/bots",
            "/api/ladder/",
            "/api/opponents",
        ),
        ("contests.team_routes", "contests.routes", "contests.manage_routes", "contests.socket"): (
            "/api/contests",
            "/ws/contests/",
        ),
        ("big_screen.routes",): ("/api/event",),
        ("puzzles.routes",): ("/api/puzzles",),
        ("mail.routes",): ("/api/mail",),
    }.items()
)
"""Everything else, imported when it is first needed or once the first page had its time."""
LAST_COMMITS_S = 4.0  # for a database that does not answer when the server is stopped
HEAD_START_S = 1.0  # for whoever opens the first page, before other work fills the processors


def create(settings: Settings, database: Database) -> FastAPI:
    """The app on its database, which the caller closes afterwards."""
    identity.adopt(database.engine, settings.data)
    keys = remote.key(settings.data), key_files.key(settings.data / key_files.NAMES)

    @asynccontextmanager
    async def running(app: FastAPI) -> AsyncIterator[None]:
        try:
            async with _services(app, settings, database, *keys):
                yield
        except SQLAlchemyError as error:
            state.failure = unusable(error)
            raise

    app = FastAPI(
        title="Steelyard",
        version=steelyard.__version__,
        description="Tables where people and bots play; live games are followed on a web socket.",
        openapi_url=None,  # written for every request anew; ours is kept
        docs_url=None,
        redoc_url=None,
        lifespan=running,
    )
    state = app.state
    state.settings = settings
    state.failure = None  # why the app could not start, where that is the database's fault
    state.people = AccountStore(database.engine)
    state.account_service = AccountService(settings, database.engine, state.people)
    state.sockets = Sockets(settings.limits, state.people.is_open)
    state.rate_limits = RateLimits(settings.limits)
    state.connection_limits = ConnectionLimits(settings.limits.connections, state.rate_limits.connects)
    state.pools = Pools()
    _add_routes(app, settings)
    app.add_middleware(
        SecurityMiddleware,
        limits=settings.limits,
        rate_limits=state.rate_limits,
        visitors=state.account_service,
    )
    state.observations = Observations()
    app.add_middleware(MetricsMiddleware, observations=state.observations, known=classes(_addresses(app)))
    add_error_handlers(app)
    return app


@asynccontextmanager
async def _services(
    app: FastAPI, settings: Settings, database: Database, key: bytes, names_key: bytes
) -> AsyncIterator[None]:
    """What runs while the app does; routes get it by their dependencies."""
    loop, state = asyncio.get_running_loop(), app.state
    loop.set_default_executor(ThreadPoolExecutor(READS, "reads"))
    writer = state.writer = Writer(database, loop, ORDER)
    compute_pool = ComputePool(settings.move_processes)
    analysis_pool = ComputePool(settings.analysis_processes, cluster=settings.ray)
    store = TableStore(database.engine)
    state.puzzle_store = PuzzleStore(database.engine)
    state.bot_store = BotStore(database.engine, settings.data)
    registry = state.registry = TableRegistry(settings, store, state.bot_store, writer, compute_pool)
    state.studies = Studies(analysis_pool, settings.limits)
    state.reviews = ReviewStore(database.engine, writer)
    state.bot_service = BotService(
        state.bot_store, writer, settings.limits, state.pools.reports, store.bot_is_playing
    )
    state.people_service = PeopleService(PeopleStore(database.engine), state.people, writer)
    tournament_store = TournamentStore(database.engine)
    runner = TournamentRunner(tournament_store, state.people, state.people_service.store, registry)
    state.tournaments = TournamentService(tournament_store, state.people_service, runner, writer)
    state.network_key = names_key
    mail_store = MailStore(database.engine)
    state.mail = MailService(settings.mail, mail_store, writer, names_key)
    state.bot_connections = bots_socket.BotConnections(key)
    state.figures = Figures(
        state.observations, registry, state.people, state.sockets, state.connection_limits
    )
    registry.kept_apart, registry.gone = [state.people_service.are_apart], [state.people.is_shut]
    registry.archives.append(partial(finished_games.table, database.engine))
    state.people.on_end = lambda sessions: state.sockets.end(sessions, registry.start)
    state.people.on_shut = state.bot_connections.shut
    registry.start(asyncio.to_thread(_prepare_first_page, registry))
    try:
        state.admin_link = await state.account_service.open(writer, key, names_key)
        await registry.open()
        await setup.open_contest_service(app, registry)
        await run_in_threadpool(state.bot_service.set_aside_unknown)  # loads what pages need too
        for work in (_load_later_routes(app.routes), _start_background_work(settings, registry)):
            registry.start(work)
        registry.start(cleanup.keep_clean(registry))
        state.rating_counter = RatingCounter(state.people_service.store, state.people, writer)
        registry.start(state.rating_counter.run())
        registry.start(runner.run())
        state.deletion = AccountDeletion(state.account_service, registry, state.contests, state.tournaments)
        registry.start(state.deletion.run())
        if settings.mail is not None:
            _start_mail(settings.mail, mail_store, state.people, registry, names_key)
        yield
    finally:
        writer.end_in(LAST_COMMITS_S)
        await registry.close()
        await asyncio.gather(compute_pool.close(), analysis_pool.close())
        await asyncio.to_thread(writer.close)
        await asyncio.to_thread(state.pools.close)
        await loop.shutdown_default_executor()  # threads of cancelled tasks still read the database


def _start_mail(
    mail: MailSettings, mail_store: MailStore, people: AccountStore, registry: TableRegistry, key: bytes
) -> None:
    from steelyard.server.mail.news import MailNews  # noqa: PLC0415 - few servers send mail
    from steelyard.server.mail.sender import MailSender  # noqa: PLC0415

    intervals = registry.settings.intervals
    registry.start(
        MailNews(mail_store, registry.store, people, registry.writer, mail.url).run(intervals.news_s)
    )
    registry.start(MailSender(mail, mail_store, registry.writer, key).run(intervals.mail_s))


def _prepare_first_page(registry: TableRegistry) -> None:
    """While the server starts, which waits for the disk now and then; what the page waits for is first."""
    position_routes.samples()
    for name in games.names():
        described(name, registry.readiness)
    pages.prepare()


def _add_routes(app: FastAPI, settings: Settings) -> None:
    """Routers are taken as they are: `include_router` would make each of their routes a second time."""
    routes = app.router.routes
    routes += [route for router in ROUTERS for route in router.routes]
    routes += [*pages.ROUTES, *documentation.ROUTES, share_routes.ROUTE, pages.described(app)]
    setup.add_pages(app, settings.event_contest)
    for route in routes:
        if not isinstance(route, LazyRoute):  # which sees to it itself
            rule_of(route)  # a route that does not declare who may use it does not start
    routes += LATER_ROUTES


def _addresses(app: FastAPI) -> Iterator[str]:
    """How the paths of all routes begin."""
    for route in app.routes:
        yield from route.addresses if isinstance(route, LazyRoute) else (getattr(route, "path", ""),)


async def _load_later_routes(routes: Iterable[BaseRoute]) -> None:
    await asyncio.sleep(HEAD_START_S)
    for each in routes:
        if isinstance(each, LazyRoute):
            try:
                await each.prepare()
            except Exception:  # requests for them get an error; the others are served
                logger.exception("the routes at %s could not be made", " ".join(each.addresses))


async def _start_background_work(settings: Settings, registry: TableRegistry) -> None:
    """Compute processes and workers, once the first page had its time."""
    if settings.warm:
        await asyncio.sleep(HEAD_START_S)
        registry.start(registry.compute_pool.warm())
        registry.start(registry.readiness.foresee())
    for worker in await supervisor.workers(settings):
        registry.start(worker)
