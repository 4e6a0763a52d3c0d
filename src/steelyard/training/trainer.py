"""What a game's training module provides, beside its `Settings` and `trainer(settings, seed)`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    Arrays = dict[str, Any]  # arrays of NumPy or JAX, by name
    Figures = Mapping[str, float]
    Progress = Callable[[str, float], None]


class Trainer(ABC):
    """Everything that training changes is in the arrays that `step` is given and returns.

    A step depends on these arrays, its number, the settings and the seed only: a run that was stopped and
    resumed then ends with the same weights as one that was not.
    """

    summary = ""
    """What is trained, in one line."""
    evaluate_every = 0
    """`evaluate` is called after every so many steps; 0: never."""

    def prepare(self, folder: Path, progress: Progress) -> None:  # noqa: B027 - not all need data
        """Make the training data in that folder, or find it there after an earlier start."""

    @abstractmethod
    def start(self) -> Arrays:
        """The arrays before the first step: weights, optimiser, games under way."""

    @abstractmethod
    def step(self, arrays: Arrays, number: int) -> tuple[Arrays, Figures]:
        """One step, and its figures for the curve, such as losses."""

    def evaluate(self, arrays: Arrays) -> Figures:
        """How good the weights are, for the curve."""
        del arrays
        return {}

    @abstractmethod
    def weights(self, arrays: Arrays) -> bytes:
        """The content of the weights file, as the bot reads it."""

    def data(self) -> dict[str, Any]:
        """What it was trained on, for the file of settings: seeds, numbers of boards or positions."""
        return {}
