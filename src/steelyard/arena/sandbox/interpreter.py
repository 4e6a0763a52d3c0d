"""The Python interpreter that built-in bots use inside a sandbox."""

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
    read_only: tuple[Path, ...]  # paths that the sandbox must show
    env: dict[str, str]


def this_python() -> Interpreter:
    """The running interpreter, its installed packages, this package, compiled kernels and data files."""
    package = Path(__file__).parent.parent.parent
    folders = dict.fromkeys([Path(sys.base_prefix), Path(sys.prefix), package])  # each once, in that order
    inner = [folder for folder in folders if not any(other in folder.parents for other in folders)]
    env = {"PYTHONPATH": str(package.parent), CACHE_VARIABLE: "/tmp/kernels"}  # noqa: S108 - the bot's own
    for name, made in ((READY_MADE_VARIABLE, cache_root()), (DATA_VARIABLE, data_folder())):
        if made.is_dir() and made.stat().st_mode & OPEN == OPEN:
            inner.append(made.resolve())
            env[name] = str(made.resolve())
    return Interpreter(sys.executable, tuple(inner), env)
