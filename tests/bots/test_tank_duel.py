"""The tree search of Tank Duel and the levels made of it."""

from __future__ import annotations

import itertools
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from steelyard import bots, games
from steelyard.bots.tank_duel.mcts import Mcts
from steelyard.bots.tank_duel.tree.kernel import CHILDREN, COUNT, OTHER
from steelyard.core.game import SEATS
from steelyard.core.random_games import random_game

if TYPE_CHECKING:
    from steelyard.core.game import Move, Seat

GAME = games.get("tank_duel")
POSITIONS = [
    state
    for seed in range(6)
    for state, moves in random_game(GAME, Random(seed), "meadow")
    if len(moves) == 2
]


def test_the_search_drives_on_while_there_is_a_way() -> None:
    """It holds no joystick that loses at once whatever the enemy does, if there is another."""
    for state in POSITIONS:
        for seat in SEATS:
            held = bots.get(GAME, "mcts:300", 1).choose(state, seat)
            if _surely_lost(state, seat, held):
                assert all(_surely_lost(state, seat, move) for move in GAME.choices(state, seat))


def test_the_teacher_leaves_a_square_that_a_missile_is_about_to_leave() -> None:
    """A missile's tail under the tank bars only the way against it."""
    state = GAME.read_state("o4/5/2x2/5/4o 0,1:D!D 0,4:R!U 0,2:D 0,3:U")
    for seed in range(5):
        held = bots.get(GAME, "teacher", seed).choose(state, 0)
        assert GAME.write_move(held)[0] in "LR"


def test_the_search_stops_when_its_time_is_over() -> None:
    """Time is passed in: a clock that moves by a millisecond whenever it is looked at."""
    looks = itertools.count()
    search = Mcts(GAME, seed=1, clock=lambda: next(looks) / 1000)
    assert search.think(GAME.start(), 0, 0.05) in GAME.legal_moves(GAME.start(), 0)
    assert next(looks) <= 60


def test_a_search_with_a_count_does_not_look_at_the_clock() -> None:
    search = Mcts(GAME, seed=1, count=50)
    with_clock = Mcts(GAME, seed=1, count=50, clock=iter((0.0,)).__next__)
    assert with_clock.think(GAME.start(), 0, 1e-9) == search(GAME.start(), 0)


def test_a_study_gets_better_and_names_turns_that_can_be_played() -> None:
    state = GAME.start()
    first, second = itertools.islice(Mcts(GAME, seed=1).study(state), 2)
    assert first.effort < second.effort
    assert -1 <= second.score <= 1
    for line in second.lines:
        after = state
        for turn in line.turns:
            after = GAME.play(after, GAME.read_moves(after, turn))
    for mix in second.mixes.values():
        assert sum(mix.values()) == pytest.approx(1, abs=0.01)


def _surely_lost(state: Any, seat: Seat, move: Move) -> bool:
    """Whether it loses at once against every answer."""
    outcomes = []
    for answer in GAME.choices(state, SEATS[1 - seat]):
        outcome = GAME.outcome(GAME.play(state, {seat: move, SEATS[1 - seat]: answer}))
        outcomes.append(outcome is not None and outcome.winner == 1 - seat)
    return all(outcomes)


@pytest.mark.parametrize("board", ["lanes", "pillars", "crossroads"])
def test_every_pair_of_joysticks_is_looked_at(board: str) -> None:
    """Two seats that go through theirs in step would never meet some."""
    search = Mcts(GAME, 1, 50_000)
    search.tries(GAME.start(board), 0)
    tree = search._trees[0].tree
    root = tree.nodes[0]
    children = tree.children[root[CHILDREN] : root[CHILDREN] + root[COUNT] * root[OTHER]]
    assert children.all()
