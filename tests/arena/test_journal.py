"""Journals that a fault has left incomplete: what is whole is read, what is missing is reported."""

from __future__ import annotations

import resource
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from steelyard.arena.match.journal import Chain, ChangedJournal, Journal, OtherFormat, Reader
from steelyard.core import files
from tests.arena.orders import chained

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

LINES = [b'{"lines":2}', b'{"is":1}', b'{"is":2}', b'{"is":3}']
FOUR, FIVE = b'{"is":4}', b'{"is":5}'


class Lines(Journal[bytes]):
    """A journal of plain lines."""

    lines: list[bytes]

    def load(self, lines: list[bytes]) -> None:
        self.lines = lines

    def encode(self, entry: bytes) -> bytes:
        return entry


def chain(file: Path) -> Chain:
    return Chain(file, "lines", 2)


def opened(file: Path) -> Lines:
    return Lines(file, chain(file))


def read(file: Path) -> list[bytes]:
    return Reader(file, chain(file)).read()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "journal"
    file.write_bytes(chained(LINES))
    return file


@pytest.mark.parametrize("tail", [b"fou", b"\0\0\0", b"fou\0\0", b"\0\0fou", b"\0\0fou\0"])
def test_what_a_power_cut_left_of_the_last_line_is_removed(file: Path, tail: bytes) -> None:
    file.write_bytes(file.read_bytes() + tail)
    assert read(file) == LINES
    with opened(file) as journal:
        assert journal.lines == LINES
        journal.add(FOUR)
    assert read(file) == [*LINES, FOUR]
    assert not file.with_name("journal.damaged").exists()


@pytest.mark.parametrize(("at", "left"), [(20, 1), (110, 2)])
def test_lines_behind_zeros_do_not_count_and_are_not_destroyed(
    file: Path, at: int, left: int, caplog: pytest.LogCaptureFixture
) -> None:
    text = bytearray(file.read_bytes())
    text[at] = 0
    file.write_bytes(text)
    with opened(file) as journal:
        assert journal.lines == LINES[:left]
        assert file.read_bytes() == text, "opening changes nothing"
        journal.add(FOUR)
        journal.add(FIVE)
    assert read(file) == [*LINES[:left], FOUR, FIVE]
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
    journal = opened(file)
    with room_for(file.stat().st_size + more), pytest.raises(OSError, match="journal") as error:
        journal.add(FOUR)
    assert error.value.filename == str(file)
    if reopened:
        journal.close()
        assert read(file) == LINES
        journal = opened(file)
    with journal:
        journal.add(FIVE)
    assert read(file) == [*LINES, FIVE]


def test_a_file_for_which_there_is_no_room_stays_as_it_was_and_is_named(file: Path) -> None:
    before = file.read_bytes()
    with room_for(100), pytest.raises(OSError, match="journal") as error:
        files.write(file, b"x" * 10_000)
    assert (error.value.filename, file.read_bytes()) == (str(file), before)
    assert [each.name for each in file.parent.iterdir()] == ["journal"]


@pytest.mark.parametrize(
    "forged",
    [
        [LINES[0], LINES[1], LINES[3]],
        [LINES[0], LINES[2], LINES[1], LINES[3]],
        [LINES[0], LINES[1], b'{"is":7}', LINES[3]],
        [LINES[0], LINES[1], LINES[1], LINES[2], LINES[3]],
        [b'{"lines":2,"of":"another"}', *LINES[1:]],
    ],
    ids=["removed", "exchanged", "changed", "twice", "heading"],
)
def test_a_line_that_was_changed_is_found_even_if_all_others_are_as_they_were(
    file: Path, forged: list[bytes]
) -> None:
    links = dict(zip(LINES, file.read_bytes().splitlines(), strict=True))
    file.write_bytes(b"".join(links.get(line, line) + b"\n" for line in forged))
    for look in (read, opened):
        with pytest.raises(ChangedJournal, match=r"journal: line [2-5], or one above it, was changed"):
            look(file)


def test_the_last_link_changes_with_every_line_before_it(file: Path) -> None:
    def last(lines: list[bytes]) -> str:
        file.write_bytes(chained(lines))
        links = Reader(file, chain(file))
        links.read()
        return links.chain.last

    forged = [LINES, LINES[:3], [*LINES[:1], b'{"is":7}', *LINES[2:]], [b'{"lines":2,"x":1}', *LINES[1:]]]
    assert len({last(lines) for lines in forged}) == 4


def test_a_reader_gets_each_line_once_and_checks_it_against_those_before(file: Path) -> None:
    reader = Reader(file, chain(file))
    assert reader.read() == LINES
    assert reader.read() == []
    with opened(file) as journal:
        journal.add(FOUR)
    assert reader.read() == [FOUR]
    with file.open("ab") as unlinked:
        unlinked.write(FIVE + b"\n")
    with pytest.raises(ChangedJournal, match="line 6,"):
        reader.read()


def test_a_file_of_another_format_is_refused_before_its_chain_is_looked_at(file: Path) -> None:
    for told, whose in ((1, "a development version"), (3, "a later version")):
        file.write_bytes(b'{"lines":%d}\n{"is":1}\n' % told)
        with pytest.raises(OtherFormat, match=f"{whose} of Steelyard, in format {told}; this one reads"):
            opened(file)


def test_what_was_damaged_is_kept_as_it_was_although_the_disk_is_full_later(
    file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    text = bytearray(file.read_bytes())
    text[110] = 0
    file.write_bytes(text)
    with opened(file) as journal:
        journal.add(FOUR)
        with room_for(file.stat().st_size + 3), pytest.raises(OSError, match="journal"):
            journal.add(FIVE)
        journal.add(FIVE)
    assert read(file) == [*LINES[:2], FOUR, FIVE]
    assert file.with_name("journal.damaged").read_bytes() == text
    assert len(caplog.messages) == 1
