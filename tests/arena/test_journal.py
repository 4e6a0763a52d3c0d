"""Journals that a fault has left incomplete: what is whole is read, what is missing is reported."""

from __future__ import annotations

import resource
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from steelyard.arena.match.journal import Journal, read
from steelyard.core import files

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

LINES = [b"heading", b"one", b"two", b"three"]


class Lines(Journal[bytes]):
    """A journal of plain lines."""

    lines: list[bytes]

    def load(self, lines: list[bytes]) -> None:
        self.lines = lines

    def encode(self, entry: bytes) -> bytes:
        return entry


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "journal"
    file.write_bytes(b"\n".join(LINES) + b"\n")
    return file


@pytest.mark.parametrize("tail", [b"fou", b"\0\0\0", b"fou\0\0", b"\0\0fou", b"\0\0fou\0"])
def test_what_a_power_cut_left_of_the_last_line_is_removed(file: Path, tail: bytes) -> None:
    file.write_bytes(file.read_bytes() + tail)
    assert read(file).splitlines() == LINES
    with Lines(file) as journal:
        assert journal.lines == LINES
        journal.add(b"four")
    assert file.read_bytes().splitlines() == [*LINES, b"four"]
    assert not file.with_name("journal.damaged").exists()


@pytest.mark.parametrize(("at", "left"), [(9, 1), (12, 2)])
def test_lines_behind_zeros_do_not_count_and_are_not_destroyed(
    file: Path, at: int, left: int, caplog: pytest.LogCaptureFixture
) -> None:
    text = bytearray(file.read_bytes())
    text[at] = 0
    file.write_bytes(text)
    with Lines(file) as journal:
        assert journal.lines == LINES[:left]
        assert file.read_bytes() == text, "opening changes nothing"
        journal.add(b"four")
        journal.add(b"five")
    assert file.read_bytes().splitlines() == [*LINES[:left], b"four", b"five"]
    assert file.with_name("journal.damaged").read_bytes() == text
    (told,) = caplog.messages
    assert f"the lines after that ({4 - left}) do not count" in told


@contextmanager
def room_for(size: int) -> Iterator[None]:
    """No file can have more bytes, as on a disk that is full."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.parametrize("more", range(5))
@pytest.mark.parametrize("reopened", [False, True])
def test_a_line_for_which_there_is_no_room_is_not_there_and_the_journal_goes_on(
    file: Path, more: int, *, reopened: bool
) -> None:
    """The error names the file; what could not be written never comes back when there is room again."""
    journal = Lines(file)
    with room_for(file.stat().st_size + more), pytest.raises(OSError, match="journal") as error:
        journal.add(b"four")
    assert error.value.filename == str(file)
    if reopened:
        journal.close()
        assert read(file).splitlines() == LINES
        journal = Lines(file)
    with journal:
        journal.add(b"five")
    assert file.read_bytes().splitlines() == [*LINES, b"five"]


def test_a_file_for_which_there_is_no_room_stays_as_it_was_and_is_named(file: Path) -> None:
    before = file.read_bytes()
    with room_for(100), pytest.raises(OSError, match="journal") as error:
        files.write(file, b"x" * 10_000)
    assert (error.value.filename, file.read_bytes()) == (str(file), before)
    assert [each.name for each in file.parent.iterdir()] == ["journal"]
