"""Analysis that is shared by its address, positions that are edited, games within other pages and offline."""

from __future__ import annotations

import re
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from tests.timeouts import wait_until
from tests.web.test_pages import looks_right

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import WebSocketRoute

    from tests.web.people import Person

ME = {"kind": "me"}
BOT = {"kind": "bot", "bot": "random"}
BATTLE = "/analyse?game=tank_battle"


def finished(ada: Person) -> str:
    """A game that was resigned after one turn."""
    table = ada.opens_table(game="tank_war", clock="none", seats=[ME, BOT])
    ada.may_pick()
    ada.clicks(ada.tank("tank-0-LA"))
    ada.sees_turn(1)
    ada.page.get_by_role("button", name="Resign").click()
    ada.page.get_by_role("button", name="Yes, resign").click()
    ada.sees_end()
    name: str = table["id"]
    return name


def no_analysis(ada: Person) -> None:
    ada.page.route_web_socket("**/ws/analysis/*", lambda _: None)


def test_the_address_follows_the_line_and_back_and_forward_work(person: Callable[..., Person]) -> None:
    ada = person()
    no_analysis(ada)
    ada.goes_to("/analyse?game=tank_war&position=043/153/233/043/253/143")
    for turn in ("RB-LA", "LA-RA"):
        first, second = turn.split("-")
        ada.may_pick()
        ada.clicks(ada.tank(f"tank-0-{first}"))
        ada.clicks(ada.tank(f"tank-1-{second}"))
        expect(ada.page.locator(".moves")).to_contain_text(turn)
    shared = ada.page.url
    assert shared.endswith("?game=tank_war&position=043/153/233/043/253/143&line=RB-LA,LA-RA")
    position = ada.page.get_by_label("Position", exact=True).input_value()
    ada.page.get_by_role("button", name="One turn back").click()
    expect(ada.page).to_have_url(f"{shared}#1")
    ada.page.go_back()
    expect(ada.page.locator(".moves")).not_to_contain_text("LA-RA")
    ada.page.go_back()
    expect(ada.page.locator(".moves")).to_contain_text("No moves yet")
    ada.page.go_forward()
    expect(ada.page.locator(".moves")).to_contain_text("RB-LA")
    eve = person()
    no_analysis(eve)
    eve.goes_to(shared)
    expect(eve.page.locator(".moves")).to_contain_text("LA-RA")
    expect(eve.page.get_by_label("Position", exact=True)).to_have_value(position)
    eve.may_pick()


def test_a_bad_position_stays_in_the_field_with_the_reason(person: Callable[..., Person]) -> None:
    ada = person()
    no_analysis(ada)
    ada.allowed = ("422",)
    bad = "053/053/053/053/053/553"
    for path, typed in (("/analyse?game=tank_war", True), (f"/analyse?game=tank_war&position={bad}", False)):
        ada.goes_to(path)
        ada.sees_board()
        field = ada.page.get_by_label("Position", exact=True)
        if typed:
            field.fill(bad)
            ada.page.get_by_role("button", name="Show").click()
        expect(ada.page.get_by_role("alert")).to_contain_text("must be above")
        expect(field).to_have_value(bad)
        expect(field).to_have_attribute("aria-invalid", "true")


@pytest.mark.parametrize(
    ("game", "placed", "reason", "written"),
    [
        (
            "tank_war",
            [("Blue tank", "column 0, row 2"), ("Orange tank", "column 0, row 4")],
            "must be above",
            "x22/053",
        ),
        ("tank_battle", [("Orange commander", "f6")], "second commander", " b 0"),
        ("tank_duel", [("Wall", "column 0, row 0")], "", "x9/"),
    ],
)
def test_a_position_is_edited_by_click_and_key(
    person: Callable[..., Person], game: str, placed: list[tuple[str, str]], reason: str, written: str
) -> None:
    ada = person()
    no_analysis(ada)
    ada.allowed = ("422",)
    ada.goes_to(f"/analyse?game={game}")
    ada.sees_board()
    ada.page.get_by_role("button", name="Edit position").click()
    analyse = ada.page.get_by_role("button", name="Analyse this position")
    for tool, square in placed:
        ada.page.locator(".tools-to-place").get_by_role("button", name=tool).click()
        cell = ada.page.get_by_role("button", name=re.compile(f"^{square}: "))
        cell.click()
        expect(cell).to_have_accessible_name(f"{square}: {tool}")
    if reason:
        expect(ada.page.locator(".editing .problem")).to_contain_text(reason)
        expect(analyse).to_be_disabled()
        cell.press("Delete")
        expect(cell).to_have_accessible_name(re.compile("empty"))
    if game == "tank_battle":
        ada.page.get_by_label("To move").select_option("Blue")
    expect(analyse).to_be_enabled()
    analyse.click()
    expect(ada.page.locator(".editing")).to_have_count(0)
    expect(ada.page.get_by_label("Position", exact=True)).to_have_value(re.compile(re.escape(written)))
    assert "position=" in ada.page.url
    if game == "tank_battle":
        expect(ada.status).to_contain_text("Blue: choose a move")


