"""A checkpoint: the arrays of a run and how far it is, in one file that is written whole or not at all."""

from __future__ import annotations

import io
import zipfile
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from steelyard.core import files
from steelyard.core.errors import SteelyardError

if TYPE_CHECKING:
    from pathlib import Path

    from steelyard.training.trainer import Arrays

STEPS, SECONDS = "run/steps", "run/seconds"


class Checkpoint(NamedTuple):
    arrays: Arrays
    steps: int
    """How many steps were made."""
    seconds: float
    """How long they took, over all starts of the run."""


def save(file: Path, checkpoint: Checkpoint) -> None:
    content: dict[str, Any] = {name: np.asarray(array) for name, array in checkpoint.arrays.items()}
    content |= {STEPS: np.int64(checkpoint.steps), SECONDS: np.float64(checkpoint.seconds)}
    files.write(file, packed(content))


def load(file: Path) -> Checkpoint:
    if not file.exists():
        raise SteelyardError(f"{file.parent} has no checkpoint; leave out --resume to begin there")
    arrays = unpacked(file)
    if not {STEPS, SECONDS} <= arrays.keys():
        raise SteelyardError(f"{file} is not a checkpoint, or is damaged")
    return Checkpoint(arrays, int(arrays.pop(STEPS)), float(arrays.pop(SECONDS)))


def packed(arrays: dict[str, Any]) -> bytes:
    """The content of a file of arrays."""
    buffer = io.BytesIO()
    np.savez(buffer, allow_pickle=False, **arrays)
    return buffer.getvalue()


def unpacked(file: Path) -> dict[str, Any]:
    """The arrays of a file, by name."""
    try:
        with file.open("rb") as content, np.load(content) as stored:
            return {name: stored[name] for name in stored.files}
    except (AttributeError, ValueError, TypeError, KeyError, EOFError, OSError, zipfile.BadZipFile):
        raise SteelyardError(f"{file} is not a file of arrays, or is damaged") from None
