"""How far a database was written, so that an older copy of it is noticed.

The row in `writer` names the server that the database belongs to and counts its transactions. The data
folder has a copy of the position that was committed last: it is written after each commit and before anybody
receives what was committed, without waiting for the disk, since it has to outlast the process only. If it is
lost with the machine, an older database is not noticed; a database that lost nothing is never refused.
"""

from __future__ import annotations

import contextlib
import os
import re
import secrets
from typing import TYPE_CHECKING, NamedTuple

import sqlalchemy as sql

from steelyard.server.database import schema

if TYPE_CHECKING:
    from pathlib import Path

FILE = "last_commit"
_WRITTEN = re.compile(rb"([0-9a-f]{16}) +([0-9]+)\n")


class Position(NamedTuple):
    """The later of two positions is the greater one."""

    server: str
    """A name made at each start, which sorts after those of the servers before."""
    number: int
    """Of that server's last transaction."""

    @classmethod
    def first(cls, before: Position | None) -> Position:
        """Of a server that starts on a database."""
        starts = 1 if before is None else int(before.server[:8], 16) + 1
        return cls(f"{starts:08x}{secrets.token_hex(4)}", 0)


def stored(connection: sql.Connection) -> Position | None:
    """The database's position; None for one that no server has used."""
    row = connection.execute(sql.select(schema.writer.c.server, schema.writer.c.number)).one_or_none()
    return None if row is None else Position(row.server, row.number)


class PositionFile:
    """The position that was announced last, in the data folder."""

    def __init__(self, data: Path) -> None:
        self._opened = os.open(data / FILE, os.O_RDWR | os.O_CREAT, 0o600)

    def read(self) -> Position | None:
        """None where there is none, or where the machine went down while it was made."""
        found = _WRITTEN.fullmatch(os.pread(self._opened, 100, 0))
        return None if found is None else Position(found[1].decode(), int(found[2]))

    def write(self, position: Position) -> None:
        """Of the same length each time: it is never half written. One that cannot be written stays older."""
        with contextlib.suppress(OSError):
            os.pwrite(self._opened, f"{position.server} {position.number:>20}\n".encode(), 0)

    def close(self) -> None:
        os.close(self._opened)
