"""The tree search with a model of its opponent, which it learns while it plays."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from steelyard.bots.tank_duel import tree_analysis
from steelyard.bots.tank_duel.belief.kernel import learn
from steelyard.bots.tank_duel.mcts import DRAW, Mcts, drawn, held
from steelyard.bots.tank_duel.opponent.hypotheses import new_model, new_record, with_own_buffers
from steelyard.bots.tank_duel.tree.kernel import grow
from steelyard.core.game import SEATS, Move, Seat
from steelyard.games.tank_duel import GAME
from steelyard.games.tank_duel.kernel import SHOWN, apply, encode
from steelyard.games.tank_duel.rules import DIRECTIONS, JOYSTICKS, Joystick
from steelyard.games.tank_duel.rules import apply as apply_round

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from steelyard.bots.tank_duel.belief.kernel import Record
    from steelyard.bots.tank_duel.mcts import Roots
    from steelyard.bots.tank_duel.opponent.kernel import Model
    from steelyard.core.kernel import Position
    from steelyard.games.tank_duel.rules import State, Tank

FIRST_TRUST = 0.3  # the probability, before the first round, that an opponent plays as the model says
FORGOTTEN = 0.005  # the trust that goes back to the first in every round
NO_RELIANCE, FULL_RELIANCE = (
    0.5,
    0.9,
)  # trust up to which the model is not relied on, and from which it is most
MOST_RELIANCE = 0.9  # an opponent may change its mind
SHARPNESS = 3  # a search plays what it tries often more often still
SLIPS = 0.05  # the share of its choices that a search leaves to chance
BOLD_DRAW = 0.1  # value of a draw against an opponent that does what the model says: it can be beaten


class Before(NamedTuple):
    """The last search: the position, and what was expected of the opponent."""

    position: Position
    opponent: Seat
    codes: NDArray[np.int8]
    guesses: NDArray[np.float64]
    """By the model."""
    searched: NDArray[np.float64]
    """By the search: how it would play in the opponent's place."""


@dataclass
class Memory:
    """What is known of an opponent; kept from game to game of a match."""

    model: Model = field(default_factory=new_model)
    record: Record = field(default_factory=new_record)
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
        if before is None or not _led_to(before.position, state):
            return
        done = state.tanks[before.opponent]
        number = _among(before.codes, done)
        if number is None or len(before.codes) == 1:
            return
        often = (before.searched / max(before.searched.max(), 1)) ** SHARPNESS + 1e-9
        searched = (1 - SLIPS) * often[number] / often.sum() + SLIPS / len(often)
        self.memory.judge(float(before.guesses[number]), float(searched))
        self._learn(before, int(before.codes[number]))

    def _learn(self, before: Before, code: int) -> None:
        learn(
            before.position, int(before.opponent), before.codes, self._trees[0].workspace,
            self.memory.model, self.memory.record, code // 10 - 1, max(code % 10 - 1, 0) // 2,
        )  # fmt: skip

    def _start(self, state: State, seat: Seat) -> Position:
        self.watch(state)
        return super()._start(state, seat)

    def _grow(self, roots: Roots, position: Position, seat: Seat, simulations: int) -> None:
        tree, workspace, rng = roots
        reliance = self._reliance()
        draw = (1 - reliance) * DRAW + reliance * BOLD_DRAW
        model = self.memory.model if roots is self._trees[0] else with_own_buffers(self.memory.model)
        grow(
            position, tree, workspace, rng, drawn(seat, draw), simulations,
            model, 1 - seat, reliance,
        )  # fmt: skip

    def _reliance(self) -> float:
        """The share of the opponent's joysticks that is drawn from the model."""
        proven = (self.memory.trust - NO_RELIANCE) / (FULL_RELIANCE - NO_RELIANCE)
        return MOST_RELIANCE * min(max(proven, 0.0), 1.0)

    def _choice(self, state: State, seat: Seat, tries: dict[Move, int]) -> Move | dict[Move, float]:
        tree, other = self._trees[0].tree, SEATS[1 - seat]
        place = tree_analysis.joysticks(tree, other)
        codes = tree.codes[place].copy()
        self._before = Before(
            encode(state), other, codes, tree.guesses[place].copy(), tree.searched[: len(codes)].astype(float)
        )
        return held(state, seat, tries)


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
    apply(after, *(_code(tank) for tank in state.tanks))
    return bool((after[:SHOWN] == encode(state)[:SHOWN]).all())


def _code(tank: Tank) -> Move:
    shot = tank.tower if tank.fire else None
    return Move(JOYSTICKS.index(Joystick(tank.move, shot, shot is not None)))


def _among(codes: NDArray[np.int8], done: Tank) -> int | None:
    """The candidate that a tank has played; a shot that can hit nobody counts as none."""
    code, known = _code(done), codes.tolist()
    plain = 10 * (1 + DIRECTIONS.index(done.move))
    if "wall" in done.hits:
        return None
    return known.index(code) if code in known else known.index(plain) if plain in known else None
