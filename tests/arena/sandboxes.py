"""Short programs in a sandbox."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from steelyard.arena.sandbox.interpreter import this_python
from steelyard.arena.sandbox.process import Sandbox
from tests.arena.sandbox_runner import listen

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

BURN = "import time\nwhile True: pass"


@contextmanager
def python(program: str, **options: object) -> Iterator[Sandbox]:
    """A sandboxed Python that runs `program`."""
    here = this_python()
    given = {"folder": None, "read_only": here.read_only, **options}
    with Sandbox([here.executable, "-c", program], **given) as sandbox:  # type: ignore[arg-type]  # as in the tests below
        yield sandbox


def run(*argv: str, folder: Path | None = None, **options: object) -> tuple[str, str, int | None]:
    with Sandbox(argv, folder=folder, **options) as sandbox:  # type: ignore[arg-type]  # the same
        return (*listen(sandbox), sandbox.exit_status())
