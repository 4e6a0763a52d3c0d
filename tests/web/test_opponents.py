"""Opponents as characters: the one that fits is offered, and a set-up is remembered."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from playwright.sync_api import expect

from steelyard import bots, games
from steelyard.server.http.answers import KEPT

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Route

    from tests.web.people import Person

FIT = """async ([played, bots]) => {
    const { fit } = await import("/static/parts/tables/opponents.js");
    return fit(played.map(([bot, won]) => ({ bot, won })), bots.map((name) => ({ name })), "greedy");
}"""
BOTS = ["random", "greedy", "level2", "level3"]
PLAYED = [
    ([], "greedy", False),
    ([("level2", True)], "level2", False),
    ([("level2", True), ("level2", True)], "level3", True),
    ([("level2", True), ("level2", False), ("level2", True)], "level2", False),
    ([("level2", True), ("greedy", True)], "level2", False),
    ([("level3", True), ("level3", True)], "level3", False),
    ([("random", False), ("level2", True), ("level2", True)], "random", False),
]


def test_every_built_in_bot_has_a_name_a_sentence_and_a_portrait(person: Callable[..., Person]) -> None:
    ada = person()
    ada.goes_to("/")
    known = ada.page.evaluate(
        """async () => {
            const { characters } = await import("/static/words/characters.js");
            const { portrait } = await import("/static/parts/tables/portraits.js");
            return Object.keys(characters).filter((bot) => portrait(bot) && characters[bot].sentence);
        }"""
    )
    assert set(known) == {bot for game in games.names() for bot in bots.names(game)}


def test_after_two_wins_in_a_row_the_next_level_fits(person: Callable[..., Person]) -> None:
    ada = person()
    ada.goes_to("/")
    for played, bot, promoted in PLAYED:
        assert ada.page.evaluate(FIT, [played, BOTS]) == {"bot": bot, "promoted": promoted}, played


def test_the_first_page_offers_the_next_level(person: Callable[..., Person]) -> None:
    """The server's part is played here: two games of Tank War that were won against Clover."""
    ada = person()
    players = [
        {"name": "level2", "kind": "bot", "bot": "level2"},
        {"name": "Ada", "kind": "guest", "bot": None},
    ]

    def answer(route: Route) -> None:
        won: list[Any] = []
        if "game=tank_war" in route.request.url:
            won = 2 * [{"players": players, "you": [1], "outcome": {"winner": 1}}]
        route.fulfill(json={"tables": won})

    ada.page.set_extra_http_headers({KEPT: "1"})  # a page without the server's answers
    ada.page.route("**/api/tables?mine=1&game=*", answer)
    ada.goes_to("/")
    expect(ada.page.locator('.card[data-game="tank_war"] .terms')).to_contain_text("vs Barley")
    expect(ada.page.locator('.card[data-game="tank_duel"] .terms')).to_contain_text("vs Rusty")
    expect(ada.page.locator(".terms .portrait")).to_have_count(3)


def test_a_set_up_is_remembered_and_the_game_calls_the_bot_by_its_name(person: Callable[..., Person]) -> None:
    ada = person()
    ada.goes_to("/")
    ada.page.get_by_role("button", name="Set up a game of Tank Duel").click()
    fields = ada.page.locator("dialog")
    shown = fields.locator("select[name=bot] option").all_inner_texts()
    assert [line.count("★") for line in shown] == sorted(line.count("★") for line in shown)
    fields.locator("select[name=bot]").select_option("random")
    expect(fields.locator(".bot-words")).to_contain_text("Plays any move")
    fields.locator("select[name=setup]").select_option("pocket")
    fields.get_by_role("button", name="Start").click()
    expect(ada.page.locator(".player .name").filter(has_text="Dice")).to_be_visible()
    ada.goes_to("/")
    ada.page.get_by_role("button", name="Set up a game of Tank Duel").click()
    expect(fields.locator("select[name=bot]")).to_have_value("random")
    expect(fields.locator("select[name=setup]")).to_have_value("pocket")
