"""The perfect player: it loses nothing on average against any player, and profits from weak ones.

It plays an optimal mix. Of several optimal mixes it takes the one that gains most if the other player moves
at random in this round and perfectly afterwards. Against a perfect player that makes no difference.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from steelyard.analysis.solved import open_table

if TYPE_CHECKING:
    from random import Random

    from steelyard.core.game import Game, Move, Seat


def mix(game: Game[Any], state: Any, seat: Seat) -> dict[Move, float]:
    """The perfect player's mix: the probability of each move; the game must not be over."""
    matrix = open_table(game).matrix(state)

    from steelyard.analysis.matrix import mixes  # noqa: PLC0415 - Numba only when asked

    return dict(zip(game.legal_moves(state, seat), mixes(matrix)[seat], strict=True))


def choose(game: Game[Any], state: Any, seat: Seat, rng: Random) -> Move:
    """A random move, drawn from the mix."""
    chances = mix(game, state, seat)
    return rng.choices(list(chances), list(chances.values()))[0]
