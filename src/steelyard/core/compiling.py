"""Numba, with its cache in a folder that can be written and that changes when the sources do."""

from __future__ import annotations

import hashlib
import os
import tempfile
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import numba

from steelyard.core.errors import CacheUnwritable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    F = TypeVar("F", bound=Callable[..., Any])

CACHE_VARIABLE = "STEELYARD_CACHE"


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


@cache
def cache_folder(sources: str) -> Path:
    """A writable folder for kernels compiled from `sources`: the one asked for, else the first that works."""
    asked = os.environ.get(CACHE_VARIABLE) or os.environ.get("NUMBA_CACHE_DIR")
    candidates = [Path(asked)] if asked else list(_usual_folders())
    for candidate in candidates:
        folder = candidate / f"kernels-{sources}"
        if _writable(folder):
            return folder
    tried = " or ".join(map(str, candidates))
    raise CacheUnwritable(
        f"compiled kernels cannot be kept in {tried}; set {CACHE_VARIABLE} to a writable folder"
    )


def _usual_folders() -> Iterator[Path]:
    if xdg := os.environ.get("XDG_CACHE_HOME"):
        yield Path(xdg) / "steelyard"
    home = os.path.expanduser("~")  # noqa: PTH111 - Path.home() raises where there is no home
    yield Path(home) / ".cache" / "steelyard"
    shared = Path(tempfile.gettempdir()) / f"steelyard-{os.getuid()}"
    if not shared.is_symlink() and (not shared.exists() or shared.stat().st_uid == os.getuid()):
        yield shared  # never a folder somebody else laid out for us: what is cached there gets run


def _writable(folder: Path) -> bool:
    try:
        folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        folder.mkdir(exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _sources(function: Callable[..., Any]) -> str:
    return _digest(Path(function.__code__.co_filename))


@cache
def _digest(file: Path) -> str:
    """Names this module and `file` as they are now: Numba itself notices changes in one file only."""
    digest = hashlib.sha256(Path(__file__).read_bytes())
    digest.update(file.read_bytes())
    return digest.hexdigest()[:16]
