"""The bots that are unpacked on a machine of a cluster, shared by all processes there.

What was not used for long is removed, and what was used longest ago when there is too much of it. A process
notes which bots it uses in a file that it keeps locked: while it lives, these stay. One process at a time
changes something, and a bot appears and disappears under its name in one step.
"""

from __future__ import annotations

import fcntl
import os
import re
import secrets
import shutil
import tempfile
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from steelyard.arena.execution.archives import unpack_into
from steelyard.arena.sandbox import untrusted_folders
from steelyard.core import files
from steelyard.core.errors import SteelyardError

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

KEPT_S = 30 * 86400.0  # a bot that was not used for so long is removed
MOST_BYTES = 8 << 30  # of all bots on a machine; those in use may take more
MOST_SHARE = 0.5  # of the disk, as far as others leave it free
DIGEST = re.compile("[0-9a-f]{64}")
BOT, SIZE = "bot", "size"  # what an entry has: the bot's folder, and how large it is


class FolderTaken(SteelyardError):
    """Another user has made the folder in which bots would be unpacked."""


def own_folder(name: str) -> Path:
    """A temporary folder of this user; one that another user has made is refused."""
    folder = Path(tempfile.gettempdir()) / f"steelyard-{name}-{os.getuid()}"
    folder.mkdir(mode=0o755, exist_ok=True)
    if folder.is_symlink() or folder.stat().st_uid != os.getuid():
        raise FolderTaken(f"{folder} belongs to another user; remove it")
    return folder


@contextmanager
def alone(file: Path) -> Iterator[None]:
    """One process of this machine at a time."""
    opened = os.open(file, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(opened, fcntl.LOCK_EX)
        yield
    finally:
        os.close(opened)


@contextmanager
def in_use(digests: Collection[str], fetch: Callable[[str], Iterable[bytes]]) -> Iterator[dict[str, Path]]:
    """The folders of these bots, which stay while this is open; `fetch` gets the parts of a missing one."""
    cache = _Cache(own_folder("bots"))
    with cache.noted(digests):
        yield {digest: cache.folder(digest, fetch) for digest in digests}


class _CachedBot(NamedTuple):
    used_s: float
    folder: Path
    size: int


class _Cache:
    def __init__(self, top: Path) -> None:
        self._top = top
        self._users = top / "users"
        self._lock = top / "lock"
        self._users.mkdir(exist_ok=True)

    @contextmanager
    def noted(self, digests: Iterable[str]) -> Iterator[None]:
        """While this is open, others see that these bots are in use."""
        file = self._users / secrets.token_hex(8)
        with alone(self._lock):  # nobody sees the file before it is locked
            opened = os.open(file, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
            fcntl.flock(opened, fcntl.LOCK_EX)
            files.write_all(opened, "\n".join(digests).encode())
        try:
            yield
        finally:
            file.unlink(missing_ok=True)
            os.close(opened)

    def folder(self, digest: str, fetch: Callable[[str], Iterable[bytes]]) -> Path:
        """Where a bot is; several processes that need it get it once."""
        entry = self._top / digest
        with alone(self._lock):
            if entry.is_dir():
                os.utime(entry)
            else:
                with files.scratch_folder(self._top) as scratch:
                    self._put(scratch / digest, fetch(digest), entry)
        return entry / BOT

    def _put(self, fresh: Path, parts: Iterable[bytes], entry: Path) -> None:
        fresh.mkdir()
        fresh.chmod(0o755)
        (fresh / BOT).mkdir()
        unpack_into(parts, entry.name, fresh / BOT)
        size = untrusted_folders.size(fresh)
        (fresh / SIZE).write_text(str(size))
        self._make_room(size)
        files.sync_tree(fresh)
        fresh.rename(entry)
        files.sync_folder(self._top)

    def _make_room(self, size: int) -> None:
        """Remove what is too old, then what was used longest ago, until there is room for so many bytes."""
        used, entries = self._used(), sorted(self._entries())
        total = sum(entry.size for entry in entries)
        free = shutil.disk_usage(self._top).free
        most = min(MOST_BYTES, MOST_SHARE * (total + size + free)) - size
        since = time.time() - KEPT_S  # noqa: TID251 - of files, which have dates
        with files.scratch_folder(self._top) as bin_:
            for entry in entries:
                if entry.folder.name not in used and (entry.used_s < since or total > most):
                    entry.folder.rename(bin_ / entry.folder.name)  # so that nobody ever finds half of one
                    total -= entry.size

    def _entries(self) -> Iterator[_CachedBot]:
        for folder in self._top.iterdir():
            if DIGEST.fullmatch(folder.name):
                yield _CachedBot(folder.stat().st_mtime, folder, int((folder / SIZE).read_text()))

    def _used(self) -> set[str]:
        """The bots that some process uses; notes of processes that were killed are removed."""
        found: set[str] = set()
        for file in self._users.iterdir():
            with suppress(FileNotFoundError), file.open("rb") as opened:
                try:
                    fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except BlockingIOError:
                    found.update(opened.read().decode().split())
                else:
                    file.unlink()
        return found
