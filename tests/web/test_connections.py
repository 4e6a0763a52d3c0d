"""Pages whose connection is cut, whose session ends, whose game is long; most of it without a browser."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.web.people import RETRIES
from tests.web.test_accounts import register

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Route, WebSocketRoute

    from tests.web.people import Person

ME = {"kind": "me"}
BOT = {"kind": "bot", "bot": "random"}


@pytest.mark.parametrize("script", ["connections.test.js", "service-worker.test.js", "status.test.js"])
def test_what_pages_do_is_right_without_a_browser(script: str) -> None:
    told = subprocess.run(
        [shutil.which("node") or "node", "--test", str(Path(__file__).with_name(script))],
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 0, told.stdout
    assert re.search(r"^# pass [1-9]", told.stdout, re.MULTILINE), told.stdout


def test_an_analysis_that_is_cut_begins_again(person: Callable[..., Person]) -> None:
    ada = person()
    lines: list[WebSocketRoute] = []

    def cut_once(line: WebSocketRoute) -> None:
        lines.append(line)
        if len(lines) == 1:
            line.close(code=1012, reason="the server is stopping")
        else:
            found = {"score": 0.1, "depth": 3, "lines": [{"moves": ["g1-g4"], "score": 0.1}]}
            line.send(json.dumps({"type": "result", "final": True, **found}))

    ada.page.route_web_socket("**/ws/analysis/*", cut_once)
    ada.goes_to("/analyse?game=tank_battle")
    expect(ada.page.locator(".lines")).to_contain_text("depth 3")


def test_a_server_that_is_busy_for_a_second_is_asked_once_more(person: Callable[..., Person]) -> None:
    ada = person()
    ada.allowed = ("429",)
    refused: list[str] = []

    def busy_once(route: Route) -> None:
        if refused or route.request.method != "POST":
            return route.continue_()
        refused.append(route.request.url)
        wait = {"Retry-After": "1"}
        return route.fulfill(status=429, headers=wait, json={"error": "wait 1 s", "code": "rate_limited"})

    ada.page.route("**/api/tables", busy_once)
    ada.goes_to("/")
    ada.page.get_by_role("button", name="Play Tank War").click()
    ada.may_pick()
    assert len(refused) == 1


def test_a_page_says_that_its_session_has_ended_elsewhere(person: Callable[..., Person]) -> None:
    ada = person()
    register(ada.page, "Ada of Two Rooms")
    expect(ada.page.locator(".me-link")).to_contain_text("Ada of Two Rooms")
    table = ada.opens_table(game="tank_war", clock="none", seats=[ME, BOT])
    ada.may_pick()
    asked = ada.context.request
    assert asked.post("/api/account/sign-out", data={"everywhere": True}, headers={"X-Steelyard": "1"}).ok
    expect(ada.page.locator(".notices p")).to_have_text("You are no longer signed in here. Sign in again")
    ada.page.get_by_role("link", name="Sign in again").click()
    expect(ada.page).to_have_url(re.compile(f"/account\\?next=%2Fg%2F{table['id']}$"))


def test_a_game_of_more_than_a_thousand_turns_is_gone_through(person: Callable[..., Person]) -> None:
    """The server's part is played here, from the first position of a game that is not so long."""
    ada = person()
    table = ada.post("/api/tables", {"game": "tank_war", "clock": "none", "seats": [ME, {"kind": "open"}]})
    known = ada.context.request.get(f"/api/tables/{table['id']}/positions", max_retries=RETRIES).json()

    def part(route: Route) -> None:
        asked = re.search(r"first=(\d+)", route.request.url)
        first = int(asked[1]) if asked else 0
        turns = range(first, min(first + 1000, 1501))
        route.fulfill(json={**known, "positions": [{**known["positions"][0], "turn": at} for at in turns]})

    def long(line: WebSocketRoute) -> None:
        server = line.connect_to_server()

        def told(message: str | bytes) -> None:
            event = json.loads(message)
            if event["type"] == "snapshot":
                event |= {"turn": 1500, "moves": ["LA-LA"] * 1500}
            line.send(json.dumps(event))

        server.on_message(told)

    ada.page.route("**/api/tables/*/positions*", part)
    ada.page.route_web_socket("**/ws/tables/*", long)
    ada.goes_to(f"/g/{table['id']}#1200")
    ada.sees_turn(1200)
    ada.page.keyboard.press("ArrowLeft")
    ada.sees_turn(1199)
    ada.goes_to(f"/g/{table['id']}#7")
    ada.sees_turn(7)


def test_a_move_made_as_the_connection_is_lost_is_sent_again_once(person: Callable[..., Person]) -> None:
    ada = person()
    moves: list[dict[str, object]] = []

    def loses_the_first(line: WebSocketRoute) -> None:
        server = line.connect_to_server()

        def said(message: str | bytes) -> None:
            heard = json.loads(message)
            if heard["type"] == "move":
                moves.append(heard)
                if len(moves) == 1:
                    line.close(code=1012, reason="lost")
                    server.close()
                    return
            server.send(message)

        line.on_message(said)

    ada.page.route_web_socket("**/ws/tables/*", loses_the_first)
    ada.opens_table(game="tank_war", clock="none", seats=[ME, BOT])
    ada.may_pick()
    ada.clicks(ada.tank("tank-0-LA"))
    ada.sees_turn(1)
    assert moves == [{"type": "move", "turn": 1, "move": "LA", "seat": 0}] * 2


def test_a_move_made_just_before_a_reload_is_not_lost(person: Callable[..., Person]) -> None:
    ada = person()
    table = ada.post("/api/tables", {"game": "tank_war", "clock": "none", "seats": [ME, BOT]})
    kept = {"message": {"type": "move", "turn": 1, "move": "LA", "seat": 0}, "undone": 0}
    ada.goes_to("/learn")
    ada.page.evaluate(
        "([id, kept]) => sessionStorage.setItem(`steelyard.move.${id}`, JSON.stringify(kept))",
        [table["id"], kept],
    )
    ada.goes_to(f"/g/{table['id']}")
    ada.sees_turn(1)
    assert ada.snapshot()["moves"][0].startswith("LA-")
    assert ada.page.evaluate("Object.keys(sessionStorage)") == []
