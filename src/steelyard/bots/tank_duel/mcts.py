"""The tree search as a player: how much or how long it simulates, and what it then holds."""

from __future__ import annotations

import time
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from steelyard.bots.kinds import Line, Study
from steelyard.bots.tank_duel.playout.kernel import AIM_ROUNDS, MOST_CHOICES
from steelyard.bots.tank_duel.space.kernel import MOST_SQUARES, Desk
from steelyard.bots.tank_duel.tree.kernel import COUNT, FIELDS, FIRST, KIDS, OTHER, VISITS, Tree, grow, plant
from steelyard.core.errors import IllegalMove
from steelyard.core.game import SEATS, Move
from steelyard.games.tank_duel.kernel import WORDS, encode, key

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from steelyard.core.game import Game, Position, Seat
    from steelyard.games.tank_duel.rules import State

COUNT_UNTIMED = 40_000  # about 100 ms
MOST_NODES = 1 << 19  # about 80 MB, all arrays together; touched only as the tree grows
ROOMS_KEPT = 1 << 16
DRAW = 0.3  # what a draw is worth to us: less than half a win, or even fights would end in one
EVEN = 0.5
CHUNK_S = 0.001  # between two looks at the clock
FIRST_CHUNK = 64
STUDY_CHUNK = 4096
MOST_LINES, MOST_TURNS = 3, 8


class Node(NamedTuple):
    """One node, read."""

    codes: tuple[list[int], list[int]]
    """The joysticks of each seat."""
    tries: tuple[list[float], list[float]]
    kids: list[list[int]]
    """By seat 0's joystick, then seat 1's."""