ENDED = {
    "on a mine": "6/6/2oo2/6 2,2:L*mine 5,3:U - 1,3:D",
    "by a missile": "6/6/1o4/3o2 0,2:L*missile 3,2:U - 1,2:L*",
    "over the edge": "6/2o3/6/5o 0,1:L!L 5,2:U -1,1:L -",
}


@pytest.mark.parametrize("position", ENDED.values(), ids=list(ENDED))
def test_the_end_of_a_duel_can_be_edited(person: Callable[..., Person], position: str) -> None:
    ada = person()
    no_analysis(ada)
    ada.goes_to(f"/analyse?game=tank_duel&position={quote(position)}")
    ada.sees_board()
    ada.page.get_by_role("button", name="Edit position").click()
    expect(ada.page.get_by_role("button", name="Analyse this position")).to_be_enabled()


def test_the_editor_can_be_read_and_used_by_everybody(person: Callable[..., Person], tmp_path: Any) -> None:
    ada = person()
    no_analysis(ada)
    ada.goes_to(BATTLE)
    ada.sees_board()
    ada.page.get_by_role("button", name="Edit position").click()
    expect(ada.page.get_by_role("button", name="Analyse this position")).to_be_enabled()
    ada.page.screenshot(path=tmp_path / "editor.png")
    looks_right(ada, phone=False)


@pytest.fixture
def another_site() -> Iterator[Callable[[str], str]]:
    """Another origin of this machine with one page: browsers keep the internet out of local servers."""

    class Page(BaseHTTPRequestHandler):
        body = b""

        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(self.body)

        def log_message(self, *_: object) -> None:
            """Nobody reads it."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Page) as site:
        Thread(target=site.serve_forever, daemon=True).start()

        def shows(body: str) -> str:
            Page.body = body.encode()
            return f"http://127.0.0.1:{site.server_port}/"

        yield shows
        site.shutdown()


def test_a_game_is_shown_within_another_page_and_nothing_else_is(
    person: Callable[..., Person], another_site: Callable[[str], str]
) -> None:
    ada = person()
    table = finished(ada)
    ada.page.get_by_text("Share, analyse, continue").click()
    ada.page.get_by_role("button", name="Embed this game").click()
    snippet = ada.page.locator("dialog input").input_value()
    assert re.fullmatch(rf'<iframe src="{ada.address}/embed/{table}" title="[^"<>]*" .*></iframe>', snippet)
    ada.allowed = ("frame", "X-Frame")
    elsewhere = ada.context.new_page()
    elsewhere.goto(another_site(snippet + snippet.replace("/embed/", "/g/")))
    shown = elsewhere.frame_locator("iframe").first
    expect(shown.locator(".board .tank").first).to_be_visible()
    shown.get_by_role("button", name="First position").click()
    expect(shown.locator(".board")).to_have_attribute("data-turn", "0")
    expect(shown.locator(".names")).to_contain_text("resigned")
    assert elsewhere.frames[2].url.startswith("chrome-error:")


@pytest.mark.long
def test_finished_games_are_kept_in_the_browser(person: Callable[..., Person]) -> None:
    """What the worker does without a connection is in `service-worker.test.js`."""
    ada = person(service_workers="allow")
    ada.goes_to("/")
    ada.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    table = finished(ada)
    # `wait_for_function` would not wait for a promise.
    wait_until(lambda: ada.page.evaluate("async id => !!(await caches.match(`/api/tables/${id}`))", table))
    ada.goes_to("/offline")
    ada.page.get_by_role("link", name=re.compile("Tank War")).click()
    ada.page.wait_for_url(f"**/g/{table}")
    ada.sees_board()


@pytest.mark.parametrize(("made", "offered"), [('["gif","mp4"]', 2), ('["gif"]', 1)])
def test_only_films_that_the_server_can_make_are_offered(
    person: Callable[..., Person], made: str, offered: int
) -> None:
    ada = person()

    def pass_on(page: WebSocketRoute) -> None:
        server = page.connect_to_server()
        server.on_message(
            lambda text: page.send(str(text).replace('"films":["gif","mp4"]', f'"films":{made}'))
        )

    ada.page.route_web_socket("**/ws/tables/*", pass_on)
    finished(ada)
    films = ada.page.locator(".tools button", has_text=re.compile("Download (GIF|MP4)"))
    expect(films).to_have_count(offered)
