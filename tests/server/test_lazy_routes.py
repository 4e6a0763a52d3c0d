"""Routes that are imported when they are first asked for."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from types import ModuleType
from typing import TYPE_CHECKING

import pytest
from fastapi import APIRouter
from starlette.routing import Match, NoMatchFound

from steelyard.server import app
from steelyard.server.app import LATER_ROUTES
from steelyard.server.http.access import RuleMissing, needs
from steelyard.server.http.lazy_routes import LazyRoutes, routes_of

if TYPE_CHECKING:
    from starlette.types import Scope

EARLY = """
import sys
from steelyard.server import app
from steelyard.server.app import LATER_ROUTES
early = [name for each in LATER_ROUTES for name in each.modules if name in sys.modules]
sys.exit(f"imported too early: {early}" if early else 0)
"""
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


def test_another_address_imports_nothing() -> None:
    lazy = LazyRoutes("/api/things", modules=("steelyard.no_such_module",))
    assert lazy.matches(_scope("GET", "/api/others"))[0] is Match.NONE
    with pytest.raises(ModuleNotFoundError):
        lazy.matches(_scope("GET", "/api/things"))


def test_a_route_without_a_rule_is_not_served(router: APIRouter) -> None:
    router.add_api_route("/open", _answer)
    with pytest.raises(RuleMissing, match="/api/things/open declares 0 rules"):
        LazyRoutes("/api/things", modules=(FEATURE,)).matches(_scope("GET", "/api/things/open"))


def test_routes_that_cannot_be_imported_hold_up_no_others(
    router: APIRouter, monkeypatch: pytest.MonkeyPatch
) -> None:
    router.add_api_route("/first", _answer, dependencies=[needs("anyone")])
    broken = LazyRoutes("/api/others", modules=("steelyard.no_such_module",))
    lazy = LazyRoutes("/api/things", modules=(FEATURE,))
    monkeypatch.setattr(app, "LATER_ROUTES", (broken, lazy))
    monkeypatch.setattr(app, "HEAD_START_S", 0.0)
    asyncio.run(app._load_later_routes())
    assert lazy._routes == router.routes


@pytest.mark.long
def test_the_server_starts_without_them() -> None:
    subprocess.run([sys.executable, "-c", EARLY], check=True)
