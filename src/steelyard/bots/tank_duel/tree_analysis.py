"""Reads the analysis of a position from a search tree."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from steelyard.bots.player import Line, Study
from steelyard.bots.tank_duel.tree.kernel import CHILDREN, COUNT, FIRST, OTHER, VISITS
from steelyard.core.game import SEATS, Move

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steelyard.bots.tank_duel.tree.kernel import Tree
    from steelyard.core.game import Game, Seat

ROOT = 0
MOST_LINES, MOST_TURNS = 3, 8
ENDED = {-1: 1.0, -2: -1.0, -3: 0.0}  # child codes of finished games, and their worth


class Node(NamedTuple):
    """One node: each seat's joysticks and how often each was tried, and the child of each pair."""

    moves: tuple[list[Move], list[Move]]
    tries: tuple[list[int], list[int]]
    children: list[list[int]]


def tries(tree: Tree, seat: Seat) -> dict[Move, int]:
    """How often each joystick was tried at the root."""
    place = joysticks(tree, seat)
    return dict(zip(tree.codes[place].tolist(), tree.tries[place].astype(int).tolist(), strict=True))


def joysticks(tree: Tree, seat: Seat) -> slice:
    """Where a seat's joysticks at the root are."""
    first, count, other = (int(tree.nodes[ROOT, field]) for field in (FIRST, COUNT, OTHER))
    return slice(first, first + count) if seat == 0 else slice(first + count, first + count + other)


def study(game: Game[Any], state: Any, tree: Tree) -> Study:
    root, effort = _read(tree, ROOT), int(tree.nodes[ROOT, VISITS])
    rows = sorted(range(len(root.children)), key=root.tries[0].__getitem__, reverse=True)
    lines = [_line(game, state, tree, row) for row in rows[:MOST_LINES]]
    mixes = {
        int(seat): {game.write_move(move): tried / effort for move, tried in tries(tree, seat).items()}
        for seat in SEATS
    }
    return Study(_score(tree, ROOT), effort, max(len(line.turns) for line in lines), lines, mixes)


def _line(game: Game[Any], state: Any, tree: Tree, row: int) -> Line:
    """The most visited continuation after that joystick of seat 0."""
    steps = list(_followed(tree, row))[:MOST_TURNS]
    turns = []
    for moves, _ in steps:
        turns.append(game.write_moves(state, moves))
        state = game.apply(state, moves)
    return Line(_score(tree, steps[0][1]), turns)


def _followed(tree: Tree, row: int) -> Iterator[tuple[dict[Seat, Move], int]]:
    child = ROOT
    while True:
        node = _read(tree, child)
        if child != ROOT:
            row = max(range(len(node.children)), key=node.tries[0].__getitem__)
        children = node.children[row]
        column = max(
            range(len(children)), key=lambda place: (_visits(tree, children[place]), node.tries[1][place])
        )
        child = children[column]
        yield {0: node.moves[0][row], 1: node.moves[1][column]}, child
        if child <= 0 or not tree.nodes[child, COUNT]:
            return


def _read(tree: Tree, number: int) -> Node:
    first, count, other, children = (
        int(tree.nodes[number, field]) for field in (FIRST, COUNT, OTHER, CHILDREN)
    )
    ours, theirs = slice(first, first + count), slice(first + count, first + count + other)
    return Node(
        (tree.codes[ours].tolist(), tree.codes[theirs].tolist()),
        (tree.tries[ours].astype(int).tolist(), tree.tries[theirs].astype(int).tolist()),
        tree.children[children : children + count * other].reshape(count, other).tolist(),
    )


def _visits(tree: Tree, child: int) -> int:
    """The visits of a child; 0 if the game is over there: those are counted with the joysticks only."""
    return int(tree.nodes[child, VISITS]) if child > 0 else 0


def _score(tree: Tree, child: int) -> float:
    if child < 0:
        return ENDED[child]
    visits = int(tree.nodes[child, VISITS])
    return 2 * float(tree.worths[child]) / visits - 1 if visits else 0.0
