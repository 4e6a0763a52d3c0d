"""Whole games through the page, as people play them."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.timeouts import wait_until

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import WebSocketRoute

    from tests.web.people import Box, Person

BOT = {"kind": "bot", "bot": "random"}
ME = {"kind": "me"}
AWAY_MS = 5000
TARGET = 44  # pixels


def plays_tank_war(one: Person, number: int) -> None:
    """A click on a tank is the move."""
    tanks = one.board.locator(".pickable")
    one.clicks(tanks.nth(number % tanks.count()))


def plays_tank_battle(one: Person, number: int) -> None:
    """A click on a tank shows where it can go, a click there moves it."""
    tanks = one.board.locator(".pickable")
    one.clicks(tanks.nth((3 * number) % tanks.count()))
    one.clicks(one.board.locator(".above .target, .above .target-ring").first)


def plays_tank_duel(one: Person, number: int) -> None:
    """A click on a square beside the tank drives there."""
    ways = one.board.locator(".pickable")
    one.clicks(ways.nth(number % ways.count()))


PLAYS: dict[str, Callable[[Person, int], None]] = {
    "tank_war": plays_tank_war,
    "tank_battle": plays_tank_battle,
    "tank_duel": plays_tank_duel,
}
SHORT: dict[str, dict[str, Any]] = {"tank_battle": {"quiet_limit": 5}}


def plays_to_the_end(one: Person, game: str) -> int:
    """Whatever can be picked, turn by turn."""
    number = 0
    while one.waits_for_turn():
        turn = one.snapshot()["turn"]
        PLAYS[game](one, number)
        number += 1
        one.sees_turn_after(turn)
    return number


@pytest.mark.parametrize(("game", "width"), [("tank_war", 1440), ("tank_battle", 390), ("tank_duel", 1440)])
def test_a_person_plays_a_whole_game_against_a_bot(
    person: Callable[..., Person], game: str, width: int
) -> None:
    ada = person(width=width)
    ada.opens_table(game=game, options=SHORT.get(game, {}), clock="none", seats=[ME, BOT])
    ada.sees_board()
    before = ada.box(ada.board)
    assert plays_to_the_end(ada, game) > 0
    outcome = ada.snapshot()["outcome"]
    assert outcome is not None
    result = "Draw" if outcome["winner"] is None else "You won" if outcome["winner"] == 0 else "You lost"
    expect(ada.result).to_have_text(result)
    expect(ada.status).to_have_text(f"{outcome['happened']}.")
    assert ada.box(ada.board) == before, "the board stays where it is, whatever happens"


def test_two_clicks_from_a_cold_start_a_person_is_in_a_game(person: Callable[..., Person]) -> None:
    ada = person()
    ada.goes_to("/")
    ada.page.get_by_role("button", name="Play Tank War").click()
    ada.sees_board()
    ada.may_pick()
    ada.clicks(ada.board.locator(".pickable").first)
    ada.sees_turn(1)


def test_two_people_play_tank_war_by_link_and_no_choice_is_seen_early(person: Callable[..., Person]) -> None:
    ada, bob = person(), person()
    ada.goes_to("/")
    ada.page.get_by_role("button", name="Set up a game of Tank War").click()
    ada.page.get_by_label("Me against a person, by link").check(force=True)
    ada.page.get_by_role("button", name="Start").click()
    link = ada.page.locator(".invite input").input_value()
    bob.goes_to(link)
    expect(bob.page.locator(".invite")).to_contain_text("invites you to a game of Tank War")
    bob.page.get_by_role("button", name="Accept").click()
    bob.may_pick()
    ada.may_pick()
    ada.clicks(ada.board.locator(".pickable").first)
    expect(ada.status).to_contain_text("Your move is locked in. Guest")
    expect(bob.status).to_contain_text("Choose a tank")
    chosen = ada.snapshot()["chosen"]
    assert list(chosen) == ["1"], "Ada sees her own choice"
    assert bob.snapshot()["chosen"] == {}, "Bob cannot know it"
    assert bob.board.locator(".corners-chosen").count() == 0
    plays_tank_war(bob, 0)
    for one in (ada, bob):
        one.sees_turn(1)
    number = 1
    while not ada.is_over():
        turn = bob.snapshot()["turn"]
        for one in (ada, bob):
            if one.waits_for_turn():
                plays_tank_war(one, number)
        for one in (ada, bob):
            one.sees_turn_after(turn)
        if number == 3:
            bob.page.reload()
            bob.sees_turn(turn + 1)
        number += 1
    bob.sees_end()
    assert ada.snapshot()["state"] == bob.snapshot()["state"]
    assert ada.status.inner_text() == bob.status.inner_text()


@pytest.mark.long
def test_two_people_drive_a_tank_duel_in_real_time(person: Callable[..., Person]) -> None:
    ada, bob = person(), person(width=390, has_touch=True)
    table = ada.opens_table(game="tank_duel", clock="round:1s", setup="meadow", seats=[ME, {"kind": "open"}])
    bob.accepts(table["invite"])
    for one in (ada, bob):
        one.sees_board()
    drive = bob.page.get_by_role("button", name="Drive down")
    drive.tap()
    ada.page.keyboard.press("ArrowUp")
    expect(drive).to_have_attribute("aria-pressed", "true")
    expect(ada.page.get_by_role("button", name="Drive up")).to_have_attribute("aria-pressed", "true")
    for one in (ada, bob):
        one.sees_end()
    assert ada.snapshot()["turn"] > 0
    assert ada.status.inner_text() == bob.status.inner_text()


@pytest.mark.parametrize(
    ("other", "width", "height"),
    [(BOT, 390, 844), (BOT, 320, 568), (BOT, 844, 390), (ME, 360, 640), (ME, 844, 390)],
)
def test_who_drives_on_a_phone_has_the_board_and_the_joystick_in_view(
    person: Callable[..., Person], other: dict[str, str], width: int, height: int
) -> None:
    ada = person(width=width, height=height, has_touch=True, is_mobile=True)
    ada.opens_table(game="tank_duel", clock="none", seats=[ME, other])
    ada.sees_board()
    drawer = ada.box(ada.page.get_by_role("button", name="Moves and more"))["y"]
    buttons = ada.page.locator(".joystick button").all()
    pads = [ada.box(button) for button in buttons]
    assert len(pads) == (18 if other == ME else 9)
    for pad in pads:
        assert pad["y"] + pad["height"] <= drawer, "nothing is to be scrolled to"
        assert min(pad["width"], pad["height"]) >= TARGET, "a finger hits it"
    board = ada.box(ada.board)
    assert board["y"] >= 0
    assert board["y"] + board["height"] <= height
    assert not any(meet(one, two) for one, two in combinations([board, *pads], 2)), "nothing is hidden"
    for player in ada.page.locator(".player strong").all():
        assert player.evaluate("name => name.scrollWidth <= name.clientWidth"), "names are whole"


def meet(one: Box, two: Box) -> bool:
    """Whether two things on the page cover the same place."""
    return all(
        one[at] < two[at] + two[size] and two[at] < one[at] + one[size]
        for at, size in (("x", "width"), ("y", "height"))
    )


@pytest.mark.parametrize(("width", "height"), [(320, 640), (844, 390)])
def test_names_are_whole_beside_clocks_and_figures(
    person: Callable[..., Person], width: int, height: int
) -> None:
    ada = person(width=width, height=height, has_touch=True, is_mobile=True)
    teacher = {"kind": "bot", "bot": "teacher"}
    ada.opens_table(game="tank_battle", clock="fischer:300s+5s", seats=[ME, teacher])
    ada.may_pick()
    for player in ada.page.locator(".player strong").all():
        assert player.evaluate("name => name.scrollWidth <= name.clientWidth"), player.inner_text()
    board = ada.box(ada.board)
    assert board["y"] + board["height"] <= height


def test_two_people_play_tank_battle_and_agree_on_the_points(person: Callable[..., Person]) -> None:
    ada, bob = person(), person()
    table = ada.opens_table(game="tank_battle", clock="days:3", seats=[ME, {"kind": "open"}])
    bob.accepts(table["invite"])
    for number, one in enumerate((ada, bob, ada)):
        one.may_pick()
        plays_tank_battle(one, number)
        ada.sees_turn(number + 1)
    for seat in (0, 1):
        points = ada.page.locator(f'.player[data-seat="{seat}"] [data-figure="points"] dd')
        expect(points).to_have_text("14")
    ada.page.get_by_role("button", name="Offer to end on points").click()
    expect(bob.page.locator(".offer")).to_contain_text("offers to end the game on points")
    bob.page.get_by_role("button", name="Decline").click()
    expect(ada.page.locator(".notices")).to_contain_text("declined")
    bob.page.get_by_role("button", name="Offer to end on points").click()
    ada.page.get_by_role("button", name="Accept").click()
    expect(ada.page.locator(".actions")).to_contain_text("You have 14, the other side 14.")
    ada.page.get_by_role("button", name="Yes, end the game").click()
    for one in (ada, bob):
        one.sees_end()
        expect(one.result).to_have_text("Draw")
        expect(one.status).to_have_text("The players agreed to end, 14 points to 14.")
    bob.page.get_by_role("button", name="Rematch").click()
    ada.page.get_by_role("button", name="Accept").click()
    ada.page.wait_for_url(lambda url: table["id"] not in url)
    bob.page.wait_for_url(ada.page.url)
    ada.sees_board()
    assert ada.snapshot()["you"] == [1], "the seats are exchanged"


def test_a_vacation_is_told_until_when_and_a_move_of_ones_own_comes_first(
    person: Callable[..., Person],
) -> None:
    ada, bob = person(), person()
    table = ada.opens_table(game="tank_battle", clock="days:3", seats=[ME, {"kind": "open"}])
    bob.accepts(table["invite"])
    ada.may_pick()
    ada.page.locator(".vacation summary").click()
    start = ada.page.get_by_role("button", name="Start vacation")
    expect(start).to_be_in_viewport(ratio=1)
    start.click()
    ada.page.get_by_role("button", name="Yes, start it").click()
    expect(ada.status).to_contain_text("Your move. You are on vacation until")
    expect(bob.status).to_contain_text("is on vacation until")
    plays_tank_battle(ada, 0)
    expect(bob.status).to_have_text("Your move.")
    expect(ada.status).to_contain_text("is to move.")


def test_the_first_page_lists_ones_own_games_once(person: Callable[..., Person]) -> None:
    ada, bob = person(), person()
    hers = ada.opens_table(game="tank_war", clock="none", seats=[ME, {"kind": "bot", "bot": "random"}])["id"]
    his = bob.opens_table(game="tank_war", clock="none", seats=[ME, {"kind": "bot", "bot": "random"}])["id"]
    ada.goes_to("/")
    expect(ada.page.locator(f'[data-table="{his}"]')).to_have_count(1)
    expect(ada.page.locator(f'[data-table="{hers}"]')).to_have_count(1)


def test_two_people_at_one_screen_choose_one_after_the_other(person: Callable[..., Person]) -> None:
    both = person()
    both.opens_table(game="tank_war", clock="none", seats=[ME, ME])
    both.may_pick()
    expect(both.status).to_have_text("Orange: choose a tank. The other player looks away.")
    both.clicks(both.tank("tank-0-LA"))
    expect(both.status).to_have_text("Blue: choose a tank. The other player looks away.")
    assert both.board.locator(".corners-chosen").count() == 0, "what Orange chose is not on show"
    both.clicks(both.tank("tank-1-RC"))
    both.sees_turn(1)
    expect(both.page.locator(".moves")).to_contain_text("LA-RC")


@pytest.mark.parametrize("with_keys", [False, True])
def test_what_one_of_two_at_one_screen_has_chosen_is_not_told_to_the_other(
    person: Callable[..., Person], *, with_keys: bool
) -> None:
    """The pointer still rests on the tank, or the cursor has gone with it."""
    both = person()
    names = [{**ME, "name": "Mia"}, {**ME, "name": "Tom"}]
    both.opens_table(game="tank_war", clock="none", seats=names)
    both.may_pick()
    expect(both.status).to_have_text("Mia (Orange): choose a tank. The other player looks away.")
    if with_keys:
        both.board.focus()
        for key in ("n", "Enter", "Enter"):
            both.page.keyboard.press(key)
    else:
        both.clicks(both.tank("tank-0-LA"))
    expect(both.status).to_have_text("Tom (Blue): choose a tank. The other player looks away.")
    told = both.board.locator(".reach, .target, .cursor")
    if not with_keys:
        box = both.box(both.tank("tank-0-LA"))
        both.page.mouse.move(box["x"] + box["width"] / 2 + 2, box["y"] + box["height"] / 2)
    expect(told).to_have_count(0)
    expect(both.page.locator(".hint")).not_to_contain_text("Orange's")
    if not with_keys:
        box = both.box(both.tank("tank-1-RC"))
        both.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        expect(told).not_to_have_count(0)


def test_two_bots_play_for_a_watcher(person: Callable[..., Person]) -> None:
    ada = person()
    ada.opens_table(game="tank_war", clock="none", seats=[BOT, {"kind": "bot", "bot": "greedy"}])
    ada.page.wait_for_function(
        "() => Number(document.querySelector('.board-place .board')?.dataset.turn) >= 2"
    )
    assert ada.board.locator(".pickable").count() == 0
    assert ada.page.get_by_role("button", name="Resign").count() == 0


def test_five_seconds_without_a_network_lose_nothing(person: Callable[..., Person]) -> None:
    ada, bob = person(), person()
    ada.allowed = ("net::ERR_INTERNET_DISCONNECTED",)
    table = ada.opens_table(game="tank_war", clock="none", seats=[ME, {"kind": "open"}])
    bob.accepts(table["invite"])
    for one in (ada, bob):
        one.may_pick()
        plays_tank_war(one, 0)
    ada.sees_turn(1)
    ada.context.set_offline(offline=True)
    expect(ada.page.locator(".offline")).to_be_visible()
    ada.may_pick()
    plays_tank_war(ada, 1)
    bob.may_pick()
    plays_tank_war(bob, 1)
    expect(bob.status).to_contain_text("locked in")
    ada.page.wait_for_timeout(AWAY_MS)  # the time without a network is what is promised
    bob.sees_turn(1)
    ada.context.set_offline(offline=False)
    for one in (ada, bob):
        one.sees_turn(2)
        one.may_pick()
    expect(ada.page.locator(".offline")).to_be_hidden()
    assert ada.page.locator(".moves .turn").all_inner_texts() == bob.snapshot()["moves"]


def test_resigning_takes_two_clicks_and_ends_the_game(person: Callable[..., Person]) -> None:
    ada = person()
    ada.opens_table(game="tank_battle", clock="none", seats=[ME, BOT])
    ada.page.get_by_role("button", name="Resign").click()
    ada.page.get_by_role("button", name="No", exact=True).click()
    ada.page.get_by_role("button", name="Resign").click()
    ada.page.get_by_role("button", name="Yes, resign").click()
    ada.sees_end()
    expect(ada.result).to_have_text("You lost")
    expect(ada.status).to_have_text("Orange resigned.")


def test_a_stranger_with_a_used_link_watches(person: Callable[..., Person]) -> None:
    ada, bob, eve = person(), person(), person()
    table = ada.opens_table(game="tank_war", clock="none", seats=[ME, {"kind": "open"}])
    bob.accepts(table["invite"])
    bob.may_pick()
    eve.goes_to(table["invite"])
    expect(eve.page.locator(".notices")).to_contain_text("Both seats are taken")
    assert eve.board.locator(".pickable").count() == 0


def test_a_game_that_does_not_exist_says_so(person: Callable[..., Person]) -> None:
    ada = person()
    ada.allowed = ("404", "WebSocket")
    for page in ("g", "analyse"):
        ada.goes_to(f"/{page}/aaaaaaaaaa")
        expect(ada.page.locator("main")).to_contain_text("not on this server")
        expect(ada.page.get_by_role("slider")).to_have_count(0)
    ada.page.get_by_role("link", name="Back to the games").click()
    expect(ada.page.locator(".card .tank").first).to_be_visible()


def test_an_event_that_was_lost_on_the_way_is_asked_for_again(person: Callable[..., Person]) -> None:
    """Ada's line swallows the first turn; the next event shows her page that something is missing."""
    ada, bob = person(), person()
    lines: list[str] = []
    swallowed: list[str | bytes] = []

    def between(line: WebSocketRoute) -> None:
        lines.append(line.url)
        server = line.connect_to_server()

        def told(message: str | bytes) -> None:
            if not swallowed and '"type":"turn"' in str(message):
                swallowed.append(message)
            else:
                line.send(message)

        server.on_message(told)
        line.on_message(server.send)

    ada.page.route_web_socket("**/ws/tables/*", between)
    table = ada.opens_table(game="tank_war", clock="none", seats=[ME, {"kind": "open"}])
    bob.accepts(table["invite"])
    for one in (ada, bob):
        one.may_pick()
        plays_tank_war(one, 0)
    bob.sees_turn(1)

    def has_swallowed() -> bool:
        ada.page.wait_for_timeout(20)  # what came to her is handed over meanwhile
        return bool(swallowed)

    wait_until(has_swallowed)
    ada.sees_turn(0)
    bob.may_pick()
    plays_tank_war(bob, 1)
    ada.sees_turn(1)
    assert len(lines) == 2
    assert "after=" in lines[1], "it goes on behind the last event it has seen"
    ada.may_pick()
    plays_tank_war(ada, 1)
    for one in (ada, bob):
        one.sees_turn(2)
