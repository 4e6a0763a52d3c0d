"""The tree search with a model of its opponent, which it learns while it plays."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from steelyard.bots.tank_duel import tree_analysis
from steelyard.bots.tank_duel.belief.kernel import learn
from steelyard.bots.tank_duel.mcts import DRAW, LEAD_WEIGHTS, NO_RELIANCE, UNTIMED, Mcts, drawn
from steelyard.bots.tank_duel.opponent.hypotheses import new_model, new_record, with_own_buffers
from steelyard.bots.tank_duel.precedents import Played, Precedents
from steelyard.bots.tank_duel.tree.kernel import UNTRIED, grow
from steelyard.core.game import SEATS, Move, Seat
from steelyard.games.tank_duel import GAME
from steelyard.games.tank_duel.kernel import SHOWN, apply, encode
from steelyard.games.tank_duel.rules import JOYSTICKS, Joystick
from steelyard.games.tank_duel.rules import apply as apply_round

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from steelyard.bots.tank_duel.belief.kernel import Record
    from steelyard.bots.tank_duel.mcts import Roots
    from steelyard.bots.tank_duel.opponent.kernel import Model
    from steelyard.bots.tank_duel.tree.kernel import Tree
    from steelyard.core.kernel import Position
    from steelyard.games.tank_duel.rules import State, Tank

    Growth = Callable[[Roots, int], None]

FIRST_TRUST = 0.3  # the probability, before the first round, that an opponent plays as the model says
FORGOTTEN = 0.005  # the trust that goes back to the first in every round
SEARCHES = 0.1  # trust below which the opponent is taken for one that searches
PROVEN = 0.4  # trust from which the model is relied on most
MOST_RELIANCE = 0.7  # share of joysticks that come from the model: the others are what would be best to do
ANSWER_RELIANCE = 0.95  # the same for the next joystick of an opponent that searches
EVEN_SHARE = 0.5  # of the time: before it is answered, both seats search
GLANCE = 0.1  # of the time: a search in the place of an opponent that does what the model says
SHARPNESS = 3  # a search plays what it tries often more often still
DOUBTFUL = 1.5  # the same beside the model: the surprises of a search are not to be taken for a program's
SLIPS = 0.1  # the share of its choices that a search leaves to chance
OVER_PROGRAM = (2.0, 2.0, 6.0, 0.5, -2.0, 0.2)  # LEAD_WEIGHTS of ours over an opponent that does not search
FOLLOWED = 0.5  # how likely an opponent repeats itself if what won a game is to be played again
BOLD_DRAW = 0.1  # value of a draw against an opponent that does what the model says: it can be beaten


class Before(NamedTuple):
    """The last search: the position, and what was expected of the opponent."""

    state: State
    position: Position
    opponent: Seat
    codes: NDArray[np.int8]
    guesses: NDArray[np.float64]
    """By the model."""
    searched: NDArray[np.float64]
    """By the search."""


@dataclass
class Memory:
    """What is known of an opponent; kept from game to game of a match."""

    model: Model = field(default_factory=new_model)
    record: Record = field(default_factory=new_record)
    precedents: Precedents = field(default_factory=Precedents)
    trust: float = field(default_factory=lambda: FIRST_TRUST)
    """The probability that the opponent plays as the model says, not as the search would."""

    def judge(self, guessed: float, searched: float) -> None:
        """Bayes' rule, for the probabilities that model and search had given to what was done."""
        told = self.trust * guessed
        after = told / (told + (1 - self.trust) * searched)
        self.trust = (1 - FORGOTTEN) * after + FORGOTTEN * FIRST_TRUST


