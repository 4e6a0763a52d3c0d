"""A sandbox whose folder is written to by a build."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from steelyard.arena.sandbox import untrusted_folders
from steelyard.arena.sandbox.process import Limits, Sandbox
from tests.arena.conftest import needs_bubblewrap
from tests.arena.sandbox_runner import listen
from tests.arena.sandboxes import run
from tests.timeouts import wait_until

pytestmark = [needs_bubblewrap, pytest.mark.usefixtures("_nothing_is_left")]


def test_a_build_writes_to_its_folder_and_leaves_it_to_its_owner(tmp_path: Path) -> None:
    (tmp_path / "source").write_text("int main;")
    os.utime(tmp_path / "source", ns=(5, 7))
    (tmp_path / "deep").mkdir(mode=0o700)
    (tmp_path / "link").symlink_to("deep")
    command = "umask 077; cp -p source deep/built; chmod 4700 deep/built; rm source; ln -s deep/built away"
    assert _build(command, tmp_path) == ("", "", 0)
    built = (tmp_path / "deep" / "built").stat()
    owner = tmp_path.stat()
    assert (built.st_uid, built.st_gid) == (owner.st_uid, owner.st_gid) == (os.getuid(), os.getgid())
    assert built.st_mtime_ns == 7
    assert (tmp_path / "away").readlink() == Path("deep/built")
    assert not (tmp_path / "source").exists()
    if os.getuid() == 0:
        assert built.st_mode & 0o7777 == 0o755
        assert (tmp_path / "away").lstat().st_uid == 0
        assert run("sh", "-c", "cat deep/built", folder=tmp_path)[0] == "int main;"


def test_a_file_with_a_second_name_elsewhere_stays_what_it_is(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").write_text("ours")
    (tmp_path / "bot").mkdir()
    os.link(tmp_path / "elsewhere", tmp_path / "bot" / "trap")
    assert _build("echo theirs > trap", tmp_path / "bot") == ("", "", 0)
    assert (tmp_path / "bot" / "trap").read_text() == "theirs\n"
    assert (tmp_path / "elsewhere").read_text() == "ours"


def _build(command: str, folder: Path) -> tuple[str, str, int | None]:
    untrusted_folders.open_to_all(folder)
    with Sandbox(["sh", "-c", command], folder=folder, writable_folder=True) as sandbox:
        said = (*listen(sandbox), sandbox.exit_status())
        sandbox.take_folder()
        return said


def test_a_build_that_fills_the_disk_is_noticed(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    command = "i=0; while :; do i=$((i+1)); head -c 1000000 /dev/urandom > $i; done"
    with Sandbox(
        ["sh", "-c", command], folder=tmp_path, writable_folder=True, limits=Limits(folder_mb=4)
    ) as sandbox:
        wait_until(lambda: sandbox.exceeded_limit() is not None)
        assert sandbox.exceeded_limit() == "out_of_disk"
