"""What is taken along from a game: films and boards to embed, by whom, under which names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from steelyard.server.http.middleware import FRAMED
from tests.server.running_server import ME, OPEN, RANDOM, Guest, RunningServer

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def ada(quick_server: RunningServer) -> Iterator[Guest]:
    with Guest(quick_server.address) as somebody:
        yield somebody


@pytest.fixture
def eve(quick_server: RunningServer) -> Iterator[Guest]:
    with Guest(quick_server.address) as somebody:
        yield somebody


@pytest.fixture
def filmed(quick_server: RunningServer, monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What was asked of the compute processes; no film is made."""
    asked: list[dict[str, Any]] = []

    async def made(task: dict[str, Any], *_: Any) -> dict[str, str]:
        asked.append(task)
        return {"film": ""}

    monkeypatch.setattr(quick_server.app.state.studies.compute_pool, "ask", made)
    return asked


def test_a_board_to_embed_is_the_only_page_that_others_may_frame(ada: Guest, eve: Guest) -> None:
    table = ada.sets_up("tank_war", ME, RANDOM)["id"]
    embedded = eve.http.get(f"/embed/{table}")
    assert (embedded.status_code, embedded.headers["content-security-policy"]) == (200, FRAMED)
    assert "x-frame-options" not in embedded.headers
    for path in (f"/g/{table}", "/", f"/api/tables/{table}", "/embed/nosuchtable", "/offline"):
        headers = eve.http.get(path).headers
        assert "frame-ancestors 'none'" in headers["content-security-policy"], path
        assert headers["x-frame-options"] == "DENY"


def test_a_private_game_is_neither_embedded_nor_filmed_by_strangers(
    ada: Guest, eve: Guest, filmed: list[dict[str, Any]]
) -> None:
    table = ada.sets_up("tank_war", ME, OPEN, private=True)["id"]
    for guest in (ada, eve):
        page = guest.http.get(f"/embed/{table}")
        assert (page.status_code, page.headers["x-frame-options"]) == (404, "DENY")
    for kind in ("gif", "mp4"):
        refused = eve.http.get(f"/api/tables/{table}/{kind}")
        assert (refused.status_code, refused.json()["code"]) == (403, "table_private")
        assert not filmed
        assert ada.http.get(f"/api/tables/{table}/{kind}").status_code == 200
        filmed.clear()


def test_a_film_is_named_after_game_players_and_day_whatever_they_are_called(
    ada: Guest, filmed: list[dict[str, Any]]
) -> None:
    ada.http.post("/api/me", json={"name": "Ada O. Neil_Š"})
    table = ada.sets_up("tank_war", ME, RANDOM)["id"]
    film = ada.http.get(f"/api/tables/{table}/mp4")
    assert film.headers["content-type"] == "video/mp4"
    named = film.headers["content-disposition"]
    assert named.startswith("attachment; filename=tank-war-ada-o-neil-s-vs-random-20")
    assert named.endswith(".mp4")
    (task,) = filmed
    assert (task["names"][0], task["result"], task["format"]) == ("Ada O. Neil_Š", "", "mp4")


def test_the_app_can_be_installed_and_its_worker_knows_the_files_version(ada: Guest) -> None:
    page = ada.http.get("/").text
    address = page.split('rel="manifest" href="')[1].split('"')[0]
    manifest = ada.http.get(address)
    assert manifest.headers["content-type"] == "application/manifest+json"
    for icon in manifest.json()["icons"]:
        found = ada.http.get(f"{address.rsplit('/', 1)[0]}/{icon['src']}")
        assert (found.status_code, found.headers["content-type"].split(";")[0]) == (200, icon["type"])
    worker = ada.http.get("/service-worker.js")
    assert worker.headers["cache-control"] == "no-cache"
    assert f'"{address.split("/")[2]}"' in worker.text
    assert "%VERSION%" not in worker.text
