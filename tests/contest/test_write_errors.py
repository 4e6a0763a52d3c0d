"""A contest whose disk fails at one step: it ends in one line, and goes on as if nothing had happened."""

from __future__ import annotations

import errno
import io
import os
import re
import shutil
from contextlib import redirect_stderr, redirect_stdout
from typing import TYPE_CHECKING

import pytest

from steelyard.cli import main
from tests.contest.bots import write_bot
from tests.contest.test_power_cut import BOARD, FILE, Terminal, bots, journal, run, terminal
from tests.power_cut import Step, recorded

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["terminal"]  # a fixture
ERRORS = [errno.ENOSPC, errno.EIO, errno.EACCES, errno.EMFILE]


class Failing(list[Step]):
    """The steps so far; the one of that number fails. As the kernel's, errors of open files name none."""

    def __init__(self, root: Path, moment: int) -> None:
        super().__init__()
        self._root = root
        self._moment = moment
        self.error = ERRORS[moment % len(ERRORS)]

    def append(self, step: Step, /) -> None:
        super().append(step)
        if len(self) == self._moment:
            if step.what == "sync":
                self.error = errno.EIO
            named = None if step.what in {"write", "length", "sync"} else str(self._root / step.name)
            raise OSError(self.error, os.strerror(self.error), named)


@pytest.fixture
def disk(tmp_path: Path) -> Path:
    for name in ("ada", "bob"):
        write_bot(tmp_path / "disk" / "bots" / name)
    (tmp_path / "disk" / "c.toml").write_text(FILE)
    (tmp_path / "disk" / "board.txt").write_text(BOARD)
    return tmp_path / "disk"


@pytest.mark.parametrize("every", [29, pytest.param(1, marks=pytest.mark.long)])
def test_whatever_step_fails_the_contest_goes_on_to_the_same_end(
    disk: Path, terminal: Terminal, every: int
) -> None:
    undisturbed = shutil.copytree(disk, disk.with_name("undisturbed"))
    expected = run(undisturbed, terminal)
    for moment in range(1, 10_000, every):
        place = shutil.copytree(disk, disk.with_name(f"{moment}"))
        with recorded(place) as recorder:
            recorder.steps = failing = Failing(place, moment)
            said = Terminal()
            with redirect_stdout(io.StringIO()), redirect_stderr(said):
                status = main(["contest", "run", str(place / "c.toml"), "--no-sandbox", "--json"])
        if len(failing) < moment:
            break
        if status:  # else the step was done, and whoever asked for it saw that: a folder that is there
            *_, told = re.split(r"\n|\x1b\[K", said.getvalue().strip())
            assert status == 2
            at = (failing[moment - 1], told)
            assert told.startswith("steelyard: "), at
            assert os.strerror(failing.error) in told, at
            assert str(place) in told, at
        assert run(place, terminal) == expected
        assert (journal(place), bots(place)) == (journal(undisturbed), bots(undisturbed))
        shutil.rmtree(place)
    assert moment > 50
