"""A contest whose machine loses its power: what was shown is there, and the same command ends it the same."""

from __future__ import annotations

import io
import json
import re
from contextlib import redirect_stderr, redirect_stdout
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from steelyard.arena.execution.executors import LocalExecutor
from steelyard.cli import main
from steelyard.contest.running.journal import encode
from tests.contest.bots import write_bot
from tests.contest.simulation import by_chance, played
from tests.power_cut import Recorder, cuts, lay_out, recorded

if TYPE_CHECKING:
    from pathlib import Path

    from steelyard.contest.running.game_player import Task

FILE = """\
name = "Small"
game = "tank_war"
clock = "none"
seed = 7
[[entrants]]
each_in = "bots"
[[stages]]
kind = "groups"
boards = ["", "board.txt"]
"""
BOARD = "053/053/053/053/053/053\n"


class Instantly:
    """Games that end as soon as they are asked for, always in the same way."""

    def __init__(self, now: SimpleNamespace) -> None:
        self.busy: set[int] = set()
        self._tasks: dict[int, Task] = {}
        self._now = now

    def give(self, place: int, task: Task) -> None:
        self._tasks[place] = task
        self.busy.add(place)

    def finished(self) -> list[tuple[int, bytes | None]]:
        self._now.s += 1.1
        place = min(self.busy)
        self.busy.discard(place)
        task = self._tasks.pop(place)
        names = tuple(player.name for player in task.order.players)
        slot: Any = SimpleNamespace(id=task.id, seats=names, seed=task.order.seed)
        return [(place, encode(played(slot, by_chance(3)(slot))))]

    def close(self) -> None: ...


class Terminal(io.StringIO):
    """Notes how many games were said to be over, when it was said."""

    recorder: Recorder | None = None

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        if self.recorder is not None and (told := re.search(r"(\d+) games? played", text)):
            self.recorder.mark(int(told[1]))
        return super().write(text)


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    now = SimpleNamespace(s=0.0)
    monkeypatch.setattr("steelyard.cli.contest_run.time", SimpleNamespace(monotonic=lambda: now.s))
    monkeypatch.setattr(LocalExecutor, "open_workers", lambda *_, **__: (Instantly(now), 2))
    monkeypatch.setattr("steelyard.cli.contest_run.write_report", lambda *_, **__: None)
    monkeypatch.setattr("steelyard.contest.running.entrants.EntrantBots.try_out", lambda *_: "")
    return Terminal()


def run(folder: Path, terminal: Terminal) -> dict[str, Any]:
    with redirect_stdout(io.StringIO()) as said, redirect_stderr(terminal):
        status = main(["contest", "run", str(folder / "c.toml"), "--no-sandbox", "--json"])
    assert status == 0, terminal.getvalue()
    told: dict[str, Any] = json.loads(said.getvalue())
    return {**told, "journal_hash": ""}


def journal(folder: Path) -> tuple[str, list[str]]:
    """Its heading, and its entries without their links, in an order of their own."""
    first, *others = (folder / "c" / "journal.jsonl").read_text().splitlines()
    return first, sorted(line.partition(',"chain"')[0] for line in others)


def bots(folder: Path) -> dict[str, bytes]:
    made = folder / "c"
    found = [file for kind in ("handed-in", "bots") for file in (made / kind).rglob("*") if file.is_file()]
    return {str(file.relative_to(made)): file.read_bytes() for file in found}


def test_after_a_power_cut_at_any_moment_a_contest_goes_on(tmp_path: Path, terminal: Terminal) -> None:
    disk = tmp_path / "disk"
    for name in ("ada", "bob"):
        write_bot(disk / "bots" / name)
    (disk / "c.toml").write_text(FILE)
    (disk / "board.txt").write_text(BOARD)
    with recorded(disk) as recorder:
        terminal.recorder = recorder
        expected = run(disk, terminal)
        recorder.mark(expected["games"])
    terminal.recorder = None
    assert len({step.label for step in recorder.steps if step.what == "mark"}) == 4
    whole, upload = journal(disk), bots(disk)
    assert len(upload) == 10
    for number, (announced, tree) in enumerate(cuts(recorder)):
        kept = (tree.get("c/journal.jsonl") or b"").decode()
        there = sum(line in kept for line in whole[1] if '"entry":"played"' in line)
        assert there >= max(announced, default=0)
        found = tmp_path / f"found-{number}"
        lay_out(tree, found)
        assert run(found, terminal) == expected
        assert (journal(found), bots(found)) == (whole, upload)
