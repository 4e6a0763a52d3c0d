"""Our own Python, for running one of our bots in a cage."""

from __future__ import annotations

import stat
import sys
from pathlib import Path
from typing import NamedTuple

from steelyard.core.directories import (
    CACHE_VARIABLE,
    DATA_VARIABLE,
    READY_MADE_VARIABLE,
    cache_root,
    data_folder,
)

OPEN = stat.S_IROTH | stat.S_IXOTH


class Interpreter(NamedTuple):
    executable: str
    read_only: tuple[Path, ...]  # what the cage must show of the file system
    env: dict[str, str]


def this_python() -> Interpreter:
    """The Python that runs this, with what is installed for it, this package, and what it has made before."""
    package = Path(__file__).parent.parent.parent
    places = dict.fromkeys([Path(sys.base_prefix), Path(sys.prefix), package])  # each once, in that order
    inner = [place for place in places if not any(other in place.parents for other in places)]
    env = {"PYTHONPATH": str(package.parent), CACHE_VARIABLE: "/tmp/kernels"}  # noqa: S108 - the bot's own
    for name, made in ((READY_MADE_VARIABLE, cache_root()), (DATA_VARIABLE, data_folder())):
        if made.is_dir() and made.stat().st_mode & OPEN == OPEN:
            inner.append(made.resolve())
            env[name] = str(made.resolve())
    return Interpreter(sys.executable, tuple(inner), env)
