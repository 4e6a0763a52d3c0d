"""The solved Tank War: the exact value of every position, from a table that is built once and stored."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from steelyard.analysis import array_files
from steelyard.analysis.packed_table import Packed, pack
from steelyard.analysis.solved import quietly, table_file
from steelyard.analysis.tank_war import encoding, kernel, solver
from steelyard.analysis.tank_war.table import Solved
from steelyard.core.compiler import reporting

if TYPE_CHECKING:
    from pathlib import Path

    from steelyard.analysis.solved import Progress, Way
    from steelyard.core.game import Game
    from steelyard.games.tank_war import TankWar
    from steelyard.games.tank_war.rules import State

COMPILING = 0.1  # share of the time, where nothing was compiled before
FORMAT = 1  # of the file format; changes when older files can no longer be read

_opened: dict[Path, Solved] = {}
_opening = threading.Lock()


def open_table(game: Game[Any], progress: Progress | None = None) -> Solved:
    """The table of a variant, from its file, which is built first if it is missing or damaged."""
    file = table_file(game)
    with _opening:
        if file not in _opened:
            _opened[file] = _load_or_build(cast("TankWar", game), file, progress or quietly)
        return _opened[file]


def build_table(game: Game[Any], progress: Progress | None = None) -> Solved:
    """Solve the variant and write its file, even if there is one already."""
    file = table_file(game)
    array_files.check_writable(file.parent)
    with _opening, array_files.alone(file, lambda: _wait(progress or quietly)):
        _opened[file] = _build(cast("TankWar", game), file, progress or quietly)
        return _opened[file]


def guarantees(
    game: Game[Any], state: State, way: Way, progress: Progress | None = None
) -> tuple[float, float]:
    """The exact worst result of a policy from a position, for seat 0 and for seat 1, from -1 to 1.

    Computed over everything the best response could lead to.
    """
    tank_war = cast("TankWar", game)
    tables = encoding.tables(tank_war.lanes, tank_war.c_reach)
    key, sign = kernel.key_of(tables, *encoding.write_position(state))
    floor, _, ceiling = solver.guarantees(tables, key, way, progress or quietly)
    return (floor, -ceiling) if sign > 0 else (-ceiling, floor)


def _load_or_build(game: TankWar, file: Path, progress: Progress) -> Solved:
    try:
        return _load(game, file)
    except array_files.Damaged:
        array_files.check_writable(file.parent)
    with array_files.alone(file, lambda: _wait(progress)):
        try:
            return _load(game, file)  # another process may have built it meanwhile
        except array_files.Damaged:
            return _build(game, file, progress)


def _load(game: TankWar, file: Path) -> Solved:
    arrays = array_files.load(file, _about(game))
    positions, saddle_points = arrays.pop("counts").tolist()
    return Solved(game, Packed(**arrays), positions, saddle_points)


def _build(game: TankWar, file: Path, progress: Progress) -> Solved:
    tables, progress = encoding.tables(game.lanes, game.c_reach), _rising(progress)
    with reporting(lambda doing, share: progress(doing, COMPILING * share)):
        key, _ = kernel.key_of(tables, *encoding.write_position(game.start()))
        codes, values, saddle_points = solver.solve(tables, key, progress)
        packed = pack(codes, values)
    array_files.save(file, _about(game), {"counts": np.array([len(codes), saddle_points]), **packed.arrays()})
    progress("done", 1.0)
    return Solved(game, packed, len(codes), saddle_points)


def _rising(progress: Progress) -> Progress:
    """Compiling comes in several pieces; what was done by then stays done."""
    highest = 0.0

    def report(doing: str, share: float) -> None:
        nonlocal highest
        highest = max(highest, share)
        progress(doing, highest)

    return report


def _about(game: TankWar) -> dict[str, Any]:
    return {"format": FORMAT, "game": game.id, "rules_version": game.rules_version, "options": game.chosen}


def _wait(progress: Progress) -> None:
    progress("waiting for another process to build the table", 0.0)
