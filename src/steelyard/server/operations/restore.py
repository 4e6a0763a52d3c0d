"""Restoring a backup: everything is unpacked beside its place and checked, then put there at once."""

from __future__ import annotations

import hashlib
import shutil
from base64 import b64decode
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any

import msgspec
import sqlalchemy as sql

from steelyard.core import files
from steelyard.core.archive import InvalidArchive, unpack
from steelyard.core.errors import SteelyardError
from steelyard.server.database import identity
from steelyard.server.database.engine import connected, held_alone, unusable
from steelyard.server.database.migration import migrate
from steelyard.server.operations.manifest import FORMAT, Manifest, Summary, summary
from steelyard.server.operations.manifest import NAME as MANIFEST

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

AT_ONCE = 1000
DAMAGED = "is damaged, or no backup of Steelyard"


class RestoreRefused(SteelyardError):
    """The backup is damaged, or there is something where it should go."""


def restore(file: Path, data: Path, database: str | None) -> Summary:
    """Put a backup into an empty folder, and its database there or, if one is named, into an empty one."""
    if data.exists() and (not data.is_dir() or any(data.iterdir())):
        raise RestoreRefused(f"{data} is not empty; a backup is restored into a new folder")
    with _beside(data) as fresh:
        manifest = _unpacked(file, fresh)
        _fill(database or f"sqlite:///{fresh}/tables.db", fresh, manifest)
        shutil.rmtree(fresh / "database")
        (fresh / MANIFEST).unlink()
        (fresh / "tables.db.lock").unlink(missing_ok=True)
        files.put_folder(fresh, data)
    return summary(manifest, file.stat().st_size)


@contextmanager
def _beside(data: Path) -> Iterator[Path]:
    """A temporary folder that can take the place of that one at once."""
    above = data.absolute().parent
    with ExitStack() as stack:
        try:
            files.make_folder(above)
            fresh = stack.enter_context(files.scratch_folder(above))
        except OSError as error:
            raise RestoreRefused(
                f"{above} cannot be written ({error.strerror}); restore to another place, and move it"
            ) from None
        yield fresh


def _unpacked(file: Path, folder: Path) -> Manifest:
    """Lay the backup out and check every file against its manifest."""
    if not file.is_file():
        raise RestoreRefused(f"{file} is not there")
    try:
        with file.open("rb") as packed:
            unpack(packed, folder)
        if not (folder / MANIFEST).is_file():
            raise RestoreRefused(f"{file} {DAMAGED}: it has no manifest")
        manifest = msgspec.json.decode((folder / MANIFEST).read_bytes(), type=Manifest)
    except (InvalidArchive, msgspec.DecodeError) as error:
        raise RestoreRefused(f"{file} {DAMAGED}: {error}") from None
    if manifest.format != FORMAT:
        raise RestoreRefused(f"{file} was made by another version of Steelyard ({manifest.steelyard})")
    found = {str(each.relative_to(folder)): each for each in folder.rglob("*") if _is_file(each)}
    del found[MANIFEST]
    if wrong := found.keys() ^ manifest.files.keys():
        raise RestoreRefused(f"{file} {DAMAGED}: {min(wrong)} is missing, or too much")
    for name, digest in manifest.files.items():
        with found[name].open("rb") as content:
            if hashlib.file_digest(content, "sha256").hexdigest() != digest:
                raise RestoreRefused(f"{file} {DAMAGED}: {name} has changed")
    return manifest


def _is_file(path: Path) -> bool:
    return path.is_file() and not path.is_symlink()


def _fill(database: str, folder: Path, manifest: Manifest) -> None:
    """All of it in one transaction: a database that was empty is full or empty again.

    Then it gets what is new since the backup, and an id in common with the folder: it is a server of its own.
    """
    engine = connected(database, patiently=True)
    try:
        with held_alone(engine) as connection:
            if sql.inspect(connection).get_table_names():
                raise RestoreRefused("the database is not empty; a backup is restored into a new one")
            migrate(connection, manifest.revision)
            _insert(connection, folder / "database", manifest)
            migrate(connection)
            connection.commit()
            identity.adopt(engine, folder)
    except sql.exc.DBAPIError as error:
        raise unusable(error) from None
    finally:
        engine.dispose()


def _insert(connection: sql.Connection, dumped: Path, manifest: Manifest) -> None:
    found = sql.MetaData()
    found.reflect(connection)
    for table in found.sorted_tables:
        if table.name not in manifest.rows:
            continue
        count = 0
        for rows in _batches(dumped / f"{table.name}.jsonl", table):
            connection.execute(sql.insert(table), rows)
            count += len(rows)
        if count != manifest.rows[table.name]:
            raise RestoreRefused(f"{table.name} has {count} rows, not {manifest.rows[table.name]}")
        if connection.dialect.name == "postgresql":
            _count_on(connection, table)


def _batches(file: Path, table: sql.Table) -> Iterator[list[dict[str, Any]]]:
    binary = [column.name for column in table.columns if isinstance(column.type, sql.LargeBinary)]
    rows: list[dict[str, Any]] = []
    with file.open("rb") as lines:
        for line in lines:
            row: dict[str, Any] = msgspec.json.decode(line)
            row |= {name: b64decode(row[name]) for name in binary if row[name] is not None}
            rows.append(row)
            if len(rows) == AT_ONCE:
                yield rows
                rows = []
    if rows:
        yield rows


def _count_on(connection: sql.Connection, table: sql.Table) -> None:
    """PostgreSQL's own counters go on behind the highest number that came back."""
    for column in table.primary_key.columns:
        if column.autoincrement is True or (column.server_default is not None and "nextval" in _text(column)):
            name = sql.func.pg_get_serial_sequence(table.name, column.name)
            highest = sql.select(sql.func.coalesce(sql.func.max(column), 0) + 1).scalar_subquery()
            connection.execute(sql.select(sql.func.setval(name, highest, False)))  # noqa: FBT003 - SQL's


def _text(column: sql.Column[Any]) -> str:
    return str(getattr(column.server_default, "arg", ""))
