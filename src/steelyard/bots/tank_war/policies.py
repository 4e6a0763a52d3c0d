"""The policies of the teacher and the levels of Tank War."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from steelyard.analysis import open_table
from steelyard.analysis.policies import SAME

if TYPE_CHECKING:
    from steelyard.core.game import Game, Move, Seat


@dataclass(frozen=True)
class Teacher:
    """Looks two rounds ahead, counts tanks before boxes, and mixes as if the game ended then."""

    game: Game[Any]

    def __call__(self, state: Any, seat: Seat) -> dict[Move, float]:
        import numpy as np  # noqa: PLC0415 - NumPy and Numba only when asked

        from steelyard.analysis.matrix import kernel as games_of_one_round  # noqa: PLC0415
        from steelyard.analysis.matrix import mixes  # noqa: PLC0415
        from steelyard.bots.tank_war import kernel  # noqa: PLC0415
        from steelyard.games.tank_war.kernel import encode  # noqa: PLC0415

        pairs = kernel.MOVES**2
        leads, shapes = np.empty((pairs, 1, kernel.MOVES, kernel.MOVES)), np.empty((pairs, 2), np.int64)
        u_count, d_count = kernel.two_rounds(encode(state), leads, shapes)
        worths = np.empty((pairs, 1))
        games_of_one_round.values(leads, shapes, worths)
        matrix = worths.reshape(kernel.MOVES, kernel.MOVES)[:u_count, :d_count]
        return dict(zip(self.game.legal_moves(state, seat), mixes(matrix)[seat], strict=True))


@dataclass(frozen=True)
class Slipping:
    """The perfect player with slips: a slip is the move that does worst against a random answer."""

    game: Game[Any]
    slips: float
    """The share of rounds with a slip."""

    def __call__(self, state: Any, seat: Seat) -> dict[Move, float]:
        from steelyard.analysis.matrix import mixes  # noqa: PLC0415 - Numba only when asked

        matrix = open_table(self.game).matrix(state)
        against_random = -matrix.mean(axis=0) if seat else matrix.mean(axis=1)
        worst = against_random <= against_random.min() + SAME
        return {
            move: (1 - self.slips) * chance + self.slips * slip
            for move, chance, slip in zip(
                self.game.legal_moves(state, seat),
                mixes(matrix)[seat],
                (worst / worst.sum()).tolist(),
                strict=True,
            )
        }
