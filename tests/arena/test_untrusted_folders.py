"""Folders of strangers, as they are submitted."""

from __future__ import annotations

import errno
import os
import resource
import socket
import stat
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from steelyard.arena.program import InvalidBot, find
from steelyard.arena.sandbox import untrusted_folders
from steelyard.arena.sandbox.folder_walk import RefusedFolder, printable, visit
from steelyard.arena.sandbox.limits import Limits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager

as_root = pytest.mark.skipif(os.getuid() != 0, reason="only root makes devices and files of others")
SMALL = Limits(folder_mb=1, folder_entries=50, folder_depth=5)


@pytest.fixture(autouse=True)
def _no_file_stays_open() -> Iterator[None]:
    before = set(os.listdir("/proc/self/fd"))  # noqa: PTH208 - numbers are all we want
    yield
    assert set(os.listdir("/proc/self/fd")) <= before  # noqa: PTH208 - the same


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "bot"
    (made / "src").mkdir(parents=True)
    (made / "src" / "main.py").write_text("print()")
    (made / "run.sh").write_text("exit 0")
    (made / "run.sh").chmod(0o4750)
    return made


def deep(folder: Path, levels: int = 1100) -> None:
    place = os.open(folder, os.O_RDONLY)
    for _ in range(levels):
        os.mkdir("d", dir_fd=place)
        below = os.open("d", os.O_RDONLY, dir_fd=place)
        os.close(place)
        place = below
    os.close(place)


def listen(folder: Path) -> None:
    with socket.socket(socket.AF_UNIX) as named:
        named.bind(str(folder / "socket"))


def hole(folder: Path) -> None:
    with (folder / "sparse").open("wb") as file:
        file.truncate(1 << 40)


HOSTILE: dict[str, tuple[Callable[[Path], object], str]] = {
    "FIFO": (lambda folder: os.mkfifo(folder / "pipe"), "pipe is a FIFO; only files and folders are allowed"),
    "socket": (listen, "socket is a socket"),
    "link to a file outside": (
        lambda folder: (folder / "l").symlink_to("/etc/passwd"),
        "l is a link that leads out of the folder, to /etc/passwd; links may only lead to files inside it",
    ),
    "link upwards": (
        lambda folder: (folder / "src" / "l").symlink_to("../../x"),
        "src/l is a link that leads",
    ),
    "link that comes back": (lambda folder: (folder / "l").symlink_to("src/../../bot"), "l is a link that"),
    "depth": (deep, "there are more than 5 levels of folders"),
    "entries": (
        lambda folder: [(folder / str(n)).write_bytes(b"") for n in range(60)],
        "there are more than 50 files and folders",
    ),
    "holes": (hole, "there are more than 1 MB"),
    "size": (lambda folder: (folder / "f").write_bytes(bytes(2 << 20)), "there are more than 1 MB"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_is_not_allowed_is_refused_in_a_line_and_no_copy_stays(
    name: str, folder: Path, tmp_path: Path
) -> None:
    make, said = HOSTILE[name]
    make(folder)
    with pytest.raises(RefusedFolder) as refused:
        untrusted_folders.copy(folder, tmp_path / "copy", SMALL)
    assert said in str(refused.value)
    assert not (tmp_path / "copy").exists()
    untrusted_folders.remove(folder)
    assert not folder.exists()


def test_a_folder_may_have_as_many_entries_and_levels_as_its_limits_say(tmp_path: Path) -> None:
    deepest = tmp_path / "full" / "a/b/c/d"
    deepest.mkdir(parents=True)
    (deepest / "file").touch()
    for number in range(SMALL.folder_entries - 5):
        (tmp_path / "full" / str(number)).touch()
    untrusted_folders.copy(tmp_path / "full", tmp_path / "copy", SMALL)
    assert sum(1 for _ in (tmp_path / "copy").rglob("*")) == SMALL.folder_entries


@pytest.mark.parametrize("endless", ["", "src"])
def test_the_names_in_a_folder_are_read_no_further_than_is_allowed(
    folder: Path, monkeypatch: pytest.MonkeyPatch, endless: str
) -> None:
    inode, scandir = (folder / endless).stat().st_ino, os.scandir

    def names() -> Iterator[SimpleNamespace]:
        for _ in range(SMALL.folder_entries + 1):
            yield SimpleNamespace(name="main.py" if endless else "run.sh")
        pytest.fail("it reads on")

    def listed(folder_fd: int) -> AbstractContextManager[Iterator[Any]]:
        return nullcontext(names()) if os.fstat(folder_fd).st_ino == inode else scandir(folder_fd)

    monkeypatch.setattr(os, "scandir", listed)
    with pytest.raises(RefusedFolder, match="there are more than 50 files and folders"):
        visit(folder, lambda _: None, SMALL)


def test_a_folder_beyond_its_limits_is_refused_and_removed(folder: Path) -> None:
    hole(folder)
    with pytest.raises(RefusedFolder, match="there are more than 1 MB"):
        untrusted_folders.check(folder, SMALL)
    assert not folder.exists()


def test_a_long_name_is_cut() -> None:
    assert printable("\x07" + "x" * 200) == "?" + "x" * 199


def test_a_walk_knows_where_each_entry_is(tmp_path: Path) -> None:
    """Names alone do not say it: a link is judged by how deep it lies."""
    for place in ("a/b/c/one", "a/b/two", "a/three", "four", "d/e/five"):
        (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / place).touch()
    found: list[tuple[str, ...]] = []
    visit(tmp_path, lambda entry: found.append(entry.parts))
    assert sorted(found) == sorted([(), *(path.relative_to(tmp_path).parts for path in tmp_path.rglob("*"))])


def test_a_configuration_may_be_as_long_as_is_allowed(tmp_path: Path) -> None:
    (tmp_path / "bot.toml").write_bytes(b"#" * untrusted_folders.TEXT_MOST)
    assert len(untrusted_folders.read_text(tmp_path, "bot.toml")) == untrusted_folders.TEXT_MOST
    (tmp_path / "bot.toml").write_bytes(b"#" * (untrusted_folders.TEXT_MOST + 1))
    with pytest.raises(RefusedFolder, match="has more than"):
        untrusted_folders.read_text(tmp_path, "bot.toml")


@as_root
def test_devices_are_refused(folder: Path, tmp_path: Path) -> None:
    os.mknod(folder / "null", stat.S_IFCHR | 0o666, os.makedev(1, 3))
    with pytest.raises(RefusedFolder, match="null is a device"):
        untrusted_folders.copy(folder, tmp_path / "copy", SMALL)


@as_root
def test_a_second_name_of_a_file_that_is_closed_to_them_is_refused(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("root's")
    (tmp_path / "secret").chmod(0o600)
    os.link(tmp_path / "secret", folder / "mine")
    os.chown(folder, 60_999, 60_999)
    with pytest.raises(RefusedFolder, match="mine belongs to another user and is not readable"):
        untrusted_folders.copy(folder, tmp_path / "copy", SMALL)


def test_a_copy_has_the_same_in_files_of_its_own(folder: Path, tmp_path: Path) -> None:
    (folder / "link").symlink_to("src/main.py")
    (folder / "src" / "back").symlink_to("../link")
    (folder / os.fsdecode(b"a\xff")).write_text("odd")
    os.link(folder / "run.sh", folder / "again")
    os.utime(folder / "run.sh", ns=(5, 7))
    copy = tmp_path / "copy"
    untrusted_folders.copy(folder, copy, SMALL)
    assert untrusted_folders.fingerprint(copy) == untrusted_folders.fingerprint(folder)
    assert (copy / "link").readlink() == Path("src/main.py")
    told = (copy / "run.sh").stat()
    assert (told.st_mode & 0o7777, told.st_nlink, told.st_mtime_ns) == (0o750, 1, 7)
    open_copy = tmp_path / "open"
    untrusted_folders.copy(folder, open_copy, SMALL, open_to_all=True)
    assert (open_copy / "run.sh").stat().st_mode & 0o7777 == 0o755


def test_a_file_that_fits_only_in_part_is_an_error_and_no_copy_stays(folder: Path, tmp_path: Path) -> None:
    """As on a full disk: the first write writes a part, and only the next one fails."""
    (folder / "weights").write_bytes(b"w" * 5000)
    allowed = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, allowed[1]))
    try:
        with pytest.raises(OSError, match="too large") as raised:
            untrusted_folders.copy(folder, tmp_path / "copy", Limits())
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, allowed)
    assert raised.value.errno == errno.EFBIG
    assert not (tmp_path / "copy").exists()


