"""What the model of an opponent sees, against the same in plain Python."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from random import Random
from typing import TYPE_CHECKING

import pytest

from steelyard import games
from steelyard.bots.tank_duel import tree_analysis
from steelyard.bots.tank_duel.adaptive import Adaptive
from steelyard.bots.tank_duel.criteria import kernel
from steelyard.bots.tank_duel.criteria.kernel import FAR, look
from steelyard.core.random_games import random_game
from steelyard.games.tank_duel.kernel import PIECES, encode, unpack
from steelyard.games.tank_duel.rules import DIRECTIONS, FREE, MINE, OPPOSITE, WALL

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from steelyard.bots.tank_duel.opponent.kernel import Model
    from steelyard.games.tank_duel.rules import Direction, Square, State, Tank

GAME = games.get("tank_duel")
GAMES = 10
BOARDS = ("meadow", "narrows", "maze", "pillars", "steps", "pocket")


def distances(state: State, source: Square, *, wraps: bool = True) -> dict[Square, int]:
    """Steps from a square to each that can be reached over squares without wall or mine."""
    found, edge = {source: 0}, [source]
    for place in edge:
        for way in DIRECTIONS:
            square = state.wrapped(place.next(way)) if wraps else place.next(way)
            if square not in found and state.holds(square, FREE):
                found[square] = found[place] + 1
                edge.append(square)
    return found


def lead(state: State, one: Square, other: Square) -> int:
    ours, theirs = distances(state, one), distances(state, other)
    nearer = sum(steps < theirs.get(square, FAR) for square, steps in ours.items())
    return nearer - sum(steps < ours.get(square, FAR) for square, steps in theirs.items())


def line(state: State, place: Square, aim: Square) -> Direction | None:
    for way in DIRECTIONS:
        square = place.next(way)
        while state.on_board(square) and not state.holds(square, WALL):
            if square == aim:
                return way
            square = square.next(way)
    return None


def mined(state: State, squares: Iterable[Square]) -> State:
    """The position with mines on those squares as well."""
    board = list(state.squares)
    for square in squares:
        board[square.x + square.y * state.width] = MINE
    return replace(state, squares="".join(board))


def around(state: State, square: Square) -> set[Square]:
    return {state.wrapped(square.next(way)) for way in DIRECTIONS}


def next_exits(state: State, place: Square) -> int:
    """The most free squares that can be driven to two rounds later, and one for getting there."""
    following = [square for square in around(state, place) if state.holds(square, FREE)]
    counts = (
        sum(state.holds(each, FREE) for each in around(state, square) - {place}) for square in following
    )
    return max((1 + count for count in counts), default=0)


def lane(state: State, square: Square, way: Direction) -> int:
    count = 0
    while state.holds(square, FREE):
        count += 1
        square = state.wrapped(square.next(way))
    return count


def meets(state: State, place: Square, shot: Direction, enemy: Tank) -> bool:
    """Whether the missile is on the square of an enemy that drives straight on, in one of five rounds."""
    tail, at = place.next(shot), enemy.at
    for _ in range(kernel.FLIGHT):
        at = state.wrapped(at.next(enemy.move))
        head = tail.next(shot)
        if not state.on_board(tail) or state.holds(tail, WALL):
            return False
        if at in {tail, head}:
            return True
        if not state.holds(at, FREE) or not state.on_board(head) or state.holds(head, WALL):
            return False
        tail = head.next(shot)
    return False


def seen(board: str) -> Iterator[tuple[State, Model, dict[Direction, Square]]]:
    """Positions of random games; what the model sees from seat 1 in each, and where its candidates lead."""
    player = Adaptive(GAME, 1, 2)
    model = player.memory.model
    games_played = (random_game(GAME, Random(f"{board} {number}"), board) for number in range(GAMES))
    for state, moves in chain.from_iterable(games_played):
        if len(moves) < 2:
            continue
        player(state, 0)
        tree, workspace, _ = player._trees[0]
        codes, position = tree.codes[tree_analysis.joysticks(tree, 1)].copy(), encode(state)
        width, height, a, b, _, _ = unpack(position[PIECES])
        ways = DIRECTIONS.index(state.tanks[1].move), DIRECTIONS.index(state.tanks[0].move)
        model.wanted[:] = 1
        look(position, width, height, b, a, ways, workspace, model, codes, 0, len(codes), model.wanted)
        at = state.tanks[1].at
        yield (
            state,
            model,
            {
                way: state.wrapped(at.next(way))
                for number, way in enumerate(DIRECTIONS)
                if model.choices[number, 5]
            },
        )


@pytest.mark.parametrize("board", BOARDS)
def test_criteria_agree_with_plain_python(board: str) -> None:
    compared = 0
    for state, model, candidates in seen(board):
        enemy = state.tanks[0]
        one = state.wrapped(enemy.at.next(enemy.move))
        answers = [state.wrapped(enemy.at.next(way)) for way in DIRECTIONS]
        answers = [each for each in answers if state.holds(each, FREE) and each != state.tanks[1].at]
        for way, place in candidates.items():
            values = model.values[DIRECTIONS.index(way)]
            assert values[kernel.STEPS] == distances(state, enemy.at).get(place, FAR)
            assert values[kernel.FLAT_STEPS] == distances(state, enemy.at, wraps=False).get(place, FAR)
            assert values[kernel.STEPS_AHEAD] == distances(state, one).get(place, FAR)
            assert values[kernel.DIRECT] == abs(place.x - enemy.at.x) + abs(place.y - enemy.at.y)
            assert values[kernel.NAIVE_LEAD] == lead(state, place, enemy.at)
            assert values[kernel.WORST_LEAD] == min(
                (lead(state, place, each) for each in answers if each != place), default=FAR
            )
            replies = [lead(state, place, each) for each in answers if each != place]
            assert values[kernel.MEAN_LEAD] == pytest.approx(sum(replies) / max(len(replies), 1))
            after = mined(state, (tank.at for tank in state.tanks))
            ours, theirs = distances(after, place), distances(after, enemy.at)
            near = {square: steps for square, steps in ours.items() if steps <= kernel.NEARBY}
            first = [square for square, steps in near.items() if steps < theirs.get(square, FAR)]
            assert values[kernel.NEAR_ROOM] == len(near)
            assert values[kernel.NEAR_FIRST] == len({place, *first})
            assert values[kernel.FLAT_ROOM] == len(distances(after, place, wraps=False)) - 1
            assert values[kernel.SHUTS_IN] == len(distances(mined(after, [place]), enemy.at)) - 1
            assert values[kernel.NEXT_EXITS] == next_exits(after, place)
            assert values[kernel.LANE] == lane(after, place, way)
            within_two = {each for square in {place, *around(state, place)} for each in around(state, square)}
            assert values[kernel.BLOCK] == sum(after.holds(each, FREE) for each in within_two)
            assert values[kernel.LINE_UP] == (line(state, place, enemy.at) is not None)
            assert values[kernel.STRAIGHT] == (way == state.tanks[1].move)
            assert values[kernel.OPPOSES] == (way == OPPOSITE[enemy.move])
            compared += 1
    assert compared > 20


@pytest.mark.parametrize("board", BOARDS)
def test_reasons_for_shots_agree_with_plain_python(board: str) -> None:
    for state, model, candidates in seen(board):
        enemy = state.tanks[0]
        one = state.wrapped(enemy.at.next(enemy.move))
        for way, place in candidates.items():
            shots = model.shots[DIRECTIONS.index(way)]
            for reason, source, aim in (
                (kernel.LINE, place, enemy.at),
                (kernel.LINE_AHEAD, place, one),
                (kernel.LINE_BEFORE, state.tanks[1].at, enemy.at),
            ):
                shot = line(state, source, aim)
                assert shots[reason] == (0 if shot is None else 2 << DIRECTIONS.index(shot))
            assert shots[kernel.MEETS] == bits(
                shot for shot in DIRECTIONS if meets(state, place, shot, enemy)
            )
            assert shots[kernel.DRIVEN_WAY] == 2 << DIRECTIONS.index(way)


def bits(shots: Iterable[Direction]) -> int:
    return sum(2 << DIRECTIONS.index(shot) for shot in shots)


def test_random_games_give_reasons_to_meet_an_enemy() -> None:
    """So that the comparison above compares more than none with none."""
    assert any(model.shots[:, kernel.MEETS].any() for _, model, _ in seen("pocket"))
