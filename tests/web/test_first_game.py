"""A game page teaches its game: what somebody meets who has never played it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.web.test_pages import looks_right

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.web.people import Person

BOT = {"kind": "bot", "bot": "random"}
ME = {"kind": "me"}
GAMES = ["tank_war", "tank_duel", "tank_battle"]
LAST_ROUND = (
    "4x5/x11/x00/xx3/xx3/xx3"  # of Tank War: each side has one tank that can drive, Blue one more that cannot
)
SCREENS = [
    (1280, 720, "dark"),
    pytest.param(1440, 900, "light", marks=pytest.mark.long),
    pytest.param(1440, 900, "dark", marks=pytest.mark.long),
    pytest.param(1280, 720, "light", marks=pytest.mark.long),
    pytest.param(390, 844, "light", marks=pytest.mark.long),
    pytest.param(390, 844, "dark", marks=pytest.mark.long),
    pytest.param(320, 568, "light", marks=pytest.mark.long),
    pytest.param(320, 568, "dark", marks=pytest.mark.long),
]


def points_at(one: Person, tank: str) -> None:
    expect(one.page.locator("[data-moving]")).to_have_count(0)
    box = one.box(one.tank(tank).locator(".turret"))
    one.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def hint(one: Person) -> str:
    return one.page.locator(".hint").inner_text()


def test_the_first_game_has_no_clock_and_says_how_it_is_won(person: Callable[..., Person]) -> None:
    ada = person()
    ada.goes_to("/")
    expect(ada.page.locator('[data-game="tank_war"] .terms')).to_contain_text("no clock")
    ada.page.get_by_role("button", name="Play Tank War").click()
    ada.may_pick()
    expect(ada.page.locator(".clock:visible")).to_have_count(0)
    assert hint(ada).startswith("How to win: Have more tanks left")
    assert ada.page.locator(".player .name .quiet").all_inner_texts() == ["Orange", "Blue", "you"]
    ada.page.get_by_role("button", name="Resign").click()
    ada.page.get_by_role("button", name="Yes, resign").click()
    ada.sees_end()
    ada.goes_to("/")
    expect(ada.page.locator('[data-game="tank_war"] .terms')).to_contain_text("2 min")
    expect(ada.page.locator('[data-game="tank_battle"] .terms')).to_contain_text("no clock")


def test_a_tank_that_is_pointed_at_shows_what_it_hits_and_where_it_can_go(
    person: Callable[..., Person],
) -> None:
    ada = person()
    ada.opens_table(game="tank_war", clock="none", seats=[BOT, ME], position="233/053/053/053/053/053")
    ada.may_pick()
    expect(ada.tank("tank-1-LA")).to_have_class(re.compile("stuck"))
    points_at(ada, "tank-1-LA")
    assert (
        hint(ada) == "Blue's LA. It hits the marked squares. It cannot move: a tank is on the square ahead."
    )
    expect(ada.board.locator(".reach")).to_have_count(2)
    points_at(ada, "tank-0-LB")
    assert hint(ada) == "Orange's LB. It hits the marked squares."
    expect(ada.board.locator(".reach")).to_have_count(1)  # beside it are tanks of its own side
    expect(ada.tank("tank-1-LB").locator(".name")).to_have_text("LB")


def test_what_was_pointed_at_is_not_described_once_the_board_has_changed(
    person: Callable[..., Person],
) -> None:
    ada = person()
    ada.opens_table(game="tank_war", clock="none", seats=[ME, BOT])
    ada.may_pick()
    points_at(ada, "tank-0-LB")
    assert hint(ada) == "Orange's LB. It hits the marked squares."
    ada.clicks(ada.tank("tank-0-LB"))
    ada.sees_turn(1)
    assert hint(ada).startswith("Round 1: Orange drove LB, Blue drove "), "LB is not where the pointer is"
    expect(ada.board.locator(".reach")).to_have_count(0)


def test_a_tank_of_a_duel_that_is_pointed_at_shows_where_it_can_go_and_where_its_missile_would(
    person: Callable[..., Person],
) -> None:
    ada = person()
    ada.opens_table(
        game="tank_duel", clock="none", seats=[ME, BOT], position="6/6/6/6/6/6 1,1:R>R 4,4:L>L - -"
    )
    ada.may_pick()
    points_at(ada, "tank-0")
    assert hint(ada) == (
        "Orange's tank. If it drives on and fires, its missile flies over the marked squares."
        " It can go to 4 squares."
    )
    expect(ada.board.locator(".reach")).to_have_count(3)
    expect(ada.board.locator(".above .target")).to_have_count(4)


def test_each_round_is_told_in_words_and_a_written_move_explains_itself(
    person: Callable[..., Person],
) -> None:
    both = person()
    both.opens_table(
        game="tank_duel", clock="none", seats=[ME, ME], position="6/6/6/6/6/6 1,1:R>R 4,4:L>L - -"
    )
    both.may_pick()
    for key in ("d", "ArrowLeft", "h", "s", "ArrowUp"):
        both.page.keyboard.press(key)
        if key == "ArrowLeft":
            both.sees_turn(1)
    both.sees_turn(2)
    assert hint(both) == "Round 2: Orange went down and fired right, Blue went up."
    first = both.page.locator(".moves .turn").first
    both.page.get_by_role("button", name="One turn back").click()
    both.sees_turn(1)
    assert hint(both) == "Round 1: Orange went right, Blue went left."
    first.hover()
    expect(first).to_have_attribute("title", "Round 1: Orange went right, Blue went left.")


def test_whoever_waits_for_a_person_knows_for_whom_and_what_to_do_meanwhile(
    person: Callable[..., Person],
) -> None:
    ada, bob = person(), person()
    table = ada.opens_table(game="tank_war", clock="days:3", seats=[ME, {"kind": "open"}])
    bob.accepts(table["invite"])
    ada.may_pick()
    ada.clicks(ada.tank("tank-0-LB"))
    name = ada.snapshot()["players"][1]["name"]
    expect(ada.status).to_have_text(f"Your move is locked in. {name} is still choosing.")
    ada.page.mouse.move(0, 0)
    expect(ada.page.locator("p.hint")).to_contain_text("You can leave this page")


def test_the_fire_button_says_what_it_is(person: Callable[..., Person]) -> None:
    ada = person(width=390, has_touch=True)
    ada.opens_table(game="tank_duel", clock="none", seats=[ME, BOT])
    ada.may_pick()
    fire = ada.page.locator(".fire")
    expect(fire).to_have_text("Fire")
    expect(fire).to_have_attribute("title", "Fire (space)")
    fits = "each => each.scrollWidth <= each.clientWidth && each.scrollHeight <= each.clientHeight"
    assert fire.evaluate(fits)


def test_a_finger_that_stays_on_a_tank_asks_and_does_not_move_it(person: Callable[..., Person]) -> None:
    ada = person(width=390, has_touch=True)
    ada.opens_table(game="tank_war", clock="none", seats=[BOT, ME])
    ada.may_pick()
    box = ada.box(ada.tank("tank-1-LB"))
    at = {"clientX": box["x"] + box["width"] / 2, "clientY": box["y"] + box["height"] / 2}
    finger = {**at, "pointerType": "touch", "button": 0, "bubbles": True}
    ada.board.dispatch_event("pointerdown", finger)
    expect(ada.board.locator(".reach")).to_have_count(1)
    ada.board.dispatch_event("pointerup", finger)
    expect(ada.board.locator(".reach")).to_have_count(0)
    assert ada.snapshot()["sealed"] == [True, False], "only the bot has chosen"


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_and_the_legend_are_one_click_away_and_back_closes_them(
    person: Callable[..., Person], game: str
) -> None:
    ada = person(width=390, has_touch=True)
    ada.opens_table(game=game, clock="none", seats=[ME, BOT])
    ada.may_pick()
    ada.page.get_by_role("button", name="Rules").click()
    dialog = ada.page.get_by_role("dialog")
    expect(dialog).to_contain_text("How to win")
    assert dialog.locator(".legend svg").count() >= 4
    looks_right(ada, phone=True)
    ada.page.go_back()
    expect(dialog).to_have_count(0)
    ada.may_pick()


def test_a_move_against_a_bot_can_be_taken_back_and_a_hint_asked_for(person: Callable[..., Person]) -> None:
    ada = person()
    ada.opens_table(game="tank_battle", clock="none", seats=[ME, BOT])
    ada.may_pick()
    undo = ada.page.get_by_role("button", name="Undo")
    expect(undo).to_be_disabled()
    ada.page.get_by_role("button", name="Hint").click()
    expect(ada.page.locator(".hinted")).to_have_text(re.compile(r"^Hint: [a-k]\d+-[a-k]\d+$"))
    expect(ada.board.locator(".arrow-0")).to_have_count(1)
    ada.clicks(ada.tank("tank-0-1"))
    ada.clicks(ada.board.locator(".above .target").first)
    ada.sees_turn(2)
    ada.may_pick()
    expect(ada.board.locator(".arrow-0")).to_have_count(0)
    undo.click()
    ada.sees_turn(0)
    expect(ada.page.locator(".moves .turn")).to_have_count(0)
    expect(ada.page.locator(".watchers")).to_have_text("1 move taken back")
    ada.page.reload()
    ada.sees_turn(0)
    ada.may_pick()


def test_in_tank_war_a_move_can_be_confirmed(person: Callable[..., Person]) -> None:
    ada = person()
    ada.opens_table(game="tank_war", clock="none", seats=[BOT, ME])
    ada.may_pick()
    ada.page.get_by_role("button", name="Rules").click()
    ada.page.get_by_label("Confirm each move").check()
    ada.page.get_by_role("button", name="Close").click()
    expect(ada.status).to_have_text("Choose a tank, then click the square ahead of it.")
    ada.page.get_by_role("button", name="Hint").click()
    expect(ada.page.locator(".hinted")).to_have_text(re.compile(r"^Hint: [LR][ABC]$"))
    hinted = ada.page.locator(".hinted").inner_text().removeprefix("Hint: ")
    ada.clicks(ada.tank(f"tank-1-{hinted}"))
    expect(ada.board.locator(".corners-picked")).to_have_count(1)
    expect(ada.board.locator(".arrow-1")).to_have_count(1)
    other = "LB" if hinted != "LB" else "RB"
    ada.clicks(ada.tank(f"tank-1-{other}"))
    expect(ada.board.locator(".corners-picked")).to_have_count(1)
    expect(ada.board.locator(".arrow-1")).to_have_count(0)
    ada.sees_turn(0)
    ada.clicks(ada.board.locator(".above .target"))
    ada.sees_turn(1)
    ada.page.get_by_role("button", name="Undo").click()
    ada.sees_turn(0)


def test_ending_by_points_is_asked_before_it_is_done(person: Callable[..., Person]) -> None:
    ada = person()
    ada.opens_table(game="tank_battle", clock="none", seats=[ME, BOT])
    ada.may_pick()
    ada.page.get_by_role("button", name="Offer to end on points").click()
    expect(ada.page.locator(".actions")).to_contain_text("End the game now and count the points?")
    ada.page.get_by_role("button", name="No", exact=True).click()
    ada.may_pick()
    ada.page.get_by_role("button", name="Offer to end on points").click()
    ada.page.get_by_role("button", name="Yes, end the game").click()
    expect(ada.page.locator(".notices")).to_contain_text("declined")  # a bot plays on while points are level


def test_tank_duel_shows_where_the_missile_would_fly(person: Callable[..., Person]) -> None:
    ada = person()
    ada.opens_table(game="tank_duel", clock="none", setup="meadow", seats=[ME, {"kind": "open"}])
    bob = person()
    bob.accepts(ada.snapshot()["invite"])
    ada.may_pick()
    ada.page.keyboard.press("w")
    ada.page.keyboard.press("Space")
    assert ada.board.locator(".reach").count() > 0
    ada.page.keyboard.press("ArrowRight")
    expect(ada.status).to_contain_text("Your turn is in: drive right, fire up. ")
    assert bob.board.locator(".reach").count() == 0


def test_a_shot_goes_where_the_tank_points_and_is_shown_from_where_it_would_drive(
    person: Callable[..., Person],
) -> None:
    ada = person()
    ada.opens_table(game="tank_duel", clock="none", setup="meadow", seats=[ME, BOT])
    ada.may_pick()
    ada.page.keyboard.press("Space")
    turned = ada.page.locator('.pad.tower .way[aria-pressed="true"]')
    facing = ada.snapshot()["json"]["Tanks"][0]["MoveDirection"]
    expect(turned).to_have_attribute("data-way", facing[0])
    squares = "all => all.map(one => [one.getAttribute('x'), one.getAttribute('y')].join()).join(' ')"
    paths = []
    for way in ("up", "down"):
        ada.page.get_by_role("button", name=f"Drive {way}").hover()
        paths.append(ada.board.locator(".reach").evaluate_all(squares))
    assert "" not in paths
    assert paths[0] != paths[1]


def test_two_people_at_one_screen_have_names_no_clock_and_secrets(person: Callable[..., Person]) -> None:
    both = person(has_touch=True)
    both.goes_to("/")
    both.page.get_by_role("button", name="Set up a game of Tank Duel").click()
    both.page.get_by_label("Two people on this screen").check(force=True)
    both.page.get_by_label("Who plays Orange").fill("Ada")
    both.page.get_by_label("Who plays Blue").fill("Bob")
    both.page.get_by_role("button", name="Start").click()
    both.may_pick()
    assert both.page.locator(".player strong").all_inner_texts() == ["Bob", "Ada"]
    assert both.snapshot()["clock"] == "none"
    both.page.keyboard.press("d")
    expect(both.status).to_have_text("Orange has chosen. Blue: choose a direction.")
    assert both.page.locator('.joystick [aria-pressed="true"]').count() == 0, "Blue does not see what"


def test_the_first_page_fits_a_small_screen_and_so_does_the_menu_of_a_phone(
    person: Callable[..., Person],
) -> None:
    ada = person(width=1280, height=720)
    ada.goes_to("/")
    expect(ada.page.locator(".card .main")).to_have_count(3)
    for button in ada.page.locator(".card .main").all():
        expect(button).to_be_in_viewport(ratio=1)
    ada.page.set_viewport_size({"width": 390, "height": 844})
    menu = ada.page.locator(".top nav")
    assert menu.evaluate("nav => nav.scrollWidth - nav.clientWidth") == 0


def test_the_rules_open_at_their_beginning_and_a_tank_that_can_be_captured_has_a_ring(
    person: Callable[..., Person],
) -> None:
    ada = person(width=390, height=844)
    position = "11/6b4/11/6w4/11/11/11/9W1/11/11/B10 w 0"
    ada.opens_table(game="tank_battle", clock="none", position=position, seats=[ME, ME])
    ada.may_pick()
    ada.board.locator('[data-square="g10"]').hover()
    expect(ada.board.locator(".target-ring")).to_have_count(1)
    ada.page.get_by_role("button", name="Rules").click()
    expect(ada.page.get_by_role("heading", name="How to win")).to_be_in_viewport(ratio=1)


def ends_a_game(one: Person) -> None:
    one.opens_table(game="tank_war", clock="none", seats=[BOT, ME], position=LAST_ROUND)
    one.may_pick()
    one.clicks(one.board.locator(".pickable").first)
    one.sees_end()


@pytest.mark.parametrize(("width", "height", "theme"), SCREENS)
def test_the_end_says_who_won_and_why_and_what_next(
    person: Callable[..., Person], width: int, height: int, theme: str
) -> None:
    ada = person(width=width, height=height, color_scheme=theme, has_touch=width < 600)
    ends_a_game(ada)
    expect(ada.result).to_have_text("You won")
    expect(ada.status).to_have_text("Neither side could drive a tank any more; 2 tanks to 1.")
    expect(ada.board.locator(".ring-reason")).to_have_count(3)
    for name in ("Rematch", "Try the next level", "Turning point"):
        expect(ada.page.get_by_role("button", name=name)).to_be_visible()
    looks_right(ada, phone=width < 600)
    if width > 600:
        card = ada.box(ada.page.locator(".player.below"))
        assert card["y"] + card["height"] <= height, "one's own card is in the window"
    ada.page.get_by_role("button", name="Turning point").click()
    expect(ada.page.locator(".turning")).to_have_text(re.compile("Turn 1 decided|No single turn"))
    expect(ada.page.get_by_role("link", name="Review")).to_have_attribute("href", re.compile("^/analyse/"))
    ada.page.get_by_role("button", name="Try the next level").click()
    ada.page.wait_for_url(lambda url: "/g/" in url)
    ada.may_pick()
    assert ada.snapshot()["players"][0]["bot"] not in {None, "random"}


@pytest.mark.parametrize(
    ("width", "height"), [(320, 568), pytest.param(1920, 1080, marks=pytest.mark.long), (720, 450)]
)
def test_long_names_are_whole(person: Callable[..., Person], width: int, height: int) -> None:
    ada = person(width=width, height=height)
    ada.post("/api/me", {"name": "Bartholomew Featherstonehaugh"})
    ada.opens_table(game="tank_battle", clock="bank:120s", seats=[ME, BOT])
    ada.may_pick()
    for player in ada.page.locator(".player strong").all():
        assert player.evaluate("name => name.scrollWidth <= name.clientWidth"), player.inner_text()


def test_a_game_that_waits_for_somebody_has_a_title(person: Callable[..., Person]) -> None:
    ada = person()
    ada.post("/api/me", {"name": "Ada"})
    ada.opens_table(game="tank_war", clock="none", seats=[{"kind": "open"}, ME])
    expect(ada.page).to_have_title("Tank War: open seat vs Ada")


def test_the_first_page_leads_back_to_a_game_that_goes_on(person: Callable[..., Person]) -> None:
    ada = person(width=390, has_touch=True)
    name = ada.opens_table(game="tank_war", clock="none", seats=[BOT, ME])["id"]
    ada.goes_to("/")
    bar = ada.page.get_by_role("link", name="Return to your game: Tank War vs Dice")
    expect(bar).to_be_in_viewport()
    looks_right(ada, phone=True)
    bar.click()
    ada.page.wait_for_url(f"**/g/{name}")


def test_who_comes_by_keyboard_skips_the_navigation(person: Callable[..., Person]) -> None:
    ada = person()
    ada.goes_to("/watch")
    ada.page.wait_for_url("**/live")
    ada.page.wait_for_load_state("networkidle")
    ada.page.keyboard.press("Tab")
    expect(ada.page.get_by_role("button", name="Skip to the content")).to_be_focused()
    ada.page.keyboard.press("Enter")
    expect(ada.page.locator("main")).to_be_focused()


def test_a_box_that_was_left_is_not_read_out(person: Callable[..., Person]) -> None:
    ada = person()
    ada.opens_table(game="tank_war", clock="none", seats=[BOT, ME])
    ada.may_pick()
    ada.board.focus()
    heard = ada.page.locator('[aria-live="assertive"]')
    ada.page.keyboard.press("n")
    expect(heard).to_contain_text("row 5, Blue's LA")
    ada.page.keyboard.press("Enter")
    ada.sees_turn(1)
    ada.may_pick()
    ada.page.keyboard.press("ArrowRight")
    expect(heard).to_contain_text("column 1, row 4")


WINDOWS = [(1440, 900), (1280, 720), (390, 844)]


@pytest.mark.parametrize(("width", "height"), WINDOWS)
def test_what_follows_a_game_is_seen_without_scrolling(
    person: Callable[..., Person], width: int, height: int
) -> None:
    ada = person(width=width, height=height)
    ada.opens_table(game="tank_war", clock="none", seats=[ME, BOT])
    ada.may_pick()
    ada.clicks(ada.tank("tank-0-LB"))
    ada.sees_turn(1)
    ada.page.get_by_role("button", name="Resign").click()
    ada.page.get_by_role("button", name="Yes, resign").click()
    ada.sees_end()
    ada.page.evaluate("scrollTo(0, 0)")
    handle = ada.page.locator(".handle")
    lowest = ada.box(handle)["y"] if handle.is_visible() else height
    rematch = ada.page.get_by_role("button", name="Rematch")
    expect(ada.page.get_by_role("button", name="Try the next level")).to_have_count(0)  # after a loss
    for thing in (ada.result, rematch, ada.page.get_by_role("link", name="Review")):
        expect(thing).to_be_in_viewport(ratio=1)
        box = ada.box(thing)
        assert box["y"] + box["height"] <= lowest, thing


@pytest.mark.parametrize(("width", "height"), WINDOWS[:2])
def test_a_correspondence_game_fits_the_window_and_what_is_opened_comes_into_view(
    person: Callable[..., Person], width: int, height: int
) -> None:
    ada, bob = person(width=width, height=height), person()
    table = ada.opens_table(game="tank_battle", clock="days:3", seats=[ME, {"kind": "open"}])
    bob.accepts(table["invite"])
    ada.may_pick()
    ada.clicks(ada.tank("tank-0-1"))
    ada.clicks(ada.board.locator(".above .target").first)
    ada.sees_turn(1)
    parts = (".plans", ".vacation", ".more:last-child")
    for part in parts:
        expect(ada.page.locator(f".drawer {part} summary")).to_be_in_viewport(ratio=0.99)
    for part in parts:
        ada.page.locator(f".drawer {part} summary").click()
        inside = ada.page.locator(f".drawer {part} > :not(summary)")
        expect(inside).to_be_in_viewport(ratio=0.99)
        expect(ada.page.locator(".drawer details[open]")).to_have_count(1)
    assert ada.page.evaluate("document.documentElement.scrollHeight") <= height
    expect(ada.page.get_by_role("combobox", name="Say something")).to_be_in_viewport(ratio=1)