def test_the_fingerprint_of_a_folder_stays(folder: Path) -> None:
    """It stands in journals."""
    (folder / "link").symlink_to("run.sh")
    made = "6aa7eee153ed6a128eb768f3debe26ba75af60d2781ae6f6eab7c21252c043d4"
    assert untrusted_folders.fingerprint(folder) == made


def test_what_is_closed_is_removed_too(folder: Path) -> None:
    (folder / "src").chmod(0)
    (folder / "more" / "inside").mkdir(parents=True)
    (folder / "more" / "inside" / "file").touch()
    (folder / "more").chmod(0o500)
    folder.chmod(0)
    untrusted_folders.remove(folder)
    assert not folder.exists()
    untrusted_folders.remove(folder)  # nothing to do


def test_a_link_is_removed_and_not_what_it_leads_to(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "top").symlink_to(folder)
    untrusted_folders.remove(tmp_path / "top")
    assert not (tmp_path / "top").is_symlink()
    assert (folder / "run.sh").exists()


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (os.mkfifo, "bot.toml is a FIFO; it should be a file"),
        (Path.mkdir, "bot.toml is a folder; it should be a file"),
        (lambda file: file.symlink_to("/etc/passwd"), "bot.toml is not a regular file"),
        (lambda file: file.write_text("#" * 100_000), "bot.toml has more than 64 kB"),
    ],
    ids=["FIFO", "folder", "link", "long"],
)
def test_a_bot_toml_that_is_no_short_file_is_refused(
    make: Callable[[Path], object], said: str, folder: Path
) -> None:
    make(folder / "bot.toml")
    with pytest.raises(InvalidBot, match=said):
        find(str(folder), "tank_war", [])


def test_whatever_a_bot_can_see_in_its_folder_changes_its_fingerprint(folder: Path) -> None:
    seen = {untrusted_folders.fingerprint(folder)}
    file, link = folder / "run.sh", folder / "link"
    odd = folder / os.fsdecode(b"\xff")
    for change in (
        lambda: file.chmod(file.stat().st_mode ^ 0o111),
        (folder / "empty").mkdir,
        odd.touch,
        lambda: odd.rename(folder / os.fsdecode(b"\xfe")),
        lambda: link.symlink_to("b -> c"),
        link.unlink,
        lambda: (folder / "link -> b").symlink_to("c"),
    ):
        change()
        seen.add(untrusted_folders.fingerprint(folder))
    assert len(seen) == 7
