"""The command `contest run`: what it shows while bots are built, and how it ends."""

from __future__ import annotations

import os
import shutil
import signal
from typing import TYPE_CHECKING, Any, NoReturn

import pytest

from steelyard import cli
from steelyard.cli.contest_run import View
from steelyard.cli.progress import Bar
from steelyard.contest.running.entrants import EntrantBots
from steelyard.contest.running.folder import Folder, programs
from steelyard.contest.running.journal import ContestJournal
from tests.arena.conftest import needs_bubblewrap
from tests.contest.bots import write_bot

if TYPE_CHECKING:
    from pathlib import Path

    from steelyard.contest.running.runner import ContestRunner


@pytest.fixture
def file(tmp_path: Path) -> Path:
    for name in ("ada", "bob", "cleo"):
        write_bot(tmp_path / "bots" / name)
    (tmp_path / "c.toml").write_text(
        'name = "C"\ngame = "tank_war"\nclock = "none"\n[[entrants]]\neach_in = "bots"\n'
        '[[stages]]\nkind = "groups"\n'
    )
    return tmp_path / "c.toml"


def run(file: Path) -> int:
    return cli.main(["contest", "run", str(file), "--no-sandbox", "--jobs", "1"])


def test_one_bar_goes_from_the_first_build_to_the_first_game(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shares = []
    show = Bar.__call__

    def shown(bar: Bar, doing: str, share: float) -> None:
        shares.append(share)
        show(bar, doing, share)

    monkeypatch.setattr(Bar, "__call__", shown)
    assert run(file) == 0
    assert len(shares) >= 6
    assert shares == sorted(shares)


@pytest.mark.parametrize("command", ["report", "status"])
def test_stopped_while_bots_are_built_it_leaves_nothing_behind(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    monkeypatch.setattr(EntrantBots, "program", _stop)
    assert run(file) == 130
    told = "stopped before the contest began; nothing was kept, run the same command to begin\n"
    assert capsys.readouterr().err == told
    assert sorted(each.name for each in file.parent.iterdir()) == ["bots", "c.toml"]
    assert cli.main(["contest", command, str(file.with_suffix(""))]) == 2


def test_stopped_while_bots_are_built_it_leaves_a_folder_that_was_there(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A start that a power cut ended, say: what is in the folder may be needed."""
    folder = file.with_suffix("")
    (folder / "handed-in").mkdir(parents=True)
    monkeypatch.setattr(EntrantBots, "program", _stop)
    assert run(file) == 130
    assert (folder / "handed-in").exists()


def test_stopped_while_bots_are_admitted_it_says_how_to_go_on(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("steelyard.contest.running.session.admit", _stop)
        assert run(file) == 130
    assert capsys.readouterr().err == "stopped after 0 games; run the same command to continue\n"
    assert run(file) == 0


def _stop(*_: object) -> NoReturn:
    raise KeyboardInterrupt


def test_a_bot_that_was_changed_while_games_were_played_is_named_at_the_end(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    changed = file.parent / "c" / "handed-in" / "bob-1"

    def show(_view: View, _runner: ContestRunner) -> None:
        (changed / "bot.py").write_text("better")

    monkeypatch.setattr(View, "show", show)
    assert run(file) == 2
    told = capsys.readouterr()
    assert "6 games played, over" in told.out
    assert f"bob's bot is not the one that was admitted: {changed} was changed" in told.err
    assert (file.parent / "c" / "report" / "index.html").exists()


def test_a_decision_says_that_the_report_is_from_before(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(file) == 0
    folder = file.with_suffix("")
    told = f"the report is from before; steelyard contest report {folder} writes it anew"
    capsys.readouterr()
    words = ["contest", "rerun", str(folder), "groups/ada_v_bob/1", "--reason", "power cut", "--yes"]
    assert cli.main(words) == 0
    assert capsys.readouterr().out.splitlines()[-1] == told


CHANGED = "raise SystemExit('changed')\n"


def in_sandboxes(*words: str) -> int:
    return cli.main(["contest", *words, *(["--jobs", "1"] if words[0] == "run" else [])])


@needs_bubblewrap
def test_a_built_copy_that_was_changed_during_the_games_costs_its_bot_nothing(
    file: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    folder = file.with_suffix("")
    program = folder / "bots" / "bob-1" / "bot.py"

    def changed(*found: Any) -> Any:
        ready = programs(*found)
        program.write_text(CHANGED)
        return ready

    with monkeypatch.context() as patch:
        patch.setattr("steelyard.contest.running.session.programs", changed)
        assert in_sandboxes("run", str(file)) == 2
    told = capsys.readouterr().err
    assert f"what was built of bob's bot was changed: {program.parent};" in told
    assert "games that this spoilt do not count; start the contest again to go on: it is built again" in told
    records = Folder(folder).progress().journal_state.records
    assert not any(record.verdict for _, record in records.values())
    assert in_sandboxes("run", str(file)) == 0
    assert "bob: what was built was changed; built again" in caplog.text
    assert in_sandboxes("verify", str(folder)) == 0


@needs_bubblewrap
def test_a_contest_that_is_over_is_not_built_again(
    file: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    folder = file.with_suffix("")
    program = folder / "bots" / "bob-1" / "bot.py"

    def show(_view: View, runner: ContestRunner) -> None:
        if runner.progress.done:
            program.write_text(CHANGED)

    with monkeypatch.context() as patch:
        patch.setattr(View, "show", show)
        assert in_sandboxes("run", str(file)) == 2
    assert in_sandboxes("run", str(folder)) == 2
    told = capsys.readouterr()
    assert "6 games played, over" in told.out
    line = (
        f"what was built of bob's bot was changed: {program.parent}; the contest is over, so the games stand"
    )
    assert told.err.count(line) == 2
    assert program.read_text() == CHANGED
    assert in_sandboxes("verify", str(folder)) == 1
    words = ["rerun", str(folder), "groups/ada_v_bob/1", "--reason", "bob's copy was changed", "--yes"]
    assert in_sandboxes(*words) == 0
    assert in_sandboxes("run", str(folder)) == 0
    assert "bob: what was built was changed; built again" in caplog.text
    assert in_sandboxes("verify", str(folder)) == 0


@pytest.mark.parametrize("what", ["rerun", "rule", "disqualify", "withdraw", "reinstate", "replace"])
def test_a_reason_says_something(capsys: pytest.CaptureFixture[str], what: str) -> None:
    named = {"rule": ["groups/ada_v_bob/1", "--draw"], "replace": ["ada", "random"]}.get(what, ["ada"])
    assert cli.main(["contest", what, "c", *named, "--reason", " "]) == 2
    assert "--reason is empty; it goes into the report: say why" in capsys.readouterr().err


def test_another_ctrl_c_does_not_cut_the_last_line(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    progress = Folder.progress

    def interrupted(folder: Folder) -> Any:
        os.kill(os.getpid(), signal.SIGINT)
        return progress(folder)

    def stop(*_: object) -> NoReturn:
        monkeypatch.setattr(Folder, "progress", interrupted)
        raise KeyboardInterrupt

    monkeypatch.setattr("steelyard.contest.running.session.admit", stop)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # tests in the background ignore it
    try:
        assert run(file) == 130
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGINT, before)
    assert capsys.readouterr().err == "stopped after 0 games; run the same command to continue\n"


def test_a_copy_of_the_contest_file_that_was_edited_is_mentioned(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(file) == 0
    folder = file.with_suffix("")
    with (folder / "contest.toml").open("a") as copy:
        copy.write("# mine\n")
    told = (
        f"{folder / 'contest.toml'} was edited since the contest began; it is a copy and changes nothing: "
        "the contest goes by its journal"
    )
    for command in (["run", str(folder), "--no-sandbox"], ["status", str(folder)], ["report", str(folder)]):
        capsys.readouterr()
        assert cli.main(["contest", *command]) == 0
        assert capsys.readouterr().err.splitlines() == [told]
    assert cli.main(["contest", "verify", str(folder)]) == 1
    assert capsys.readouterr().out == f"{told}\n"


def test_a_contest_that_nobody_plays_says_so_and_how_it_goes_on(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(file) == 0
    folder = file.with_suffix("")
    words = ["contest", "rerun", str(folder), "groups/ada_v_bob/1", "--reason", "power cut"]
    capsys.readouterr()
    assert cli.main(words) == 0
    assert "; " not in capsys.readouterr().out.splitlines()[0], "each effect has its own line"
    assert cli.main(words) == 2
    assert "groups/ada_v_bob/1 is to be played again already" in capsys.readouterr().err
    assert cli.main(["contest", "status", str(folder)]) == 0
    head = capsys.readouterr().out.splitlines()[0]
    assert "5 games played, about 1 to come, stopped; " in head
    assert head.endswith(f"steelyard contest run {folder} goes on")
    with ContestJournal(folder / "journal.jsonl"):
        assert cli.main(["contest", "status", str(folder)]) == 0
    assert "stopped" not in capsys.readouterr().out


def test_what_changed_since_the_contest_began_is_named(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(file) == 0
    shutil.move(file.parent / "bots" / "bob", file.parent / "bots" / "dora")
    assert run(file) == 2
    assert "and its entrants (new: bots/dora; gone: bob) changed since;" in capsys.readouterr().err
    file.write_text(file.read_text().replace('clock = "none"', "seed = 1"))
    assert run(file) == 2
    assert "and the text of c.toml (clock, seed) changed since;" in capsys.readouterr().err
