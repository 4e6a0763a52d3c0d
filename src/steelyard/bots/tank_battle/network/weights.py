"""Reads the network's weights from a file, and lays them into a tree for the terrain of a position."""

from __future__ import annotations

import io
import logging
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from steelyard.bots.tank_battle.network import features
from steelyard.bots.tank_battle.network.kernel import BUCKETS, HIDDEN, ONE, OUTPUT_ONE
from steelyard.core.errors import SteelyardError
from steelyard.games.tank_battle import kernel as rules

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from steelyard.core.kernel import Position

_log = logging.getLogger(__name__)

FILE = Path(__file__).parent / "weights.npz"
# Within these limits no sum can overflow: there are at most 28 tanks with four rows each.
MOST_ROW, MOST_BIAS, MOST_OUTPUT = 0.5, 8.0, 127 / OUTPUT_ONE


class Network(NamedTuple):
    """The weights as integers."""

    rows: NDArray[np.int16]
    bias: NDArray[np.int16]
    outputs: NDArray[np.int16]
    output_bias: NDArray[np.int64]

    def lay_into(self, tree: Any) -> None:
        """Make a tree evaluate with this network."""
        tree["rows"], tree["bias"], tree["outputs"] = self.rows, self.bias, self.outputs.reshape(-1)
        tree["output_bias"], tree["learnt"], tree["terrain"] = self.output_bias, 1, 0


def fit(tree: Any, position: Position) -> None:
    """Fold the terrain of a position into a tree's network, if it has one, unless it is there already."""
    words = position[rules.MINES :]
    if tree["learnt"] and not (tree["terrain"] == words).all():
        tree["folded"] = features.fold(tree["rows"], features.terrain_of(position))
        tree["terrain"] = words


def quantised(floats: Mapping[str, Any]) -> Network:
    """Weights in the training's numbers, rounded."""
    rows, bias, outputs, output_bias = (
        np.asarray(floats[name], np.float64) for name in ("rows", "bias", "outputs", "output_bias")
    )
    return Network(
        _rounded(rows, ONE, MOST_ROW),
        _rounded(bias, ONE, MOST_BIAS),
        _rounded(outputs, OUTPUT_ONE, MOST_OUTPUT),
        np.round(output_bias * ONE * ONE * OUTPUT_ONE).astype(np.int64),
    )


def _rounded(weights: NDArray[np.float64], one: int, most: float) -> NDArray[np.int16]:
    return np.round(np.clip(weights, -most, most) * one).astype(np.int16)


def written(network: Network) -> bytes:
    file = io.BytesIO()
    np.savez_compressed(file, **network._asdict())
    return file.getvalue()


def read(file: Path | str) -> Network:
    with Path(file).open("rb") as content:
        try:
            arrays = np.load(content)
            network = Network(*(np.asarray(arrays[name]) for name in Network._fields))
        except Exception:  # noqa: BLE001 - a damaged archive raises whatever its bytes lead to
            raise SteelyardError(
                f"{file} has no weights for the network of tank_battle, or is damaged"
            ) from None
    if network.rows.shape != (features.ROWS, HIDDEN) or network.outputs.shape != (BUCKETS, 2 * HIDDEN):
        raise SteelyardError(f"{file} holds weights of another network: {network.rows.shape}")
    return network


@cache
def load() -> Network | None:
    """The network in the package; None if its file is missing, which is said once."""
    if not FILE.exists():
        _log.warning("%s is missing: Tank Battle's alphabeta evaluates without its network", FILE.name)
        return None
    return read(FILE)
