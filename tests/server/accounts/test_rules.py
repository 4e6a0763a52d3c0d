"""Every route there is, against every role: the tests are made from the app's own table of routes."""

from __future__ import annotations

import re
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from fastapi import APIRouter
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket  # noqa: TC002 - the framework reads it
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from steelyard.server.accounts.store import COOKIE
from steelyard.server.http.access import REFUSED, ROLES, RuleMissing, needs, page_for, rule_of
from steelyard.server.http.error_codes import STATUS
from steelyard.server.http.lazy_routes import routes_of
from steelyard.server.http.middleware import ONE_CLICK
from tests.server.running_server import MARK, Guest, RunningServer
from tests.timeouts import TIMEOUT_S

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

from steelyard.server.http.access import Role

WHO: tuple[Role | None, ...] = (None, *ROLES)
SIGN_IN = "sign in first"
JSON = {"Content-Type": "application/json"}
SAFE = {"GET", "HEAD", "OPTIONS"}
MOST_SAID = 10  # messages before a connection that nobody wants is closed
LEAST = {"anyone": 0, "player": 1, "organiser": 2, "admin": 3}


async def _organisers_only(socket: WebSocket) -> None:
    await socket.accept()
    await socket.close(1000)


@pytest.fixture(scope="module")
def peopled(
    tmp_path_factory: pytest.TempPathFactory, kind_of_database: str, new_database: Callable[[str, Path], str]
) -> Iterator[tuple[RunningServer, dict[Role | None, int]]]:
    """A server with somebody of each role, and a socket for organisers besides what there is."""
    server = RunningServer(new_database(kind_of_database, tmp_path_factory.mktemp("rules")))
    sockets = APIRouter()
    sockets.websocket("/ws/organisers", dependencies=[needs("organiser")])(_organisers_only)
    server.app.include_router(sockets)
    with server:
        numbers: dict[Role | None, int] = {}
        for role, name in zip(ROLES, ("Ada", "Bob", "Cleo"), strict=True):
            with Guest(server.address) as guest:
                numbers[role] = guest.registers(name)["id"]
                guest.becomes(server, role)
        yield server, numbers
        _client(server.address).close()
        _client.cache_clear()


@cache
def _client(address: str) -> httpx.Client:
    """For all requests to one server: making one takes longer than asking."""
    return httpx.Client(base_url=f"http://{address}", timeout=TIMEOUT_S)


def _routes(server: RunningServer, kind: type) -> list[Any]:
    return [route for route in routes_of(server.app.routes) if isinstance(route, kind)]


def _cookie(server: RunningServer, number: int | None) -> dict[str, str]:
    """A session of its own for one request: some end the one they come with."""
    if number is None:
        return {}
    return {"Cookie": f"{COOKIE}={server.do(server.app.state.account_service.begin(number))}"}


def _address(path: str) -> str:
    return re.sub(r"\{\w+(:\w+)?\}", "1", path)


def _asked(server: RunningServer, method: str, path: str, headers: dict[str, str]) -> httpx.Response:
    client = _client(server.address)
    client.cookies.clear()
    with client.stream(method, _address(path), headers=headers, content=b"{}") as answer:
        if answer.headers.get("content-type", "").startswith("application/json"):
            answer.read()
        return answer


@pytest.mark.parametrize("role", WHO)
def test_each_role_is_let_through_where_its_rule_says_so_and_nowhere_else(
    peopled: tuple[RunningServer, dict[Role | None, int]], role: Role | None
) -> None:
    server, numbers = peopled
    tried = 0
    for route in _routes(server, Route):
        rule = rule_of(route)
        for method in sorted(route.methods - {"HEAD"}):
            headers = MARK | JSON | _cookie(server, numbers.get(role))
            answer = _asked(server, method, route.path, headers)
            where = f"{method} {route.path} ({rule}) by {role}: {answer.status_code}"
            if WHO.index(role) < LEAST[rule]:
                assert answer.status_code == (401 if role is None else 403), where
                told = answer.json()
                assert told["error"] == (SIGN_IN if role is None else REFUSED[rule]), where
                assert told["code"] == ("not_signed_in" if role is None else "role_too_low"), where
            else:
                assert answer.status_code not in {401, 500}, where
                if answer.status_code >= 400 and answer.headers["content-type"] == "application/json":
                    assert answer.json()["code"] in STATUS, f"{where}: {answer.text}"
                if answer.status_code == 403:
                    assert answer.json()["error"] not in REFUSED.values(), where
            tried += 1
    assert tried >= 30


