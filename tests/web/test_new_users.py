"""What people meet on their first evening: nothing is cut, covered, untranslated or offered in vain."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from steelyard import games
from tests.web.test_pages import looks_right
from tests.web.test_people import signed_in
from tests.web.test_playing import meet

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.web.people import Person

ME = {"kind": "me"}
OPEN = {"kind": "open"}
LOCALES = ["en-GB", "cs-CZ", "sv-SE"]
APART = 5  # pixels: more than the space between two words


def own_name(one: Person) -> str:
    return str(one.page.evaluate("fetch('/api/me').then((answer) => answer.json())")["name"])


@pytest.mark.parametrize("locale", LOCALES)
def test_the_first_page_fits_a_phone_in_every_language(person: Callable[..., Person], locale: str) -> None:
    ada = person(width=390, locale=locale, has_touch=True)
    ada.goes_to("/")
    menu = ada.page.locator(".top nav")
    words = [ada.box(word) for word in menu.locator("a").all()]
    assert menu.evaluate("nav => nav.scrollWidth - nav.clientWidth") == 0, "no word is cut"
    gaps = [two["x"] - one["x"] - one["width"] for one, two in pairwise(words)]
    assert min(gaps) >= APART, "words stay apart"
    ada.page.set_viewport_size({"width": 320, "height": 640})
    header = ada.page.locator("#challenges > header")
    parts = [ada.box(part) for part in header.locator("h2, a, button").all()]
    assert not any(meet(one, two) for place, one in enumerate(parts) for two in parts[:place])
    assert max(part["x"] + part["width"] for part in parts) <= 320 - 16, "it has the margin of the page"


def test_a_guest_without_a_name_is_a_guest_in_their_own_language(person: Callable[..., Person]) -> None:
    ada = person(locale="cs-CZ")
    ada.goes_to("/")
    name = ada.page.locator(".me input")
    digits = own_name(ada).removeprefix("Guest ")
    expect(name).to_have_value(f"Host {digits}")
    ada.page.get_by_role("button", name="Uložit").click()
    expect(ada.page.locator(".notices")).to_contain_text(f"Host {digits}")
    assert own_name(ada) == f"Guest {digits}", "for others it is in theirs"


@pytest.mark.parametrize("game", ["tank_duel", "tank_battle"])
def test_boards_have_names_in_the_language_of_the_page(person: Callable[..., Person], game: str) -> None:
    ada = person(locale="cs-CZ")
    ada.goes_to("/")
    ada.page.locator(f'[data-game="{game}"] .start button').nth(1).click()
    chosen = "setup" if game == "tank_duel" else "option-layout"
    options = ada.page.locator(f'dialog [name="{chosen}"] option')
    offered = games.get(game).setups() if game == "tank_duel" else ["standard", "gates", "river"]
    expect(options).to_have_count(len(offered))
    assert not set(options.all_inner_texts()) & set(offered)
    paces = ada.page.locator('dialog [name="clock"] option').all_inner_texts()
    assert not [pace for pace in paces if "." in pace], "Czech writes 0,5"


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1280, 720)])
def test_a_clock_of_hours_stays_in_its_card_and_no_reply_is_planned_where_both_choose(
    person: Callable[..., Person], width: int, height: int
) -> None:
    ada, bob = person(width=width, height=height), person()
    table = ada.opens_table(game="tank_war", clock="days:1", seats=[ME, OPEN])
    bob.accepts(table["invite"])
    for one in (ada, bob):  # the clocks begin when both have moved
        one.may_pick()
        one.clicks(one.board.locator(".pickable").first)
    ada.sees_turn(1)
    clock = ada.page.locator(".player.below .clock")
    expect(clock).to_have_text(re.compile(r"^\d+:\d\d:\d\d$"))
    card, time = ada.box(ada.page.locator(".player.below")), ada.box(clock)
    assert time["x"] + time["width"] <= card["x"] + card["width"] - 8
    expect(ada.page.locator(".drawer .vacation summary")).to_be_visible()
    expect(ada.page.locator(".drawer .plans")).to_be_hidden()


def test_what_is_opened_beside_a_correspondence_game_covers_no_controls_in_part(
    person: Callable[..., Person],
) -> None:
    ada, bob = person(), person()
    table = ada.opens_table(game="tank_battle", clock="days:3", seats=[ME, OPEN])
    bob.accepts(table["invite"])
    ada.may_pick()
    drawer, replay = ada.page.locator(".drawer"), ada.page.locator(".replay")
    for summary in drawer.locator("summary").all():
        expect(summary).to_be_visible()
        assert summary.evaluate("one => one.scrollHeight <= one.clientHeight"), "its words are whole"
        assert ada.box(summary)["height"] <= 36, "on two lines at most"
    drawer.locator(".vacation summary").click()
    assert replay.is_hidden() or not meet(ada.box(drawer), ada.box(replay))
    drawer.locator(".vacation summary").click()
    expect(replay).to_be_visible()


def test_a_puzzle_leads_to_the_rules_of_its_game(person: Callable[..., Person]) -> None:
    ada = person(width=390, has_touch=True)
    ada.goes_to("/puzzles/battle-1")
    rules = ada.page.get_by_role("link", name="Rules", exact=True)
    expect(rules).to_have_attribute("href", "/learn/tank_battle")
    looks_right(ada, phone=True)


def test_a_rated_game_says_so_and_a_question_comes_before_the_rules(person: Callable[..., Person]) -> None:
    ada, bob = signed_in(person, "Una Frost"), signed_in(person, "Ivo Frost", width=390)
    ada.post("/api/challenges", {"game": "tank_battle", "clock": "days:3", "rated": True, "seat": 0})
    bob.goes_to("/")
    bob.page.get_by_role("button", name="Accept the challenge of Una Frost").click()
    bob.sees_board()
    expect(bob.page.locator(".watchers")).to_have_text("Rated")
    ada.goes_to("/learn")
    expect(ada.page.locator(".waiting")).to_contain_text("Your move")
    ada.page.set_viewport_size({"width": 390, "height": 844})
    expect(ada.page.locator(".waiting").get_by_text("Your move").locator("visible=true")).to_have_text(
        "Your move"
    )
    looks_right(ada, phone=True)
    ada.page.get_by_role("link", name="Your move, Tank Battle against Ivo Frost").click()
    ada.page.get_by_role("button", name="Offer to end on points").click()
    offer, rules = bob.page.locator(".offer"), bob.page.get_by_role("button", name="Rules")
    expect(offer).to_be_visible()
    assert bob.box(offer)["y"] < bob.box(rules)["y"]
