"""Journals that a fault has left incomplete: what is whole is read, what is missing is reported."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from steelyard.arena.match.journal import DamagedJournal, Journal, read

if TYPE_CHECKING:
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


@pytest.mark.parametrize("at", [9, 12])
def test_zeros_before_complete_lines_are_an_error_that_changes_nothing(file: Path, at: int) -> None:
    text = bytearray(file.read_bytes())
    text[at] = 0
    file.write_bytes(text)
    with pytest.raises(DamagedJournal, match=r"journal, line \d: a part of the file is zeros, .* follow"):
        Lines(file)
    with pytest.raises(DamagedJournal, match="complete lines follow"):
        read(file)
    assert file.read_bytes() == text
