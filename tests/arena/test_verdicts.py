"""Every way a bot can misbehave: it gets its word, the opponent wins, and nothing is left behind."""

from __future__ import annotations

import shutil
import sys
import tempfile
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest

from steelyard import games
from steelyard.arena.match.plan import MatchPlan, MatchRunner
from steelyard.arena.program import Program
from steelyard.arena.record import read_record, replayed, write_record
from steelyard.arena.sandbox import process as sandbox_process
from steelyard.arena.sandbox.process import Limits
from steelyard.arena.verdicts import WORDS, BotFailure, Fault, in_words
from tests.arena.conftest import nothing_left

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

BOTS = Path(__file__).parents[1] / "bad_bots"
SMALL = Limits(memory_mb=128, processes=24, tmp_mb=16)
GOOD = Program(
    "random", "random", (sys.executable, "-m", "steelyard.bots", "tank_war", "random"), trusted=True
)

VERDICTS = {
    "silent": ("slow_start", "no `ready` within"),
    "slow_start": ("slow_start", "no `ready` within"),
    "slow": ("time_out", "no answer within 1.5 s"),
    "babbling_before_ready": ("unreadable_answer", "before `ready`"),
    "half_a_line": ("time_out", "only an unfinished line"),
    "huge_line": ("answer_too_long", "65536 bytes are allowed"),
    "binary_garbage": ("unreadable_answer", "is not a message"),
    "illegal": ("illegal_move", "cannot play LA here; legal moves are"),
    "exit_zero": ("crashed", "exit code 0"),
    "segfault": ("crashed", "signal SIGSEGV"),
    "fork_bomb": ("too_many_processes", "processes are allowed"),
    "memory_hog": ("out_of_memory", "MB are allowed"),
    "orphan_child": ("crashed", "exit code 0"),
    "ignores_sigterm": ("time_out", "no answer within 1.5 s"),
    "fills_disk": ("crashed", "exit code 1"),
    "opens_sockets": ("crashed", "exit code 1"),
    "reads_others": ("crashed", "exit code 1"),
    "floods_stderr": ("time_out", "no answer within 1.5 s"),
    "writes_to_process_1": ("crashed", "exit code 1"),
    "signals_everybody": ("crashed", "killed by signal SIG"),
    "stops_itself": ("time_out", "no answer within 1.5 s"),
    "no_line_ends": ("answer_too_long", "65536 bytes are allowed"),
    "closes_output": ("crashed", "it closed its output but kept running"),
    "closes_input": ("time_out", "no answer within 1.5 s"),
    "orphan_that_answers": ("crashed", "exit code 3"),
    "wakes_itself": ("time_out", "no answer within 1.5 s"),
    "hoards_sockets": ("out_of_memory", "MB are allowed"),
    "opens_many_files": ("crashed", "exit code 1"),
    "floods_threads": ("too_many_processes", "processes are allowed"),
    "hides_memory": ("crashed", "exit code 1"),
    "deletes_itself": ("crashed", "exit code 1"),
    "grows_its_environment": ("crashed", "exit code 1"),
    "logs_100_mb": ("time_out", "no answer within 1.5 s"),
    "answers_in_a_flood": ("unreadable_answer", "'nonsense' is not a tank"),
    "zombies": ("too_many_processes", "processes are allowed"),
}


def test_every_bad_bot_has_its_verdict() -> None:
    assert {file.stem for file in BOTS.glob("*.py")} - {"polite"} == set(VERDICTS)


def left_behind(file: str) -> set[str]:
    """Processes that still run the bot, whoever owns them, and files it wrote outside its sandbox."""
    places = ("/tmp", "/var/tmp", "/dev/shm")  # noqa: S108 - where anybody would try
    found = {str(path) for place in places for path in Path(place).glob("*steelyard-filler*")}
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if file.encode() in (process / "cmdline").read_bytes():
                found.add(process.name)
    return found


@pytest.fixture(scope="module")
def neighbours() -> Iterator[Callable[[], list[object]]]:
    """A game of two good bots, always the same one, whose processes stay all the time."""
    plan = MatchPlan.of("tank_war", {}, (GOOD, GOOD), 1, ("",), "1", "bank:60s", limits=SMALL)
    with closing(MatchRunner(plan)) as runner:
        yield lambda: [turn.moves for turn in runner.play(0).turns]


@pytest.mark.skipif(sandbox_process.available() is not None, reason=str(sandbox_process.available()))
@pytest.mark.parametrize("name", VERDICTS)
def test_a_bad_bot_gets_its_verdict_and_the_opponent_wins(
    name: str, tmp_path: Path, neighbours: Callable[[], list[object]], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    played_before = neighbours()
    file = f"{name}-{uuid4()}.py"
    shutil.copy(BOTS / f"{name}.py", tmp_path / file)
    shutil.copy(BOTS / "polite.py", tmp_path)
    tmp_path.chmod(0o755)
    bad = Program(name, name, (sys.executable, file), tmp_path, trusted=True)
    plan = MatchPlan.of(
        "tank_war", {}, (bad, GOOD), 2, ("",), "1", "round:1500ms", limits=SMALL, startup_ms=2500
    )
    with nothing_left(), closing(MatchRunner(plan)) as runner:
        record = runner.play(0)
        again = runner.play(1)  # the referee lives and plays on
    assert not left_behind(file)
    assert not list((tmp_path / "temporary").iterdir())
    assert neighbours() == played_before
    fault, detail = VERDICTS[name]
    for played, seat in ((record, 0), (again, 1)):
        assert played.verdict is not None
        assert (played.verdict.fault, played.verdict.seat) == (fault, seat), played.verdict
        assert detail in played.verdict.detail
        assert played.outcome is not None
        assert played.outcome.winner == 1 - seat
        replayed(read_record(write_record(played)), games.get)
    if name == "reads_others":
        assert "nothing to steal" in record.verdict.stderr  # type: ignore[union-attr]  # seen above
    if name == "floods_stderr":
        assert len(record.verdict.stderr) <= 2000  # type: ignore[union-attr]  # seen above


@pytest.mark.timeout(120)
@pytest.mark.skipif(sandbox_process.available() is not None, reason=str(sandbox_process.available()))
def test_a_bot_that_closes_its_input_does_not_hold_up_a_match_without_a_clock(tmp_path: Path) -> None:
    for name in ("closes_input", "polite"):
        shutil.copy(BOTS / f"{name}.py", tmp_path)
    tmp_path.chmod(0o755)
    bad = Program("bad", "bad", (sys.executable, "closes_input.py"), tmp_path, trusted=True)
    plan = MatchPlan.of("tank_war", {}, (bad, GOOD), 2, ("",), "1", "none", limits=SMALL, startup_ms=2500)
    with closing(MatchRunner(plan)) as runner:
        verdicts = [runner.play(number).verdict for number in (0, 1)]
    assert [verdict and (verdict.seat, verdict.fault, verdict.detail) for verdict in verdicts] == [
        (seat, Fault.CRASHED, "it closed its input but kept running") for seat in (0, 1)
    ]


def test_every_fault_has_words_for_people() -> None:
    """Programs read `failed_to_start`, people that it did not start."""
    assert {fault: in_words(fault) for fault in Fault}.keys() == WORDS.keys()
    assert not any("_" in words for words in WORDS.values())
    assert BotFailure(Fault.FAILED_TO_START, "no such file").in_words() == "it did not start: no such file"
