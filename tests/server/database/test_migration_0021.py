"""Migration 0021 takes older rated games as begun when they were set up, so that they count for their day."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import sqlalchemy as sql

from steelyard.server.database import migration

if TYPE_CHECKING:
    from pathlib import Path


def game(number: int, *, rated: bool, **values: Any) -> dict[str, Any]:
    """A row of the tables as version 0020 wrote it."""
    return {
        "number": number,
        "id": f"table{number}",
        "game": "tank_war",
        "terms": '{"clock":"days:3","rated":true}' if rated else '{"clock":"days:3"}',
        "owner": "a",
        "live": True,
        "created_ms": 1000.0 * number,
        "private": False,
        "cancelled": False,
        "open_to": None,
    } | values


def test_it_fills_in_when_rated_games_began(tmp_path: Path) -> None:
    rows = [
        game(1, rated=True, live=False),
        game(2, rated=True),
        game(3, rated=False),
        game(4, rated=True, cancelled=True, live=False),
        game(5, rated=True, open_to="anyone"),
    ]
    engine = sql.create_engine(f"sqlite:///{tmp_path}/tables.db")
    with engine.begin() as connection:
        migration.migrate(connection, "0020")
        tables = sql.Table("tables", sql.MetaData(), autoload_with=connection)
        connection.execute(sql.insert(tables), rows)
        migration.migrate(connection, "0021")
        found = connection.execute(sql.text("SELECT id, rated_from_ms FROM tables ORDER BY number")).all()
    engine.dispose()
    assert [each.rated_from_ms for each in found] == [1000.0, 2000.0, None, None, None]
