"""The solved games, and their tables."""

from __future__ import annotations

import importlib
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, Protocol

from steelyard.core.directories import data_folder, solved_folder
from steelyard.core.errors import NotSolved
from steelyard.core.game import listed

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    from steelyard.core.game import Game

    Progress = Callable[[str, float], None]  # called with the current task and the share that is done
    Way = Literal["uniform", "perfect", "greedy"]  # names of policies; see policies.py

TABLE = ".table"  # suffix of a file
SOLVED = {"tank_war": "steelyard.analysis.tank_war"}


class Table(Protocol):
    """A solved game: the value of every position."""

    positions: int
    """The number of reachable positions; equivalent ones count once, final ones are left out."""
    saddle_points: int
    """How many of them have a saddle point: neither player needs to mix."""

    def value(self, state: Any, progress: Progress | None = None) -> float:
        """The value of the position to seat 0 under best play by both, from -1 to 1.

        A position that is not reachable from the start may take as long as solving the whole game.
        """

    def matrix(self, state: Any, progress: Progress | None = None) -> NDArray[np.float64]:
        """The values after each pair of moves: rows are seat 0's legal moves, columns seat 1's.

        The game must not be over.
        """


def quietly(_doing: str, _share: float) -> None:
    """A progress callback that does nothing."""


def open_table(game: Game[Any], progress: Progress | None = None) -> Table:
    """The table of a game, from its file, which is built first if it is missing or damaged."""
    table: Table = _solver(game).open_table(game, progress)
    return table


def build_table(game: Game[Any], progress: Progress | None = None) -> Table:
    """Solve the game and write its file, even if there is one already."""
    table: Table = _solver(game).build_table(game, progress)
    return table


def table_file(game: Game[Any]) -> Path:
    """The path of the game's table, whether it exists or not."""
    _check_solved(game)
    _move_old_tables(data_folder(), solved_folder())
    options = "-".join(str(value) for value in game.chosen.values())
    return solved_folder() / f"{game.id}-{game.rules_version}-{options}{TABLE}"


@cache
def _move_old_tables(old: Path, new: Path) -> None:
    """Tables were once kept among all other data: move them, or remove those that were built again since."""
    for file in [file for game in SOLVED for file in old.glob(f"{game}-*.table*")]:
        with suppress(OSError):  # of another user, or another process has just moved it
            new.mkdir(exist_ok=True)
            if file.suffix == TABLE and not (new / file.name).exists():
                file.rename(new / file.name)
            else:  # also what a process that was killed left of one
                file.unlink()


def guarantees(
    game: Game[Any], state: Any, way: Way, progress: Progress | None = None
) -> tuple[float, float]:
    """The exact worst result of each seat that follows a policy from a position."""
    worst: tuple[float, float] = _solver(game).guarantees(game, state, way, progress)
    return worst


def is_solved(game: Game[Any]) -> bool:
    return game.id in SOLVED


def _check_solved(game: Game[Any]) -> None:
    if not is_solved(game):
        raise NotSolved(f"{game.id} is not solved; solved games: {listed(SOLVED)}")


def _solver(game: Game[Any]) -> Any:
    _check_solved(game)
    return importlib.import_module(SOLVED[game.id])
