"""What a backup says of itself, and whether it is so: it is read back before it is trusted."""

from __future__ import annotations

import hashlib
from typing import IO, TYPE_CHECKING, Any, NamedTuple

import msgspec

from steelyard.core.archive import InvalidArchive, contents

if TYPE_CHECKING:
    from collections.abc import Mapping

    import sqlalchemy as sql

FORMAT = 1
NAME = "manifest.json"
ROWS = "database/"
"""Where in a backup the tables are, each as lines of JSON."""


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
    left_out: tuple[str, ...] = ()
    """What was found and cannot be restored, each with the reason."""


def summary(manifest: Manifest, size: int, left_out: tuple[str, ...] = ()) -> Summary:
    folders = sum(not name.startswith(ROWS) for name in manifest.files)
    return Summary(sum(manifest.rows.values()), folders, size, left_out)


def verify(packed: IO[bytes], tables: Mapping[str, sql.Table]) -> None:
    """Read a backup as `restore` will, without writing anything; raises InvalidArchive for what it refuses.

    Every file against its hash, every row against its table, and the manifest against both.
    """
    files: dict[str, str] = {}
    rows: dict[str, int] = {}
    manifest = None
    for name, content in contents(packed):
        if name == NAME:
            manifest = msgspec.json.decode(content.read(), type=Manifest)
        elif name.startswith(ROWS):
            table = tables[name.removeprefix(ROWS).removesuffix(".jsonl")]
            files[name], rows[table.name] = _read_rows(content, table)
        else:
            files[name] = hashlib.file_digest(content, "sha256").hexdigest()  # type: ignore[arg-type]
    if manifest is None:
        raise InvalidArchive("it has no manifest")
    wrong = {name for name, _ in manifest.files.items() ^ files.items()}
    wrong |= {name for name, _ in manifest.rows.items() ^ rows.items()}
    if wrong:
        raise InvalidArchive(f"{min(wrong)} is not what was written")


def _read_rows(content: IO[bytes], table: sql.Table) -> tuple[str, int]:
    """The hash of a table's rows, and how many there are."""
    digest, count = hashlib.sha256(), 0
    for line in content:
        digest.update(line)
        _check(msgspec.json.decode(line), table)
        count += 1
    return digest.hexdigest(), count


def _check(row: dict[str, Any], table: sql.Table) -> None:
    """A row that its table takes: all columns, and a value where there has to be one."""
    if row.keys() != set(table.columns.keys()):
        raise InvalidArchive(f"a row of {table.name} has other columns than its table")
    for name, value in row.items():
        if value is None and not table.columns[name].nullable:
            raise InvalidArchive(f"a row of {table.name} has nothing in {name}")
