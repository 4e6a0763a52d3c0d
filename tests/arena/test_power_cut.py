"""A match whose machine loses its power: what was shown is there, and the same command ends it the same."""

from __future__ import annotations

import io
import json
import os
import re
from contextlib import redirect_stderr, redirect_stdout
from itertools import count
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from steelyard.arena.match.plan import MatchRunner
from steelyard.cli import main
from tests.power_cut import Recorder, cuts, lay_out, recorded

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from steelyard.arena.match.plan import MatchPlan
    from steelyard.arena.record import Record

GAMES = 6


class Terminal(io.StringIO):
    """Notes how many games were said to be over, when it was said."""

    recorder: Recorder | None = None

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        if self.recorder is not None and (told := re.search(r"(\d+)/\d+ ", text)):
            self.recorder.mark(int(told[1]))
        return super().write(text)


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """A terminal; games that were played once are played the same again, and every other one is shown."""
    kept: dict[int, Record] = {}

    def played(plan: MatchPlan, numbers: Iterable[int], *_: object) -> Iterator[Record]:
        runner = MatchRunner(plan)
        try:
            for number in numbers:
                if number not in kept:
                    kept[number] = runner.play(number)
                yield kept[number]
        finally:
            runner.close()

    shown = Terminal()
    ticks = count()
    monkeypatch.setattr("steelyard.cli.match.played", played)
    monkeypatch.setattr("steelyard.cli.match.time", SimpleNamespace(monotonic=lambda: next(ticks) / 15))
    return shown


def run(folder: Path, terminal: Terminal) -> dict[str, Any]:
    words = ["match", "tank_war", "random", "random", "--games", str(GAMES), "--seed", "5", "--clock", "none"]
    words += ["--no-sandbox", "--json", "--record", str(folder / "out" / "a.jsonl")]
    with redirect_stdout(io.StringIO()) as said, redirect_stderr(terminal):
        status = main(words)
    assert status == 0, terminal.getvalue()
    told: dict[str, Any] = json.loads(said.getvalue())
    return told


def test_after_a_power_cut_at_any_moment_a_match_goes_on(tmp_path: Path, terminal: Terminal) -> None:
    disk = tmp_path / "disk"
    (disk / "out").mkdir(parents=True)
    with recorded(disk) as recorder:
        terminal.recorder = recorder
        expected = run(disk, terminal)
        recorder.mark(GAMES)
    terminal.recorder = None
    assert expected["games"] == GAMES
    whole = (disk / "out" / "a.jsonl").read_bytes()
    assert any(0 < step.label < GAMES for step in recorder.steps if step.what == "mark")
    tried = 0
    for number, (announced, tree) in enumerate(cuts(recorder)):
        found = tmp_path / f"found-{number}"
        lay_out(tree, found)
        kept = tree.get("out/a.jsonl") or b""
        for line in whole.splitlines(keepends=True)[: 1 + max(announced, default=-1)]:
            assert line in kept
        assert run(found, terminal) == expected
        lines = (found / "out" / "a.jsonl").read_bytes().splitlines()
        assert sorted(lines) == sorted(whole.splitlines())
        tried += 1
    assert tried > GAMES
    assert os.listdir(disk / "out") == ["a.jsonl"]  # noqa: PTH208 - names alone