class Mcts:
    """Looks at joint moves until its count or its time is spent; the joystick it tried most is held."""

    def __init__(
        self,
        game: Game[Any],
        seed: int | None = None,
        count: int | None = None,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._game = game
        self._seed = Random(seed).getrandbits(64)
        self._count = count
        self._clock = clock
        self._tree, self._desk = _tree(MOST_NODES if count is None else min(count + 2, MOST_NODES)), _desk()

    def __call__(self, state: State, seat: Seat) -> Move:
        position, rng = self._planted(state, seat)
        self._grow(position, rng, _worth_of_draws(seat), self._count or COUNT_UNTIMED)
        return self._held(seat)

    def think(self, state: State, seat: Seat, seconds: float) -> Move:
        """With a count of its own, it ignores the time."""
        begin = self._clock()
        if self._count is not None:
            return self(state, seat)
        position, rng = self._planted(state, seat)
        draw, chunk, done = _worth_of_draws(seat), FIRST_CHUNK, 0
        while True:
            self._grow(position, rng, draw, chunk)
            done += chunk
            spent = self._clock() - begin
            if spent >= seconds or len(self._root().codes[seat]) == 1:
                return self._held(seat)
            chunk = max(1, int(min(CHUNK_S, seconds - spent) * done / max(spent, 1e-6)))

    def study(self, state: State) -> Iterator[Study]:
        """What it finds, better and better; here a draw is worth half a win to both."""
        position, rng = self._planted(state, 0)
        while True:
            self._grow(position, rng, EVEN, STUDY_CHUNK)
            yield self._studied(state)

    def root_choices(self, state: State, seat: Seat) -> list[Move]:
        """The joysticks it looks at."""
        position, rng = self._planted(state, seat)
        self._grow(position, rng, EVEN, 1)
        return [Move(code) for code in sorted(self._root().codes[seat])]

    def _planted(self, state: State, seat: Seat) -> tuple[Position, Position]:
        """The position, with the chance that belongs to it."""
        if not self._game.to_move(state):
            raise IllegalMove("the game is over: nobody is to move")
        position = encode(state)
        plant(position, self._tree, self._desk)
        return position, np.array([self._seed ^ int(key(position)) ^ seat], np.uint64)

    def _grow(self, position: Position, rng: Position, draw: float, simulations: int) -> None:
        grow(position, self._tree, self._desk, rng, draw, simulations)

    def _held(self, seat: Seat) -> Move:
        """The joystick tried most; of equal ones the lowest."""
        root = self._root()
        return Move(max(zip(root.tries[seat], (-code for code in root.codes[seat]), strict=True))[1] * -1)

    def _root(self) -> Node:
        return self._node(0)

    def _node(self, number: int) -> Node:
        tree = self._tree
        first, count, other, kids = (int(tree.nodes[number, field]) for field in (FIRST, COUNT, OTHER, KIDS))
        ours, theirs = slice(first, first + count), slice(first + count, first + count + other)
        return Node(
            (tree.codes[ours].tolist(), tree.codes[theirs].tolist()),
            (tree.tries[ours].tolist(), tree.tries[theirs].tolist()),
            tree.kids[kids : kids + count * other].reshape(count, other).tolist(),
        )

    # What is said of a position.
    def _studied(self, state: State) -> Study:
        root, name = self._root(), self._game.write_move
        effort = int(self._tree.nodes[0, VISITS])
        often = sorted(range(len(root.codes[0])), key=lambda row: -root.tries[0][row])
        lines = [self._line(state, root, row) for row in often[:MOST_LINES]]
        mixes = {
            seat: {name(Move(code)): tries / effort for code, tries in zip(codes, tried, strict=True)}
            for seat, codes, tried in zip(SEATS, root.codes, root.tries, strict=True)
        }
        score = 2 * float(self._tree.worths[0]) / effort - 1
        return Study(score, effort, max(len(line.turns) for line in lines), lines, mixes)

    def _line(self, state: State, root: Node, row: int) -> Line:
        """How it goes on after that joystick of seat 0, each time with what was tried most."""
        turns, kid, score = [], 0, 0.0
        for pair, kid in islice(self._followed(root, row), MOST_TURNS):
            turns.append(self._game.write_moves(state, dict(zip(SEATS, pair, strict=True))))
            if len(turns) == 1:
                score = self._score(kid)
        return Line(score, turns)

    def _followed(self, node: Node, row: int) -> Iterator[tuple[tuple[Move, Move], int]]:
        while True:
            column = max(range(len(node.codes[1])), key=lambda place: self._visits(node.kids[row][place]))
            kid = node.kids[row][column]
            yield (Move(node.codes[0][row]), Move(node.codes[1][column])), kid
            if kid <= 0 or not self._tree.nodes[kid, COUNT]:
                return
            node = self._node(kid)
            row = max(range(len(node.codes[0])), key=node.tries[0].__getitem__)

    def _visits(self, kid: int) -> int:
        return int(self._tree.nodes[kid, VISITS]) if kid > 0 else 0

    def _score(self, kid: int) -> float:
        if kid < 0:
            return (1.0, -1.0, 0.0)[-1 - kid]
        visits = self._visits(kid)
        return 2 * float(self._tree.worths[kid]) / visits - 1 if visits else 0.0


def _worth_of_draws(seat: Seat) -> float:
    """To seat 0, when it is that seat which would rather not."""
    return DRAW if seat == 0 else 1 - DRAW


def _tree(nodes: int) -> Tree:
    joysticks, kids = 4 * nodes + 2 * MOST_CHOICES, 8 * nodes + MOST_CHOICES**2
    return Tree(
        np.empty((nodes, FIELDS), np.int32),
        np.empty(nodes),
        np.empty(joysticks, np.int8),
        np.empty(joysticks),
        np.empty(joysticks),
        np.empty(joysticks),
        np.empty(kids, np.int32),
        np.zeros(3, np.int64),
    )


def _desk() -> Desk:
    steps = MOST_SQUARES + 1
    return Desk(
        np.zeros(4, np.uint64),
        np.zeros((AIM_ROUNDS, 4), np.uint64),
        np.zeros((steps, 4), np.uint64),
        np.zeros((steps, 4), np.int64),
        np.zeros(steps, np.int64),
        np.zeros(steps, np.int64),
        np.zeros((steps, 4), np.uint64),
        np.zeros(ROOMS_KEPT, np.uint64),
        np.zeros(ROOMS_KEPT, np.int64),
        np.zeros(WORDS, np.uint64),
        np.zeros((MOST_SQUARES, 3), np.int64),
        np.zeros(MOST_CHOICES),
    )
