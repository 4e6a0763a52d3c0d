"""Eight levels from easy to hard: the tree search with fewer simulations and random slips."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from steelyard.bots.tank_duel.mcts import Mcts, held

if TYPE_CHECKING:
    from steelyard.core.game import Game, Move, Seat
    from steelyard.games.tank_duel.rules import State


class Grade(NamedTuple):
    simulations: int
    slips: float
    """The share of rounds with a slip: a random joystick position that does not kill it at once."""


GRADES = (
    Grade(4, 0.9),
    Grade(10, 0.5),
    Grade(20, 0.26),
    Grade(45, 0.12),
    Grade(100, 0.05),
    Grade(260, 0.015),
    Grade(800, 0.0),
    Grade(10_000, 0.0),
)


class Level:
    """Ignores the time: it is fast, and so plays the same with a clock and without."""

    def __init__(self, game: Game[Any], number: int, seed: int | None = None) -> None:
        self._grade = GRADES[number - 1]
        self._search = Mcts(game, seed, self._grade.simulations)

    def __call__(self, state: State, seat: Seat) -> dict[Move, float]:
        tries = self._search.tries(state, seat)
        mix = dict.fromkeys(sorted(tries), self._grade.slips / len(tries))
        mix[held(state, seat, tries)] += 1 - self._grade.slips
        return mix
