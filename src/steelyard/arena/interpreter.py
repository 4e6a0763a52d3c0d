"""Our own Python, for running one of our bots in a cage."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NamedTuple


class Interpreter(NamedTuple):
    executable: str
    read_only: tuple[Path, ...]  # what the cage must show of the file system
    env: dict[str, str]


def this_python() -> Interpreter:
    """The Python that runs this, with what is installed for it and this package itself."""
    package = Path(__file__).parent.parent
    places = dict.fromkeys([Path(sys.base_prefix), Path(sys.prefix), package])  # each once, in that order
    inner = [place for place in places if not any(other in place.parents for other in places)]
    return Interpreter(sys.executable, tuple(inner), {"PYTHONPATH": str(package.parent)})
