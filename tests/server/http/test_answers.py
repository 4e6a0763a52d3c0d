"""Pages that have the answers to their first requests in them: the same answers, for the same person."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest

from steelyard.server.http import answers
from steelyard.server.http.rate_limits import RateLimits, Refused
from steelyard.server.settings import Limits
from tests.server.running_server import ME, OPEN, RANDOM, Guest, RunningServer

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ELEMENT = re.compile(r'<script type="application/json" id="answers">(.*?)</script>')
EXPECTED = re.compile(r'<body data-answers="(.*?)"')
HOSTILE = "</script><!--<script>"


@pytest.fixture
def guest(quick_server: RunningServer) -> Iterator[Guest]:
    with Guest(quick_server.address) as somebody:
        yield somebody


def told(page: str) -> dict[str, Any]:
    """The answers in a page."""
    (found,) = ELEMENT.findall(page)
    return dict(json.loads(found))


def test_the_first_page_has_what_it_would_ask_for(guest: Guest) -> None:
    table = guest.sets_up("tank_war", ME, OPEN)["id"]
    page = guest.http.get("/")
    assert page.headers["cache-control"] == "private, no-cache"
    assert page.headers["content-encoding"] == "gzip"
    answered = told(page.text)
    expected = EXPECTED.findall(page.text)[0].replace("&amp;", "&").split()
    assert list(answered) == expected
    for path, answer in answered.items():
        same = guest.http.get(path).json()
        if path.startswith("/api/tables"):  # a clock may have run on
            assert _ids(same) == _ids(answer), path
        else:
            assert same == answer, path
    assert _ids(answered["/api/tables?mine=1&limit=12"]) == [table]
    assert "<svg" in answered["/api/samples"]["samples"]["tank_duel"]


def _ids(listed: dict[str, Any]) -> list[str]:
    return [each["id"] for each in listed["tables"]]


def test_the_page_of_a_game_has_what_is_around_the_game(guest: Guest) -> None:
    table = guest.sets_up("tank_war", ME, RANDOM)["id"]
    page = guest.http.get(f"/g/{table}").text
    assert "og:title" in page
    assert [*told(page)] == ["/api/me", "/api/waiting", "/api/games", f"/api/ratings?tables={table}"]
    assert [*told(guest.http.get("/g/a.b%22%3E").text)] == ["/api/me", "/api/waiting", "/api/games"]


def test_somebody_new_is_the_same_person_in_the_page_and_afterwards(guest: Guest) -> None:
    guest.http.cookies.clear()
    inside = told(guest.http.get("/").text)["/api/me"]
    assert guest.http.get("/api/me").json() == inside


def test_a_page_that_a_browser_keeps_is_the_same_for_everybody(guest: Guest) -> None:
    page = guest.http.get("/g/offline", headers={"X-Keep": "1"})
    assert not ELEMENT.findall(page.text)
    assert page.headers["cache-control"] == "no-cache"
    assert guest.http.head("/").content == b""


def test_a_page_without_compression_is_the_same(guest: Guest) -> None:
    plain = guest.http.get("/", headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert told(plain.text).keys() == told(guest.http.get("/").text).keys()
    assert plain.text.rstrip().endswith("</body>\n</html>")


def test_no_answer_ends_its_element() -> None:
    written = answers.element({"/": json.dumps(HOSTILE)}).decode()  # type: ignore[dict-item]
    (inside,) = ELEMENT.findall(written)
    assert not re.search(r"</|<!", inside)
    assert json.loads(json.loads(inside)["/"]) == HOSTILE


def test_what_is_refused_is_left_to_the_page(guest: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    admit = RateLimits.admit

    def refuse(self: RateLimits, scope: Any, cost: int = 1) -> None:
        if cost >= least:
            raise Refused("too much", 1)
        admit(self, scope, cost)

    monkeypatch.setattr(RateLimits, "admit", refuse)
    least = 9  # tables cost ten, one of which is taken when they are asked for
    answered = told(guest.http.get("/g/offline").text) | told(guest.http.get("/").text)
    assert not [path for path in answered if path.startswith("/api/tables")]
    assert {"/api/me", "/api/games"} <= set(answered)
    least = 2
    assert told(guest.http.get("/").text) == {}


def test_whoever_throws_cookies_away_gets_pages_and_few_answers(tmp_path: Path) -> None:
    limits = Limits(stranger_cost=100, total_cost=100_000)
    with RunningServer(f"sqlite:///{tmp_path}/tables.db", limits) as server, Guest(server.address) as mallory:
        pages = []
        for _ in range(60):
            mallory.http.cookies.clear()
            pages.append(mallory.http.get("/"))
        assert {page.status_code for page in pages} == {200}
        answered = [len(told(page.text)) for page in pages]
        assert answered[0] == max(answered)
        assert sum(answered) <= limits.stranger_cost, "every answer costs at least one"
        assert answered[-1] == 0
        assert told(mallory.http.get("/").text), "with a cookie it pays alone"


def test_an_answer_that_fails_is_left_to_the_page(
    guest: Guest, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail() -> None:
        raise RuntimeError("on purpose")

    monkeypatch.setattr("steelyard.server.tables.position_routes.samples", fail)
    assert "/api/samples" not in told(guest.http.get("/").text)
    assert "GET /api/samples failed" in caplog.text
