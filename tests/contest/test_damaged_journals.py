"""Journals that somebody has forged or that a disk has damaged: one clear line, and never a traceback."""

from __future__ import annotations

import shutil
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from steelyard import cli
from steelyard.arena.record import unlinked
from steelyard.contest.running.folder import Folder
from steelyard.contest.running.journal import ContestJournal, read
from steelyard.contest.running.verification import verify
from tests.compatibility.commands import DATA
from tests.contest import forgery

if TYPE_CHECKING:
    from pathlib import Path

    Capsys = pytest.CaptureFixture[str]

FEW, MANY = 60, 400
"""Forgeries that are tried every time, and by `make test-long`."""


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    """A contest that is over, with decisions of its organiser."""
    shutil.copytree(DATA / "contests/finished", tmp_path / "contest")
    return Folder(tmp_path / "contest")


@pytest.mark.parametrize("command", ["status", "report", "verify", "run"])
@pytest.mark.parametrize("most", [FEW, pytest.param(MANY, marks=pytest.mark.long)])
def test_no_value_of_any_field_ends_in_a_traceback(
    folder: Folder, command: str, most: int, capsys: Capsys
) -> None:
    for forged in forgery.of_wrong_values(folder.journal.read_bytes(), Random(22), most):
        folder.journal.write_bytes(forged.text)
        status = cli.main(["contest", command, str(folder.path)])
        shown = capsys.readouterr()
        assert status in {0, 1, 2}, forged.where
        assert status != 2 or len(shown.err.splitlines()) == 1, (forged.where, shown.err)


@pytest.mark.parametrize("command", ["status", "report", "run"])
@pytest.mark.parametrize(
    ("line", "field", "value", "told"),
    [
        (21, "at", "yesterday", "line 21: 'yesterday' is no date"),
        (21, "at", "0001-01-01T00:00:00+14:00", "line 21: '0001-01-01T00:00:00+14:00' is no date"),
        (21, "grade", "nan", "line 21: not an entry of a journal: "),
        (21, "name", "Nobody", "line 21: there is no entrant 'Nobody'"),
        (21, "stage", 2, "line 21: there are only 2 stages"),
        (21, "last_stage", 9, "line 21: there are only 2 stages"),
        (21, "stage", -2, "line 21: not an entry of a journal: "),
        (16, "id", "groups/bob_v_ada/1", "line 16: 'groups/bob_v_ada/1' is no game of Bob and Fay"),
        (16, "id", "../bob_v_fay/1", "line 16: '../bob_v_fay/1' is no game of Bob and Fay"),
        (16, "figures", {"boxes": [10**400, 0]}, "line 16: not an entry of a journal: "),
    ],
)
def test_what_the_contest_does_not_have_is_refused_with_its_line(  # noqa: PLR0913, PLR0917 - fixtures
    folder: Folder, command: str, line: int, field: str, value: Any, told: str, capsys: Capsys
) -> None:
    forge(folder, line, field, value)
    assert cli.main(["contest", command, str(folder.path)]) == 2
    (said,) = capsys.readouterr().err.splitlines()
    assert told in said
    assert cli.main(["contest", "verify", str(folder.path)]) == 1


@pytest.mark.parametrize(
    ("field", "value"), [("slug", "../ada"), ("slug", "teacher"), ("slug", "bob"), ("name", "Bob")]
)
def test_entrants_whose_pages_would_lie_elsewhere_are_refused(
    folder: Folder, field: str, value: str, capsys: Capsys
) -> None:
    lines = decoded(folder)
    lines[0]["entrants"][2][field] = value
    folder.journal.write_bytes(forgery.written(lines))
    assert cli.main(["contest", "report", str(folder.path)]) == 2
    assert "line 1: its entrants do not have names and slugs of their own" in capsys.readouterr().err


@pytest.mark.parametrize("rest", [b'{"entry":"played","id":"gr', b'{"entry":"pl\0\0\0'])
def test_an_incomplete_last_line_does_not_count_and_is_mentioned_once(
    folder: Folder, rest: bytes, capsys: Capsys
) -> None:
    with folder.journal.open("ab") as file:
        file.write(rest)
    for command in ("status", "verify", "report"):
        assert cli.main(["contest", command, str(folder.path)]) == 0
        (said,) = capsys.readouterr().err.splitlines()
        assert said.endswith(
            "journal.jsonl: its last line is incomplete, as after a power cut, and does not count"
        )
    with ContestJournal(folder.journal) as journal:
        before = len(journal.entries)
        assert cli.main(["contest", "status", str(folder.path)]) == 0
        assert capsys.readouterr().err == "", "it may be being written"
        journal.add(journal.entries[-1])
    assert len(read(folder.journal)[1]) == before + 1


def test_what_cannot_be_an_incomplete_line_is_refused_with_its_number(folder: Folder, capsys: Capsys) -> None:
    lines = folder.journal.read_bytes().count(b"\n")
    for rest, told in ((b"\0\0\n", "there are zeros in it"), (b"rubbish\n", "or one above it, was changed")):
        before = folder.journal.read_bytes()
        folder.journal.write_bytes(before + rest)
        for command, status in (("status", 2), ("report", 2), ("verify", 1)):
            assert cli.main(["contest", command, str(folder.path)]) == status
            shown = capsys.readouterr()
            (said,) = (shown.out + shown.err).splitlines()
            assert f"line {lines + 1}" in said
            assert told in said
        folder.journal.write_bytes(before)


def decoded(folder: Folder) -> list[dict[str, Any]]:
    return [msgspec.json.decode(unlinked(line)[0]) for line in folder.journal.read_bytes().splitlines()]


def forge(folder: Folder, line: int, field: str, value: Any) -> None:
    """With all hashes computed again."""
    lines = decoded(folder)
    lines[line - 1][field] = value
    folder.journal.write_bytes(forgery.written(lines))


def test_a_wrong_hash_and_an_incomplete_last_line_are_both_said(folder: Folder, capsys: Capsys) -> None:
    with folder.journal.open("ab") as file:
        file.write(b'{"entry":"pl')
    assert cli.main(["contest", "verify", str(folder.path), "--hash", "0" * 64]) == 1
    told = capsys.readouterr().out
    assert "no line has this hash" in told
    assert "its last line is incomplete, as after a power cut, and does not count" in told


def test_other_line_ends_are_a_change(folder: Folder) -> None:
    folder.journal.write_bytes(folder.journal.read_bytes().replace(b"\n", b"\r\n"))
    assert "was changed, added or removed" in next(verify(folder.journal))
