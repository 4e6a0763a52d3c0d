"""Numba, with its cache in a folder that can be written and that changes when the sources do."""

from __future__ import annotations

import ast
import hashlib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import numba

from steelyard.core.places import cache_folder

if TYPE_CHECKING:
    from collections.abc import Callable

    F = TypeVar("F", bound=Callable[..., Any])

OURS = Path(__file__).parents[1]


def compiled(function: F, **options: Any) -> F:
    """`function` compiled on first call and kept on disk for the next process."""
    # Numba picks its cache folder while decorating; other people's functions keep theirs.
    theirs = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(cache_folder(_sources(function)))
    try:
        dispatcher: F = numba.njit(cache=True, **options)(function)
    finally:
        numba.config.CACHE_DIR = theirs
    return dispatcher


def inlined(function: F) -> F:
    """As `compiled`, and always merged into its callers: for the steps of an inner loop."""
    return compiled(function, inline="always")


def _sources(function: Callable[..., Any]) -> str:
    return _digest(Path(function.__code__.co_filename))


@cache
def _digest(file: Path) -> str:
    """Names this module, `file` and whatever of ours it builds on as they are now.

    Numba itself notices changes in one file only.
    """
    digest = hashlib.sha256(Path(__file__).read_bytes())
    for source in sorted(_built_on(file, set())):
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def _built_on(file: Path, found: set[Path]) -> set[Path]:
    """`file`, the modules of ours it imports, and so on; the core is the same for all and is left out."""
    found.add(file)
    for node in ast.parse(file.read_bytes()).body:
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            for name in [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]:
                package, *parts = name.split(".")
                source = OURS.joinpath(*parts).with_suffix(".py")
                if (
                    package == OURS.name
                    and parts[:1] != ["core"]
                    and source not in found
                    and source.is_file()
                ):
                    _built_on(source, found)
    return found
