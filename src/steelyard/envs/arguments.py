"""Checks of what environments are given: boards, seats, actions, arrays to write into."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.core.errors import InvalidMove, InvalidOption

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, DTypeLike, NDArray

    from steelyard.core.game import Game

MOST_GAMES = 2**40  # of a batch; memory ends long before
NO_MOVE = -1
"""In a batch: of a seat that is not to move, or of both seats in a game that waits."""


def opening(game: Game[Any], setup: object) -> Any:
    """The first position on that board, which must not be over already."""
    if not isinstance(setup, str):
        raise InvalidOption(f"setup {setup!r} is not a text: the name of a board, a board, or a position")
    state = game.start(setup)
    if game.outcome(state) is not None:
        raise InvalidOption(f"the game is over already at {setup[:60]!r}; an environment begins before that")
    return state


def whole_number(name: str, value: Any, *, least: int, most: int = 2**64 - 1) -> int:
    try:
        number = operator.index(value)
    except TypeError:
        raise InvalidOption(f"{name} {value!r} is not a whole number") from None
    if not least <= number <= most:
        raise InvalidOption(f"{name} is {number}; it is a whole number from {least} to {most}")
    return number


def action_code(action: Any) -> int:
    """The integer that an action is, legal or not."""
    try:
        return operator.index(action)
    except TypeError:
        raise InvalidMove(f"the action {action!r} is not an integer, the code of a move") from None


def action_codes(
    actions: ArrayLike, shape: tuple[int, ...], num_moves: int, *, least: int = 0
) -> NDArray[np.int16]:
    """Actions of many games as 16-bit codes; those that no move has become `num_moves`, which no move has."""
    given = np.asarray(actions)
    if given.dtype.kind not in "iu":
        raise InvalidMove(f"actions are integers, the codes of moves; these are of type {given.dtype}")
    if given.shape != shape:
        raise InvalidMove(f"actions have the shape {shape} here; these have {given.shape}")
    return np.where((given >= least) & (given < num_moves), given, num_moves).astype(np.int16)


def writable(out: Any, shape: tuple[int, ...], dtype: DTypeLike) -> Any:
    """`out`, if a kernel can write an array of that shape and type into it."""
    wanted = np.dtype(dtype)
    if not isinstance(out, np.ndarray):
        raise InvalidOption(f"out is a NumPy array of {wanted} with the shape {shape}, not {type(out)}")
    if out.shape != shape or out.dtype != wanted:
        raise InvalidOption(f"out has {out.dtype} and the shape {out.shape}; it needs {wanted} and {shape}")
    if not (out.flags.c_contiguous and out.flags.writeable and out.flags.aligned):
        raise InvalidOption("out must be contiguous in memory (C order), aligned and writable")
    return out
