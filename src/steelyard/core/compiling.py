"""Numba, with its cache in a folder that can be written and that changes when the sources do."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import numba

from steelyard.core.places import cache_folder

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

    F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F, *, beside: tuple[ModuleType, ...] = (), **options: Any) -> F:
    """`function` compiled on first call and kept on disk for the next process.

    `beside` are the modules of ours whose functions or tables it takes in: when one of them changes, it is
    compiled again.
    """
    # Numba picks its cache folder while decorating; other people's functions keep theirs.
    theirs = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(cache_folder(_sources(function, beside)))
    try:
        dispatcher: F = numba.njit(cache=True, **options)(function)
    finally:
        numba.config.CACHE_DIR = theirs
    return dispatcher


def inlined(function: F) -> F:
    """As `compiled`, and always merged into its callers: for the steps of an inner loop."""
    return compiled(function, inline="always")


def _sources(function: Callable[..., Any], beside: tuple[ModuleType, ...]) -> str:
    return _digest(function.__code__.co_filename, *(str(module.__file__) for module in beside))


@cache
def _digest(*files: str) -> str:
    """Names this module and the files as they are now: Numba itself notices changes in one file only."""
    digest = hashlib.sha256(Path(__file__).read_bytes())
    for file in files:
        digest.update(Path(file).read_bytes())
    return digest.hexdigest()[:16]
