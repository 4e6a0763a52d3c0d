"""Files and folders that are whole or not there, through power cuts at every moment."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest

from steelyard.core import files
from tests.power_cut import cuts, recorded

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

LONG = b"x" * 3000


@pytest.fixture
def disk(tmp_path: Path) -> Path:
    folder = tmp_path / "disk"
    folder.mkdir()
    return folder


def _renamed_only(file: Path) -> None:
    beside = file.with_name("beside")
    beside.write_bytes(b"new")
    beside.replace(file)


def _not_renamed_for_good(file: Path) -> None:
    with file.with_name("beside").open("wb") as beside:
        beside.write(b"new")
        beside.flush()
        os.fsync(beside.fileno())
    file.with_name("beside").replace(file)


@pytest.mark.parametrize(
    ("write", "found"),
    [
        (_renamed_only, {b"old", b"", b"n", b"new"}),
        (_not_renamed_for_good, {b"old", b"new"}),
        (lambda file: files.write(file, b"new"), {b"new"}),
    ],
)
def test_the_cuts_show_what_is_not_synced(
    disk: Path, write: Callable[[Path], None], found: set[bytes]
) -> None:
    """What may be there after a cut that comes when all is done."""
    (disk / "a").write_bytes(b"old")
    with recorded(disk) as recorder:
        write(disk / "a")
        recorder.mark("done")
    assert {tree["a"] for told, tree in cuts(recorder) if told} == found


def test_a_file_is_the_old_or_the_new_one_at_every_moment(disk: Path) -> None:
    (disk / "a").write_bytes(b"old")
    with recorded(disk) as recorder:
        files.write(disk / "a", LONG)
        recorder.mark("done")
    for told, tree in cuts(recorder):
        assert tree["a"] in ({LONG} if told else {b"old", LONG})


def test_a_file_that_comes_in_parts_is_whole_or_not_there(disk: Path) -> None:
    with recorded(disk) as recorder:
        files.make_folder(disk / "in" / "side")
        with files.writing(disk / "in" / "side" / "a") as new:
            for _ in range(3):
                new.write(LONG)
                new.flush()
        recorder.mark("done")
    for told, tree in cuts(recorder):
        assert tree.get("in/side/a") in ({3 * LONG} if told else {None, 3 * LONG})


@pytest.mark.parametrize("there", [False, True])
def test_a_folder_is_the_old_or_the_new_one_at_every_moment(disk: Path, *, there: bool) -> None:
    if there:
        (disk / "to").mkdir()
        (disk / "to" / "old").write_bytes(b"old")
    new = {"to": None, "to/a": LONG, "to/in": None, "to/in/b": b"b"}
    allowed = [new, {"to": None, "to/old": b"old"} if there else {}]
    with recorded(disk) as recorder:
        (disk / "to.new" / "in").mkdir(parents=True)
        (disk / "to.new" / "a").write_bytes(LONG)
        (disk / "to.new" / "in" / "b").write_bytes(b"b")
        files.put_folder(disk / "to.new", disk / "to")
        recorder.mark("done")
    for told, tree in cuts(recorder):
        found = {name: content for name, content in tree.items() if name.split("/")[0] == "to"}
        assert found in (allowed[:1] if told else allowed)
    assert [each.name for each in disk.iterdir()] == ["to"]


def test_a_folder_with_links_and_pipes_is_put_in_place(disk: Path) -> None:
    new = disk / "new"
    new.mkdir()
    (new / "link").symlink_to("/nowhere")
    os.mkfifo(new / "pipe")
    files.put_folder(new, disk / "to")
    assert (disk / "to" / "link").is_symlink()


def test_a_pipe_that_nobody_writes_to_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="a pipe that nothing comes through; name a file") as refused:
        files.read(tmp_path / "pipe")
    assert refused.value.filename == str(tmp_path / "pipe")


def test_a_folder_that_is_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError) as refused:
        files.read(tmp_path)
    assert str(refused.value.filename) == str(tmp_path)


def test_lines_of_text_end_as_ours_do(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"\xef\xbb\xbf\xc3\xa5\r\nb\r\n")
    assert files.read_text(tmp_path / "a", "utf-8-sig") == "å\nb\n"


def test_what_comes_through_a_pipe_is_read_to_its_end(tmp_path: Path) -> None:
    """As `<(zcat match.jsonl.gz)` gives one to a command."""
    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)  # lets a writer in, and reads nothing
    writer = os.open(tmp_path / "pipe", os.O_WRONLY)

    def write_slowly() -> None:
        with os.fdopen(writer, "wb", buffering=0) as pipe:
            for line in (b"one\n", b"two\n"):
                time.sleep(0.2)
                pipe.write(line)

    thread = threading.Thread(target=write_slowly)
    thread.start()
    try:
        assert files.read(tmp_path / "pipe") == b"one\ntwo\n"
    finally:
        thread.join()
        os.close(reader)


def test_what_fails_half_way_leaves_the_file_as_it_was(disk: Path) -> None:
    files.write(disk / "a", "old")
    with suppress(ZeroDivisionError), files.writing(disk / "a") as new:
        new.write(b"new")
        raise ZeroDivisionError
    assert [(each.name, each.read_text()) for each in disk.iterdir()] == [("a", "old")]


def test_what_a_killed_writer_left_is_used_again(disk: Path) -> None:
    (disk / f"a{files.NEW}").write_bytes(LONG)
    files.write(disk / "a", b"new")
    assert [(each.name, each.read_bytes()) for each in disk.iterdir()] == [("a", b"new")]


KILLED = """
import os, signal, sys
from pathlib import Path
from steelyard.core import files
with files.scratch_folder(Path(sys.argv[1])) as folder:
    (folder / "in").mkdir()
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_folder_for_a_while_goes_with_who_used_it(disk: Path) -> None:
    with files.scratch_folder(disk) as used:
        subprocess.run([sys.executable, "-c", KILLED, disk], check=False)
        assert len(list(disk.iterdir())) == 2
        with files.scratch_folder(disk) as other:
            assert {*disk.iterdir()} == {used, other}
    assert not list(disk.iterdir())


def test_several_writers_never_mix(disk: Path) -> None:
    contents = [bytes([letter]) * 5000 for letter in b"abcd"]

    def write(content: bytes) -> None:
        for _ in range(50):
            files.write(disk / "a", content, lasting=False)

    writers = [threading.Thread(target=write, args=(content,)) for content in contents]
    for writer in writers:
        writer.start()
    while any(writer.is_alive() for writer in writers):
        if (disk / "a").exists():
            assert (disk / "a").read_bytes() in contents
    for writer in writers:
        writer.join()
    assert [each.name for each in disk.iterdir()] == ["a"]
