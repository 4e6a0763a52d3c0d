"""A player that searches the best answers to a frozen player, knowing how likely that one does what."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from steelyard.bots.tank_duel import tree_analysis
from steelyard.bots.tank_duel.mcts import Judge, Mcts
from steelyard.bots.tank_duel.network import layout
from steelyard.bots.tank_duel.playout.kernel import MOST_CHOICES
from steelyard.bots.tank_duel.space.kernel import WORDS as WORDS_OF_SETS
from steelyard.bots.tank_duel.space.kernel import lay_ground
from steelyard.core.game import SEATS
from steelyard.games.tank_duel.kernel import PIECES, WORDS, encode, unpack
from steelyard.training.tank_duel.response_tree.kernel import (
    OVER,
    WIDTH,
    Matrix,
    Tree,
    back_up,
    descend,
    look,
    open_node,
    play_pair,
)

if TYPE_CHECKING:
    from random import Random

    from steelyard.bots.tank_duel.network.kernel import Network
    from steelyard.core.game import Game, Move, Seat
    from steelyard.core.kernel import Position
    from steelyard.games.tank_duel.rules import State

EXPLORATION = 0.15
SHARPNESS = 2.0  # a power of the tries: of eight, what `mcts:10000` does is most likely with this one
MOST_ROUNDS = 256  # of a path: more than a board has squares


class Frozen(Protocol):
    """The player that is answered."""

    def move(self, state: State, seat: Seat, rng: Random) -> Move:
        """What it plays."""

    def expect(self, position: Position, responder: Seat, tree: Tree, node: int) -> None:
        """Write a node's joysticks, how likely its own are, and what the responder may expect."""


class OneRound:
    """The network with a search of one round, which plays its mixes: the player of training."""

    def __init__(self, network: Network) -> None:
        self._network = network
        self._matrix = Matrix(
            codes=np.zeros((2, WIDTH), np.int64),
            counts=np.zeros(2, np.int64),
            mixes=np.zeros((2, WIDTH)),
            leads=np.zeros((WIDTH, WIDTH)),
            ground=np.zeros(WORDS_OF_SETS, np.uint64),
            sensible=np.zeros(layout.JOYSTICKS, np.bool_),
            regrets=np.zeros((2, WIDTH)),
            totals=np.zeros((2, WIDTH)),
            work=np.zeros(WORDS, np.uint64),
        )

    def mixes(self, state: State) -> list[dict[int, float]]:
        """How likely it holds each joystick, in either seat."""
        matrix = self._look(encode(state))
        return [
            dict(zip(matrix.codes[seat, :count].tolist(), matrix.mixes[seat, :count].tolist(), strict=True))
            for seat, count in enumerate(matrix.counts)
        ]

    def move(self, state: State, seat: Seat, rng: Random) -> Move:
        mix: Any = self.mixes(state)[seat]
        return rng.choices(list(mix), list(mix.values()))[0]

    def expect(self, position: Position, responder: Seat, tree: Tree, node: int) -> None:
        matrix = self._look(position)
        order = [responder, 1 - responder]
        tree.counts[node] = matrix.counts[order]
        tree.codes[node, :, :WIDTH] = matrix.codes[order]
        tree.chances[node, :WIDTH] = matrix.mixes[1 - responder]
        leads = matrix.leads if responder == 0 else -matrix.leads.T
        tree.worths[node, :WIDTH, :WIDTH] = (1 + leads) / 2

    def _look(self, position: Position) -> Matrix:
        width, height, *_ = map(np.uint64, unpack(position[PIECES]))
        lay_ground(position, width, height, self._matrix.ground)
        look(position, self._matrix, self._network)
        return self._matrix


