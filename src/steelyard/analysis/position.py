"""The analysis of one position: its value and optimal play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from steelyard.analysis.solved import open_table
from steelyard.core.game import SEATS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from steelyard.analysis.solved import Progress
    from steelyard.core.game import Game, Move, Outcome, Seat

SHOWN = 0.005  # smallest value that is mentioned: half of the last digit shown


@dataclass(frozen=True, slots=True)
class Analysis:
    game: Game[Any]
    state: Any
    outcome: Outcome | None
    """The outcome of a game that is over; then only the value below is meaningful."""
    value: float
    """The value of the position to seat 0 if both play best: from -1 (lost) to 1 (won)."""
    matrix: tuple[tuple[float, ...], ...]
    """The value after each pair of moves: rows are seat 0's legal moves, columns seat 1's."""
    mixes: Mapping[Seat, Mapping[Move, float]]
    """An optimal mix of each seat: the probability of each move."""
    regrets: Mapping[Seat, Mapping[Move, float]]
    """What each move loses if the other plays best; 0 for every move that is part of an optimal mix."""

    def to_json(self) -> dict[str, Any]:
        """The analysis as JSON types, moves in notation."""
        name = self.game.write_move
        return {
            "game": self.game.id,
            "state": self.game.write_state(self.state),
            "value": self.value,
            "moves": [[name(move) for move in self.mixes[seat]] for seat in SEATS],
            "matrix": [list(row) for row in self.matrix],
            "mixes": [{name(move): chance for move, chance in self.mixes[seat].items()} for seat in SEATS],
            "regrets": [{name(move): cost for move, cost in self.regrets[seat].items()} for seat in SEATS],
        }

    def to_text(self) -> str:
        """The analysis as text: the value, how to play, and the whole matrix."""
        if self.outcome is not None:
            return f"The game is over: {written_outcome(self.game, self.outcome)}."
        first, second = self.game.seat_names
        lines = [f"Value for {first} under best play: {self.value:+.2f} (from -1, lost, to +1, won)."]
        lines += [f"{self.game.seat_names[seat]} plays {self.best(seat)}." for seat in SEATS]
        lines += [
            "",
            f"Values for {first} after each pair of moves; {first}'s moves on the left, {second}'s on top:",
        ]
        return "\n".join([*lines, *self._table()])

    def best(self, seat: Seat) -> str:
        """The seat's optimal mix as text: `LA 67 %, RC 33 %`."""
        return written_mix(self.game, self.mixes[seat])

    def _table(self) -> list[str]:
        rows, columns = ([self.game.write_move(move) for move in self.mixes[seat]] for seat in SEATS)
        width = max(6, *(len(name) + 1 for name in columns))
        margin = max(map(len, rows))
        lines = [" " * margin + "".join(name.rjust(width) for name in columns)]
        for name, payoffs in zip(rows, self.matrix, strict=True):
            lines.append(name.ljust(margin) + "".join(f"{payoff:+{width}.2f}" for payoff in payoffs))
        return lines


def analyse(game: Game[Any], state: Any, progress: Progress | None = None) -> Analysis:
    """Analyse a position exactly; NotSolved for a game that is not solved."""
    outcome = game.outcome(state)
    if outcome is not None:
        value = 0.0 if outcome.winner is None else 1.0 - 2.0 * outcome.winner
        return Analysis(game, state, outcome, value, (), {0: {}, 1: {}}, {0: {}, 1: {}})
    matrix = open_table(game, progress).matrix(state, progress)

    from steelyard.analysis.matrix import solve  # noqa: PLC0415 - Numba only when asked

    solution = solve(matrix)
    u_moves, d_moves = (game.legal_moves(state, seat) for seat in SEATS)
    return Analysis(
        game,
        state,
        None,
        _tidy(solution.value),
        tuple(tuple(map(_tidy, row)) for row in matrix.tolist()),
        {0: _by_move(u_moves, solution.row_mix), 1: _by_move(d_moves, solution.column_mix)},
        {0: _by_move(u_moves, solution.row_regrets), 1: _by_move(d_moves, solution.column_regrets)},
    )


def _by_move(moves: Any, numbers: Any) -> dict[Move, float]:
    return dict(zip(moves, map(_tidy, numbers), strict=True))


def _tidy(number: float) -> float:
    """Set a value that is zero except for rounding to zero."""
    return 0.0 if abs(number) < 1e-9 else number


def written_mix(game: Game[Any], mix: Mapping[Move, float]) -> str:
    often = sorted((item for item in mix.items() if item[1] > 0), key=lambda item: -item[1])
    if len(often) == 1:
        return game.write_move(often[0][0])
    return ", ".join(f"{game.write_move(move)} {100 * chance:.0f} %" for move, chance in often)


def written_outcome(game: Game[Any], outcome: Outcome, names: Sequence[str] = ()) -> str:
    """The result; `names` are those of the seats, if not as in notation."""
    first, second = outcome.score
    if outcome.winner is None:
        return f"a draw ({outcome.reason}, {first} : {second})"
    return f"{(names or game.seat_names)[outcome.winner]} won ({outcome.reason}, {first} : {second})"
