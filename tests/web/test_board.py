"""The board: what moves is seen moving, in order; what one may do is shown; what is on it can be heard."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.web.people import Person

BOT = {"kind": "bot", "bot": "random"}
ME = {"kind": "me"}
NOTES = """() => {
    const board = document.querySelector(".board-place .board");
    window.steps = [];
    const look = () => {
        const seen = (one) => getComputedStyle(one).opacity > 0.5;
        const shown = (selector) => [...board.querySelectorAll(selector)].some(seen);
        const moving = "moving" in board.dataset;
        const now = { moving, shot: shown(".shot, .flash"), burst: shown(".burst") };
        const words = Object.keys(now).filter((word) => now[word]).join(" ");
        if (words !== window.steps.at(-1)) window.steps.push(words);
        requestAnimationFrame(look);
    };
    look();
}"""


def both_choose(one: Person, first: str, second: str) -> None:
    turn = one.snapshot()["turn"]
    one.may_pick()
    one.clicks(one.tank(f"tank-0-{first}"))
    expect(one.status).to_contain_text("Blue: choose")
    one.clicks(one.tank(f"tank-1-{second}"))
    one.sees_turn(turn + 1)
    expect(one.board).not_to_have_attribute("data-moving", "")


def test_a_turn_is_shown_in_its_order_moves_then_shots_then_hits(person: Callable[..., Person]) -> None:
    """Round four of the example: U's LA drives into the reach of D's RB and is destroyed."""
    both = person()
    both.opens_table(game="tank_war", clock="none", seats=[ME, ME])
    for turn in ("LA RC", "LC RB", "RA RB"):
        both_choose(both, *turn.split())
    both.page.evaluate(NOTES)
    both_choose(both, "LA", "RB")
    both.page.wait_for_function("() => window.steps.at(-1) === 'shot burst'")
    steps = both.page.evaluate("window.steps")
    first = [
        next(i for i, words in enumerate(steps) if word in words) for word in ("moving", "shot", "burst")
    ]
    assert first == sorted(first), steps
    expect(both.tank("tank-0-LA")).to_have_class("tank seat-0 wreck")


@pytest.mark.parametrize("how", ["reduced motion", "high speed"])
def test_positions_cut_for_those_who_want_no_motion(person: Callable[..., Person], how: str) -> None:
    one = person(reduced_motion="reduce") if how == "reduced motion" else person()
    one.opens_table(game="tank_war", clock="none", seats=[ME, ME])
    both_choose(one, "LA", "RC")
    both_choose(one, "LC", "RB")
    one.page.evaluate(
        """() => {
            window.moved = false;
            const board = document.querySelector(".board-place .board");
            const note = () => { window.moved ||= "moving" in board.dataset; };
            new MutationObserver(note).observe(board, { attributes: true });
        }"""
    )
    if how == "high speed":
        one.page.get_by_label("Speed").select_option("4")
        one.page.get_by_role("button", name="First position").click()
        one.page.get_by_role("button", name="Play", exact=True).click()
        one.sees_turn(2)
    else:
        both_choose(one, "RA", "RB")
    assert one.page.evaluate("window.moved") is False


def test_a_tank_shows_where_it_can_go_and_can_be_let_go(person: Callable[..., Person]) -> None:
    ada = person()
    ada.opens_table(game="tank_battle", clock="none", seats=[ME, BOT])
    ada.may_pick()
    squares = {pick["label"] for pick in ada.snapshot()["picks"]["0"]["tank-0-13"]}
    ada.clicks(ada.tank("tank-0-13"))
    expect(ada.board.locator(".target")).to_have_count(len(squares))
    expect(ada.board.locator(".corners-picked")).to_have_count(1)
    ada.clicks(ada.tank("tank-0-13"))
    ada.page.mouse.move(0, 0)  # else it is still pointed at
    expect(ada.board.locator(".target")).to_have_count(0)


def test_a_tank_can_be_dragged(person: Callable[..., Person]) -> None:
    ada = person()
    ada.opens_table(game="tank_battle", clock="none", seats=[ME, ME])
    ada.may_pick()
    tank = ada.tank("tank-0-13")
    start = ada.box(tank)
    ada.clicks(tank)
    target = ada.box(ada.board.locator(".target").first)
    ada.clicks(tank)
    ada.page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    ada.page.mouse.down()
    ada.page.mouse.move(target["x"] + 5, target["y"] + 5, steps=5)
    ada.page.mouse.up()
    ada.sees_turn(1)


def test_whoever_plays_the_other_side_sees_the_board_from_there(person: Callable[..., Person]) -> None:
    ada = person()
    ada.opens_table(game="tank_battle", clock="none", seats=[BOT, ME])
    ada.may_pick()
    own, other = (ada.box(ada.tank(f"tank-{seat}-0")) for seat in (1, 0))
    assert own["y"] > other["y"], "one's own commander is below"
    ada.page.get_by_text("Share, analyse, continue").click()
    ada.page.get_by_role("button", name="Flip the board").click()
    ada.finds(lambda: ada.box(ada.tank("tank-1-0"))["y"] < own["y"])


def test_the_position_is_there_in_words(person: Callable[..., Person]) -> None:
    both = person()
    both.opens_table(game="tank_war", clock="none", seats=[ME, ME])
    both_choose(both, "LA", "RC")
    live = both.page.locator('[aria-live="polite"].unseen')
    expect(live).to_contain_text("Orange drove LA, Blue drove RC")
    expect(both.page.locator(".status")).to_have_attribute("role", "status")


def test_a_game_is_played_with_the_keyboard_alone(person: Callable[..., Person]) -> None:
    ada = person()
    ada.goes_to("/")
    button = ada.page.get_by_role("button", name="Play Tank War")
    expect(button).to_be_visible()
    ada.tabs_to(button)
    ada.page.keyboard.press("Enter")
    ada.page.wait_for_url("**/g/*")
    ada.may_pick()
    for letter in "LA":
        ada.page.keyboard.press(letter)
    ada.sees_turn(1)
    ada.tabs_to(ada.board)
    ada.may_pick()
    ada.page.keyboard.press("ArrowUp")
    ada.page.keyboard.press("ArrowLeft")
    ada.page.keyboard.press("Escape")
    ada.page.keyboard.press("n")
    expect(ada.page.locator('[aria-live="assertive"]')).to_contain_text("Blue's")
    while ada.waits_for_turn():
        turn = ada.snapshot()["turn"]
        ada.page.keyboard.press("n")
        ada.page.keyboard.press("Enter")
        ada.sees_turn_after(turn)
    ada.sees_end()


def test_arrow_keys_walk_over_the_squares_and_enter_moves(person: Callable[..., Person]) -> None:
    ada = person()
    ada.opens_table(game="tank_battle", clock="none", seats=[ME, ME])
    ada.may_pick()
    ada.board.focus()
    ada.page.keyboard.press("ArrowUp")
    heard = ada.page.locator('[aria-live="assertive"]')
    expect(heard).to_contain_text("Orange's")
    for _ in range(10):
        ada.page.keyboard.press("ArrowDown")
    for _ in range(10):
        ada.page.keyboard.press("ArrowLeft")
    expect(heard).to_have_text("a1")
    for _ in range(6):
        ada.page.keyboard.press("ArrowRight")
    expect(heard).to_have_text("g1, Orange's tank, can be picked")
    ada.page.keyboard.press("Enter")
    ada.page.keyboard.press("ArrowUp")
    expect(heard).to_have_text("g2, can go here")
    ada.page.keyboard.press("Enter")
    ada.sees_turn(1)
    expect(ada.page.locator(".moves")).to_contain_text("g1-g2")


def test_a_typed_move_may_be_the_beginning_of_a_longer_one(person: Callable[..., Person]) -> None:
    """k4-k1 is no move here, but k4-k10 begins like it."""
    ada = person()
    ada.opens_table(game="tank_battle", clock="none", seats=[ME, ME])
    ada.may_pick()
    for letter in "k4k1":
        ada.page.keyboard.press(letter)
    expect(ada.page.locator(".typed")).to_have_text("K4K1")
    ada.page.keyboard.press("0")
    ada.sees_turn(1)
    expect(ada.page.locator(".moves")).to_contain_text("k4-k10")


def test_the_joystick_is_held_until_it_is_set_again(person: Callable[..., Person]) -> None:
    ada = person()
    ada.opens_table(game="tank_duel", clock="round:10s", seats=[ME, BOT])
    ada.may_pick()
    for key in ("ArrowUp", "KeyD", "Space"):
        ada.page.keyboard.press(key)
    ada.page.wait_for_function(
        "id => fetch(`/api/tables/${id}`).then(a => a.json()).then(t => t.chosen['0'] === 'U!R')",
        arg=ada.page.url.split("/g/")[1],
    )
    ada.page.reload()
    expect(ada.page.get_by_role("button", name="Drive up")).to_have_attribute("aria-pressed", "true")
    expect(ada.page.get_by_role("button", name="Tower right")).to_have_attribute("aria-pressed", "true")
    expect(ada.page.get_by_role("button", name="Fire")).to_have_attribute("aria-pressed", "true")


def test_score_and_captured_tanks_are_always_on_show(person: Callable[..., Person]) -> None:
    both = person()
    position = "11/6b4/11/6w4/11/11/11/9W1/11/11/B10 w 0"
    both.opens_table(game="tank_battle", clock="none", position=position, seats=[ME, ME])
    white, black = (both.page.locator(f'.player[data-seat="{seat}"]') for seat in (0, 1))
    expect(white.locator('[data-figure="points"] dd')).to_have_text("2")
    expect(black.locator(".army .wreck")).to_have_count(12)
    for letter in "g8g10":
        both.page.keyboard.press(letter)
    both.sees_turn(1)
    expect(black.locator(".army .wreck")).to_have_count(13)
    expect(black.locator('[data-figure="points"]')).to_have_text("1point")
    expect(black.locator('[data-figure="lost"] dd')).to_have_text("13")


def test_a_missile_is_seen_flying(person: Callable[..., Person]) -> None:
    both = person()
    position = "9/9/9/9/9/9/9/9/9 0,8:R>R 8,0:L>L 2,4:R -"
    both.opens_table(game="tank_duel", clock="none", seats=[ME, ME], position=position)
    both.may_pick()
    both.page.evaluate(
        """() => {
            window.places = [];
            const look = () => {
                const missile = document.querySelector('.board-place [data-id="missile-0"]');
                if (missile) window.places.push(new DOMMatrix(getComputedStyle(missile).transform).e);
                requestAnimationFrame(look);
            };
            look();
        }"""
    )
    both.page.keyboard.press("d")
    both.page.keyboard.press("ArrowLeft")
    both.sees_turn(1)
    both.page.wait_for_function("() => window.places.at(-1) === 270")
    places = both.page.evaluate("window.places")
    assert any(150 < place < 270 for place in places), "between its squares"
    assert places == sorted(places), "head first"


CONTRAST = """() => {
    const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    const over = (below, colour, opacity) => {
        canvas.fillStyle = below;
        canvas.fillRect(0, 0, 1, 1);
        canvas.globalAlpha = opacity;
        canvas.fillStyle = colour;
        canvas.fillRect(0, 0, 1, 1);
        canvas.globalAlpha = 1;
        return `rgb(${[...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3)})`;
    };
    const light = (colour) => {
        const [r, g, b] = colour.match(/\\d+/g).map((each) => each / 255)
            .map((each) => (each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
    };
    const ratio = (one, other) => Math.max(light(one) / light(other), light(other) / light(one));
    const board = document.querySelector(".board-place .board");
    const style = (selector) => getComputedStyle(board.querySelector(selector));
    const paper = style(".paper").fill;
    const grounds = [0, 1].map((seat) => over(paper, style(`.ground-${seat}`).fill, 1));
    return [...board.querySelectorAll(".tank")].map((tank) => {
        const { opacity } = getComputedStyle(tank);
        const { fill, stroke } = getComputedStyle(tank.querySelector(".hull"));
        return Math.min(...[paper, ...grounds].map((ground) =>
            Math.max(...[fill, stroke].map((colour) => ratio(over(ground, colour, opacity), ground)))));
    });
}"""


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_tank_stands_out_from_its_square(person: Callable[..., Person], theme: str) -> None:
    """Hull or outline has a contrast of at least 3:1, also of a tank that cannot move."""
    ada = person(color_scheme=theme)
    ada.opens_table(game="tank_war", clock="none", seats=[BOT, ME], position="233/053/053/053/053/053")
    ada.may_pick()
    assert ada.board.locator(".stuck").count() > 0
    contrasts = ada.page.evaluate(CONTRAST)
    assert min(contrasts) >= 3, contrasts


def test_the_chosen_tank_is_marked_otherwise_than_a_commander(person: Callable[..., Person]) -> None:
    ada = person()
    ada.opens_table(game="tank_battle", clock="none", seats=[ME, BOT])
    ada.may_pick()
    assert ada.board.locator("circle.ring").count() > 0, "a commander has a ring"
    ada.clicks(ada.tank("tank-0-1"))
    expect(ada.board.locator(".corners-picked path")).to_have_count(4)
