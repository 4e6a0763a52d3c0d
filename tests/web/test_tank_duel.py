"""A first evening with Tank Duel: what is set, what the keys are, and buttons that stay under one's thumb."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from steelyard import puzzles
from tests.web.test_budgets import MOST_SHIFT, WATCH
from tests.web.test_playing import meet

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.web.people import Person

ME = {"kind": "me"}
OPEN = {"kind": "open"}
BOT = {"kind": "bot", "bot": "random"}
LAPTOP = {"width": 1280, "height": 720}
ARROWS = {"U": "ArrowUp", "D": "ArrowDown", "L": "ArrowLeft", "R": "ArrowRight"}
WAYS = {"U": "up", "D": "down", "L": "left", "R": "right"}
ROUND = "round:10s"
MINE_IN_TURN_4 = 5
"""The seed of a game in which the bot drives onto a mine in an even position, if its opponent drives up."""


def drives(one: Person, clock: str = ROUND, **terms: Any) -> None:
    """At a table with a bot, where the joystick can be set."""
    one.opens_table(game="tank_duel", clock=clock, setup="meadow", seats=[ME, BOT], **terms)
    expect(one.page.get_by_role("button", name="Drive up")).to_be_enabled()


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (390, 844), (320, 568)])
def test_the_joystick_stays_where_it_is_whatever_is_set(
    person: Callable[..., Person], width: int, height: int
) -> None:
    phone = width < 600
    ada, bob = person(width=width, height=height, has_touch=phone, is_mobile=phone), person()
    drives(ada)
    fire = ada.page.locator(".fire")
    before = ada.box(fire)
    for name in ("Drive down", "Tower right", "Fire"):
        ada.page.get_by_role("button", name=name).click()
    expect(ada.status).to_have_text("Your joystick: drive down, fire right.")
    assert ada.box(fire) == before
    bob.goes_to(ada.page.url)
    expect(ada.page.locator(".watchers")).to_have_text("1 spectator")
    assert ada.box(fire) == before


UNDER_A_THUMB = "button => getComputedStyle(button).animationName"


def test_buttons_that_come_where_the_joystick_was_cannot_be_pressed_at_once(
    person: Callable[..., Person],
) -> None:
    ada = person(width=390, height=844, has_touch=True, is_mobile=True)
    drives(ada)
    ada.page.get_by_role("button", name="Resign").click()
    ada.page.get_by_role("button", name="Yes, resign").click()
    ada.sees_end()
    buttons = ada.page.locator(".controls button:visible")
    expect(buttons.first).to_be_visible()
    assert {each.evaluate(UNDER_A_THUMB) for each in buttons.all()} == {"under-a-thumb"}
    ada.page.reload()  # nobody drives any more
    ada.sees_end()
    assert {each.evaluate(UNDER_A_THUMB) for each in buttons.all()} == {"none"}


def test_in_real_time_a_tank_without_an_order_is_said_to_drive_left(person: Callable[..., Person]) -> None:
    ada = person(**LAPTOP)
    drives(ada)
    expect(ada.status).to_contain_text("Until you do, your tank drives left.")
    ada.page.get_by_role("button", name="Rules").click()
    expect(ada.page.locator("dialog")).to_contain_text("drives left until")


def test_the_time_of_a_round_is_no_alarm_and_goes_with_the_game(person: Callable[..., Person]) -> None:
    ada = person(**LAPTOP)
    drives(ada, "round:5s")
    clock = ada.page.locator(".player.below .clock")
    expect(clock).to_have_text(re.compile(r"^\d\.\d$"))
    expect(clock).not_to_have_class(re.compile("short"))
    ada.page.get_by_role("button", name="Resign").click()
    ada.page.get_by_role("button", name="Yes, resign").click()
    ada.sees_end()
    expect(clock).to_be_hidden()


@pytest.mark.parametrize("locale", ["en-GB", "cs-CZ", "sv-SE"])
def test_on_a_small_laptop_the_keys_are_named_and_nothing_is_cut(
    person: Callable[..., Person], locale: str
) -> None:
    ada = person(locale=locale, **LAPTOP)
    ada.opens_table(game="tank_duel", clock="none", setup="meadow", seats=[ME, BOT])
    keys, below = ada.page.locator(".keys"), ada.page.locator(".player.below")
    expect(keys).to_contain_text("W A S D")
    expect(keys).to_be_visible()
    card = ada.box(below)
    assert card["y"] + card["height"] <= LAPTOP["height"], "one's own card is in the window"
    drawer, more = (
        ada.box(ada.page.locator(".drawer")),
        ada.box(ada.page.locator(".more:has(.tools) > summary")),
    )
    assert more["y"] + more["height"] <= drawer["y"] + drawer["height"], "no line is cut in half"
    assert not meet(ada.box(keys), ada.box(ada.page.locator(".controls")))


def test_whoever_waits_for_the_other_player_has_the_whole_page_in_the_window(
    person: Callable[..., Person],
) -> None:
    ada = person(**LAPTOP)
    ada.opens_table(game="tank_duel", clock=ROUND, setup="meadow", seats=[ME, OPEN])
    expect(ada.page.locator(".invite input")).to_be_visible()
    expect(ada.page.locator(".joystick")).to_be_hidden()
    card = ada.box(ada.page.locator(".player.below"))
    assert card["y"] + card["height"] <= LAPTOP["height"]


def test_an_escape_is_driven_with_keys_or_buttons(person: Callable[..., Person]) -> None:
    ada = person()
    escape = next(each for each in puzzles.of_game("tank_duel") if each.kind == "escape")
    answer = escape.steps[0].answer
    ada.goes_to(f"/puzzles/{escape.id}")
    verdict = ada.page.locator(".verdict")
    wrong = next(way for way in escape.steps[0].wrong if way in ARROWS)
    ada.page.get_by_role("button", name=f"Drive {WAYS[wrong]}").click()
    expect(verdict).to_have_attribute("data-kind", "wrong")
    ada.page.get_by_role("button", name="Try again").click()
    expect(ada.page.get_by_role("button", name=f"Drive {WAYS[answer]}")).to_be_enabled()
    expect(ada.page.get_by_role("button", name="Fire")).to_be_hidden()
    ada.page.keyboard.press(ARROWS[answer])
    expect(verdict).to_contain_text("Right.")


def drives_to_the_end(one: Person) -> None:
    """Round and round without a clock: onto a mine at the latest."""
    while not one.is_over():
        turn = one.snapshot()["turn"]
        one.page.get_by_role("button", name="Drive up").click()
        one.sees_turn_after(turn)
    one.sees_end()


@pytest.mark.parametrize("width", [390, 320])
def test_nothing_moves_when_a_game_in_real_time_ends(person: Callable[..., Person], width: int) -> None:
    ada = person(width=width, height=844, has_touch=True, is_mobile=True)
    ada.page.add_init_script(WATCH)
    drives(ada, "round:0.5s")
    ada.page.get_by_role("button", name="Drive up").tap()
    ada.page.evaluate("window.shifts = []")
    ada.sees_end()
    for thing in (ada.result, ada.page.get_by_role("button", name="Rematch")):
        expect(thing).to_be_in_viewport(ratio=1)
    shifts = ada.page.evaluate("window.shifts")
    assert sum(value for value, _ in shifts) < MOST_SHIFT, shifts


def test_a_shot_that_cannot_be_fired_says_why(person: Callable[..., Person]) -> None:
    ada = person(**LAPTOP)
    drives(ada, "none")
    for name in ("Tower down", "Fire", "Drive up"):
        ada.page.get_by_role("button", name=name).click()
    ada.sees_turn(1)
    expect(ada.status).to_have_text("Choose where to drive.")
    ada.page.get_by_role("button", name="Fire").click()
    expect(ada.status).to_have_text("Choose where to drive. The shot waits until your missile is gone.")
    ada.page.get_by_role("button", name="Fire").click()
    expect(ada.status).to_have_text("Choose where to drive.")


def test_a_hint_moves_nothing_out_of_the_window(person: Callable[..., Person]) -> None:
    ada = person(**LAPTOP)
    drives(ada, "none")
    things = [ada.page.locator(each) for each in (".fire", ".player.below", ".controls", ".hint")]
    before = [ada.box(each) for each in things]
    ada.page.get_by_role("button", name="Hint").click()
    expect(ada.page.locator(".hinted")).to_have_text(re.compile("^Hint: drive"))
    assert [ada.box(each) for each in things] == before


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (390, 844)])
def test_a_review_is_in_the_window_and_says_what_was_better(
    person: Callable[..., Person], width: int, height: int
) -> None:
    ada = person(width=width, height=height)
    ada.page.add_init_script(WATCH)
    drives(ada, "none", seed=MINE_IN_TURN_4)
    drives_to_the_end(ada)
    ada.page.get_by_role("button", name="Turning point").click()
    expect(ada.page.locator(".turning")).to_have_text(
        re.compile(r"^Turn 4 decided the game; the board shows the position before it\.")
    )
    ada.page.get_by_role("link", name="Review").click()
    review, points = ada.page.locator(".review"), ada.page.locator(".turning-points button")
    expect(points.first).to_be_visible(timeout=60_000)
    assert "better was drive" in (text := " ".join(points.all_inner_texts())) or "better" not in text
    if width > 900:
        for thing in (review.locator(".accuracies"), review.locator(".graph"), ada.page.locator(".replay")):
            expect(thing).to_be_in_viewport(ratio=1)
    order = ada.page.evaluate("""() => [".verdict", ".review", ".finding"].map(
        (each) => document.querySelector(each).getBoundingClientRect().top)""")
    assert order == sorted(order), "the review comes before what is found in one position"
    shifts = ada.page.evaluate("window.shifts")
    assert sum(value for value, _ in shifts) < MOST_SHIFT, shifts
