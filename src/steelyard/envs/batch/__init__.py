"""Thousands of games in NumPy arrays, on the compiled kernels: one call a step, without allocations.

Examples:
    >>> from steelyard.envs import batch
    >>> games = batch.make("tank_duel", 1000, setup="maze")
    >>> games.sample()
    >>> games.step()
    >>> int(games.done.sum()) >= 0
    True

`make("tank_war", 100_000, sliced=True)` has one game in each bit of machine words, which is faster still.

"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, overload

from steelyard import games
from steelyard.core.errors import InvalidOption
from steelyard.envs.batch.rows import Batch

if TYPE_CHECKING:
    from collections.abc import Sequence

    from steelyard.core.game import OptionValue
    from steelyard.envs.batch.sliced import SlicedBatch

__all__ = ["Batch", "make"]


@overload
def make(
    game: str,
    n: int,
    *,
    setup: str | Sequence[str] = "",
    seed: int = 0,
    sliced: Literal[False] = False,
    **options: OptionValue,
) -> Batch: ...


@overload
def make(
    game: str,
    n: int,
    *,
    setup: str | Sequence[str] = "",
    seed: int = 0,
    sliced: Literal[True],
    **options: OptionValue,
) -> SlicedBatch: ...


def make(
    game: str,
    n: int,
    *,
    setup: str | Sequence[str] = "",
    seed: int = 0,
    sliced: bool = False,
    **options: OptionValue,
) -> Batch | SlicedBatch:
    """`n` games, each begun again as soon as it is over.

    `setup` is anything that the game can start from; several take turns over the games.
    """
    played = games.get(game, **options)
    if not sliced:
        return Batch(played, n, setup=setup, seed=seed)
    if game != "tank_war" or not isinstance(setup, str):
        raise InvalidOption("only tank_war, on one board, can be sliced; leave out sliced=True")

    from steelyard.envs.batch.sliced import SlicedBatch  # noqa: PLC0415 - it takes a while to compile

    return SlicedBatch(played, n, setup=setup, seed=seed)
