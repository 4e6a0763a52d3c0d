"""`steelyard serve` in a process of its own."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING, Self

from tests.environment import untraced
from tests.timeouts import TIMEOUT_S

if TYPE_CHECKING:
    from pathlib import Path
    from types import TracebackType


class ServerProcess:
    """A server on a free port. At the end it is killed, as `kill -9` does: nothing is put in order."""

    def __init__(self, data: Path, *words: str, **variables: str) -> None:
        """`words` are more options, `variables` what is added to its environment."""
        data.mkdir(parents=True, exist_ok=True)
        self.log = data / "log"
        command = [sys.executable, "-m", "steelyard", "serve", "--cold", "--port", "0", "--data", str(data)]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*command, *words], stdout=subprocess.PIPE, stderr=log, text=True, env=untraced(**variables)
            )
        told = self.line()
        assert told.startswith("Steelyard is on http://"), self.log.read_text()
        self.address = told.split()[3].removeprefix("http://")

    def line(self) -> str:
        """The next line that it prints."""
        assert self.process.stdout is not None
        return self.process.stdout.readline()

    def stop(self) -> int:
        """Tell it to end; its exit status."""
        self.process.terminate()
        return self.process.wait(TIMEOUT_S)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(TIMEOUT_S)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.kill()
        assert self.process.stdout is not None
        self.process.stdout.close()
