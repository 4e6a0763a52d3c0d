"""The tree search as a bot: how long it simulates, and which joystick position it then plays."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from steelyard.bots.tank_duel import tree_analysis
from steelyard.bots.tank_duel.network import weights
from steelyard.bots.tank_duel.opponent.hypotheses import new_model
from steelyard.bots.tank_duel.playout.kernel import MOST_CHOICES, SETS, Workspace
from steelyard.bots.tank_duel.space.kernel import MOST_SQUARES, Steps
from steelyard.bots.tank_duel.space.kernel import WORDS as WORDS_OF_SETS
from steelyard.bots.tank_duel.tree.kernel import FIELDS, VISITS, Tree, grow, reset
from steelyard.core.errors import IllegalMove
from steelyard.games.tank_duel.kernel import WORDS, encode, key
from steelyard.games.tank_duel.rules import FREE, JOYSTICKS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

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
# From OF_ROOM to OF_ROUND, as `playout` has them; fitted to played games, then tested in matches.
LEAD_WEIGHTS = (2.0, 0.0, 2.0, 0.0, -2.0, 0.2)
EVEN = (0.5, 0.5)
ALIKE = 0.9  # visits, as a share of the most visited joystick's, that make another one as good
CHUNK_S = 0.002  # simulations between two checks of the clock
FIRST_CHUNK, STUDY_CHUNK = 64, 4096
CELLS = 256
IDLE, NOBODY, NO_RELIANCE = new_model(), -1, (0.0, 0.0)  # for a search that models nobody


class Roots(NamedTuple):
    """A tree with all that it needs to grow."""

    tree: Tree
    workspace: Workspace
    rng: Position


class Judge(NamedTuple):
    """What judges the end of a playout: the network, and the room of both tanks."""

    network: Network
    trust: float
    """How much the network counts, from 0 to 1."""


class Mcts:
    """Searches joint moves until its count or time is used up; plays the joystick it tried most."""

    def __init__(  # noqa: PLR0913 - each is a choice of its own
        self,
        game: Game[Any],
        seed: int | None = None,
        count: int | None = None,
        clock: Callable[[], float] = time.perf_counter,
        threads: int = 1,
        *,
        judge: Judge | None = None,
    ) -> None:
        self._game = game
        self._seed = Random(seed).getrandbits(64)
        self._count = count
        self._clock = clock
        nodes = MOST_NODES if count is None else min(count + 1, MOST_NODES)
        self._trees = [_roots(nodes, judge) for _ in range(threads if count is None else 1)]

    @property
    def simulations(self) -> int:
        """How many the last search has made, in all trees."""
        return sum(int(roots.tree.nodes[tree_analysis.ROOT, VISITS]) for roots in self._trees)

    def __call__(self, state: State, seat: Seat) -> Move | dict[Move, float]:
        return self._choice(state, seat, self.tries(state, seat))

    def tries(self, state: State, seat: Seat) -> dict[Move, int]:
        """How often it tried each joystick; those that die at once are left out."""
        return tree_analysis.tries(self.search(self._encoded(state), seat), seat)

    def search(self, position: Position, seat: Seat) -> Tree:
        """The tree of an encoded position after one search without a clock."""
        self._reset(position, seat)
        self._grow(self._trees[0], position, seat, self._count or UNTIMED)
        return self._trees[0].tree

    def think(self, state: State, seat: Seat, seconds: float) -> Move | dict[Move, float]:
        """A bot with a fixed count ignores the time."""
        end = self._clock() + seconds
        if self._count is not None:
            return self(state, seat)
        position = self._start(state, seat)
        self._grow_until(end, seat, lambda roots, chunk: self._grow(roots, position, seat, chunk))
        return self._choice(state, seat, self._all_tries(seat))

    def _grow_until(self, end: float, seat: Seat, grow_by: Callable[[Roots, int], None]) -> None:
        """Let all trees grow until that time, or not at all where the seat has no choice."""
        with _pool(len(self._trees)) as each:
            list(each(lambda roots: self._grow_one(roots, end, seat, grow_by), self._trees))

    def _grow_one(self, roots: Roots, end: float, seat: Seat, grow_by: Callable[[Roots, int], None]) -> None:
        """Let one tree grow, by its own pace: no tree waits for another."""
        chunk, done, begin = FIRST_CHUNK, 0, self._clock()
        while True:
            grow_by(roots, chunk)
            done += chunk
            now = self._clock()
            if now >= end or len(tree_analysis.tries(roots.tree, seat)) == 1:
                return
            chunk = max(1, int(min(CHUNK_S, end - now) * done / max(now - begin, 1e-6)))

    def study(self, state: State) -> Iterator[Study]:
        """Yields better and better results; here draws and leads are worth the same to both."""
        position = self._start(state, 0)
        tree, workspace, rng = self._trees[0]
        workspace.lead_weights[:] = LEAD_WEIGHTS
        while True:
            grow(position, tree, workspace, rng, EVEN, STUDY_CHUNK, IDLE, NOBODY, NO_RELIANCE)
            yield tree_analysis.study(self._game, state, tree)

    def _start(self, state: State, seat: Seat) -> Position:
        """Start the trees for the position; returns it encoded."""
        position = self._encoded(state)
        self._reset(position, seat)
        return position

    def _encoded(self, state: State) -> Position:
        if not self._game.to_move(state):
            raise IllegalMove("the game is over: nobody is to move")
        return encode(state)

    def _reset(self, position: Position, seat: Seat) -> None:
        for number, roots in enumerate(self._trees):
            reset(position, roots.tree, roots.workspace)
            roots.rng[0] = self._seed ^ int(key(position)) ^ seat ^ number << 32

    def _grow(self, roots: Roots, position: Position, seat: Seat, simulations: int) -> None:
        tree, workspace, rng = roots
        grow(position, tree, workspace, rng, drawn(seat, DRAW), simulations, IDLE, NOBODY, NO_RELIANCE)

    def _all_tries(self, seat: Seat) -> dict[Move, int]:
        """The tries of all trees together."""
        total: dict[Move, int] = {}
        for roots in self._trees:
            for move, tried in tree_analysis.tries(roots.tree, seat).items():
                total[move] = total.get(move, 0) + tried
        return total

    def _choice(self, state: State, seat: Seat, tries: dict[Move, int]) -> Move | dict[Move, float]:
        return held(state, seat, tries)


@contextmanager
def _pool(threads: int) -> Iterator[Callable[..., Iterable[None]]]:
    """Calls a function for each tree, in as many threads."""
    if threads == 1:
        yield map
        return
    with ThreadPoolExecutor(threads) as pool:
        yield pool.map


def drawn(seat: Seat, ours: float) -> tuple[float, float]:
    """The value of a draw to each seat if `seat` is ours."""
    return (ours, THEIR_DRAW) if seat == 0 else (THEIR_DRAW, ours)


def held(state: State, seat: Seat, tries: dict[Move, int]) -> Move:
    """The joystick tried most, or an equally good one that can be held longer, in case an answer is late."""
    good = [move for move, tried in tries.items() if tried >= ALIKE * max(tries.values())]
    return max(good, key=lambda move: (_lasts(state, seat, move), tries[move], -move))


def _lasts(state: State, seat: Seat, move: Move) -> bool:
    way = JOYSTICKS[move].move or "left"
    return state.holds(state.wrapped(state.wrapped(state.tanks[seat].at.next(way)).next(way)), FREE)


def _roots(nodes: int, judge: Judge | None) -> Roots:
    """An empty tree; the network has room for one evaluation, so each tree has its own."""
    judge = (
        Judge(weights.none(), 0.0) if judge is None else judge._replace(network=weights.own(judge.network))
    )
    return Roots(_tree(nodes), _workspace(judge), np.zeros(1, np.uint64))


def _tree(nodes: int) -> Tree:
    """About 150 bytes per node, used only as the tree grows."""
    joysticks, children = 4 * nodes + 2 * MOST_CHOICES, 8 * nodes + MOST_CHOICES**2
    return Tree(
        nodes=np.empty((nodes, FIELDS), np.int32),
        pieces=np.empty(nodes, np.uint64),
        worths=np.empty(nodes),
        codes=np.empty(joysticks, np.int8),
        tries=np.empty(joysticks),
        roots=np.empty(joysticks),
        means=np.empty(joysticks),
        spreads=np.empty(joysticks),
        guesses=np.zeros(joysticks),
        children=np.empty(children, np.int32),
        used=np.zeros(3, np.int64),
        path=np.empty((MOST_SQUARES, 3), np.int64),
        work=np.zeros(WORDS, np.uint64),
        log_roots=np.sqrt(np.log(np.maximum(np.arange(LOGS), 1))),
    )


def _workspace(judge: Judge) -> Workspace:
    rows = MOST_SQUARES + 1
    scratch = Steps(
        cells=np.empty((rows, 4), np.uint64),
        bounds=np.empty((rows, 4), np.int64),
        counts=np.empty(rows, np.int64),
        taken=np.empty(rows, np.int64),
        rooms=np.empty((rows, WORDS_OF_SETS), np.uint64),
    )
    return Workspace(
        ground=np.zeros(WORDS_OF_SETS, np.uint64),
        near=np.zeros((CELLS, WORDS_OF_SETS), np.uint64),
        aimed=np.zeros((CELLS, WORDS_OF_SETS), np.uint64),
        targets=np.zeros((CELLS, 4), np.uint64),
        sets=np.zeros((SETS, WORDS_OF_SETS), np.uint64),
        scratch=scratch,
        keys=np.zeros(ROOMS, np.uint64),
        lengths=np.zeros(ROOMS, np.int64),
        trust=np.array([judge.trust]),
        lead_weights=np.array([LEAD_WEIGHTS, LEAD_WEIGHTS]),
        network=judge.network,
    )
