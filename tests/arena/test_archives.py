"""Bots on their way to other machines, and where they are kept there."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
import tracemalloc
from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest

from steelyard.arena.execution import archives, bot_cache
from steelyard.arena.execution.archives import pack
from steelyard.arena.execution.bot_cache import FolderTaken, in_use, own_folder
from steelyard.core.archive import InvalidArchive
from tests.contest.bots import write_bot
from tests.timeouts import wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

MB = 1 << 20


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder for temporary files of the machine where bots arrive."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    return folder


def packed(folder: Path) -> tuple[str, list[bytes]]:
    parts: list[bytes] = []
    return pack(folder, parts.append), parts


def arrived(folder: Path) -> Path:
    """Where a bot's folder is on the other machine, which nobody uses any more."""
    digest, parts = packed(folder)
    with in_use([digest], lambda _: parts) as folders:
        return folders[digest]


def nothing(_digest: str) -> list[bytes]:
    raise AssertionError("it is there already")


@pytest.mark.usefixtures("without_tar_filters")
def test_a_bots_folder_arrives_as_it_was_on_the_oldest_python_too(tmp_path: Path) -> None:
    write_bot(tmp_path / "ada")
    (tmp_path / "ada" / "run.sh").touch(0o755)
    (tmp_path / "ada" / "alias").symlink_to("run.sh")
    there = arrived(tmp_path / "ada")
    assert (there / "bot.py").read_bytes() == (tmp_path / "ada" / "bot.py").read_bytes()
    assert os.access(there / "run.sh", os.X_OK)
    assert str((there / "alias").readlink()) == "run.sh"
    assert all(
        folder.stat().st_mode & 0o777 == 0o755 for folder in (there, there.parent, there.parent.parent)
    )


def test_equal_folders_are_one_archive_and_are_fetched_once(tmp_path: Path) -> None:
    for name in ("ada", "again"):
        write_bot(tmp_path / name)
    os.utime(tmp_path / "again" / "bot.py", (1, 1))
    first, second = packed(tmp_path / "ada"), packed(tmp_path / "again")
    assert first == second, "when and by whom a file was written does not count"
    there = arrived(tmp_path / "ada")
    with in_use([second[0]], nothing) as folders:
        assert folders == {first[0]: there}


def test_what_a_bot_may_not_have_stays_behind(tmp_path: Path) -> None:
    write_bot(tmp_path / "ada")
    (tmp_path / "ada" / "passwd").symlink_to("/etc/passwd")
    os.mkfifo(tmp_path / "ada" / "pipe")
    assert sorted(each.name for each in arrived(tmp_path / "ada").iterdir()) == ["bot.py", "bot.toml"]


def test_a_large_bot_travels_in_parts_and_is_never_in_memory(tmp_path: Path) -> None:
    write_bot(tmp_path / "ada")
    with (tmp_path / "ada" / "book").open("wb") as book:
        book.truncate(40 * MB)
        book.write(b"opening")
    sizes: list[int] = []
    digest = pack(tmp_path / "ada", lambda part: sizes.append(len(part)))
    assert set(sizes[:-1]) == {archives.PART}
    assert sum(sizes) > 40 * MB

    def parts(_digest: str) -> Iterator[bytes]:
        with (tmp_path / "archive").open("rb") as file:
            while part := file.read(archives.PART):
                yield part

    tracemalloc.start()
    try:
        with (tmp_path / "archive").open("wb") as file:
            assert pack(tmp_path / "ada", file.write) == digest
        with in_use([digest], parts) as folders:
            assert files_equal(folders[digest] / "book", tmp_path / "ada" / "book")
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert most < 5 * archives.PART, "a few parts at a time"


def files_equal(one: Path, other: Path) -> bool:
    with one.open("rb") as first, other.open("rb") as second:
        while part := first.read(MB):
            if part != second.read(MB):
                return False
        return not second.read(1)


