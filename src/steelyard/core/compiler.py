"""Numba, with its cache in a writable folder whose name changes with the sources."""

from __future__ import annotations

import hashlib
import pickle
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numba
from numba.core import event
from numba.core.caching import FunctionCache, UserProvidedCacheLocator
from numba.core.dispatcher import Dispatcher

from steelyard.core.directories import cache_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Progress = Callable[[str, float], None]
    Function = Callable[..., Any]  # Numba infers the types


COMPILING = "compiling (only the first time)"
UNREADABLE = (ImportError, AttributeError, EOFError, ValueError, IndexError, pickle.UnpicklingError)
USUAL = 120  # so many functions are compiled for one bot or one solver, about


class _Compilations(event.Listener):  # type: ignore[misc] # Numba has no types
    """Reports every function that is compiled; one that an earlier process has compiled is only loaded."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._begun = 0

    def on_start(self, _event: event.Event) -> None:
        self._progress(COMPILING, min(self._begun / USUAL, 0.95))
        self._begun += 1

    def on_end(self, _event: event.Event) -> None:
        """Nothing to report."""


@contextmanager
def reporting(progress: Progress) -> Iterator[None]:
    """Report what is compiled meanwhile; nothing where all of it was compiled before."""
    with event.install_listener("numba:compile", _Compilations(progress)):
        yield


class KernelFolder(UserProvidedCacheLocator):  # type: ignore[misc] # Numba has no types
    """Names the folder of a kernel after its package, not after the path where that is installed.

    So all installations of the same sources share what one of them has compiled, also after an update.
    """

    @classmethod
    def get_suitable_cache_subpath(cls, py_file: str) -> str:
        return Path(py_file).resolve().parent.name


class KernelCache(FunctionCache):  # type: ignore[misc] # as above
    """Empties itself where it cannot be read: it is damaged, or another version knew types that are gone."""

    def load_overload(self, *arguments: Any) -> Any:
        try:
            return super().load_overload(*arguments)
        except UNREADABLE:
            self.flush()
            return None


def compiled(function: Function, **options: Any) -> Function:
    """`function` compiled on first call and kept on disk for the next process."""
    # Numba picks its cache folder while decorating; other people's functions keep theirs.
    config = numba.config
    theirs = config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES
    config.CACHE_DIR = str(cache_folder(_sources(function)))
    config.CACHE_LOCATOR_CLASSES = f"{__name__}.{KernelFolder.__name__}"
    try:
        dispatcher: Any = numba.njit(**options)(function)
        dispatcher._cache = KernelCache(function)  # noqa: SLF001 - else Numba's own, which raises
    finally:
        config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES = theirs
    kept: Function = dispatcher
    return kept


def inlined(function: Function) -> Function:
    """As `compiled`, and always merged into its callers: for the steps of an inner loop."""
    return compiled(function, inline="always")


def uncounted(function: Function, **options: Any) -> Function:
    """As `compiled`, for functions that make no arrays: without counting references to those they are given.

    Counting the references of arrays in tuples took a quarter of the time of a tree search.
    """
    return compiled(function, _nrt=False, **options)


def _sources(function: Callable[..., Any]) -> str:
    """A digest of the files that define `function`: its own, and those of compiled functions it calls."""
    files, waiting = {Path(__file__)}, [function]
    while waiting:
        one = waiting.pop()
        file = Path(one.__code__.co_filename)
        if file not in files:
            files.add(file)
            waiting += _compiled_in(one.__globals__)
    return _digest(*sorted(files))


def _compiled_in(names: dict[str, Any]) -> list[Callable[..., Any]]:
    """The compiled functions among these names, and in our own modules among them."""
    modules = [each for each in names.values() if isinstance(each, ModuleType) and _is_ours(each)]
    known = [*names.values(), *(each for module in modules for each in vars(module).values())]
    return [each.py_func for each in known if isinstance(each, Dispatcher)]


def _is_ours(module: ModuleType) -> bool:
    return module.__name__.startswith(__name__.partition(".")[0] + ".")


@cache
def _digest(*files: Path) -> str:
    """Numba itself notices changes in one file only."""
    digest = hashlib.sha256()
    for file in files:
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]
