"""A person at a browser: opens pages, clicks, types, looks; and notes everything that goes wrong."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, TypeVar, cast

from playwright.sync_api import expect

from steelyard.server.accounts.store import COOKIE

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Locator, Request

    from tests.server.contests.contest_server import ContestServer, Visitor

PATIENCE_MS = 60_000  # a busy machine is not the page's fault
LOOK_MS = 100
RETRIES = 3  # of a look-up whose kept-alive connection the server has just closed, as HTTP lets it
expect.set_options(timeout=PATIENCE_MS)

MOST_TABS = 100

Box = dict[str, float]
T = TypeVar("T")


def new_context(browser: Browser, address: str, **preferences: Any) -> BrowserContext:
    width = preferences.pop("width", 1440)
    height = preferences.pop("height", 844 if width < 600 else 900)
    preferences.setdefault("service_workers", "block")  # else it would come between a test and its server
    context = browser.new_context(
        base_url=address, viewport={"width": width, "height": height}, **preferences
    )
    context.set_default_timeout(PATIENCE_MS)
    return context


class Person:
    """One browser context: its own cookies, so its own seats."""

    def __init__(
        self, browser: Browser, address: str, context: BrowserContext | None = None, **preferences: Any
    ) -> None:
        self.context = context or new_context(browser, address, **preferences)
        self.page = self.context.new_page()
        self.address = address
        self.allowed: tuple[str, ...] = ()
        """Parts of console messages that this test provokes."""
        self._wrong: list[str] = []
        self._asked: list[str] = []
        self.page.on("console", self._hears)
        self.page.on("pageerror", self._fails)
        self.page.on("request", self._asks)

    def _hears(self, said: ConsoleMessage) -> None:
        if said.type in {"error", "warning"} and "registration blocked by Playwright" not in said.text:
            self._wrong.append(said.text)

    def _fails(self, error: Error) -> None:
        self._wrong.append(str(error))

    def _asks(self, request: Request) -> None:
        self._asked.append(request.url)

    def problems(self) -> list[str]:
        """Errors of the page, and requests that left this server."""
        wrong = [text for text in self._wrong if not any(part in text for part in self.allowed)]
        home = (self.address, self.address.replace("http", "ws", 1), "data:", "blob:")
        return wrong + [f"an outside request: {url}" for url in self._asked if not url.startswith(home)]

    def leave(self) -> None:
        self.context.close()

    def forget(self) -> BrowserContext:
        """The context as if it were new, but for the files of the pages, which it need not load again."""
        context = self.context
        page = context.new_page()
        everything = {"origin": self.address, "storageTypes": "all"}
        context.new_cdp_session(page).send("Storage.clearDataForOrigin", everything)
        for each in context.pages:
            each.close()
        context.unroute_all()
        context.clear_cookies()
        context.clear_permissions()
        context.set_offline(offline=False)
        return context

    # Tables.
    def post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        answer = self.context.request.post(path, data=body, headers={"X-Steelyard": "1"})
        assert answer.ok, answer.text()
        return cast("dict[str, Any]", answer.json())

    def opens_table(self, **terms: Any) -> dict[str, Any]:
        """A table set up without the dialog, then its page."""
        table = self.post("/api/tables", terms)
        self.goes_to(f"/g/{table['id']}")
        return table

    def goes_to(self, path: str) -> None:
        self.page.goto(path)

    def accepts(self, invitation: str) -> None:
        """Open the link to an open seat, and take it."""
        self.goes_to(invitation)
        self.page.get_by_role("button", name="Accept").click()

    def snapshot(self) -> dict[str, Any]:
        """What the server says of the table this page shows."""
        name = self.page.url.split("/g/")[1].split("#")[0]
        answer = self.context.request.get(f"/api/tables/{name}", max_retries=RETRIES)
        return cast("dict[str, Any]", answer.json())

    # The board.
    @property
    def board(self) -> Locator:
        return self.page.locator(".board-place .board")

    @property
    def status(self) -> Locator:
        return self.page.locator(".status")

    @property
    def result(self) -> Locator:
        return self.page.locator(".result")

    def sees_board(self) -> None:
        expect(self.board.locator(".tank").first).to_be_visible()

    def sees_turn(self, turn: int) -> None:
        expect(self.board).to_have_attribute("data-turn", str(turn))

    def sees_turn_after(self, turn: int) -> None:
        """A later turn, or the end of the game."""
        self.page.wait_for_function(
            "turn => Number(document.querySelector('.board-place .board').dataset.turn) > turn"
            " || document.querySelector('.game').dataset.live === 'false'",
            arg=turn,
        )

    def sees_end(self) -> None:
        expect(self.page.locator(".game")).to_have_attribute("data-live", "false")

    def is_over(self) -> bool:
        return self.page.locator('.game[data-live="false"]').count() > 0

    def waits_for_turn(self) -> bool:
        """Until something can be picked, or the game is over; whether it goes on."""
        self.page.wait_for_selector('.pickable, .game[data-live="false"]', state="attached")
        return not self.is_over()

    def may_pick(self) -> None:
        expect(self.board.locator(".pickable").first).to_be_attached()

    def clicks(self, thing: Locator) -> None:
        """The middle of something on the board, as a mouse does, once it stands still."""
        expect(self.page.locator("[data-moving]")).to_have_count(0)
        thing.evaluate("each => each.scrollIntoView({ block: 'nearest' })")  # it may be drawn anew any moment
        box = self.box(thing)
        self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def tabs_to(self, thing: Locator) -> None:
        """By the keyboard alone."""
        for _ in range(MOST_TABS):
            if thing.evaluate("each => each === document.activeElement"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"{MOST_TABS} times Tab do not lead to {thing}")

    def tank(self, name: str) -> Locator:
        return self.board.locator(f'[data-id="{name}"]')

    def box(self, thing: Locator) -> Box:
        """Where it is on the page; between two drawings it is nowhere."""
        return cast("Box", dict(self.finds(thing.bounding_box)))

    def finds(self, look: Callable[[], T | None]) -> T:
        """What can be seen as soon as there is something; the browser goes on meanwhile."""
        ends = time.monotonic() + PATIENCE_MS / 1000
        while not (seen := look()):
            assert time.monotonic() < ends, f"waited {PATIENCE_MS} ms in vain"
            self.page.wait_for_timeout(LOOK_MS)
        return seen


def signed_in(
    browser: Browser, contest_server: ContestServer, whom: Visitor, width: int, theme: str
) -> Person:
    """Somebody with an account at a server for contests, now with a browser."""
    address = f"http://{contest_server.server.address}"
    one = Person(browser, address, width=width, color_scheme=theme, has_touch=width < 600)
    one.context.add_cookies([{"name": COOKIE, "value": whom.http.cookies[COOKIE], "url": address}])
    return one