class Adaptive(Mcts):
    """Trusts its model of the opponent as far as that has foreseen what the opponent did."""

    memory: Memory
    _before: Before | None = None
    _played: tuple[Played, ...] = ()

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.memory = Memory()
        _rehearse()

    def learn_from(self, earlier: Adaptive) -> None:
        """Go on with what an earlier game has taught about the same opponent."""
        self.memory = earlier.memory

    def watch(self, state: State) -> None:
        """Learn from what the opponent did since the last search; `state` may be the end of the game."""
        before, self._before = self._before, None
        if before is None:
            return
        if not _led_to(before.position, state):  # another game, or a round was missed
            self._played = ()
            return
        self._remember(before, state)
        done = state.tanks[before.opponent]
        number = None if "wall" in done.hits else _among(before.codes, _effect(done))
        if number is None or len(before.codes) == 1:
            return
        self.memory.judge(float(before.guesses[number]), float(before.searched[number]))
        self._learn(before, int(before.codes[number]))

    def _remember(self, before: Before, state: State) -> None:
        """Keep the round, and the whole game once it is over."""
        other = before.opponent
        ours, theirs = (_effect(state.tanks[seat]) for seat in (SEATS[1 - other], other))
        precedent = self.memory.precedents.of(before.state, SEATS[1 - other])
        if precedent is not None:
            self.memory.precedents.judge(precedent, theirs)
        self._played += (Played(before.state, ours, theirs),)
        if any(tank.in_flames for tank in state.tanks):
            won = not state.tanks[1 - other].in_flames
            self.memory.precedents.keep(self._played, SEATS[1 - other], won=won)
            self._played = ()

    def _learn(self, before: Before, code: int) -> None:
        learn(
            before.position, int(before.opponent), before.codes, self._trees[0].workspace,
            self.memory.model, self.memory.record, code // 10 - 1, max(code % 10 - 1, 0) // 2,
        )  # fmt: skip

    def _start(self, state: State, seat: Seat) -> Position:
        self.watch(state)
        for roots in self._trees:
            roots.workspace.lead_weights[:] = LEAD_WEIGHTS
            roots.workspace.lead_weights[seat] = self._lead_weights()
        return super()._start(state, seat)

    def _lead_weights(self) -> tuple[float, ...]:
        """What our leads are worth: a simple program errs in time, and fills its room worse than we do.

        So while the tanks can meet, a shot that may end in a draw is not worth its risk if nothing forces it;
        once they cannot, surviving longer wins.
        """
        return LEAD_WEIGHTS if self._searches() else OVER_PROGRAM

    def tries(self, state: State, seat: Seat) -> dict[Move, int]:
        """How often it tried each joystick once it knew what to expect of the opponent."""
        position, count, done = self._start(state, seat), self._count or UNTIMED, 0
        for share, grow_by in self._phases(state, position, seat):
            chunk = max(int(share * count) - done, 1)
            grow_by(self._trees[0], chunk)
            done += chunk
        return tree_analysis.tries(self._trees[0].tree, seat)

    def think(self, state: State, seat: Seat, seconds: float) -> Move | dict[Move, float]:
        begin = self._clock()
        if self._count is not None:
            return self(state, seat)
        position = self._start(state, seat)
        for share, grow_by in self._phases(state, position, seat):
            self._grow_until(begin + share * seconds, seat, grow_by)
        return self._choice(state, seat, self._all_tries(seat))

    def _choice(self, state: State, seat: Seat, tries: dict[Move, int]) -> Move | dict[Move, float]:
        """What won an earlier game from this position wins again, if the opponent repeats itself."""
        precedents = self.memory.precedents
        precedent = precedents.of(state, seat)
        if precedent is not None and precedent.won and precedents.trust > FOLLOWED:
            return _code(precedent.ours)
        return super()._choice(state, seat, tries)

    def _phases(self, state: State, position: Position, seat: Seat) -> Iterator[tuple[float, Growth]]:
        """How the trees grow, and until which share of the time.

        First a search says what the opponent would do if it searched; then the best answer is sought to what
        is expected of it.
        """
        evenly = super()._grow
        share, searcher = (EVEN_SHARE, seat) if self._searches() else (GLANCE, SEATS[1 - seat])
        yield share, lambda roots, chunk: evenly(roots, position, searcher, chunk)
        tries = self._all_tries(SEATS[1 - seat])
        if not self._searches():
            self._reset(position, seat)
        for roots in self._trees:
            self._expect(roots, state, position, seat, tries)
        for roots in self._trees:
            _begin_anew(roots.tree, seat)
        yield 1.0, lambda roots, chunk: self._grow(roots, position, seat, chunk)

    def _expect(
        self, roots: Roots, state: State, position: Position, seat: Seat, tries: dict[Move, int]
    ) -> None:
        """Write into the root what the model and the search expect of the opponent."""
        tree, workspace, rng = roots
        other, trust = SEATS[1 - seat], self.memory.trust
        grow(  # one simulation, in which the model is asked
            position, tree, workspace, rng, drawn(seat, DRAW), 1,
            self.memory.model, int(other), NO_RELIANCE,
        )  # fmt: skip
        place = tree_analysis.joysticks(tree, other)
        codes, guesses = tree.codes[place].copy(), tree.guesses[place].copy()
        tried = np.array([tries[code] for code in codes.tolist()], float)
        self._before = Before(state, position.copy(), other, codes, guesses, _chances(tried, DOUBTFUL))
        expected = trust * guesses / guesses.sum() + (1 - trust) * _chances(tried, SHARPNESS)
        precedent = self.memory.precedents.of(state, seat)
        number = precedent and _among(codes, precedent.theirs)
        if number is not None:
            again = self.memory.precedents.trust
            expected *= 1 - again
            expected[number] += again
        tree.guesses[place] = expected

    def _grow(self, roots: Roots, position: Position, seat: Seat, simulations: int) -> None:
        tree, workspace, rng = roots
        below = self._reliance()
        draw = (1 - below) * DRAW + below * BOLD_DRAW
        model = self.memory.model if roots is self._trees[0] else with_own_buffers(self.memory.model)
        grow(
            position, tree, workspace, rng, drawn(seat, draw), simulations,
            model, 1 - seat, (ANSWER_RELIANCE if self._searches() else MOST_RELIANCE, below),
        )  # fmt: skip

    def _searches(self) -> bool:
        """Whether the opponent is taken for one that searches."""
        return self.memory.trust < SEARCHES

    def _reliance(self) -> float:
        """The share of the opponent's joysticks that is drawn from the model after the next round."""
        proven = (self.memory.trust - SEARCHES) / (PROVEN - SEARCHES)
        return MOST_RELIANCE * min(max(proven, 0.0), 1.0)


