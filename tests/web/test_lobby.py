"""The lobby folds what one address offers, and a game between bots says what it waits for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.server.running_server import Guest

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.web.people import Person

BOT = {"kind": "bot", "bot": "random"}


def test_challenges_from_one_place_are_unfolded_with_a_click(
    person: Callable[..., Person], address: str
) -> None:
    offered = []
    for _ in range(3):
        with Guest(address.removeprefix("http://"), comes_from="203.0.113.9") as guest:
            offered.append(guest.http.post("/api/challenges", json={"game": "tank_war"}).json()["id"])
    ada = person()
    ada.goes_to("/")
    lines = [ada.page.locator(f'[data-challenge="{name}"]') for name in offered]
    expect(lines[0]).to_be_visible()
    expect(lines[1]).to_have_count(0)
    ada.page.get_by_role("button", name="and 2 more from the same place").click()
    for line in lines:
        expect(line).to_be_visible()


def test_a_game_between_bots_says_that_it_goes_on_while_somebody_watches(
    person: Callable[..., Person],
) -> None:
    ada = person()
    ada.opens_table(game="tank_battle", seats=[BOT, BOT])
    expect(ada.page.get_by_text("Goes on only while somebody watches")).to_be_visible()
