"""Ten lessons: every exercise can be done as it is explained."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from playwright.sync_api import expect

from steelyard import games, puzzles
from tests.web.test_pages import looks_right

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.web.people import Person

LESSONS = "async () => (await import('/static/parts/learn/lessons.js')).lessons"


def lessons(one: Person) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = one.page.evaluate(LESSONS)
    return found


def test_every_exercise_has_a_right_answer_and_a_wrong_one(person: Callable[..., Person]) -> None:
    ada = person()
    ada.goes_to("/learn")
    found = lessons(ada)
    assert len(found) == 10
    for lesson in found:
        assert 1 <= len(lesson["exercises"]) <= 3
        for exercise in lesson["exercises"]:
            if isinstance(exercise, str):
                assert puzzles.by_id()[exercise].game == lesson["game"]
                continue
            game = games.get(lesson["game"])
            state = game.read_state(exercise["state"])
            legal = [game.write_move(move) for move in game.legal_moves(state, exercise["seat"])]
            assert set(exercise["answers"]) <= set(legal)
            for move in legal:
                plays_on(game, state, exercise, move)


def plays_on(game: Any, state: Any, exercise: dict[str, Any], move: str) -> None:
    """The reply of the script fits every answer."""
    moves = {exercise["seat"]: game.read_move(move)}
    reply = {1 - exercise["seat"]: game.read_move(exercise["reply"])}
    if len(game.to_move(state)) == 2:
        game.play(state, moves | reply)
        return
    after = game.play(state, moves)
    if move not in exercise["answers"]:
        game.play(after, reply)


def test_a_lesson_is_done_when_its_exercises_are(person: Callable[..., Person]) -> None:
    ada = person(width=390, has_touch=True)
    ada.goes_to("/learn/lesson-3")
    expect(ada.page.locator("h1")).to_have_text("The square that both want")
    board = ada.page.locator(".lesson .board")
    verdict = ada.page.locator(".lesson .verdict")
    expect(board.locator(".pickable").first).to_be_attached()
    ada.clicks(board.locator('[data-id="tank-1-LB"]'))
    expect(verdict).to_contain_text("Orange drove into your square")
    ada.page.get_by_role("button", name="Try again").click()
    expect(board.locator(".pickable").first).to_be_attached()
    ada.clicks(board.locator('[data-id="tank-1-LA"]'))
    expect(verdict).to_contain_text("your tank got in")
    looks_right(ada, phone=True)
    expect(ada.page.get_by_text("Lesson finished.")).to_be_visible()
    ada.page.get_by_role("link", name="All lessons").click()
    expect(ada.page.locator(".lessons li").nth(2)).to_contain_text("done")
    expect(ada.page.locator(".lessons li").nth(3)).not_to_contain_text("done")
