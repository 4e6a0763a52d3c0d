"""The games whose best play is known, and where that knowledge comes from."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, Literal, Protocol

from steelyard.core.directories import data_folder
from steelyard.core.errors import NotSolved
from steelyard.core.game import listed

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    from steelyard.core.game import Game

    Progress = Callable[[str, float], None]  # what is being done, and which share of all is done
    Way = Literal["uniform", "perfect", "greedy"]  # to play; see policies.py

SOLVED = {"tank_war": "steelyard.analysis.tank_war"}


class Table(Protocol):
    """A game with the value of every position of it."""

    positions: int
    """How many positions play can lead to, images and equals counted once and ends left out."""
    saddle_points: int
    """In how many of them neither player needs to mix."""

    def value(self, state: Any, progress: Progress | None = None) -> float:
        """What the position is worth to seat 0 under best play by both, from -1 to 1.

        A position that play does not lead to may take as long as the whole game.
        """

    def matrix(self, state: Any, progress: Progress | None = None) -> NDArray[np.float64]:
        """The values after each pair of moves: rows are seat 0's legal moves, columns seat 1's.

        The game must not be over.
        """


def quietly(_doing: str, _share: float) -> None:
    """Progress for those who do not want to know."""


def open_table(game: Game[Any], progress: Progress | None = None) -> Table:
    """The game solved: from its file, which is built first if it is missing or damaged."""
    table: Table = _solver(game).open_table(game, progress)
    return table


def build_table(game: Game[Any], progress: Progress | None = None) -> Table:
    """Solve the game and write its file, also if there is one already."""
    table: Table = _solver(game).build_table(game, progress)
    return table


def table_file(game: Game[Any]) -> Path:
    """Where the game's table is kept, or would be."""
    _check_solved(game)
    options = "-".join(str(value) for value in game.chosen.values())
    return data_folder() / f"{game.id}-{game.rules_version}-{options}.table"


def guarantees(
    game: Game[Any], state: Any, way: Way, progress: Progress | None = None
) -> tuple[float, float]:
    """How little each seat gets at worst by playing in that way from there on; exact."""
    worst: tuple[float, float] = _solver(game).guarantees(game, state, way, progress)
    return worst


def is_solved(game: Game[Any]) -> bool:
    return game.id in SOLVED


def _check_solved(game: Game[Any]) -> None:
    if not is_solved(game):
        raise NotSolved(f"best play of {game.id} is not known; it is for {listed(SOLVED)}")


def _solver(game: Game[Any]) -> Any:
    _check_solved(game)
    return importlib.import_module(SOLVED[game.id])
