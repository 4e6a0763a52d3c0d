"""The alpha-beta search as a policy for Tank Battle."""

from __future__ import annotations

import math
import time
from functools import partial
from typing import TYPE_CHECKING, Any

from steelyard.bots.player import Line, Study
from steelyard.bots.tank_battle.evaluation import weights
from steelyard.bots.tank_battle.iterative_deepening import Deepening
from steelyard.bots.tank_battle.network import weights as network
from steelyard.bots.tank_battle.threads import Helpers
from steelyard.bots.tank_battle.tree import kernel as trees
from steelyard.core.game import Move
from steelyard.games.tank_battle.kernel import encode

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steelyard.bots.tank_battle.iterative_deepening import Branch, Found
    from steelyard.bots.tank_battle.levels import Strength
    from steelyard.core.game import Seat
    from steelyard.games.tank_battle import TankBattle
    from steelyard.games.tank_battle.rules import State

ENDLESS = 10**15  # nodes: no limit
NODES_A_SECOND = 2_000_000  # upper bound, for the size of the hash table
SURE = 120.0  # advantage in hundredths of a tank at which the odds are e : 1, fitted to games
STUDIED_LINES = 3
STUDY_STEP = 100_000  # nodes between two reports


def new_tree(strength: Strength) -> Any:
    """A tree with the evaluation of a strength."""
    learnt = strength.judgement == "learnt"
    tree = trees.new_tree(weights.load("tuned" if learnt else strength.judgement))
    if learnt and (loaded := network.load()):
        loaded.lay_into(tree)
    return tree


class AlphaBeta:
    """Searches as deep as its strength allows, and makes random slips as often as it says."""

    def __init__(
        self,
        game: TankBattle,
        *,
        strength: Strength,
        seed: int | None = None,
        count: int | None = None,
        threads: int = 1,
    ) -> None:
        self._game, self._strength = game, strength
        self._nodes, self._counted = count or strength.nodes, count is not None
        self._seed = (seed or 0) % 2**62
        self._tree = new_tree(strength)
        self._helpers = Helpers(self._tree, threads - 1, partial(new_tree, strength))
        self._has_memory = False

    def __call__(self, state: State, seat: Seat) -> Move | dict[Move, float]:
        """Deterministic: nothing is remembered from earlier positions."""
        self._forget(self._nodes)
        *_, last = self._deepening(state, self._nodes)
        return self._perhaps_slipping(state, seat, last.move)

    def think(self, state: State, seat: Seat, seconds: float) -> Move | dict[Move, float]:
        """A bot with a fixed count ignores the clock; one without remembers earlier positions."""
        if self._counted:
            return self(state, seat)
        end = time.perf_counter() + seconds
        if self._strength.limited:
            self._forget(min(self._nodes, int(seconds * NODES_A_SECOND)))
            return self._perhaps_slipping(state, seat, self._search(state, self._nodes, end))
        self._remember()
        with self._helpers.search(encode(state)):
            return Move(self._search(state, ENDLESS, end))

    def _search(self, state: State, nodes: int, end: float) -> int:
        for found in self._deepening(state, nodes):  # noqa: B007 - the last one is what counts
            if time.perf_counter() >= end:
                break
        return found.move

    @property
    def visited(self) -> int:
        """The nodes of the last search, those of all threads together."""
        return int(self._tree["visited"]) + self._helpers.visited

    def study(self, state: State) -> Iterator[Study]:
        """Yields several lines, after every depth and every STUDY_STEP nodes."""
        self._forget(ENDLESS)
        depth, reported = 0, 0
        for found in self._deepening(state, ENDLESS, STUDIED_LINES):
            if found.depth > depth or (depth and found.nodes >= reported + STUDY_STEP):
                depth, reported = found.depth, found.nodes
                yield self._study(state, found)

    def _deepening(self, state: State, nodes: int, width: int = 1) -> Deepening:
        return Deepening(self._tree, encode(state), nodes=nodes, depth=self._strength.depth, width=width)

    def _forget(self, nodes: int) -> None:
        trees.forget(self._tree, nodes, self._seed)
        self._has_memory = False

    def _remember(self) -> None:
        """Keep what earlier searches with a clock have found, if there were any."""
        if self._has_memory:
            trees.go_on(self._tree)
        else:
            trees.forget(self._tree, ENDLESS, self._seed)
        self._has_memory = True

    def _perhaps_slipping(self, state: State, seat: Seat, best: int) -> Move | dict[Move, float]:
        slips = self._strength.slips
        if not slips:
            return Move(best)
        legal = self._game.legal_moves(state, seat)
        return {move: slips / len(legal) + (1 - slips) * (move == best) for move in legal}

    def _study(self, state: State, found: Found) -> Study:
        lines = [self._line(state, branch) for branch in found.branches]
        best = self._game.write_move(Move(found.move))
        return Study(lines[0].score, found.nodes, found.depth, lines, {state.mover: {best: 1.0}})

    def _line(self, state: State, branch: Branch) -> Line:
        for_mover = math.copysign(1.0, branch.value) if branch.decided else math.tanh(branch.value / SURE / 2)
        score = -for_mover if state.mover else for_mover
        turns = []
        for move in branch.moves:
            played = {state.mover: Move(move)}
            turns.append(self._game.write_moves(state, played))
            state = self._game.apply(state, played)
        return Line(score, turns)
