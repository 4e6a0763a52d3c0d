"""`steelyard serve` in a process of its own, with all it says."""

from __future__ import annotations

import subprocess
import sys
import threading
from typing import TYPE_CHECKING, Self

from tests.environment import untraced
from tests.timeouts import TIMEOUT_S

if TYPE_CHECKING:
    from pathlib import Path
    from types import TracebackType


class Served:
    """Running, unless it has refused to: then it has no address."""

    def __init__(self, data: Path, *more: str) -> None:
        where = ["--port", "0", "--cold", "--workers", "0", "--data", str(data), *more]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "steelyard", "serve", *where],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=untraced(),
        )
        self._errors: list[str] = []
        self._reading = threading.Thread(target=self._read, daemon=True)
        self._reading.start()
        assert self.process.stdout is not None
        first = self.process.stdout.readline()
        self.address = first.split()[3].removeprefix("http://") if first else ""

    def _read(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self._errors.append(line)

    @property
    def said(self) -> str:
        """On standard error, so far."""
        return "".join(self._errors)

    def ends(self) -> int:
        """The exit code; all it had to say is there then."""
        code = self.process.wait(TIMEOUT_S)
        self._reading.join(TIMEOUT_S)
        return code

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.kill()
        with self.process:
            self._reading.join(TIMEOUT_S)