def test_a_folder_that_is_too_large_is_neither_sent_nor_taken(
    tmp_path: Path, temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_bot(tmp_path / "ada", "#" * MB)
    digest, parts = packed(tmp_path / "ada")
    monkeypatch.setattr(archives, "MOST_BYTES", MB)
    with pytest.raises(InvalidArchive, match="more than 1 MB as an archive"):
        pack(tmp_path / "ada", lambda _: None)
    with pytest.raises(InvalidArchive, match="more than 1 MB"), in_use([digest], lambda _: parts):
        pass
    assert not list(temporary.rglob("bot.py"))


def test_half_an_archive_is_refused_and_leaves_nothing(tmp_path: Path, temporary: Path) -> None:
    write_bot(tmp_path / "ada")
    digest, (whole,) = packed(tmp_path / "ada")
    with (
        pytest.raises(InvalidArchive, match="does not match its hash"),
        in_use([digest], lambda _: [whole[:700]]),
    ):
        pass
    assert {each.name for each in temporary.rglob("*") if each.is_file()} == {"lock"}


def test_another_bot_under_the_name_of_one_is_refused(tmp_path: Path) -> None:
    write_bot(tmp_path / "ada")
    write_bot(tmp_path / "eve", "print('mine')")
    others = packed(tmp_path / "eve")[1]
    with (
        pytest.raises(InvalidArchive, match="does not match its hash"),
        in_use([packed(tmp_path / "ada")[0]], lambda _: others),
    ):
        pass


# What stays on a machine, and what goes.
def aged(folder: Path, days: float) -> None:
    then = time.time() - days * 86400  # noqa: TID251 - of files, which have dates
    os.utime(folder.parent, (then, then))


def test_bots_that_nobody_used_for_a_month_are_removed_when_another_arrives(tmp_path: Path) -> None:
    for name in ("ada", "bob", "eve"):
        write_bot(tmp_path / name, f"# {name}")
    old, used = arrived(tmp_path / "ada"), arrived(tmp_path / "bob")
    for folder in (old, used):
        aged(folder, 31)
    assert arrived(tmp_path / "bob") == used
    arrived(tmp_path / "eve")
    assert (old.exists(), used.exists()) == (False, True)


def test_what_was_used_longest_ago_makes_room_and_what_is_in_use_never_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folders, digests = {}, {}
    for days, name in enumerate(("ada", "bob", "cyd", "dan")):
        write_bot(tmp_path / name, "#" * MB + name)
        digests[name] = packed(tmp_path / name)[0]
        folders[name] = arrived(tmp_path / name)
        aged(folders[name], 10 - days)
    write_bot(tmp_path / "eve", "#" * MB + "eve")
    monkeypatch.setattr(bot_cache, "MOST_BYTES", 7 * MB // 2)
    with in_use([digests["ada"]], nothing):
        aged(folders["ada"], 20)
        eve = arrived(tmp_path / "eve")
        left = {name for name, folder in folders.items() if folder.exists()}
        assert left == {"ada", "dan"}, "ada's is the oldest, and in use"
    assert eve.exists()


def test_bots_in_use_may_take_more_than_there_should_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_cache, "MOST_BYTES", MB)
    with ExitStack() as used:
        folders: list[Path] = []
        for name in ("ada", "bob", "cyd"):
            write_bot(tmp_path / name, "#" * MB + name)
            digest, parts = packed(tmp_path / name)
            folders += used.enter_context(in_use([digest], {digest: parts}.__getitem__)).values()
        assert all((folder / "bot.py").exists() for folder in folders)
    write_bot(tmp_path / "eve")
    arrived(tmp_path / "eve")
    assert not any(folder.exists() for folder in folders)


def test_little_room_on_the_disk_means_fewer_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ada", "bob"):
        write_bot(tmp_path / name, "#" * MB + name)
    first = arrived(tmp_path / "ada")
    usage = shutil.disk_usage(tmp_path)
    monkeypatch.setattr("shutil.disk_usage", lambda _: usage._replace(free=MB))
    second = arrived(tmp_path / "bob")
    assert (first.exists(), second.exists()) == (False, True)


def test_a_process_that_is_killed_uses_nothing_any_more(tmp_path: Path, temporary: Path) -> None:
    write_bot(tmp_path / "ada")
    there = arrived(tmp_path / "ada")
    digest = there.parent.name
    program = (
        "import sys, tempfile, time; tempfile.tempdir = sys.argv[1]\n"
        "from steelyard.arena.execution.bot_cache import in_use\n"
        "with in_use([sys.argv[2]], None): print('used', flush=True); time.sleep(600)"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program, str(temporary), digest], stdout=subprocess.PIPE
    ) as user:
        assert user.stdout is not None
        assert user.stdout.readline() == b"used\n"
        cache = bot_cache._Cache(own_folder("bots"))
        assert cache._used() == {digest}
        user.kill()
        wait_until(lambda: cache._used() == set())
    assert not list((own_folder("bots") / "users").iterdir())


def test_nobody_finds_half_a_bot_when_removing_one_was_interrupted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("ada", "eve"):
        write_bot(tmp_path / name, f"# {name}")
    old = arrived(tmp_path / "ada")
    aged(old, 31)

    def killed(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(shutil, "rmtree", killed)
    with pytest.raises(KeyboardInterrupt):
        arrived(tmp_path / "eve")
    monkeypatch.undo()
    monkeypatch.setattr("tempfile.tempdir", str(old.parents[2]))
    assert not old.parent.exists()
    assert (arrived(tmp_path / "ada") / "bot.py").read_bytes() == (tmp_path / "ada" / "bot.py").read_bytes()


def test_a_folder_for_all_users_that_somebody_else_laid_out_is_refused(
    tmp_path: Path, temporary: Path
) -> None:
    mine = own_folder("bots")
    assert own_folder("bots") == mine == temporary / mine.name
    mine.rmdir()
    (tmp_path / "theirs").mkdir()
    mine.symlink_to(tmp_path / "theirs")
    with pytest.raises(FolderTaken, match="belongs to another user; remove it"):
        own_folder("bots")