class TreeSearch:
    """The tree search of the bots `mcts` and `network`, with so many simulations.

    What it will do is not known but guessed, by the same search with other random numbers.
    """

    def __init__(
        self,
        game: Game[Any],
        simulations: int,
        seed: int,
        judge: Judge | None = None,
        *,
        guess: int | None = None,
    ) -> None:
        """`guess` is how many simulations a guess takes; None: as many as the player's."""
        self._player = Mcts(game, seed, simulations, judge=judge)
        self._guess = Mcts(game, seed + 1, guess or simulations, judge=judge)

    def move(self, state: State, seat: Seat, rng: Random) -> Move:
        del rng
        chosen: Any = self._player(state, seat)
        return chosen

    def expect(self, position: Position, responder: Seat, tree: Tree, node: int) -> None:
        found = self._guess.search(position, SEATS[1 - responder])
        ours, theirs = (tree_analysis.joysticks(found, seat) for seat in (responder, SEATS[1 - responder]))
        for place, part in enumerate((ours, theirs)):
            count = part.stop - part.start
            tree.counts[node, place] = count
            tree.codes[node, place, :count] = found.codes[part]
        likely = found.tries[theirs] ** SHARPNESS
        tree.chances[node, : len(likely)] = likely / likely.sum()
        expected = found.means[ours]
        tree.worths[node, : len(expected), : len(likely)] = expected[:, None]


class Responder:
    """Searches so many simulations a round."""

    def __init__(self, frozen: Frozen, simulations: int, exploration: float = EXPLORATION) -> None:
        self._frozen, self._simulations, self._exploration = frozen, simulations, exploration
        pairs = (simulations + 1, MOST_CHOICES, MOST_CHOICES)
        self._tree = Tree(
            positions=np.zeros((simulations + 1, WORDS), np.uint64),
            codes=np.zeros((simulations + 1, 2, MOST_CHOICES), np.int64),
            counts=np.zeros((simulations + 1, 2), np.int64),
            chances=np.zeros(pairs[:2]),
            worths=np.zeros(pairs),
            gains=np.zeros(pairs[:2]),
            tries=np.zeros(pairs, np.int64),
            children=np.zeros(pairs, np.int64),
            path=np.zeros((MOST_ROUNDS, 3), np.int64),
        )
        self._work = np.zeros(WORDS, np.uint64)

    def play(self, game: Game[Any], state: State, seat: Seat, rng: Random) -> float:
        """A whole game from that position; the points of the responder, who has the seat."""
        other = SEATS[1 - seat]
        while (outcome := game.outcome(state)) is None:
            moves = {seat: self.move(state, seat), other: self._frozen.move(state, other, rng)}
            state = game.apply(state, moves)
        return 0.5 if outcome.winner is None else float(outcome.winner == seat)

    def move(self, state: State, seat: Seat) -> Move:
        """The joystick that it tried most; of equals, the one that it expects most of."""
        self._search(encode(state), seat)
        tree, count = self._tree, self._tree.counts[0, 0]
        tries = tree.tries[0, :count].sum(1) + 0.5 * tree.gains[0, :count]
        chosen: Any = int(tree.codes[0, 0, tries.argmax()])
        return chosen

    def expects(self, state: State, seat: Seat) -> float:
        """How many points it expects in that seat."""
        self._search(encode(state), seat)
        return float(self._tree.gains[0, : self._tree.counts[0, 0]].max())

    def _search(self, position: Position, seat: Seat) -> None:
        tree, nodes = self._tree, 1
        self._open(0, position, seat)
        for _ in range(self._simulations):
            depth = descend(tree, self._exploration)
            node, i, j = map(int, tree.path[depth - 1])
            if tree.children[node, i, j] != OVER:
                play_pair(tree, node, int(seat), i, j, self._work)
                self._open(nodes, self._work, seat)
                tree.children[node, i, j] = nodes
                nodes += 1
            back_up(tree, depth)

    def _open(self, node: int, position: Position, seat: Seat) -> None:
        self._tree.positions[node] = position
        self._frozen.expect(self._tree.positions[node], seat, self._tree, node)
        open_node(self._tree, node, int(seat), self._work)
