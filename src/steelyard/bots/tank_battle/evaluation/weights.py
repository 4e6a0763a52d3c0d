"""Reads weights from text: one feature per line, with its value on a full and on an empty board."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from steelyard.bots.tank_battle.evaluation import kernel
from steelyard.games.tank_battle.boards import SIZE

if TYPE_CHECKING:
    from numpy.typing import NDArray

FOLDER = Path(__file__).parent
ROWS = {
    "tempo": (kernel.TEMPO, 1),
    "tank": (kernel.TANK, 1),
    "commander": (kernel.COMMANDER, 1),
    "arrived": (kernel.ARRIVED, 1),
    "crowned": (kernel.CROWNED, 1),
    "quiet_ahead": (kernel.QUIET_AHEAD, 1),
    "home": (kernel.HOME, kernel.COUNTS),
    "afield_level": (kernel.AFIELD, kernel.COUNTS),
    "afield_ahead": (kernel.AFIELD + kernel.COUNTS, kernel.COUNTS),
    "afield_behind": (kernel.AFIELD + 2 * kernel.COUNTS, kernel.COUNTS),
    "advance": (kernel.ADVANCE, kernel.ADVANCES),
    "commander_advance": (kernel.ADVANCE + kernel.ADVANCES, kernel.ADVANCES),
    "aside": (kernel.ASIDE, SIZE),
    "commander_aside": (kernel.ASIDE + SIZE, SIZE),
}
"""The names in the file: the index of the first feature, and how many."""


def load(name: str) -> NDArray[np.int64]:
    """Load the weights in `name`.txt; features that are missing there are 0."""
    return read((FOLDER / f"{name}.txt").read_text("utf-8"))


def read(text: str) -> NDArray[np.int64]:
    weights = np.zeros((kernel.FEATURES, 2), np.int64)
    for line in filter(None, text.splitlines()):
        name, phase, *figures = line.split()
        first, count = ROWS[name]
        weights[first : first + count, ("full", "empty").index(phase)] = [int(figure) for figure in figures]
    return weights.reshape(-1)


def write(weights: NDArray[np.int64]) -> str:
    pairs = weights.reshape(-1, 2)
    lines = [
        " ".join([name, phase, *map(str, pairs[first : first + count, column].tolist())])
        for name, (first, count) in ROWS.items()
        for column, phase in enumerate(("full", "empty"))
        if pairs[first : first + count, column].any()
    ]
    return "\n".join(lines) + "\n"
