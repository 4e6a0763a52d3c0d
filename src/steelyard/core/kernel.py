"""Kernels: the rules of a game again, compiled, for playouts, search and training. A game may have none."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

    Position = NDArray[np.uint64]  # the few words a kernel works on


class Kernel(NamedTuple):
    """The rules on a few 64-bit words. A kernel must agree with the rules in every position."""

    encode: Callable[[Any], Position]
    legal: Callable[[Position, int, NDArray[np.int64]], int]
    """Writes the seat's moves into the buffer, ascending, and returns how many; 0 for a seat not to move."""
    apply: Callable[[Position, int, int], None]
    """Changes the position in place; -1 for a seat not to move. The moves are not checked."""
    result: Callable[[Position], int]
    """0, 1: that seat has won; 2: a draw; 3: the game goes on."""
    key: Callable[[Position], int]
    """A 64-bit hash: equal positions, equal keys."""
    perft: Callable[[Position, int], int]
    """(position, turns) -> how many sequences of joint moves of that length there are."""
    playouts: Callable[[Position, int, int], NDArray[np.int64]]
    """(position, games, seed) -> [seat 0 won, seat 1 won, draws, turns played] of random games."""
