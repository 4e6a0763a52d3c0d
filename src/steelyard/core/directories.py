"""Directories for what is kept between runs: compiled kernels, solved games, the database."""

from __future__ import annotations

import os
import shutil
import tempfile
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from steelyard.core.errors import CacheUnwritable

if TYPE_CHECKING:
    from collections.abc import Iterator

CACHE_VARIABLE = "STEELYARD_CACHE"
READY_MADE_VARIABLE = "STEELYARD_READY_MADE"
DATA_VARIABLE = "STEELYARD_DATA"
DATABASE_VARIABLE = "STEELYARD_DATABASE"


def data_folder() -> Path:
    """The folder for data, such as solved games: the one in the environment, else the user's own."""
    if asked := os.environ.get(DATA_VARIABLE):
        return Path(asked)
    if xdg := os.environ.get("XDG_DATA_HOME"):
        return Path(xdg) / "steelyard"
    return Path(os.path.expanduser("~")) / ".local" / "share" / "steelyard"  # noqa: PTH111 - Path.home() may raise


def solved_folder() -> Path:
    """The folder for solved games: apart from everything else, because sandboxed bots may read it."""
    return data_folder() / "solved"


@cache
def cache_folder(sources: str) -> Path:
    """A writable folder for kernels compiled from `sources`."""
    folder = kernel_root() / sources
    folder.mkdir(parents=True, exist_ok=True)
    _begin_with_ready_made(folder)
    return folder


def kernel_root() -> Path:
    """The folder that has all compiled kernels, and nothing else."""
    return cache_root() / "kernels"


def cache_root() -> Path:
    """A writable folder for compiled kernels: the one in the environment, else the first that works."""
    asked = os.environ.get(CACHE_VARIABLE) or os.environ.get("NUMBA_CACHE_DIR")
    candidates = [Path(asked)] if asked else list(_usual_folders())
    for candidate in candidates:
        if _writable(candidate):
            return candidate
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
        yield shared  # never a folder that another user created: the code cached there gets run


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _begin_with_ready_made(folder: Path) -> None:
    """Link to compiled kernels in the read-only folder in the environment, which sandboxed bots have.

    A copy would not fit in a bot's /tmp where many installations have compiled theirs. Numba replaces a
    file that it changes, so it never writes through a link.
    """
    lent = os.environ.get(READY_MADE_VARIABLE)
    if lent and not any(folder.iterdir()) and Path(lent, folder.name).is_dir():
        shutil.copytree(Path(lent, folder.name), folder, copy_function=os.symlink, dirs_exist_ok=True)


def database_url(named: str | None, folder: Path) -> str:
    """The one that was named, else the one in the environment (hidden from process lists), else SQLite."""
    return named or os.environ.get(DATABASE_VARIABLE) or f"sqlite:///{folder / 'tables.db'}"