@pytest.mark.parametrize("role", WHO)
def test_each_role_is_let_through_to_sockets_where_its_rule_says_so(
    peopled: tuple[RunningServer, dict[Role | None, int]], role: Role | None
) -> None:
    server, numbers = peopled
    sockets = _routes(server, WebSocketRoute)
    assert {route.path for route in sockets} >= {"/ws/organisers", "/ws/tables/{id}", "/ws/analysis/{id}"}
    for route in sockets:
        rule = rule_of(route)
        closed = _closing(server, _address(route.path), _cookie(server, numbers.get(role)))
        if WHO.index(role) < LEAST[rule]:
            assert closed == ((4401, SIGN_IN) if role is None else (4403, REFUSED[rule])), route.path
        else:
            assert closed[1] not in {SIGN_IN, *REFUSED.values()}, route.path


def _closing(server: RunningServer, path: str, headers: dict[str, str]) -> tuple[int | None, str | None]:
    """How and why the server ends a connection that says nothing."""
    with connect(
        f"ws://{server.address}{path}", additional_headers=headers, open_timeout=TIMEOUT_S
    ) as socket:
        with suppress(ConnectionClosed):
            for _ in range(MOST_SAID):
                socket.recv(timeout=TIMEOUT_S)
            raise AssertionError(f"{path} goes on and on")
        return socket.close_code, socket.close_reason


def test_a_route_without_a_rule_or_with_two_is_found(
    peopled: tuple[RunningServer, dict[Role | None, int]],
) -> None:
    server, _ = peopled
    for route in routes_of(server.app.routes):
        rule_of(route)

    def page(_: Any) -> Any:
        raise AssertionError

    with pytest.raises(RuleMissing, match="/new declares 0 rules"):
        rule_of(Route("/new", page))
    with pytest.raises(RuleMissing, match="/ws/new declares 0 rules"):
        rule_of(WebSocketRoute("/ws/new", _organisers_only))
    assert rule_of(Route("/new", page_for("admin")(page))) == "admin"


def test_no_request_that_changes_something_passes_without_its_marks(
    peopled: tuple[RunningServer, dict[Role | None, int]],
) -> None:
    """A page of another site can neither send the header, nor another kind, nor hide its origin."""
    server, numbers = peopled
    session = _cookie(server, numbers["admin"])
    foreign = {"Origin": "https://elsewhere.example"}
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    tried = 0
    for route in _routes(server, Route):
        if route.path.startswith(ONE_CLICK):
            continue  # what a mail program asks for; the token in its address is the proof
        for method in route.methods - SAFE:
            for headers, status in (
                (JSON | session, 403),
                (MARK | JSON | session | foreign, 403),
                (MARK | JSON | session | {"Origin": "null"}, 403),
                (MARK | form | session, 415),
                (MARK | {"Content-Type": "text/plain"} | session, 415),
            ):
                assert _asked(server, method, route.path, headers).status_code == status, route.path
                tried += 1
    assert tried >= 60
    assert server.app.state.people.find(numbers["player"]).account.role == "player"


def test_the_same_origin_is_the_same_host_and_port(
    peopled: tuple[RunningServer, dict[Role | None, int]],
) -> None:
    server, numbers = peopled
    headers = MARK | JSON | _cookie(server, numbers["admin"])
    host, port = server.address.split(":")
    for origin, status in (
        (f"http://{server.address}", 201),
        (f"http://{host}:{int(port) - 1}", 403),
        (f"http://{server.address}.elsewhere.example", 403),
        (f"http://elsewhere.example/{server.address}", 403),
        ("http://[", 403),
    ):
        answer = _asked(server, "POST", "/api/invites", headers | {"Origin": origin})
        assert answer.status_code == status, origin
