"""Names of deleted accounts: nobody can take one for a year, so nobody can pose as a person who has left.

The database has keyed hashes of how such a name can look, not the name.
"""

from __future__ import annotations

import hmac
from typing import TYPE_CHECKING

import sqlalchemy as sql

from steelyard.core.names import looks
from steelyard.server.accounts.schema import retired_names
from steelyard.server.database.writer import Change
from steelyard.server.time_source import now_ms

if TYPE_CHECKING:
    from collections.abc import Iterable

    from steelyard.server.database.writer import Writer

KEPT_MS = 365 * 24 * 3600 * 1000.0
_own = retired_names.c
_FORGET = sql.delete(retired_names).where(_own.until_ms < sql.bindparam("now_ms"))


class RetiredNames:
    def __init__(self, key: bytes = b"") -> None:
        self._key = key
        self._until_ms: dict[str, float] = {}

    def load(self, engine: sql.Engine) -> None:
        with engine.connect() as connection:
            rows = connection.execute(sql.select(_own.look, _own.until_ms))
            self._until_ms = {row.look: row.until_ms for row in rows}

    def include(self, own_looks: Iterable[str]) -> bool:
        now = now_ms()
        return any(self._until_ms.get(self._hashed(look), 0.0) > now for look in own_looks)

    def retiring(self, name: str, writer: Writer) -> list[Change]:
        """What is to be kept so that nobody can take a name."""
        until_ms = now_ms() + KEPT_MS
        rows = [{"look": self._hashed(look), "until_ms": until_ms} for look in sorted(looks(name))]
        return [writer.upsert(retired_names, "look", "until_ms", row) for row in rows]

    def add(self, name: str) -> None:
        """`retiring` has been kept."""
        self._until_ms |= {self._hashed(look): now_ms() + KEPT_MS for look in looks(name)}

    def forgetting(self) -> Change:
        return Change(_FORGET, {"now_ms": now_ms()})

    def _hashed(self, look: str) -> str:
        return hmac.new(self._key, f"name:{look}".encode(), "sha256").hexdigest()
