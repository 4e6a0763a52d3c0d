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
    try:
        with file.open("rb") as content, np.load(content) as stored:
            arrays: dict[str, Any] = {name: stored[name] for name in stored.files}
        return Checkpoint(arrays, int(arrays.pop(STEPS)), float(arrays.pop(SECONDS)))
    except FileNotFoundError:
        raise SteelyardError(f"{file.parent} has no checkpoint; leave out --resume to begin there") from None
    except (ValueError, TypeError, KeyError, EOFError, OSError, zipfile.BadZipFile):
        raise SteelyardError(f"{file} is not a checkpoint, or is damaged") from None


def packed(arrays: dict[str, Any]) -> bytes:
    """The content of a file of arrays."""
    buffer = io.BytesIO()
    np.savez(buffer, allow_pickle=False, **arrays)
    return buffer.getvalue()
