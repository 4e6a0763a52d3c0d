"""Alpha-beta against minimax in plain Python, and what shortens it against doing without."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from steelyard.bots.tank_battle.evaluation import kernel as compiled_judgement
from steelyard.bots.tank_battle.evaluation import weights
from steelyard.bots.tank_battle.iterative_deepening import Deepening
from steelyard.bots.tank_battle.mobility import kernel as compiled_lines
from steelyard.bots.tank_battle.search import kernel as compiled_search
from steelyard.bots.tank_battle.tree import kernel as compiled_trees
from steelyard.core.game import Move
from steelyard.core.random_games import random_game
from steelyard.games.tank_battle import TankBattle, rules
from steelyard.games.tank_battle import kernel as compiled_rules
from steelyard.games.tank_battle.boards import SQUARES, names

if TYPE_CHECKING:
    from steelyard.games.tank_battle.rules import State

search: Any = compiled_search  # Numba's functions have no types
trees: Any = compiled_trees
judgement: Any = compiled_judgement
on_lines: Any = compiled_lines
game_kernel: Any = compiled_rules

TUNED = weights.load("tuned")


def static(state: State) -> int:
    """The judgement of a position, from nothing."""
    position = game_kernel.encode(state)
    lines, ground = np.zeros(2 * on_lines.LINES, np.int16), np.zeros(on_lines.GROUNDS, np.int16)
    on_lines.lay_out(position, ground, lines)
    worth = np.zeros(judgement.WORTHS, np.int64)
    judgement.price(TUNED, ground, worth)
    early, late = (judgement.sum_of_tanks(position, lines, worth, phase) for phase in (0, 1))
    return int(judgement.evaluate(position, TUNED, early, late, state.mover)) // int(judgement.FULL)


def minimax(state: State, depth: int, ply: int = 0) -> int:
    """The value for the player to move: every move to the depth, every capture beyond."""
    outcome = rules.outcome(state)
    if outcome is not None:
        if outcome.winner is None:
            return 0
        return int(trees.WON) - ply if outcome.winner == state.mover else ply - int(trees.WON)
    moves = rules.legal_moves(state, state.mover)
    best = -(10**6)
    if depth <= 0:
        best = static(state)
        moves = [move for move in moves if move != rules.PASS and state.squares[move % SQUARES] != "."]
    return max([best, *(-minimax(rules.apply(state, move), depth - 1, ply + 1) for move in moves)])


def value(state: State, depth: int, *, slots: int = 1 << 16, exact: bool = True) -> int:
    tree = trees.new_tree(TUNED)
    trees.forget(tree, slots, 0)
    tree["exact"] = exact
    search.begin(tree, game_kernel.encode(state), depth, -trees.INFINITE, trees.INFINITE)
    assert search.run(tree, 10**9)
    return int(tree["value"][0])


@cache
def scattered(layout: str, tanks: int) -> State:
    """From a random game, the first position with no more tanks than that."""
    game = TankBattle(layout=layout)
    return next(
        state
        for seed in range(100)
        for state, _ in random_game(game, Random(seed))
        if game.to_move(state) and SQUARES - state.squares.count(".") <= tanks
    )


def near_the_limit(state: State) -> State:
    return replace(state, quiet=2 * state.quiet_limit - 3, passes=0)


@pytest.mark.parametrize(
    "layout", [names()[0], *(pytest.param(each, marks=pytest.mark.long) for each in names()[1:])]
)
def test_the_value_is_that_of_minimax(layout: str) -> None:
    """Exact search leaves out only what cannot change the value; what it sums up on the way is right."""
    for tanks, depth in ((10, 1), (4, 2)):
        state = scattered(layout, tanks)
        for each in (state, near_the_limit(state)):
            assert value(each, depth) == minimax(each, depth)


@pytest.mark.parametrize("layout", names())
def test_the_table_makes_no_difference_to_the_value(layout: str) -> None:
    """However small it is: an entry serves the depth it was made at, near the limit also that count only."""
    state = scattered(layout, 6)
    for each in (state, near_the_limit(state)):
        assert value(each, 3) == value(each, 3, slots=1)


def test_the_search_can_be_stopped_anywhere_and_go_on() -> None:
    """A node at a time ends with the same value, the same line and the same number of nodes."""
    state = scattered("standard", 20)
    position = game_kernel.encode(state)
    found = []
    for step in (1, 10**9):
        tree = trees.new_tree(TUNED)
        trees.forget(tree, 10_000, 7)
        search.begin(tree, position, 4, -trees.INFINITE, trees.INFINITE)
        while not search.run(tree, tree["visited"] + step):
            pass
        found.append((int(tree["value"][0]), int(tree["visited"]), tree["best_line"][0, :5].tolist()))
    assert found[0] == found[1]


def test_lines_are_legal_and_do_not_begin_alike() -> None:
    state = scattered("gates", 20)
    tree = trees.new_tree(TUNED)
    trees.forget(tree, 20_000, 0)
    *_, last = Deepening(tree, game_kernel.encode(state), nodes=20_000, width=3)
    assert len({branch.moves[0] for branch in last.branches}) == 3
    values = [branch.value for branch in last.branches]
    assert values == sorted(values, reverse=True)
    for branch in last.branches:
        after = state
        for move in branch.moves:
            assert move in rules.legal_moves(after, after.mover)
            after = rules.apply(after, Move(move))


def test_weights_are_read_as_written() -> None:
    assert (weights.read(weights.write(TUNED)) == TUNED).all()
    assert TUNED.any()
