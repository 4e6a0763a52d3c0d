"""Who may do what with a contest: strangers, teams, other organisers, its owner, administrators."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from fastapi.routing import APIRoute
from starlette.routing import Route, WebSocketRoute
from websockets.sync.client import connect

from steelyard.server.accounts.access import routes_of
from tests.patience import PATIENCE_S
from tests.server.contests.fair import SMALL, TWO_BOTS, Fair, Visitor

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

WHO = ("stranger", "team", "other organiser", "owner", "admin")
CHANGE = {"reason": ""}
LATE = {"what": "late", "name": "nobody", "reason": "late"}


class Asked(NamedTuple):
    """A request, and how it is answered to each: on a public contest, and on a private one."""

    method: str
    path: str
    public: tuple[int, ...]
    private: tuple[int, ...]
    body: dict[str, Any] | None = None


SEEN, HIDDEN = (200,) * 5, (404, 404, 404, 200, 200)
MANAGED, KEPT = (401, 403, 403, 200, 200), (401, 403, 404, 200, 200)
NOT_BEGUN = (409,) * 5
EVERY = [
    Asked("GET", "/api/contests", SEEN, SEEN),
    Asked("GET", "/api/contests/templates", (401, 403, 200, 200, 200), (401, 403, 200, 200, 200)),
    Asked("GET", "/api/contests/{id}", SEEN, HIDDEN),
    Asked("GET", "/api/contests/{id}/cross", SEEN, HIDDEN),
    Asked("GET", "/api/contests/{id}/games", SEEN, HIDDEN),
    Asked("GET", "/api/contests/{id}/mine", (401, 200, 200, 200, 200), (401, 404, 404, 200, 200)),
    Asked("GET", "/api/contests/{id}/desk", MANAGED, KEPT),
    Asked("GET", "/api/contests/{id}/ranking.csv", SEEN, HIDDEN),
    Asked("GET", "/api/contests/{id}/grades.csv", (401, 403, 403, 200, 200), HIDDEN),
    Asked("GET", "/c/{id}", SEEN, HIDDEN),
    Asked("GET", "/c/{id}/print", SEEN, HIDDEN),
    Asked("GET", "/c/{id}/report/{path:path}", (401, 403, 403, 200, 200), HIDDEN),
    Asked("GET", "/c/{id}/report.zip", (401, 403, 403, 200, 200), HIDDEN),
    Asked("POST", "/api/contests", (401, 403, 201, 201, 201), (401, 403, 201, 201, 201), {"file": SMALL}),
    Asked(
        "POST", "/api/contests/join", (401, 404, 404, 404, 404), (401, 404, 404, 404, 404), {"code": "none"}
    ),
    Asked("POST", "/api/contests/{id}/change", MANAGED, KEPT, CHANGE),
    Asked(
        "POST",
        "/api/contests/{id}/state",
        (401, 403, 403, 409, 409),
        (401, 403, 404, 409, 409),
        {"to": "open"},
    ),
    Asked(
        "POST",
        "/api/contests/{id}/delete",
        (401, 403, 403, 409, 409),
        (401, 403, 404, 409, 409),
        {"reason": ""},
    ),
    Asked("POST", "/api/contests/{id}/decide", (401, 403, 403, 422, 422), (401, 403, 404, 422, 422), LATE),
    Asked(
        "POST",
        "/api/contests/{id}/entry",
        (401, 409, 409, 409, 409),
        (401, 404, 404, 409, 409),
        {"bot": None},
    ),
]


class Cast(NamedTuple):
    fair: Fair
    visitors: dict[str, Visitor]
    contests: dict[str, str]


@pytest.fixture(scope="module")
def cast(
    tmp_path_factory: pytest.TempPathFactory, kind_of_database: str, new_database: Callable[[str, Path], str]
) -> Iterator[Cast]:
    """A public and a private contest that have begun, with everybody who could ask."""
    with Fair(new_database(kind_of_database, tmp_path_factory.mktemp("rights"))) as fair:
        visitors = {
            "stranger": fair.stranger(),
            "team": fair.person("Ada"),
            "other organiser": fair.person("Mr White", "organiser"),
            "owner": fair.person("Ms Gray", "organiser"),
            "admin": fair.person("The head", "admin"),
        }
        contests = {}
        for kind in ("public", "private"):
            contests[kind] = visitors["owner"].makes(TWO_BOTS, public=kind == "public")
            for to in ("open", "frozen", "running"):
                visitors["owner"].moves(contests[kind], to)
        yield Cast(fair, visitors, contests)


@pytest.mark.parametrize("kind", ["public", "private"])
@pytest.mark.parametrize("asked", EVERY, ids=lambda asked: f"{asked.method} {asked.path}")
def test_each_is_answered_as_he_may(cast: Cast, asked: Asked, kind: str) -> None:
    path = asked.path.replace("{id}", cast.contests[kind]).replace("{path:path}", "index.html")
    expected = asked.public if kind == "public" else asked.private
    found = tuple(
        cast.visitors[who].http.request(asked.method, path, json=asked.body).status_code for who in WHO
    )
    assert found == expected


def test_no_route_of_contests_is_forgotten_above(cast: Cast) -> None:
    tried = {(asked.method, asked.path) for asked in EVERY}
    routes = {
        (method, route.path)
        for route in routes_of(cast.fair.house.app.routes)
        if isinstance(route, Route | APIRoute) and route.path.startswith(("/api/contests", "/c/"))
        for method in route.methods or ()
        if method != "HEAD"
    }
    assert routes == tried
    sockets = {
        route.path
        for route in cast.fair.house.app.routes
        if isinstance(route, WebSocketRoute) and "contest" in route.path
    }
    assert sockets == {"/ws/contests/{id}"}


@pytest.mark.parametrize("who", WHO)
def test_a_private_contest_is_followed_by_those_who_may_see_it(cast: Cast, who: str) -> None:
    visitor = cast.visitors[who]
    address = f"ws://{visitor.address}/ws/contests/{cast.contests['private']}"
    with connect(address, additional_headers={"Cookie": visitor.cookie}, open_timeout=PATIENCE_S) as line:
        said = line.recv(timeout=PATIENCE_S)
        seen = who in {"owner", "admin"}
        assert ('"news"' if seen else "there is no such contest") in str(said)


def test_published_grades_and_results_are_for_everybody_who_sees_the_contest(cast: Cast) -> None:
    contest, owner, stranger = cast.contests["public"], cast.visitors["owner"], cast.visitors["stranger"]
    grades, report = f"/api/contests/{contest}/grades.csv", f"/c/{contest}/report/index.html"
    for published, status in ((True, 200), (False, 401)):
        owner.http.post(f"/api/contests/{contest}/change", json={"published": published})
        assert stranger.http.get(grades).status_code == status
        assert stranger.http.get(report).status_code == status
    owner.http.post(f"/api/contests/{contest}/change", json={"published": True})
    assert "times.csv" in owner.http.get(report).text
    assert "times.csv" not in stranger.http.get(report).text, "what was measured stays with the organiser"
    for path in ("../journal.jsonl", "..%2fjournal.jsonl", "%2e%2e/contest.toml"):
        assert owner.http.get(f"/c/{contest}/report/{path}").status_code == 404
    owner.http.post(f"/api/contests/{contest}/change", json={"published": False})


def test_an_owner_who_is_no_organiser_any_more_manages_nothing(any_database: str) -> None:
    with Fair(any_database) as fair:
        gray = fair.person("Ms Gray", "organiser")
        contest = gray.makes(TWO_BOTS)
        gray.moves(contest, "open")
        people = fair.house.app.state.people
        person = people.find(gray.account.id)
        people.put(person._replace(account=person.account._replace(role="player")))
        assert not gray.sees(contest)["manages"]
        gray.moves(contest, "frozen", status=403)
