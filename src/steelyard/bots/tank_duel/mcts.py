"""The tree search as a bot: how long it simulates, and which joystick position it then plays."""

from __future__ import annotations

import time
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from steelyard.bots.tank_duel import tree_analysis
from steelyard.bots.tank_duel.network import weights
from steelyard.bots.tank_duel.playout.kernel import AIM_ROUNDS, MOST_CHOICES, ROUNDS, Workspace
from steelyard.bots.tank_duel.space.kernel import MOST_SQUARES, Steps
from steelyard.bots.tank_duel.tree.kernel import FIELDS, Tree, grow, reset
from steelyard.core.errors import IllegalMove
from steelyard.games.tank_duel.kernel import WORDS, encode, key
from steelyard.games.tank_duel.rules import FREE, JOYSTICKS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from steelyard.bots.player import Study
    from steelyard.bots.tank_duel.network.kernel import Network
    from steelyard.core.game import Game, Move, Seat
    from steelyard.core.kernel import Position
    from steelyard.games.tank_duel.rules import State

UNTIMED = 50_000  # simulations if neither a count nor a time is given: about 100 ms
MOST_NODES = 1 << 19
LOGS = 1 << 12
ROOMS = 1 << 16
DRAW = 0.3  # value of a draw to us: less than half a win, or too many even fights would end in a draw
THEIR_DRAW = 0.5  # value of a draw to the opponent: with more, the search would expect too many forced draws
EVEN = (0.5, 0.5)
ALIKE = 0.9  # visits, as a share of the most visited joystick's, that make another one as good
CHUNK_S = 0.001  # simulations between two checks of the clock
FIRST_CHUNK, STUDY_CHUNK = 64, 4096


class Judge(NamedTuple):
    """What judges the end of a playout: the network, and the room of both tanks."""

    network: Network
    rounds: int
    """Of a playout, before its end is judged."""
    trust: float
    """How much the network counts, from 0 to 1."""


class Mcts:
    """Searches joint moves until its count or time is used up; plays the joystick it tried most."""

    def __init__(
        self,
        game: Game[Any],
        seed: int | None = None,
        count: int | None = None,
        clock: Callable[[], float] = time.perf_counter,
        judge: Judge | None = None,
    ) -> None:
        self._game = game
        self._seed = Random(seed).getrandbits(64)
        self._count = count
        self._clock = clock
        self._tree = _tree(MOST_NODES if count is None else min(count + 1, MOST_NODES))
        self._workspace = _workspace(judge or Judge(weights.none(), ROUNDS, 0.0))

    def __call__(self, state: State, seat: Seat) -> Move:
        return held(state, seat, self.tries(state, seat))

    def tries(self, state: State, seat: Seat) -> dict[Move, int]:
        """How often it tried each joystick; those that die at once are left out."""
        position, rng = self._start(state, seat)
        grow(position, self._tree, self._workspace, rng, _drawn(seat), self._count or UNTIMED)
        return tree_analysis.tries(self._tree, seat)

    def think(self, state: State, seat: Seat, seconds: float) -> Move:
        """A bot with a fixed count ignores the time."""
        begin = self._clock()
        if self._count is not None:
            return self(state, seat)
        position, rng = self._start(state, seat)
        chunk, done = FIRST_CHUNK, 0
        while True:
            grow(position, self._tree, self._workspace, rng, _drawn(seat), chunk)
            done += chunk
            tries, spent = tree_analysis.tries(self._tree, seat), self._clock() - begin
            if spent >= seconds or len(tries) == 1:
                return held(state, seat, tries)
            chunk = max(1, int(min(CHUNK_S, seconds - spent) * done / max(spent, 1e-6)))

    def study(self, state: State) -> Iterator[Study]:
        """Yields better and better results; here a draw counts half a win for both."""
        position, rng = self._start(state, 0)
        while True:
            grow(position, self._tree, self._workspace, rng, EVEN, STUDY_CHUNK)
            yield tree_analysis.study(self._game, state, self._tree)

    def _start(self, state: State, seat: Seat) -> tuple[Position, Position]:
        """Start a tree for the position; returns it encoded, and its random state."""
        if not self._game.to_move(state):
            raise IllegalMove("the game is over: nobody is to move")
        position = encode(state)
        reset(position, self._tree, self._workspace)
        return position, np.array([self._seed ^ int(key(position)) ^ seat], np.uint64)


def _drawn(seat: Seat) -> tuple[float, float]:
    """The value of a draw to each seat if `seat` is ours."""
    return (DRAW, THEIR_DRAW) if seat == 0 else (THEIR_DRAW, DRAW)


def held(state: State, seat: Seat, tries: dict[Move, int]) -> Move:
    """The joystick tried most, or an equally good one that can be held longer, in case an answer is late."""
    good = [move for move, tried in tries.items() if tried >= ALIKE * max(tries.values())]
    return max(good, key=lambda move: (_lasts(state, seat, move), tries[move], -move))


def _lasts(state: State, seat: Seat, move: Move) -> bool:
    way = JOYSTICKS[move].move or "left"
    return state.holds(state.wrapped(state.wrapped(state.tanks[seat].at.next(way)).next(way)), FREE)


def _tree(nodes: int) -> Tree:
    """About 150 bytes per node, used only as the tree grows."""
    joysticks, children = 4 * nodes + 2 * MOST_CHOICES, 8 * nodes + MOST_CHOICES**2
    return Tree(
        nodes=np.empty((nodes, FIELDS), np.int32),
        worths=np.empty(nodes),
        codes=np.empty(joysticks, np.int8),
        tries=np.empty(joysticks),
        shares=np.empty(joysticks),
        means=np.empty(joysticks),
        spreads=np.empty(joysticks),
        children=np.empty(children, np.int32),
        used=np.zeros(3, np.int64),
        path=np.empty((MOST_SQUARES, 3), np.int64),
        work=np.zeros(WORDS, np.uint64),
        scores=np.empty(MOST_CHOICES),
        logs=np.log(np.maximum(np.arange(LOGS), 1)),
    )


def _workspace(judge: Judge) -> Workspace:
    rows = MOST_SQUARES + 1
    scratch = Steps(
        cells=np.empty((rows, 4), np.uint64),
        bounds=np.empty((rows, 4), np.int64),
        counts=np.empty(rows, np.int64),
        taken=np.empty(rows, np.int64),
        rooms=np.empty((rows, 4), np.uint64),
    )
    return Workspace(
        ground=np.zeros(4, np.uint64),
        sets=np.zeros((AIM_ROUNDS, 4), np.uint64),
        scratch=scratch,
        keys=np.zeros(ROOMS, np.uint64),
        lengths=np.zeros(ROOMS, np.int64),
        rounds=np.array([judge.rounds]),
        trust=np.array([judge.trust]),
        network=judge.network,
    )
