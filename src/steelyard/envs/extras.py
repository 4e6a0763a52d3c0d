"""The libraries that an environment needs are extras; a missing one is one clear line."""

from __future__ import annotations

from steelyard.core.errors import SteelyardError


class MissingExtra(SteelyardError, ImportError):
    """A library that is not installed, and the extra that brings it."""

    def __init__(self, module: str, library: str, extra: str) -> None:
        super().__init__(f"{module} needs {library}; pip install 'steelyard[{extra}]' adds it")
