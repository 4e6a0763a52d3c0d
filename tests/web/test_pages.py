"""Every page, in light and dark, on a large screen and on a phone: it can be read, hit and trusted."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.web.people import RETRIES, Person

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser

LOOKING = Path(__file__).with_name("page_checks.js").read_text("utf-8")
AXE = (Path(__file__).parents[2] / "node_modules/axe-core/axe.min.js").read_text("utf-8")
STANDS_STILL = """() => Promise.all(
    document.getAnimations()
        .filter((each) => each.playState === "running" && each.effect.getComputedTiming().endTime < Infinity)
        .map((each) => each.finished.catch(() => null))
)"""
VIOLATIONS = """async () => {
    const { violations } = await axe.run(document, { resultTypes: ["violations"] });
    return violations.map(({ id, help, nodes }) => [id, help, ...nodes.map((node) => node.html)]);
}"""
MOST_BYTES = 60_000  # with a dozen games that others play
MOST_FILES = 8  # with the icon and the manifest, which some browsers ask for
BOT = {"kind": "bot", "bot": "random"}
ME = {"kind": "me"}
PAGES = {
    "lobby": ("/", ".card .tank"),
    "live": ("/live", ".tables li"),
    "analyse": ("/analyse?game=tank_war", ".board .tank"),
    "learn": ("/learn", ".card .tank"),
    "learn-war": ("/learn/tank_war", ".diagram .tank"),
    "learn-duel": ("/learn/tank_duel", ".diagram .tank"),
    "learn-battle": ("/learn/tank_battle", ".diagram .tank"),
    "puzzles": ("/puzzles", ".today .tank"),
    "puzzle": ("/puzzles/war-1", ".board .tank"),
    "ladder": ("/ladder", "table"),
    "contests": ("/contests", "h1"),
    "event": ("/event", "h1"),
    "ticker": ("/event/ticker", "h1"),
    "bots": ("/bots", "h1"),
    "account": ("/account", "form"),
    "people": ("/people", "h1"),
    "games": ("/games", ".tables li"),
    "players": ("/players", ".profile h1"),
    "tournaments": ("/tournaments", ".live-head h1"),
    "missing": ("/nowhere", "h1"),
}
SCREENS = [
    pytest.param(1440, "light", marks=pytest.mark.long),
    (390, "dark"),
    pytest.param(1440, "dark", marks=pytest.mark.long),
    pytest.param(390, "light", marks=pytest.mark.long),
]


def looks_right(one: Person, *, phone: bool) -> None:
    one.page.evaluate(STANDS_STILL)
    seen = one.page.evaluate(LOOKING)
    assert seen["faint"] == [], "text has a contrast of 4.5 : 1"
    assert seen["spilt"] == [], "no link or button is too narrow for its words"
    assert seen["wide"] <= 0, "nothing sticks out sideways"
    if phone:
        assert seen["small"] == [], "a finger hits targets of 44 pixels"
    assert seen["headings"] == 1, "a page has one heading of the first rank"
    one.page.evaluate(AXE)
    assert one.page.evaluate(VIOLATIONS) == [], "nothing stands in the way of those who use it otherwise"


@pytest.mark.parametrize(("width", "theme"), SCREENS)
def test_every_page_can_be_read_and_hit(person: Callable[..., Person], width: int, theme: str) -> None:
    ada = person(width=width, color_scheme=theme, has_touch=width < 600)
    ada.allowed = ("404",)  # the page that is missing
    ada.opens_table(game="tank_war", clock="none", seats=[BOT, BOT])
    for path, sign in PAGES.values():
        ada.goes_to(path)
        expect(ada.page.locator(sign).first).to_be_visible()
        ada.page.wait_for_load_state("networkidle")
        looks_right(ada, phone=width < 600)


@pytest.mark.parametrize(("width", "theme"), SCREENS)
@pytest.mark.parametrize("game", ["tank_war", "tank_duel", "tank_battle"])
def test_every_game_can_be_read_and_hit(
    person: Callable[..., Person], width: int, theme: str, game: str
) -> None:
    ada = person(width=width, color_scheme=theme, has_touch=width < 600)
    ada.opens_table(game=game, clock="none", seats=[ME, BOT])
    ada.may_pick()
    if width < 600:
        ada.page.get_by_role("button", name="Moves and more").click()
        ada.page.get_by_text("Share, analyse, continue").click()
    looks_right(ada, phone=width < 600)


def test_the_dialog_for_a_new_game_can_be_read_and_hit(person: Callable[..., Person]) -> None:
    ada = person(width=390, has_touch=True)
    ada.goes_to("/")
    ada.page.get_by_role("button", name="Set up a game of Tank Duel").click()
    expect(ada.page.locator("dialog")).to_be_visible()
    looks_right(ada, phone=True)


def test_the_first_page_is_small(browser: Browser, address: str) -> None:
    ada = Person(browser, address)  # who has none of it yet
    bodies: list[int] = []
    ada.page.on("requestfinished", lambda request: bodies.append(request.sizes()["responseBodySize"]))
    ada.goes_to("/")
    expect(ada.page.locator(".card .board .tank").nth(20)).to_be_attached()
    ada.page.wait_for_load_state("networkidle")
    assert len(bodies) <= MOST_FILES, "with all it needs"
    assert sum(bodies) < MOST_BYTES, "with all it needs"
    assert ada.problems() == []
    ada.leave()


def test_files_that_a_browser_has_are_not_asked_for_again(person: Callable[..., Person]) -> None:
    ada = person()
    for _ in range(2):
        ada.goes_to("/")
        expect(ada.page.locator(".card .board .tank").nth(20)).to_be_attached()
    asked = ada.page.evaluate(
        """performance.getEntriesByType("resource").filter((each) => each.name.includes("/static/"))
            .map((each) => [each.name, each.transferSize])"""
    )
    assert len(asked) >= 5
    assert [name for name, size in asked if size] == []


def test_pages_forbid_everything_from_outside_and_everything_inline(person: Callable[..., Person]) -> None:
    ada = person()
    for path in ("/", "/live", "/learn", "/analyse", "/g/aaaaaaaaaa"):
        policy = ada.context.request.get(path, max_retries=RETRIES).headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
    ada.goes_to("/")
    expect(ada.page.locator(".card .tank").first).to_be_visible()
    assert (
        ada.page.locator("[style*='expression'], script:not([src], [type='application/json']), style").count()
        == 0
    )


def test_a_theme_chosen_by_hand_beats_the_system_and_is_kept(person: Callable[..., Person]) -> None:
    ada = person(color_scheme="light")
    ada.goes_to("/")
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    light = ada.page.evaluate(ground)
    for _ in range(2):
        ada.page.locator(".switches button").last.click()
    dark = ada.page.evaluate(ground)
    assert dark != light
    ada.page.reload()
    assert ada.page.evaluate(ground) == dark


def test_sound_is_off_until_asked_for(person: Callable[..., Person]) -> None:
    ada = person()
    ada.goes_to("/")
    switch = ada.page.get_by_role("button", name="Sound")
    expect(switch).to_have_attribute("aria-pressed", "false")
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "true")


def test_a_notice_that_is_repeated_stands_there_once(person: Callable[..., Person]) -> None:
    ada = person()
    ada.goes_to("/")
    shown = ada.page.evaluate(
        """async () => {
            const bundle = document.querySelector('link[href$="/bundles/common.js"]');
            const { notice } = (await import(bundle.href)).$parts_page_header;
            for (const sentence of ["one", "two", "one"]) notice(sentence);
            return [...document.querySelectorAll(".notices p")].map((said) => said.textContent);
        }"""
    )
    assert shown == ["two", "one"]


def test_a_name_can_be_taken_and_is_shown_at_the_table(person: Callable[..., Person]) -> None:
    ada = person()
    ada.goes_to("/")
    ada.page.get_by_label("You play as").fill("Ada")
    ada.page.get_by_role("button", name="Save").click()
    expect(ada.page.locator(".notices")).to_contain_text("You now play as Ada")
    ada.opens_table(game="tank_war", clock="none", seats=[ME, BOT])
    expect(ada.page.locator('.player[data-seat="0"]')).to_contain_text("Ada")
    ada.goes_to("/")
    expect(ada.page.locator(".section", has_text="Your games")).to_be_visible()
