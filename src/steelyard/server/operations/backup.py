"""A backup: one file with everything, taken while the server runs, that can be checked before it is trusted.

The database comes first, as one snapshot, and the folders after it. What the database refers to was written
before the row that refers to it, and stays; so folders copied later have at least all that the snapshot knows
of. Journals only grow: they are copied up to the last whole line. What was built is left out: it can be built
again, and may hold anything. The backup is read back before it gets its name.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
import stat
import tarfile
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import IO, TYPE_CHECKING, Any, NamedTuple

import msgspec
import sqlalchemy as sql

import steelyard
from steelyard.arena.sandbox import folder_walk
from steelyard.arena.sandbox.folder_walk import RefusedFolder, printable
from steelyard.arena.sandbox.limits import Limits
from steelyard.core import files
from steelyard.core.archive import InvalidArchive, packable
from steelyard.core.errors import SteelyardError
from steelyard.core.files import NEW, SCRATCH
from steelyard.server import key_files
from steelyard.server.database import identity
from steelyard.server.database.engine import WHOSE, connected, unusable
from steelyard.server.database.migration import version
from steelyard.server.operations.manifest import FORMAT, ROWS, Manifest, Summary, summary, verify
from steelyard.server.operations.manifest import NAME as MANIFEST
from steelyard.server.time_source import now_ms

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steelyard.arena.sandbox.folder_walk import FolderEntry

FOLDERS = ("bots", "contests")
SOURCE = "source"
"""What is kept of a bot: its program is built again."""
PASSING = {"bots", "live", "logs"}
"""What is not kept of a contest: the bots it has built, what is being played, and what bots wrote."""
LONGEST_NAME, DEEPEST = 2000, 100  # of a path in a backup, in bytes and in folders
LEFT_OUT = {"sessions", "links", "identity", "writer", "alembic_version"}
"""Tables: an old backup must not let in whom a later day has shut out, nor pass for the server it is of."""
JOURNAL_AT = 3
"""How many parts the path of a contest's journal has: what lies deeper is a stranger's."""
LARGEST = Limits().folder_mb << 20
IN_MEMORY = 2**23


class BackupRefused(SteelyardError):
    """There is nothing to back up, or nowhere to put it."""


def back_up(database: str, data: Path, file: Path) -> Summary:
    """Write everything to a new file, which gets its name once it was read back."""
    _check(database, data, file)
    try:
        with files.writing(file, private=True) as target:
            with tarfile.open(fileobj=target, mode="w:gz", compresslevel=6) as archive:
                written = _write(archive, database, data)
            target.seek(0)
            verify(target, written.tables)
    except sql.exc.DBAPIError as error:
        raise unusable(error) from None
    except (InvalidArchive, msgspec.DecodeError) as error:
        raise BackupRefused(f"the backup could not be read back, so there is none: {error}") from None
    return summary(written.manifest, file.stat().st_size, written.left_out)


def _check(database: str, data: Path, file: Path) -> None:
    if file.exists():
        raise BackupRefused(f"{file} is there already; choose another name")
    if not file.parent.is_dir():
        raise BackupRefused(f"{file.parent} is no folder; make it first")
    kept = sql.make_url(database).database if database.startswith("sqlite") else None
    if kept is not None and not Path(kept).is_file():
        raise BackupRefused(f"there is no {kept}; {WHOSE}")
    if not data.is_dir():
        raise BackupRefused(f"{data} is no folder; say with --data where bots and contests are")


class _Written(NamedTuple):
    manifest: Manifest
    tables: dict[str, sql.Table]
    left_out: tuple[str, ...]


def _write(archive: tarfile.TarFile, database: str, data: Path) -> _Written:
    files: dict[str, str] = {}
    rows: dict[str, int] = {}
    tables: dict[str, sql.Table] = {}
    with _snapshot(database, data) as connection:
        revision = version(connection)
        if revision is None:
            raise BackupRefused("the database has no tables; no server has used it yet")
        for table in _tables(connection):
            name, tables[table.name] = f"{ROWS}{table.name}.jsonl", table
            with SpooledTemporaryFile(IN_MEMORY) as dumped:
                rows[table.name] = _dump(connection, table, dumped)
                files[name] = _add(archive, name, dumped)
    left_out: list[str] = []
    for folder in FOLDERS:
        _add_folders(archive, data / folder, files, left_out)
    if (key := data / key_files.NAMES).is_file():
        with key.open("rb") as opened:
            files[key.name] = _add(archive, key.name, opened)
    manifest = Manifest(FORMAT, steelyard.__version__, revision, now_ms(), rows, files)
    written = io.BytesIO(msgspec.json.format(msgspec.json.encode(manifest)))
    _add(archive, MANIFEST, written)
    return _Written(manifest, tables, tuple(left_out))


def _add_folders(archive: tarfile.TarFile, folder: Path, files: dict[str, str], left_out: list[str]) -> None:
    """All that can be restored of a folder; what cannot, and is not built or passing, is told."""

    def add(entry: FolderEntry) -> bool:
        parts = (folder.name, *entry.parts)
        if not _is_kept(parts):
            return False
        try:
            _add_one(archive, entry, parts, files)
        except RefusedFolder as refused:
            left_out.append(f"{printable('/'.join(parts))}: {refused}")
            return False
        except FileNotFoundError:  # it has just been removed
            return False
        return True

    if folder.is_dir():
        folder_walk.visit(folder.resolve(), add)


def _is_kept(parts: tuple[str, ...]) -> bool:
    """Not what is built from something else that is kept, nor what is half made, nor what is passing."""
    if len(parts) < 3:
        return True
    new = any(part.endswith(NEW) or part.startswith(SCRATCH) for part in parts[2:4])
    return parts[2] == SOURCE if parts[0] == "bots" else parts[2] not in PASSING and not new


def _add_one(
    archive: tarfile.TarFile, entry: FolderEntry, parts: tuple[str, ...], files: dict[str, str]
) -> None:
    """Raises RefusedFolder for what `restore` would not take."""
    name = "/".join(parts)
    try:
        length = len(name.encode())
    except UnicodeEncodeError:
        raise RefusedFolder("its name is not UTF-8") from None
    if length > LONGEST_NAME or len(parts) > DEEPEST:
        raise RefusedFolder("there are too many folders in one another, or their names are too long")
    made = tarfile.TarInfo(name)
    made.mtime, made.mode = int(now_ms() / 1000), 0o755
    if entry.is_folder:  # also an empty one may be expected to be there
        made.type = tarfile.DIRTYPE
        archive.addfile(made)
    elif stat.S_ISLNK(entry.status.st_mode):
        made.type, made.linkname = tarfile.SYMTYPE, entry.target
        if packable(made) is None:
            raise RefusedFolder("a link that leads elsewhere")
        archive.addfile(made)
    elif stat.S_ISREG(entry.status.st_mode):
        strangers = len(parts) > JOURNAL_AT
        if strangers and entry.size > LARGEST:
            raise RefusedFolder(f"more than {Limits().folder_mb} MB, holes included")
        with entry.opened() as opened:
            files[name] = _add_file(archive, opened, name, journal=not strangers and name.endswith(".jsonl"))
    else:
        raise RefusedFolder("neither a file nor a folder")


@contextlib.contextmanager
def _snapshot(database: str, data: Path) -> Iterator[sql.Connection]:
    """The database as it is at one moment, whatever is written meanwhile."""
    engine = connected(database, patiently=True)
    try:
        identity.check(engine, data)
        with engine.connect() as connection:
            if engine.dialect.name == "sqlite":
                connection.exec_driver_sql("BEGIN")  # the driver would begin only when something is written
            else:
                connection = connection.execution_options(  # noqa: PLW2901 - the same one
                    isolation_level="REPEATABLE READ", postgresql_readonly=True
                )
            yield connection
    finally:
        engine.dispose()


def _tables(connection: sql.Connection) -> list[sql.Table]:
    """As the database has them, each after those it refers to."""
    found = sql.MetaData()
    found.reflect(connection)
    return [table for table in found.sorted_tables if table.name not in LEFT_OUT]


def _dump(connection: sql.Connection, table: sql.Table, target: IO[bytes]) -> int:
    count = 0
    rows = connection.execution_options(yield_per=1000).execute(
        sql.select(table).order_by(*table.primary_key.columns)
    )
    for row in rows.mappings():
        target.write(msgspec.json.encode(dict(row)) + b"\n")
        count += 1
    return count


def _add(archive: tarfile.TarFile, name: str, content: IO[bytes], mode: int = 0o600) -> str:
    """Put something written into the archive; its hash."""
    size = content.seek(0, os.SEEK_END)
    content.seek(0)
    digest = hashlib.sha256()
    while chunk := content.read(2**20):
        digest.update(chunk)
    content.seek(0)
    entry = tarfile.TarInfo(name)
    entry.size, entry.mode, entry.mtime = size, mode, int(now_ms() / 1000)
    archive.addfile(entry, content)
    return digest.hexdigest()


def _add_file(archive: tarfile.TarFile, opened: int, name: str, *, journal: bool) -> str:
    """A file as it is now; what is written to it meanwhile comes with the next backup."""
    status = os.fstat(opened)
    left = status.st_size
    with SpooledTemporaryFile(IN_MEMORY) as copied:
        while left > 0 and (part := os.read(opened, min(left, 2**20))):
            copied.write(part)
            left -= len(part)
        if journal:
            copied.truncate(_whole_lines(copied))
        return _add(archive, name, copied, status.st_mode & 0o777)


def _whole_lines(copied: Any) -> int:
    """How much of a journal is complete: somebody may be in the middle of a line."""
    end: int = copied.seek(0, os.SEEK_END)
    while end > 0:
        start = max(0, end - 4096)
        copied.seek(start)
        found = copied.read(end - start).rfind(b"\n")
        if found >= 0:
            return start + int(found) + 1
        end = start
    return 0