def _begin_anew(tree: Tree, seat: Seat) -> None:
    """Forget what the seat's joysticks were worth; what was found after them stays."""
    place = tree_analysis.joysticks(tree, seat)
    tree.tries[place] = tree.means[place] = tree.spreads[place] = 0.0
    tree.roots[place] = UNTRIED


def _chances(tried: NDArray[np.float64], sharpness: float) -> NDArray[np.float64]:
    """How likely a search plays each joystick that another search tried so often."""
    often: NDArray[np.float64] = (tried / max(tried.max(), 1)) ** sharpness + 1e-9
    chances: NDArray[np.float64] = (1 - SLIPS) * often / often.sum() + SLIPS / len(often)
    return chances


@cache
def _rehearse() -> None:
    """Learn from one round on the side, so that nothing has to be compiled while a clock runs."""
    learner, state = Adaptive.__new__(Adaptive), GAME().start()
    Mcts.__init__(learner, GAME(), 0, 1)
    learner.memory = Memory()
    learner(state, 0)
    learner.watch(apply_round(state, (Joystick("right"), Joystick("left"))))


def _led_to(position: Position, state: State) -> bool:
    """Whether what the tanks show in the state leads there from the position in one round."""
    after = position.copy()
    apply(after, *(_code(_effect(tank)) for tank in state.tanks))
    return bool((after[:SHOWN] == encode(state)[:SHOWN]).all())


def _effect(tank: Tank) -> Joystick:
    """The joystick that does what a tank has done."""
    shot = tank.tower if tank.fire else None
    return Joystick(tank.move, shot, shot is not None)


def _code(joystick: Joystick) -> Move:
    return Move(JOYSTICKS.index(joystick))


def _among(codes: NDArray[np.int8], done: Joystick) -> int | None:
    """The candidate that was played; a shot that can hit nobody counts as none."""
    known: list[int] = codes.tolist()
    for joystick in (done, Joystick(done.move)):
        if _code(joystick) in known:
            return known.index(_code(joystick))
    return None
