"""Migration 0014 writes down how the games that were over then ended, for each of their people."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import sqlalchemy as sql

from steelyard.server.database import migration

if TYPE_CHECKING:
    from pathlib import Path

ADA, BOB = {"kind": "guest", "name": "Ada", "guest": "a"}, {"kind": "guest", "name": "BÖB", "guest": "b"}
BOT = {"kind": "bot", "name": "random", "bot": "random"}


def game(number: int, chairs: list[dict[str, str]], **over: Any) -> dict[str, Any]:
    """A row of the tables as version 0013 wrote it."""
    summary = {"chairs": chairs, "at_ms": 7.0, "outcome": over.get("outcome", {"winner": None})}
    return {
        "number": number,
        "id": f"table{number}",
        "game": "tank_war",
        "terms": json.dumps({"clock": over.get("clock", "days:3")}),
        "owner": "a",
        "live": over.get("live", False),
        "created_ms": 1.0,
        "private": False,
        "summary": over.get("summary", json.dumps(summary)),
    }


def test_it_fills_the_results_from_the_games_that_are_over(tmp_path: Path) -> None:
    rows = [
        game(1, [ADA, BOB], outcome={"winner": 1}),
        game(2, [BOT, ADA], clock="none", outcome={"winner": 1}),
        game(3, [ADA, ADA]),  # at one screen
        game(4, [BOT, BOT]),
        game(5, [ADA, BOB], live=True, outcome=None),
        game(6, [ADA, {"kind": "open"}], outcome=None),  # nobody came
        game(7, [ADA, BOB], summary=None),  # too old to say
        game(8, [BOB, ADA], clock="bank:120s"),
    ]
    engine = sql.create_engine(f"sqlite:///{tmp_path}/tables.db")
    with engine.begin() as connection:
        migration.migrate(connection, "0013")
        tables = sql.Table("tables", sql.MetaData(), autoload_with=connection)
        connection.execute(sql.insert(tables), rows)
        migration.migrate(connection)
        found = connection.execute(
            sql.text(
                "SELECT table_id, guest, pace, result, opponent, rated, mu FROM results ORDER BY 1, seat"
            )
        ).all()
    engine.dispose()
    assert found == [
        ("table1", "a", "correspondence", "lost", "böb", 0, None),
        ("table1", "b", "correspondence", "won", "ada", 0, None),
        ("table2", "a", "untimed", "won", "random", 0, None),
        ("table8", "b", "blitz", "drawn", "ada", 0, None),
        ("table8", "a", "blitz", "drawn", "böb", 0, None),
    ]
