"""Names of deleted accounts are taken at once, after a restart too, and are not in the database."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import sqlalchemy as sql

from steelyard.core.names import looks
from steelyard.server.accounts.retired_names import KEPT_MS, RetiredNames
from steelyard.server.accounts.schema import retired_names
from steelyard.server.time_source import now_ms
from tests.server.running_server import opened

if TYPE_CHECKING:
    from pathlib import Path

WRITER: Any = SimpleNamespace(upsert=lambda _table, _key, _column, row: row)
"""Hands back what it should write."""


def test_a_name_is_taken_from_the_moment_its_account_is_deleted() -> None:
    names = RetiredNames(b"a key")
    assert not names.include(looks("Ada"))
    names.add("Ada")
    assert names.include(looks("Ada"))
    assert names.include(looks("ada"))
    assert not names.include(looks("Bob"))


def test_a_name_stays_taken_for_a_year_and_only_whoever_has_the_key_can_tell(tmp_path: Path) -> None:
    rows: Any = RetiredNames(b"a key").retiring("Ada", WRITER)
    assert {abs(row["until_ms"] - now_ms() - KEPT_MS) < 60_000 for row in rows} == {True}
    assert len({row["look"] for row in rows}) == len(looks("Ada"))
    database = opened(f"sqlite:///{tmp_path}/tables.db")
    try:
        with database.engine.begin() as connection:
            connection.execute(sql.insert(retired_names), rows)
        for key, taken in ((b"a key", True), (b"another", False)):
            names = RetiredNames(key)
            names.load(database.engine)
            assert names.include(looks("Ada")) == taken
            assert not names.include(looks("Bob"))
        with database.engine.begin() as connection:
            connection.execute(sql.update(retired_names).values(until_ms=now_ms() - 1))
        names = RetiredNames(b"a key")
        names.load(database.engine)
        assert not names.include(looks("Ada")), "a year has passed"
    finally:
        database.close()
