"""What pages may weigh, how often they ask, and that nothing moves after it was drawn."""

from __future__ import annotations

import gzip
import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from steelyard.server.http.answers import KEPT
from steelyard.server.http.pages import SITE

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.web.people import Person

BUDGETS = {  # files and kilobytes that a page asks for before it asks the server for data
    "account.html": (6, 37),
    "analyse.html": (6, 60),
    "bot.html": (6, 42),
    "bots.html": (6, 41),
    "closed.html": (4, 8),
    "contest.html": (6, 60),
    "contests.html": (6, 44),
    "embed.html": (5, 37),
    "event.html": (6, 48),
    "game.html": (6, 64),
    "games.html": (6, 36),
    "index.html": (6, 41),
    "join.html": (6, 38),
    "ladder.html": (6, 37),
    "learn.html": (6, 50),
    "live.html": (6, 34),
    "missing.html": (5, 31),
    "offline.html": (5, 32),
    "people.html": (6, 37),
    "player.html": (6, 39),
    "players.html": (6, 35),
    "print.html": (6, 38),
    "puzzle.html": (6, 45),
    "puzzles.html": (6, 39),
    "ticker.html": (6, 38),
    "tournament.html": (6, 37),
    "tournaments.html": (6, 36),
}
MAIN = {  # with a sign that the page has what it shows
    "/": ".card .board .tank",
    "/live": ".tables li",
    "/analyse?game=tank_war": ".matrix, .finding .quiet",
    "/learn": ".card .tank",
    "/learn/tank_war": ".diagram .tank",
    "/puzzles": ".today .tank",
    "/puzzles/war-1": ".board .tank",
    "/ladder": "table",
    "/contests": "h1",
    "/bots": "h1",
    "/account": "form",
    "/games": ".tables li",
    "/players": ".profile h1",
}
MOST_SHIFT = 0.02
WATCH = """
window.shifts = [];
new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
        if (!entry.hadRecentInput)
            window.shifts.push([entry.value, entry.sources.map(({ node }) =>
                node?.className || node?.nodeName || "")]);
}).observe({ type: "layout-shift", buffered: true });
"""
BOT = {"kind": "bot", "bot": "random"}
ME = {"kind": "me"}


def test_every_page_has_a_budget() -> None:
    assert {name for name in SITE.sent if name.endswith(".html")} == BUDGETS.keys()


@pytest.mark.parametrize("page", BUDGETS)
def test_a_page_keeps_its_budget(page: str) -> None:
    asked = re.findall(r'(?:href|src)="/static/\w+/([^"]+\.(?:js|css))"', SITE.sent[page].data.decode())
    sent = [found.data for name in (page, *asked) if (found := SITE.find(name))]
    weight = sum(len(gzip.compress(data, 9)) for data in sent) / 1000
    files, kilobytes = BUDGETS[page]
    assert len(sent) <= files, "requests"
    assert weight <= kilobytes, "kilobytes, compressed"


@pytest.mark.parametrize("width", [1440, 390])
def test_nothing_moves_after_it_was_drawn(person: Callable[..., Person], width: int) -> None:
    ada = person(width=width, has_touch=width < 600)
    ada.page.add_init_script(WATCH)
    moved: dict[str, object] = {}

    def look(path: str, sign: str) -> None:
        ada.goes_to(path)
        expect(ada.page.locator(sign).first).to_be_visible()
        ada.page.wait_for_load_state("networkidle")
        shifts = ada.page.evaluate("window.shifts")
        if sum(value for value, _ in shifts) > MOST_SHIFT:
            moved[path] = shifts

    table = ada.post("/api/tables", {"game": "tank_war", "clock": "none", "seats": [ME, BOT]})
    duel = ada.post("/api/tables", {"game": "tank_duel", "clock": "round:10s", "seats": [ME, BOT]})
    games = {f"/g/{table['id']}": ".pickable", f"/g/{duel['id']}": ".joystick"}
    for path, sign in (games | MAIN).items():
        look(path, sign)
    assert not moved


def test_a_page_asks_for_no_data_that_it_has(person: Callable[..., Person]) -> None:
    """What the server answers within a page is what the page asks for where it is not answered."""
    ada = person()
    table = ada.post("/api/tables", {"game": "tank_war", "clock": "none", "seats": [ME, BOT]})
    asked: set[str] = set()
    ada.page.on("request", lambda request: asked.add(request.url.removeprefix(ada.address)))

    def asks(path: str, sign: str) -> set[str]:
        asked.clear()
        ada.goes_to(path)
        expect(ada.page.locator(sign).first).to_be_visible()
        ada.page.wait_for_load_state("networkidle")
        return {each for each in asked if each.startswith("/api/")}

    for path, sign in (("/", ".return-bar"), (f"/g/{table['id']}", ".pickable")):
        answered = asks(path, sign)
        expected = set(str(ada.page.locator("body").get_attribute("data-answers")).split())
        assert not answered & expected, path
        assert all(each.startswith("/api/ratings") for each in answered), "what follows from an answer"
        ada.page.set_extra_http_headers({KEPT: "1"})
        assert asks(path, sign) - answered == expected, path
        ada.page.set_extra_http_headers({})


def test_on_the_way_back_a_page_asks_again(person: Callable[..., Person]) -> None:
    """Browsers show it as it was kept, and what it says may be over."""
    ada = person()
    ada.goes_to("/")
    expect(ada.page.locator(".card .tank").first).to_be_visible()
    ada.opens_table(game="tank_war", clock="none", seats=[ME, BOT])
    ada.sees_board()
    ada.page.go_back()
    expect(ada.page.locator(".return-bar")).to_be_visible()
