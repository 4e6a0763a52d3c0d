"""Puzzles as somebody solves them: by trial and error, on the board, day after day."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from steelyard import puzzles
from tests.web.test_pages import looks_right

if TYPE_CHECKING:
    from collections.abc import Callable

    from steelyard.puzzles import Puzzle
    from tests.web.people import Person

SIDES = ("Orange", "Blue")
WAYS = {"L": "left", "R": "right", "U": "up", "D": "down"}


def find(game: str, kind: str, rounds: int = 1) -> Puzzle:
    return next(
        each
        for each in puzzles.of_game(game)
        if (each.kind, each.rounds, len(each.steps)) == (kind, rounds, rounds)
    )


def opens(one: Person, puzzle: Puzzle) -> None:
    one.goes_to(f"/puzzles/{puzzle.id}")
    expect(one.page.get_by_role("button", name="Show the solution")).to_be_visible()


def drives(one: Person, puzzle: Puzzle, tank: str) -> None:
    one.may_pick()
    one.clicks(one.tank(f"tank-{puzzle.seat}-{tank}"))


def test_a_wrong_answer_says_what_refutes_it_and_the_right_one_is_kept(person: Callable[..., Person]) -> None:
    ada, puzzle = person(), find("tank_war", "win")
    step = puzzle.steps[0]
    wrong, refutation = next(iter(step.wrong.items()))
    reply = refutation.turns[0].split("-")[1 - puzzle.seat]
    opens(ada, puzzle)
    drives(ada, puzzle, wrong)
    verdict = ada.page.locator(".verdict")
    expect(verdict).to_contain_text(f"{SIDES[1 - puzzle.seat]} drives {reply}, and ")
    ada.page.get_by_role("button", name="Try again").click()
    drives(ada, puzzle, step.answer)
    expect(verdict).to_contain_text("Right.")
    expect(ada.page.get_by_role("link", name="Next puzzle")).to_be_visible()
    ada.goes_to("/puzzles")
    expect(ada.page.locator('.set[data-game="tank_war"]')).to_contain_text("1 of ")


def test_the_puzzle_of_the_day_begins_a_streak_in_the_browser(person: Callable[..., Person]) -> None:
    """Today's puzzle is answered by the server here, so that the test knows it."""
    ada, puzzle = person(), find("tank_war", "only", 2)
    ada.page.route(
        "**/api/puzzles", lambda route: route.fulfill(json=route.fetch().json() | {"daily": puzzle.id})
    )
    ada.page.route(
        "**/api/puzzles/*", lambda route: route.fulfill(json=route.fetch().json() | {"daily": puzzle.id})
    )
    ada.goes_to("/puzzles")
    expect(ada.page.locator(".streak")).to_contain_text("No streak yet")
    ada.page.get_by_role("link", name="Solve it").click()
    for number, step in enumerate(puzzle.steps):
        drives(ada, puzzle, step.answer)
        if number == 0:
            expect(ada.page.locator(".verdict")).to_contain_text("And now?")
    expect(ada.page.locator(".verdict")).to_contain_text("Your streak: 1 day.")
    ada.goes_to("/puzzles")
    expect(ada.page.locator(".streak")).to_contain_text("1 day in a row")
    expect(ada.page.locator(".today")).to_contain_text("You have solved today's puzzle")


def test_a_mix_is_two_tanks_and_how_often(person: Callable[..., Person]) -> None:
    ada = person(width=390, has_touch=True)
    puzzle = next(each for each in puzzles.of_game("tank_war") if each.kind == "mix")
    pair, share = puzzle.steps
    opens(ada, puzzle)
    for tank in reversed(pair.answer.split()):
        drives(ada, puzzle, tank)
    buttons = ada.page.locator(".answers button")
    expect(buttons).to_have_count(5)
    looks_right(ada, phone=True)
    buttons.nth(["1/4", "1/3", "1/2", "2/3", "3/4"].index(share.answer)).click()
    expect(ada.page.locator(".verdict")).to_contain_text(f"{share.answer} of the time")


def test_a_trap_is_set_with_the_joystick_and_an_escape_with_a_click(person: Callable[..., Person]) -> None:
    ada = person()
    trap = next(
        each for each in puzzles.of_game("tank_duel") if each.kind == "trap" and "!" in each.steps[0].answer
    )
    way, shot = trap.steps[0].answer.split("!")
    opens(ada, trap)
    ada.page.get_by_role("button", name=f"Tower {WAYS[shot]}").click()
    ada.page.get_by_role("button", name="Fire").click()
    ada.page.get_by_role("button", name=f"Drive {WAYS[way]}").click()
    expect(ada.page.locator(".verdict")).to_contain_text("Right.")
    escape = next(each for each in puzzles.of_game("tank_duel") if each.kind == "escape")
    opens(ada, escape)
    ada.may_pick()
    ada.clicks(ada.board.locator(f'[data-id="way-{escape.seat}-{WAYS[escape.steps[0].answer]}"]'))
    expect(ada.page.locator(".verdict")).to_contain_text("Right.")


def test_whoever_is_shown_a_solution_has_not_solved_it(person: Callable[..., Person]) -> None:
    ada, puzzle = person(), find("tank_battle", "win")
    opens(ada, puzzle)
    ada.page.get_by_role("button", name="Show the solution").click()
    expect(ada.page.locator(".verdict")).to_contain_text("This is the solution.")
    ada.goes_to("/puzzles")
    expect(ada.page.locator('.set[data-game="tank_battle"]')).to_contain_text("0 of ")
