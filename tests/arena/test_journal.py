"""Journals that a fault has left incomplete: what is whole is read, what is missing is reported."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from steelyard.arena.match.journal import Journal, read

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
