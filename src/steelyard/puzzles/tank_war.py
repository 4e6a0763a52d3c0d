"""Puzzles of Tank War, from its solution: the only move, the right mix; and a win within a few rounds."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.analysis import open_table
from steelyard.analysis.matrix import solve
from steelyard.core.game import SEATS
from steelyard.puzzles import Refutation, Step
from steelyard.puzzles.wins import winning_steps

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from steelyard.core.game import Game, Move, Seat
    from steelyard.puzzles import Then

CLEAR = 0.2  # what every wrong answer gives away, at least: from -1, lost, to 1, won
MOST_STEPS = 3
SHARES = {"1/4": 0.25, "1/3": 1 / 3, "1/2": 0.5, "2/3": 2 / 3, "3/4": 0.75}
NEAR = 0.02  # how far the right share may be from the mix of the solution
UNLIKE = 0.03  # what every other share gives away, at least


class Matrix:
    """One round as the seat sees it: what each of its moves is worth against each answer."""

    def __init__(self, game: Game[Any], state: Any, seat: Seat) -> None:
        self._game, self._seat, self._state = game, seat, state
        for_u = open_table(game).matrix(state)
        self.worths: NDArray[np.float64] = -for_u.T if seat else for_u
        self.solution = solve(self.worths)
        self.own, self._others = (game.legal_moves(state, each) for each in (seat, SEATS[1 - seat]))

    def name(self, row: int) -> str:
        return self._game.write_move(self.own[row])

    def best_reply(self, mix: Sequence[float]) -> int:
        """The answer that holds a mix of moves down the most."""
        return int(np.argmin(np.array(mix) @ self.worths))

    def guarantee(self, mix: Sequence[float]) -> float:
        return float((np.array(mix) @ self.worths).min())

    def turn(self, row: int, column: int) -> dict[Seat, Move]:
        return {self._seat: self.own[row], SEATS[1 - self._seat]: self._others[column]}

    def refuted(self, mix: Sequence[float]) -> Refutation:
        """The best answer to a mix, in the case in which it hurts most."""
        column = self.best_reply(mix)
        row = min((row for row, chance in enumerate(mix) if chance), key=lambda row: self.worths[row, column])
        turn = self._game.write_moves(self._state, self.turn(row, column))
        return Refutation([turn], standing(float(self.worths[row, column])))


def standing(worth: float) -> Then:
    """How somebody stands to whom a position is worth that much."""
    if worth < -0.995:
        return "lost"
    if worth < -0.05:
        return "behind"
    return "even" if worth < 0.05 else "ahead"


def steps(game: Game[Any], state: Any, seat: Seat, kind: str, rounds: int) -> list[Step] | None:
    """The solution of a puzzle; None for a position that has not exactly one."""
    if kind == "win":
        return winning_steps(game, state, seat, rounds)
    if kind == "only":
        return only_moves(game, state, seat, rounds)
    return right_mix(Matrix(game, state, seat))


def only_moves(game: Game[Any], state: Any, seat: Seat, rounds: int) -> list[Step] | None:
    """In each of those rounds one move keeps the win or the draw, and every other gives away much."""
    found: list[Step] = []
    while len(found) < rounds:
        if game.outcome(state) is not None:
            return None
        round_ = Matrix(game, state, seat)
        row = only_row(round_)
        if row is None:
            return None
        column = round_.best_reply(_pure(round_, row))
        turn = round_.turn(row, column)
        wrong = {
            round_.name(other): round_.refuted(_pure(round_, other))
            for other in range(len(round_.own))
            if other != row
        }
        found.append(Step("move", round_.name(row), [game.write_moves(state, turn)], wrong))
        state = game.apply(state, turn)
    return found


def only_row(round_: Matrix) -> int | None:
    """The one move that keeps the value."""
    value, regrets = round_.solution.value, round_.solution.row_regrets
    best = [row for row, regret in enumerate(regrets) if regret < CLEAR]
    if len(regrets) < 3 or len(best) != 1 or value < -0.005 or 0.005 < value < 0.995:
        return None
    return best[0] if round_.guarantee(_pure(round_, best[0])) > value - 1e-6 else None


def _pure(round_: Matrix, row: int) -> list[float]:
    return [float(each == row) for each in range(len(round_.own))]


def right_mix(round_: Matrix) -> list[Step] | None:
    """Two moves have to be mixed: which two, and how often each."""
    solution = round_.solution
    rows = [row for row, chance in enumerate(solution.row_mix) if chance > 0]
    others = [regret for row, regret in enumerate(solution.row_regrets) if row not in rows]
    if len(rows) != 2 or len(others) < 2 or min(others) < UNLIKE:
        return None
    shares = _shares(round_, rows[0], rows[1])
    pairs = _pairs(round_, rows)
    if shares is None or pairs is None:
        return None
    return [pairs, shares]


def _pairs(round_: Matrix, rows: list[int]) -> Step | None:
    wrong = {}
    for pair in combinations(range(len(round_.own)), 2):
        if list(pair) == rows:
            continue
        part = solve(round_.worths[list(pair)])
        if part.value > round_.solution.value - 2 * UNLIKE:
            return None
        mix = np.zeros(len(round_.own))
        mix[list(pair)] = part.row_mix
        wrong[_pair_name(round_, pair)] = round_.refuted(mix.tolist())
    return Step("pair", _pair_name(round_, rows), [], wrong)


def _pair_name(round_: Matrix, pair: Sequence[int]) -> str:
    return " ".join(round_.name(row) for row in pair)


def _shares(round_: Matrix, first: int, second: int) -> Step | None:
    answer = min(SHARES, key=lambda name: abs(SHARES[name] - round_.solution.row_mix[first]))
    if abs(SHARES[answer] - round_.solution.row_mix[first]) > NEAR:
        return None
    wrong = {}
    for name, share in SHARES.items():
        mix = np.zeros(len(round_.own))
        mix[first], mix[second] = share, 1 - share
        if name == answer:
            continue
        if round_.guarantee(mix.tolist()) > round_.solution.value - UNLIKE:
            return None
        wrong[name] = round_.refuted(mix.tolist())
    return Step("share", answer, [], wrong)
