"""Routes that are imported when they are first asked for."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from types import ModuleType
from typing import TYPE_CHECKING

import httpx
import pytest
from fastapi import APIRouter, FastAPI
from fastapi.routing import APIRoute
from starlette.routing import BaseRoute, Match, NoMatchFound

from steelyard.server import app
from steelyard.server.app import LATER_ROUTES
from steelyard.server.http import pages
from steelyard.server.http.access import RuleMissing, needs
from steelyard.server.http.lazy_routes import LazyRoute, LazyRouter, LazyRoutes, routes_of
from steelyard.server.http.responses import REFUSALS
from tests.timeouts import TIMEOUT_S

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

    from tests.server.running_server import RunningServer

EARLY = """
import sys
from steelyard.server import app
from steelyard.server.app import LATER_ROUTES
names = [name for each in LATER_ROUTES for name in each.modules]
names += ["steelyard.contest.file.parser", "steelyard.contest.running.folder", "steelyard.contest.stages"]
names += ["steelyard.arena.referee.referee", "sqlalchemy.dialects.postgresql", "smtplib", "alembic", "numpy"]
early = [name for name in names if name in sys.modules]
sys.exit(f"imported too early: {early}" if early else 0)
"""
SIDE_BY_SIDE = """
import contextlib, warnings
from steelyard.server.app import LATER_ROUTES, ROUTERS
from steelyard.server.http.lazy_routes import routes_of
warnings.catch_warnings = contextlib.nullcontext  # as if other threads undid it at once
warnings.simplefilter = lambda *_, **__: None
print(len([*routes_of([*LATER_ROUTES, *(route for router in ROUTERS for route in router.routes)])]))
"""
READ_S = 10.0  # more than any short read takes, less than threads wait for an import here
OF_ANOTHER = 202  # the status of a route that another feature has
FEATURE = "steelyard.feature_of_a_test"


@pytest.fixture
def router(monkeypatch: pytest.MonkeyPatch) -> APIRouter:
    """Of a feature whose module is there."""
    module = ModuleType(FEATURE)
    made: APIRouter = APIRouter(prefix="/api/things")
    module.router = made  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, FEATURE, module)
    return made


async def _answer() -> None:
    raise AssertionError


async def _empty() -> None:
    pass


def _scope(method: str, path: str) -> Scope:
    return {"type": "http", "method": method, "path": path, "headers": []}


@pytest.mark.parametrize("lazy", LATER_ROUTES, ids=lambda lazy: lazy.addresses[0])
def test_addresses_are_how_the_paths_begin(lazy: LazyRoutes) -> None:
    paths = [getattr(route, "path", "") for route in routes_of([lazy])]
    assert all(path.startswith(lazy.addresses) for path in paths)
    assert all(any(path.startswith(address) for path in paths) for address in lazy.addresses)


def test_the_route_that_matches_wholly_goes_before_one_of_another_method(router: APIRouter) -> None:
    rule = [needs("anyone")]
    router.add_api_route("/{id}", _answer, methods=["POST"], dependencies=rule, name="change")
    router.add_api_route("/first", _answer, methods=["GET"], dependencies=rule, name="first")
    router.add_api_route("/{id}", _answer, methods=["GET"], dependencies=rule, name="show")
    lazy = LazyRoutes("/api/things", modules=(FEATURE,))
    lazy.load()

    def found(method: str, path: str) -> tuple[Match, str]:
        match, child_scope = lazy.matches(_scope(method, path))
        return match, child_scope["route"].name if child_scope else ""

    assert found("GET", "/api/things/first") == (Match.FULL, "first")
    assert found("GET", "/api/things/7") == (Match.FULL, "show")
    assert found("PUT", "/api/things/7") == (Match.PARTIAL, "change")
    assert found("GET", "/api/things/7/8") == (Match.NONE, "")
    assert lazy.url_path_for("show", id="7") == "/api/things/7"
    with pytest.raises(NoMatchFound):
        lazy.url_path_for("nothing")


def test_a_route_of_a_lazy_router_is_made_when_its_address_is_asked_for() -> None:
    router = LazyRouter(prefix="/api/things", responses=REFUSALS)
    rule = [needs("anyone")]
    router.add_api_route("", _answer, methods=["POST"], dependencies=rule)
    router.add_api_route("", _answer, methods=["GET"], dependencies=rule)
    router.add_api_route("/{id}/parts", _answer, methods=["GET"], dependencies=rule)
    post, get, parts = (route for route in router.routes if isinstance(route, LazyRoute))
    assert parts.addresses == ("/api/things/",)
    assert [route.matches(_scope("GET", "/api/things"))[0] for route in router.routes] == [
        Match.PARTIAL,
        Match.FULL,
        Match.NONE,
    ]
    assert [route._routes is None for route in (post, get, parts)] == [False, False, True]
    assert [route.path for route in routes_of(router.routes) if isinstance(route, APIRoute)] == [
        "/api/things",
        "/api/things",
        "/api/things/{id}/parts",
    ]
    assert all(
        set(REFUSALS) <= route.responses.keys() for route in routes_of([parts]) if isinstance(route, APIRoute)
    )


def test_a_route_of_a_lazy_router_without_a_rule_is_not_served() -> None:
    router = LazyRouter(prefix="/api/things")
    router.add_api_route("/open", _answer)
    with pytest.raises(RuleMissing, match="/api/things/open declares 0 rules"):
        router.routes[0].matches(_scope("GET", "/api/things/open"))


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api/things/7", 200),
        ("PUT", "/api/things/7", 405),
        ("GET", "/api/things/7/8", 404),
        ("GET", "/api/things", 404),
        ("GET", "/api/things/other", OF_ANOTHER),
    ],
)
def test_the_first_request_imports_them_in_a_thread_and_is_answered_as_any_later_one(
    router: APIRouter, method: str, path: str, status: int
) -> None:
    made_in: list[threading.Thread] = []

    class Lazy(LazyRoutes):
        def load(self) -> list[BaseRoute]:
            made_in.append(threading.current_thread())
            return super().load()

    rule = [needs("anyone")]
    router.add_api_route("/{id}", _empty, methods=["GET"], dependencies=rule)
    there = APIRouter(prefix="/api/things")
    there.add_api_route("/other", _empty, methods=["GET"], status_code=OF_ANOTHER)
    served = FastAPI()
    served.router.routes += [*there.routes, Lazy("/api/things/", modules=(FEATURE,))]

    async def asked_twice() -> list[int]:
        transport = httpx.ASGITransport(served)
        async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
            return [(await client.request(method, path)).status_code for _ in range(2)]

    assert asyncio.run(asked_twice()) == [status, status]
    assert bool(made_in[:1]) == (status != OF_ANOTHER)
    assert made_in[:1] != [threading.main_thread()]


def test_many_who_wait_for_an_import_leave_the_threads_for_reads_to_others(router: APIRouter) -> None:
    goes_on = threading.Event()
    waiting = asyncio.Semaphore(0)

    class Slow(LazyRoutes):
        def load(self) -> list[BaseRoute]:
            assert goes_on.wait(TIMEOUT_S)
            return super().load()

        async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
            waiting.release()
            await super().handle(scope, receive, send)

    router.add_api_route("/{id}", _empty, methods=["GET"], dependencies=[needs("anyone")])
    served = FastAPI()
    served.router.routes.append(Slow("/api/things/", modules=(FEATURE,)))

    async def asked_at_once() -> list[int]:
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(2))
        transport = httpx.ASGITransport(served)
        async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
            asked = [asyncio.create_task(client.get(f"/api/things/{number}")) for number in range(5)]
            for _ in asked:
                await waiting.acquire()
            try:
                await asyncio.wait_for(asyncio.to_thread(int), READ_S)  # somebody else's
            finally:
                goes_on.set()
            return [(await each).status_code for each in asked]

    assert asyncio.run(asked_at_once()) == [200] * 5


def test_however_many_ask_for_the_description_it_is_written_once(
    quick_server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[str] = []

    def slowly(*, title: str, **_: object) -> dict[str, str]:
        written.append(title)
        time.sleep(0.5)  # for the others to ask as well
        return {}

    monkeypatch.setattr(pages, "get_openapi", slowly)

    async def asked_at_once() -> list[int]:
        async with httpx.AsyncClient(base_url=f"http://{quick_server.address}", timeout=TIMEOUT_S) as client:
            asked = (client.get("/api/openapi.json") for _ in range(4))
            return [answer.status_code for answer in await asyncio.gather(*asked)]

    assert asyncio.run(asked_at_once()) == [200] * 4
    assert written == ["Steelyard"]


@pytest.mark.long
def test_routes_that_are_made_side_by_side_warn_of_nothing() -> None:
    subprocess.run([sys.executable, "-W", "error", "-c", SIDE_BY_SIDE], check=True)


def test_another_address_imports_nothing() -> None:
    lazy = LazyRoutes("/api/things", modules=("steelyard.no_such_module",))
    assert lazy.matches(_scope("GET", "/api/others"))[0] is Match.NONE
    with pytest.raises(ModuleNotFoundError):
        lazy.load()


def test_a_route_without_a_rule_is_not_served(router: APIRouter) -> None:
    router.add_api_route("/open", _answer)
    with pytest.raises(RuleMissing, match="/api/things/open declares 0 rules"):
        LazyRoutes("/api/things", modules=(FEATURE,)).load()


def test_routes_that_cannot_be_imported_hold_up_no_others(
    router: APIRouter, monkeypatch: pytest.MonkeyPatch
) -> None:
    router.add_api_route("/first", _answer, dependencies=[needs("anyone")])
    broken = LazyRoutes("/api/others", modules=("steelyard.no_such_module",))
    lazy = LazyRoutes("/api/things", modules=(FEATURE,))
    monkeypatch.setattr(app, "HEAD_START_S", 0.0)
    asyncio.run(app._load_later_routes([broken, lazy]))
    assert lazy._routes == router.routes


@pytest.mark.long
def test_the_server_starts_without_them() -> None:
    subprocess.run([sys.executable, "-c", EARLY], check=True)
