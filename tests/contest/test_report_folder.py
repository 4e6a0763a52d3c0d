"""A report replaces an earlier report and nothing else; interrupted, it leaves the old or the new one."""

from __future__ import annotations

import errno
import json
import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from steelyard import cli
from steelyard.contest.report import folder as report_folder
from steelyard.contest.report.folder import MARK, NotAReport
from steelyard.contest.report.writer import write_report
from steelyard.contest.running import journal
from steelyard.contest.running.journal_entries import ContestHeading
from steelyard.core import files as core_files
from tests.contest.simulation import admitted, by_chance, contest, names, play_out, played

if TYPE_CHECKING:
    from collections.abc import Callable

STAGES = '[[stages]]\nkind = "groups"\n'
OLD = play_out(contest(STAGES, names(3)), by_chance(1))
NEW = play_out(contest(STAGES, names(3)), by_chance(2))


def files(folder: Path) -> dict[str, bytes]:
    return {str(f.relative_to(folder)): f.read_bytes() for f in sorted(folder.rglob("*")) if f.is_file()}


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A folder that somebody needs."""
    (tmp_path / "home" / "letters").mkdir(parents=True)
    (tmp_path / "home" / "letters" / "to-ada.txt").write_text("Dear Ada")
    (tmp_path / "home" / "index.html").write_text("my page")
    return tmp_path / "home"


@pytest.fixture
def begun(tmp_path: Path) -> Path:
    """The folder of a contest whose games are in its journal."""
    text = f'name = "Test"\ngame = "tank_war"\n\n[[entrants]]\nbot = "random"\n{STAGES}'
    told = OLD.contest
    file = tmp_path / "class" / "journal.jsonl"
    file.parent.mkdir()
    journal.begin(
        file,
        ContestHeading(
            file_name="x", file=text, rules_version=1, entrants=list(told.entrants), seed="1", boards={}
        ),
    )
    with journal.ContestJournal(file) as book:
        for entry in admitted(told):
            book.add(entry)
        for pairing in OLD.pairings():
            for slot in pairing.slots:
                book.add(played(slot, by_chance(1)(slot)))
    return file.parent


def test_a_home_folder_is_refused_and_left_as_it_is(
    begun: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = files(home)
    assert cli.main(["contest", "report", str(begun), "--into", str(home)]) == 2
    assert f"{home} is no report: it holds " in capsys.readouterr().err
    assert files(home) == before
    assert sorted(each.name for each in home.parent.iterdir()) == ["class", "home"]


def test_an_earlier_report_is_replaced_and_an_empty_folder_filled(begun: Path) -> None:
    into = begun / "report"
    into.mkdir()
    assert cli.main(["contest", "report", str(begun)]) == 0
    assert files(into)["report.json"]
    write_report(NEW, into)
    expected = begun / "expected"
    write_report(NEW, expected)
    assert files(into) == files(expected)
    assert sorted(each.name for each in begun.iterdir()) == ["expected", "journal.jsonl", "report"]


def test_a_folder_with_the_files_of_a_report_and_without_its_mark_is_none(tmp_path: Path) -> None:
    write_report(OLD, tmp_path / "report")
    (tmp_path / "report" / MARK).unlink()
    with pytest.raises(NotAReport, match=r"is no report: it holds boards; name a new folder"):
        write_report(NEW, tmp_path / "report")


def test_what_somebody_put_into_a_report_is_not_deleted(tmp_path: Path) -> None:
    write_report(OLD, tmp_path / "report")
    (tmp_path / "report" / "csv" / "my-sums.ods").write_text("sums")
    with pytest.raises(NotAReport, match=r"it holds csv/my-sums\.ods"):
        write_report(NEW, tmp_path / "report")
    assert (tmp_path / "report" / "csv" / "my-sums.ods").read_text() == "sums"


@pytest.mark.parametrize("target", ["home", "report", "nothing"])
def test_a_link_is_refused_and_what_it_leads_to_stays(tmp_path: Path, home: Path, target: str) -> None:
    write_report(OLD, tmp_path / "report")
    before = files(home), files(tmp_path / "report")
    (tmp_path / "link").symlink_to(tmp_path / target)
    with pytest.raises(NotAReport, match="link is a link; name the folder itself"):
        write_report(NEW, tmp_path / "link")
    assert (files(home), files(tmp_path / "report")) == before
    assert (tmp_path / "link").is_symlink()


def test_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "notes").write_text("mine")
    with pytest.raises(NotAReport, match="notes is a file; name a folder"):
        write_report(NEW, tmp_path / "notes")


@pytest.mark.parametrize("where", [".report.new", ".report.old"])
def test_what_lies_beside_it_under_our_names_is_not_deleted_unless_it_is_ours(
    tmp_path: Path, where: str
) -> None:
    write_report(OLD, tmp_path / "report")
    (tmp_path / where).mkdir()
    (tmp_path / where / "letter.txt").write_text("Dear Bob")
    with pytest.raises(NotAReport, match=f"{where} is no report: it holds letter.txt"):
        write_report(NEW, tmp_path / "report")
    assert (tmp_path / where / "letter.txt").read_text() == "Dear Bob"


class Crash(BaseException):
    """The process ends here."""


@pytest.mark.parametrize("exchange", [True, False], ids=["exchanged", "renamed twice"])
def test_a_crash_at_any_moment_leaves_the_old_or_the_new_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, exchange: bool
) -> None:
    """Each step that changes the disk fails once; the next run ends as if nothing had happened."""
    if not exchange:
        monkeypatch.setattr(core_files, "exchange", lambda _one, _two: False)
    first, second = _small_report("1"), _small_report("2")
    report_folder.write(tmp_path / "old", first.items())
    report_folder.write(tmp_path / "new", second.items())
    old, new = files(tmp_path / "old"), files(tmp_path / "new")
    for moment in range(10_000):
        place = tmp_path / f"{moment}"
        place.mkdir()
        shutil.copytree(tmp_path / "old", place / "report")
        with monkeypatch.context() as patch:
            _crash_at(moment, patch)
            try:
                report_folder.write(place / "report", second.items())
            except Crash:
                crashed = True
            else:
                crashed = False
        if exchange or (place / "report").exists():
            left = files(place / "report")
            assert left in (old, new)
        else:
            assert files(place / ".report.old") == old
        report_folder.write(place / "report", second.items())
        assert files(place / "report") == new
        assert [each.name for each in place.iterdir()] == ["report"]
        shutil.rmtree(place)
        if not crashed:
            break
    assert moment > 20, "the steps were not seen"


@pytest.mark.parametrize("error", [errno.ENOSPC, errno.EIO, errno.EMFILE])
def test_a_write_that_fails_names_its_file_and_leaves_the_old_report_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: int
) -> None:
    first, second = _small_report("1"), _small_report("2")
    report_folder.write(tmp_path / "report", first.items())
    old = files(tmp_path / "report")
    for number, name in enumerate((*second, MARK)):
        with monkeypatch.context() as patch:
            _fail_once(number + 1, patch, error)
            with pytest.raises(OSError, match=os.strerror(error)) as raised:
                report_folder.write(tmp_path / "report", second.items())
        assert Path(raised.value.filename) == tmp_path / ".report.new" / name
        assert files(tmp_path / "report") == old
        assert [each.name for each in tmp_path.iterdir()] == ["report"]
    report_folder.write(tmp_path / "report", second.items())
    assert files(tmp_path / "report").items() >= second.items()


def _fail_once(moment: int, patch: pytest.MonkeyPatch, error: int) -> None:
    """The write of that number writes nothing; like one of the kernel, it names no file."""
    left, write = [moment], Path.write_bytes

    def written(file: Path, content: bytes) -> int:
        left[0] -= 1
        if left[0] == -1:
            raise OSError(error, os.strerror(error))
        return write(file, content)

    patch.setattr(Path, "write_bytes", written)


def test_a_report_for_which_there_is_no_room_does_not_hide_the_standings(
    begun: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "games.html")

    (begun / "boards.json").write_text("{}")
    monkeypatch.setattr("steelyard.contest.report.folder.write", full)
    assert cli.main(["contest", "run", str(begun)]) == 2
    told = capsys.readouterr()
    assert "6 games played, over" in told.out
    assert "games.html: No space left on device" in told.err
    assert f"all games are kept; steelyard contest report {begun}" in told.err


def _small_report(words: str) -> dict[str, bytes]:
    told = {"contest": words, "ranking": [], "stages": []}
    pages = {f"{name}.html": words.encode() for name in ("index", "games", "bots/ada", f"bots/{words}")}
    return {**pages, "report.json": json.dumps(told).encode(), "csv/ranking.csv": words.encode()}


def _crash_at(moment: int, patch: pytest.MonkeyPatch) -> None:
    """The step of that number does not happen, and nothing after it."""
    left = [moment]

    def crashing(step: Callable[..., Any]) -> Callable[..., Any]:
        def taken(*arguments: Any, **named: Any) -> Any:
            if left[0] == 0:
                raise Crash
            left[0] -= 1
            return step(*arguments, **named)

        return taken

    for owner, name in (
        (core_files, "exchange"),
        (os, "rename"),
        (os, "unlink"),
        (os, "rmdir"),
        (Path, "write_bytes"),
        (Path, "rename"),
        (Path, "unlink"),
        (Path, "rmdir"),
        (Path, "mkdir"),
    ):
        patch.setattr(owner, name, crashing(getattr(owner, name)))


def test_one_report_is_not_written_into_another(tmp_path: Path) -> None:
    write_report(OLD, tmp_path / "report")
    with pytest.raises(NotAReport, match="name a folder outside of it"):
        write_report(NEW, tmp_path / "report" / "newer")
    write_report(NEW, tmp_path / "report")
