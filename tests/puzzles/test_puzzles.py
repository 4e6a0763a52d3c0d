"""Every shipped puzzle has exactly one solution, and says of every other answer what refutes it."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

import pytest

from steelyard import games, puzzles
from steelyard.puzzles.solutions import problem, steps

if TYPE_CHECKING:
    from steelyard.core.game import Game
    from steelyard.puzzles import Puzzle

LEAST = 60
EVERY = [puzzle for game in puzzles.GAMES for puzzle in puzzles.of_game(game)]
SAMPLE = [game[place] for game in map(puzzles.of_game, puzzles.GAMES) for place in (0, len(game) // 2)]


pytestmark = pytest.mark.usefixtures("solved_data")


@pytest.mark.parametrize("game", puzzles.GAMES)
def test_every_game_has_sixty_puzzles_easy_ones_first(game: str) -> None:
    found = puzzles.of_game(game)
    assert len(found) >= LEAST
    assert [puzzle.level for puzzle in found] == sorted(puzzle.level for puzzle in found)
    assert len({puzzle.state for puzzle in found}) > LEAST * 0.9
    assert len({puzzle.id for puzzle in found}) == len(found)


def test_all_turns_of_all_puzzles_can_be_played() -> None:
    for puzzle in EVERY:
        game = games.get(puzzle.game)
        state = game.read_state(puzzle.state)
        for step in puzzle.steps:
            assert step.answer not in step.wrong
            assert len(step.wrong) > 0, f"{puzzle.id} is not answered by its only legal move"
            lines = [refutation.turns for refutation in step.wrong.values()]
            after = [played(game, state, turns) for turns in (*lines, step.turns)]
            state = after[-1]


def played(game: Game[Any], state: Any, turns: list[str]) -> Any:
    for turn in turns:
        state = game.play(state, game.read_moves(state, turn))
    return state


@pytest.mark.parametrize("puzzle", SAMPLE, ids=lambda puzzle: puzzle.id)
def test_a_puzzle_has_exactly_one_solution(puzzle: Puzzle) -> None:
    assert problem(puzzle) == ""


@pytest.mark.long
@pytest.mark.parametrize("puzzle", EVERY, ids=lambda puzzle: puzzle.id)
def test_every_puzzle_has_exactly_one_solution(puzzle: Puzzle) -> None:
    assert problem(puzzle) == ""


def test_a_puzzle_with_another_solution_is_found_out() -> None:
    puzzle = next(each for each in EVERY if each.kind == "win" and each.game == "tank_war")
    first, *rest = puzzle.steps
    other = replace(first, answer=next(iter(first.wrong)))
    assert "the solution of" in problem(replace(puzzle, steps=[other, *rest]))
    start = games.get("tank_war").write_state(games.get("tank_war").start())
    assert "has not exactly one solution" in problem(replace(puzzle, state=start))


def test_nothing_is_forced_at_the_start() -> None:
    for name in puzzles.GAMES:
        game = games.get(name)
        assert steps(game, game.start(), 0, "escape" if name == "tank_duel" else "win", 2) is None


def test_the_games_take_turns_as_the_puzzle_of_the_day() -> None:
    days = [puzzles.FIRST_DAY + timedelta(days=number) for number in range(3 * len(EVERY))]
    found = [puzzles.daily(day) for day in days]
    assert [puzzle.game for puzzle in found[:4]] == [*puzzles.GAMES, puzzles.GAMES[0]]
    assert {puzzle.id for puzzle in found} == {puzzle.id for puzzle in EVERY}, "everyone has its day"
    week = [puzzle.level for puzzle in found[:9]]
    assert len(set(week)) > 1, "easy and hard ones take turns"
    assert puzzles.daily(date(2026, 11, 16)) == puzzles.daily(date(2026, 11, 16))
