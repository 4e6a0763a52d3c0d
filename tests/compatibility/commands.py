"""The command line as the data was made with it, and what the tests repeat of it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

DATA = Path(__file__).parent / "data"
SOURCES = Path(__file__).parents[2] / "src"
GAMES = ("tank_battle", "tank_duel", "tank_war")
STAGES = ("groups", "swiss", "qualification", "playoff", "knockout", "finals")
SHORT = {"tank_battle": ("-o", "quiet_limit=5")}  # so that its records are
INTERRUPTED = (
    "match",
    "tank_war",
    "bots/cleo",
    "random",
    "--games",
    "8",
    "--clock",
    "none",
    "--seed",
    "late",
)
KEEPER = "cmd:{python} {bot} {kept}"
LONGEST_S = 600


class Maker:
    """A folder, and the command line in it."""

    def __init__(self, folder: Path, sources: Path) -> None:
        self.folder = folder
        self._environment = {**os.environ, "PYTHONPATH": str(sources.absolute())}

    def run(self, *words: str, stdin: str = "") -> str:
        """What the command prints."""
        command = [sys.executable, "-P", "-m", "steelyard", *words]
        done = subprocess.run(
            command,
            cwd=self.folder,
            env=self._environment,
            input=stdin,
            check=False,
            capture_output=True,
            text=True,
        )
        if done.returncode:
            raise SystemExit(f"steelyard {' '.join(words)}: {done.stdout}{done.stderr}")
        return done.stdout

    @contextmanager
    def running(self, *words: str, how: signal.Signals) -> Iterator[subprocess.Popen[str]]:
        """A command in the background, which is ended by that signal."""
        command = [sys.executable, "-P", "-u", "-m", "steelyard", *words]
        with subprocess.Popen(
            command,
            cwd=self.folder,
            env=self._environment,
            process_group=0,
            stdout=subprocess.PIPE,
            text=True,
        ) as process:
            try:
                yield process
            finally:
                os.killpg(process.pid, how)
                process.wait(LONGEST_S)

    def killed(self, *words: str, file: str, after: int) -> None:
        """A command that is killed as soon as its journal has so many lines."""
        journal = self.folder / file
        with self.running(*words, how=signal.SIGKILL) as process:
            while not journal.exists() or journal.read_bytes().count(b"\n") < after:
                assert process.poll() is None, "it was over too soon"
                time.sleep(0.002)

    def write(self, name: str, text: str) -> None:
        file = self.folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
