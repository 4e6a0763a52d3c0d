"""Reads the weights of the network and lays them out for the compiled code."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from steelyard.bots.tank_duel.network import layout
from steelyard.bots.tank_duel.network.kernel import Network
from steelyard.core.errors import SteelyardError

FILE = Path(__file__).parent / "weights.npz"
MOST_ROWS = 2 * layout.SQUARES + 128  # more than a position has inputs that are not 0
BETWEEN = {"outcome_mine", "outcome_theirs", "outcome_second", "joystick_mine", "joystick_theirs"}
CELLS = 256
MATRICES = Network._fields[:14]


class MissingWeights(SteelyardError):
    """There is no file of weights."""


def read(file: Path | None = None) -> Network:
    file = FILE if file is None else file
    try:
        with file.open("rb") as content, np.load(content) as stored:
            arrays = {
                name: np.ascontiguousarray(_laid_out(name, stored[name]), np.float32) for name in MATRICES
            }
    except FileNotFoundError:
        raise MissingWeights(
            f"there are no weights for the network of tank_duel: {file} is missing"
        ) from None
    except Exception:  # noqa: BLE001 - a damaged archive raises whatever its bytes lead to
        raise SteelyardError(f"{file} has no weights for the network of tank_duel, or is damaged") from None
    if len(arrays["first"]) != layout.INPUTS:
        raise SteelyardError(
            f"{file} is for a network with {len(arrays['first'])} inputs; this version has {layout.INPUTS}"
        )
    return _with_room(arrays)


def _laid_out(name: str, array: np.ndarray) -> np.ndarray:
    """Matrices of the layers between have a row for each output, so that a row is read in one go."""
    return array.T if name in BETWEEN else array


def none() -> Network:
    """No network: what the search is given to play without one."""
    return _with_room({name: np.zeros((1, 1) if _is_matrix(name) else 1, np.float32) for name in MATRICES})


def _is_matrix(name: str) -> bool:
    return not name.endswith("bias")


def own(network: Network) -> Network:
    """The same weights with other room: for another tree."""
    return _with_room({name: getattr(network, name) for name in MATRICES})


def _with_room(arrays: dict[str, np.ndarray]) -> Network:
    middle = len(arrays["outcome_bias"])
    return Network(
        **arrays,
        rows=np.zeros((2, MOST_ROWS), np.int64),
        used=np.zeros(2, np.int64),
        numbers=np.zeros((2, layout.NUMBERS), np.float32),
        units=np.zeros((2, len(arrays["first_bias"])), np.float32),
        middle=np.zeros((2, 2, middle), np.float32),
        places=np.zeros((2, 2, layout.COLUMNS), np.int64),
        outputs=np.zeros((2, layout.JOYSTICKS), np.float32),
        board=np.zeros(5, np.uint64),
        known=np.zeros(CELLS, np.int8),
        squares=np.zeros((CELLS, len(arrays["first_bias"])), np.float32),
    )
