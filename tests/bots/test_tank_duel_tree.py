"""What Tank Duel's search tree keeps, by the rules; and how trees grow side by side."""

from __future__ import annotations

import itertools
import threading
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from steelyard import games
from steelyard.bots.tank_duel import tree_analysis
from steelyard.bots.tank_duel.mcts import Mcts
from steelyard.bots.tank_duel.playout.kernel import AIM_ROUNDS
from steelyard.bots.tank_duel.space.kernel import can_meet, free, lay_ground, territories
from steelyard.bots.tank_duel.tree.kernel import COUNT, VISITS
from steelyard.core.game import SEATS
from steelyard.core.random_games import random_game
from steelyard.games.tank_duel.kernel import PIECES, apply, encode, result, unpack
from steelyard.games.tank_duel.rules import DIRECTIONS, FREE, JOYSTICKS, WALL
from tests.timeouts import TIMEOUT_S

if TYPE_CHECKING:
    from steelyard.bots.tank_duel.mcts import Roots
    from steelyard.bots.tank_duel.tree.kernel import Tree
    from steelyard.core.kernel import Position
    from steelyard.games.tank_duel.rules import Square, State

GAME: Any = games.get("tank_duel")
BOARDS = ("meadow", "lanes", "narrows", "maze", "minefield")
POSITIONS = [
    state
    for seed, board in enumerate(4 * BOARDS)
    for state, moves in random_game(GAME, Random(seed), board)
    if len(moves) == 2
]


@pytest.mark.parametrize("board", BOARDS)
def test_every_node_keeps_the_pieces_that_the_rules_lead_to(board: str) -> None:
    """A round is played once, when its node is made; mines follow from where the tanks stood."""
    search = Mcts(GAME, 1, 3000)
    start = encode(GAME.start(board))
    search.tries(GAME.start(board), 0)
    tree, seen = search._trees[0].tree, 0
    waiting = [(tree_analysis.ROOT, start)]
    while waiting:
        node, position = waiting.pop()
        for child, after in _children(tree, node, position):
            seen += 1
            if child < 0:
                assert result(after) == -1 - child
                continue
            _, _, a, b, m, n = unpack(after[PIECES])
            kept = int(tree.pieces[child])
            assert (kept & 255, kept >> 8 & 255) == (a, b)
            assert (kept >> 16 & 0x1FFF, kept >> 29 & 0x1FFF) == (m, n)
            if tree.nodes[child, COUNT]:
                waiting.append((child, after))
    assert seen > 1000


def _children(tree: Tree, node: int, position: Position) -> list[tuple[int, Position]]:
    """The children of a node that were tried, each with the position after its round."""
    read = tree_analysis._read(tree, node)
    found = []
    for row, a_move in enumerate(read.moves[0]):
        for column, b_move in enumerate(read.moves[1]):
            if child := read.children[row][column]:
                after = position.copy()
                apply(after, a_move, b_move)
                found.append((child, after))
    return found


def test_shots_that_are_tried_are_those_that_may_hit_soon() -> None:
    compared = 0
    for state in POSITIONS:
        search = Mcts(GAME, 1, 1)
        search.tries(state, 0)
        tree = search._trees[0].tree
        for seat in SEATS:
            if state.missiles[seat] is None:
                tried = {JOYSTICKS[code] for code in tree.codes[tree_analysis.joysticks(tree, seat)].tolist()}
                for move in {stick.move for stick in tried}:
                    shots = {stick.tower for stick in tried if stick.move == move and stick.fire}
                    assert shots == _shots_that_may_hit(state, seat, move)
                    compared += len(shots)
    assert compared > 50


def _shots_that_may_hit(state: State, seat: int, move: Any) -> set[Any]:
    """By the rules: a missile flies two squares a round, the enemy is wherever it can be by then."""
    places = {state.tanks[1 - seat].at}
    by_round = []
    for _ in range(AIM_ROUNDS):
        places = {state.wrapped(place.next(way)) for place in places for way in DIRECTIONS}
        places = {place for place in places if state.holds(place, FREE)}
        by_round.append(places)
    tank = state.wrapped(state.tanks[seat].at.next(move))
    return {shot for shot in DIRECTIONS if _may_hit(state, tank, shot, by_round)}


def _may_hit(state: State, tank: Square, shot: Any, by_round: list[set[Square]]) -> bool:
    for flown, square in enumerate(tank.next(shot, steps) for steps in range(1, 2 * AIM_ROUNDS + 1)):
        if not state.on_board(square) or state.holds(square, WALL):
            return False
        if square in by_round[flown // 2]:
            return True
    return False


def test_tanks_can_meet_where_their_territories_do() -> None:
    """Also in rooms with a quarter of the squares taken away, which separate many."""
    found, rng = [], Random(1)
    for state in POSITIONS:
        position, ground = encode(state), np.zeros(3, np.uint64)
        width, height, a, b, _, _ = (np.uint64(each) for each in unpack(position[PIECES]))
        lay_ground(position, width, height, ground)
        whole = free(position, ground)
        thinned = [word & (rng.getrandbits(64) | rng.getrandbits(64)) for word in whole]
        for squares in (whole, thinned):
            room = tuple(np.uint64(word) for word in squares)
            meet = territories(room, a, b, width, height)[2]
            assert can_meet(room, a, b, width, height) == meet
            assert can_meet(room, b, a, width, height) == meet
            found.append(meet)
    assert min(found.count(True), found.count(False)) > 10


def test_no_tree_waits_for_another() -> None:
    """Trees of unlike shape are not equally fast."""
    ahead, chunks = threading.Event(), itertools.count(1)
    search = Mcts(GAME, 1, clock=lambda: float(ahead.is_set()), threads=2)
    position = search._start(GAME.start(), 0)

    def grow_by(roots: Roots, chunk: int) -> None:
        if roots is search._trees[0]:
            assert ahead.wait(TIMEOUT_S)
        elif next(chunks) == 3:
            ahead.set()
        search._grow(roots, position, 0, min(chunk, 64))

    search._grow_until(1.0, 0, grow_by)
    visits = [int(tree.nodes[tree_analysis.ROOT, VISITS]) for tree, _, _ in search._trees]
    assert visits[1] > visits[0] > 0
    assert search.simulations == sum(visits)
