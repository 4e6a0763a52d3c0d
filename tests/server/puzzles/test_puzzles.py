"""Puzzles over HTTP: everybody gets the same one today; what an account has solved stays with it."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

import pytest

from steelyard import puzzles
from tests.server.clocks import set_clocks

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.server.running_server import Guest, RunningServer

DAY = date(2026, 11, 16)
NOON_S = 1_794_830_400.0  # of that day, UTC


@pytest.fixture
def on_day(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], puzzles.Puzzle]:
    """Makes it another day, and says what its puzzle is."""

    def come(after: int) -> puzzles.Puzzle:
        set_clocks(monkeypatch, lambda: NOON_S + 24 * 3600 * after)
        return puzzles.daily(DAY + timedelta(days=after))

    return come


def solves(one: Guest, puzzle: puzzles.Puzzle, *answers: str) -> Any:
    given = list(answers) or [step.answer for step in puzzle.steps]
    return one.http.post(f"/api/puzzles/{puzzle.id}/solved", json={"answers": given})


def test_a_guest_sees_todays_puzzle_and_nothing_is_kept(
    ada: Guest, on_day: Callable[[int], puzzles.Puzzle]
) -> None:
    today = on_day(0)
    told = ada.http.get("/api/puzzles").json()
    assert (told["day"], told["daily"], told["progress"]) == ("2026-11-16", today.id, None)
    assert {game: len(listed) for game, listed in told["games"].items()} == {
        game: len(puzzles.of_game(game)) for game in puzzles.GAMES
    }
    shown = ada.http.get(f"/api/puzzles/{today.id}").json()["puzzle"]
    assert [step["answer"] for step in shown["steps"]] == [step.answer for step in today.steps]
    assert solves(ada, today).status_code == 401


def test_an_accounts_days_in_a_row_are_kept_once_each(
    server: RunningServer, ada: Guest, on_day: Callable[[int], puzzles.Puzzle]
) -> None:
    del server
    on_day(0)
    ada.registers("Ada")
    first = on_day(0)
    for _ in range(2):
        assert solves(ada, first).json() == {"solved": [first.id], "days": ["2026-11-16"]}
    second = on_day(1)
    assert solves(ada, first).json()["days"] == ["2026-11-16"], "yesterday's puzzle is an ordinary one today"
    assert solves(ada, second).json() == {
        "solved": sorted([first.id, second.id]),
        "days": ["2026-11-16", "2026-11-17"],
    }
    assert ada.http.get("/api/puzzles").json()["progress"]["days"] == ["2026-11-16", "2026-11-17"]


def test_what_is_not_the_solution_is_refused(ada: Guest, on_day: Callable[[int], puzzles.Puzzle]) -> None:
    today = on_day(0)
    ada.registers("Ada")
    for answers in (["XX"], [""], ["\x00"], ["L"] * 10):
        refused = solves(ada, today, *answers)
        assert (refused.status_code, refused.json()["code"]) == (422, "wrong_answer")
    for body in ({}, {"answers": "LA"}, {"answers": ["L"] * 11}, {"answers": ["L" * 21]}, {"answers": [1]}):
        refused = ada.http.post(f"/api/puzzles/{today.id}/solved", json=body)
        assert (refused.status_code, refused.json()["code"]) == (422, "malformed_request")
    assert ada.http.get("/api/puzzles/nothing").json()["code"] == "puzzle_not_found"
    assert ada.http.get("/api/puzzles").json()["progress"] == {"solved": [], "days": []}


def test_a_guests_streak_goes_into_the_new_account_once(
    ada: Guest, on_day: Callable[[int], puzzles.Puzzle]
) -> None:
    first, today = on_day(-1), on_day(0)
    ada.registers("Ada")
    guest = {
        "solved": [today.id, first.id, "none"],
        "days": ["2026-11-15", "2026-11-16", "2026-06-31", "2099-01-01"],
    }
    told = ada.http.post("/api/puzzles/progress", json=guest).json()
    assert told == {"solved": sorted({first.id, today.id}), "days": ["2026-11-15", "2026-11-16"]}
    again = ada.http.post("/api/puzzles/progress", json={"solved": [], "days": ["2026-11-14"]}).json()
    assert again == told, "an account that has solved something earns its days"
