"""A backup: one file with everything, taken while the server runs, that can be checked before it is trusted.

The database comes first, as one snapshot, and the folders after it. What the database refers to was written
before the row that refers to it, and stays; so folders copied later have at least all that the snapshot knows
of. Journals only grow: they are copied up to the last whole line.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
import shutil
import tarfile
import time
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import IO, TYPE_CHECKING, Any, NamedTuple

import msgspec
import sqlalchemy as sql

import steelyard
from steelyard.core import files
from steelyard.core.archive import packable
from steelyard.core.errors import SteelyardError
from steelyard.server.database import connected, unusable
from steelyard.server.store import version

if TYPE_CHECKING:
    from collections.abc import Iterator

FORMAT = 1
MANIFEST = "manifest.json"
FOLDERS = ("bots", "contests")
PASSING = {"sessions", "links", "writer"}
"""Tables that are left out: an old backup must not let in whom a later day has shut out."""
IN_MEMORY = 2**23


class BackupRefused(SteelyardError):
    """There is nothing to back up, or nowhere to put it."""


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    format: int
    steelyard: str
    revision: str
    """The latest migration of the database it was taken from."""
    made_ms: float
    rows: dict[str, int]
    files: dict[str, str]
    """The SHA-256 of every file, by its place in the backup."""


class Summary(NamedTuple):
    rows: int
    files: int
    size: int


def back_up(database: str, data: Path, file: Path) -> Summary:
    """Write everything to a new file; a half-written one never has its name."""
    _check(database, data, file)
    try:
        with (
            files.writing(file) as target,
            tarfile.open(fileobj=target, mode="w:gz", compresslevel=6) as archive,
        ):
            manifest = _write(archive, database, data)
    except sql.exc.DBAPIError as error:
        raise unusable(error) from None
    folders = sum(not name.startswith("database/") for name in manifest.files)
    return Summary(sum(manifest.rows.values()), folders, file.stat().st_size)


def _check(database: str, data: Path, file: Path) -> None:
    if file.exists():
        raise BackupRefused(f"{file} is there already; choose another name")
    if not file.parent.is_dir():
        raise BackupRefused(f"{file.parent} is no folder; make it first")
    kept = sql.make_url(database).database if database.startswith("sqlite") else None
    if kept is not None and not Path(kept).is_file():
        raise BackupRefused(f"{kept} is not there; say with --data or --database what to back up")
    if not data.is_dir():
        raise BackupRefused(f"{data} is no folder; say with --data where bots and contests are")


def _write(archive: tarfile.TarFile, database: str, data: Path) -> Manifest:
    files: dict[str, str] = {}
    rows: dict[str, int] = {}
    with _snapshot(database) as connection:
        revision = version(connection)
        if revision is None:
            raise BackupRefused("the database has no tables; no server has used it yet")
        for table in _tables(connection):
            name = f"database/{table.name}.jsonl"
            with SpooledTemporaryFile(IN_MEMORY) as dumped:
                rows[table.name] = _dump(connection, table, dumped)
                files[name] = _add(archive, name, dumped)
    for folder in FOLDERS:
        for path in sorted((data / folder).rglob("*")):
            name = str(path.relative_to(data))
            with contextlib.suppress(FileNotFoundError):  # it was passing: something half made, say
                if path.is_symlink():
                    _add_link(archive, path, name)
                elif path.is_dir():
                    _add_folder(archive, name)
                elif path.is_file():
                    files[name] = _add_file(archive, path, name)
    manifest = Manifest(FORMAT, steelyard.__version__, revision, time.time() * 1000, rows, files)
    written = io.BytesIO(msgspec.json.format(msgspec.json.encode(manifest)))
    _add(archive, MANIFEST, written)
    return manifest


@contextlib.contextmanager
def _snapshot(database: str) -> Iterator[sql.Connection]:
    """The database as it is at one moment, whatever is written meanwhile."""
    engine = connected(database, patiently=True)
    try:
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
    return [table for table in found.sorted_tables if table.name not in PASSING | {"alembic_version"}]


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
    entry.size, entry.mode, entry.mtime = size, mode, int(time.time())
    archive.addfile(entry, content)
    return digest.hexdigest()


def _add_file(archive: tarfile.TarFile, path: Path, name: str) -> str:
    """A file as it is now; what is written to it meanwhile comes with the next backup."""
    with path.open("rb") as source, SpooledTemporaryFile(IN_MEMORY) as copied:
        shutil.copyfileobj(source, copied)
        if path.suffix == ".jsonl":
            copied.truncate(_whole_lines(copied))
        return _add(archive, name, copied, path.stat().st_mode & 0o777)


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


def _add_folder(archive: tarfile.TarFile, name: str) -> None:
    """Also an empty one may be expected to be there."""
    entry = tarfile.TarInfo(name)
    entry.type, entry.mode, entry.mtime = tarfile.DIRTYPE, 0o755, int(time.time())
    archive.addfile(entry)


def _add_link(archive: tarfile.TarFile, path: Path, name: str) -> None:
    """Unless it leads to another place of this machine, which restoring would refuse."""
    entry = tarfile.TarInfo(name)
    entry.type, entry.linkname = tarfile.SYMTYPE, str(path.readlink())
    if packable(entry):
        archive.addfile(entry)
