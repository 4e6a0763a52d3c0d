"""The policies of the teacher and the levels of Tank War."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from steelyard.analysis import open_table
from steelyard.analysis.policies import SAME

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from steelyard.core.game import Game, Move, Seat


@dataclass(frozen=True)
class Teacher:
    """Looks two rounds ahead, counts tanks before boxes, and mixes as if the game ended then."""

    game: Game[Any]

    def __call__(self, state: Any, seat: Seat) -> dict[Move, float]:
        from steelyard.analysis.matrix import mixes  # noqa: PLC0415 - Numba only when asked

        mix = mixes(_after_two_rounds(state))[seat]
        return dict(zip(self.game.legal_moves(state, seat), mix, strict=True))


@dataclass(frozen=True)
class Slipping:
    """The perfect player with slips: a slip is the move that does worst against a random answer."""

    game: Game[Any]
    slips: float
    """The share of rounds with a slip."""

    def __call__(self, state: Any, seat: Seat) -> dict[Move, float]:
        return _slipping(
            self.game.legal_moves(state, seat), open_table(self.game).matrix(state), seat, self.slips
        )


@dataclass(frozen=True)
class SlippingTeacher:
    """The teacher with slips: needs no solved table, so it can play while that is built."""

    game: Game[Any]
    slips: float
    """The share of rounds with a slip."""

    def __call__(self, state: Any, seat: Seat) -> dict[Move, float]:
        return _slipping(self.game.legal_moves(state, seat), _after_two_rounds(state), seat, self.slips)


def _after_two_rounds(state: Any) -> NDArray[np.float64]:
    """The lead two rounds later, for each pair of moves; both players mix as is best in the second round."""
    import numpy as np  # noqa: PLC0415 - NumPy and Numba only when asked

    from steelyard.analysis.matrix import kernel as games_of_one_round  # noqa: PLC0415
    from steelyard.bots.tank_war import kernel  # noqa: PLC0415
    from steelyard.games.tank_war.kernel import encode  # noqa: PLC0415

    pairs = kernel.MOVES**2
    leads, shapes = np.empty((pairs, 1, kernel.MOVES, kernel.MOVES)), np.empty((pairs, 2), np.int64)
    u_count, d_count = kernel.two_rounds(encode(state), leads, shapes)
    worths = np.empty((pairs, 1))
    games_of_one_round.values(leads, shapes, worths)
    return worths.reshape(kernel.MOVES, kernel.MOVES)[:u_count, :d_count]


def _slipping(
    moves: Sequence[Move], matrix: NDArray[np.float64], seat: Seat, slips: float
) -> dict[Move, float]:
    """The best mix, but for that share of rounds the move that does worst against a random answer."""
    from steelyard.analysis.matrix import mixes  # noqa: PLC0415 - Numba only when asked

    against_random = -matrix.mean(axis=0) if seat else matrix.mean(axis=1)
    worst = against_random <= against_random.min() + SAME
    return {
        move: (1 - slips) * chance + slips * slip
        for move, chance, slip in zip(moves, mixes(matrix)[seat], (worst / worst.sum()).tolist(), strict=True)
    }
