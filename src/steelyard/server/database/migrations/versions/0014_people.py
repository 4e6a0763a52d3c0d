"""Challenges, what each finished game was for its people, their ratings, blocks and reports."""

from __future__ import annotations

import json

import sqlalchemy as sql
from alembic import op

from steelyard.core.names import folded
from steelyard.protocol.clock import pace

revision = "0014"
down_revision = "0013"

CHALLENGES = sql.text("open_to IS NOT NULL")
UNCOUNTED = sql.text("rated AND mu IS NULL")
AT_ONCE = 1000


def upgrade() -> None:
    op.add_column("tables", sql.Column("cancelled", sql.Boolean, nullable=False, server_default=sql.false()))
    op.add_column("tables", sql.Column("open_to", sql.String(64), nullable=True))
    op.create_index(
        "tables_open_to", "tables", ["open_to"], sqlite_where=CHALLENGES, postgresql_where=CHALLENGES
    )
    results = op.create_table(
        "results",
        sql.Column("table_id", sql.String(16), sql.ForeignKey("tables.id"), primary_key=True),
        sql.Column("seat", sql.Integer, primary_key=True),
        sql.Column("guest", sql.String(64), nullable=False),
        sql.Column("game", sql.String(40), nullable=False),
        sql.Column("pace", sql.String(16), nullable=False),
        sql.Column("rated", sql.Boolean, nullable=False),
        sql.Column("result", sql.String(5), nullable=False),
        sql.Column("opponent", sql.String(120), nullable=False),
        sql.Column("opening", sql.String(40), nullable=True),
        sql.Column("ended_ms", sql.Double, nullable=False),
        sql.Column("mu", sql.Double, nullable=True),
        sql.Column("sigma", sql.Double, nullable=True),
    )
    op.create_index("results_guest", "results", ["guest", "ended_ms"])
    op.create_index(
        "results_uncounted", "results", ["ended_ms"], sqlite_where=UNCOUNTED, postgresql_where=UNCOUNTED
    )
    _fill(results)
    account = sql.ForeignKey("accounts.id")
    op.create_table(
        "people_ratings",
        sql.Column("account", sql.BigInteger, account, primary_key=True),
        sql.Column("game", sql.String(40), primary_key=True),
        sql.Column("pace", sql.String(16), primary_key=True),
        sql.Column("mu", sql.Double, nullable=False),
        sql.Column("sigma", sql.Double, nullable=False),
        sql.Column("games", sql.Integer, nullable=False),
    )
    op.create_index("people_ratings_game", "people_ratings", ["game", "pace"])
    op.create_table(
        "blocks",
        sql.Column("account", sql.BigInteger, sql.ForeignKey("accounts.id"), primary_key=True),
        sql.Column("blocked", sql.BigInteger, sql.ForeignKey("accounts.id"), primary_key=True),
        sql.Column("at_ms", sql.Double, nullable=False),
    )
    op.create_table(
        "reports",
        sql.Column(
            "id",
            sql.BigInteger().with_variant(sql.Integer, "sqlite"),
            primary_key=True,
            autoincrement=True,
        ),
        sql.Column("account", sql.BigInteger, sql.ForeignKey("accounts.id"), nullable=False),
        sql.Column("reported", sql.BigInteger, sql.ForeignKey("accounts.id"), nullable=False),
        sql.Column("table_id", sql.String(16), nullable=False),
        sql.Column("reason", sql.String(20), nullable=False),
        sql.Column("at_ms", sql.Double, nullable=False),
        sql.Column("settled_by", sql.BigInteger, sql.ForeignKey("accounts.id"), nullable=True),
    )
    op.create_index("reports_open", "reports", ["settled_by", "id"])


def _fill(results: sql.Table) -> None:
    """From the rows of games that are over; those without a summary are too old to say how they ended."""
    connection, last = op.get_bind(), 0
    page = sql.text(
        "SELECT number, id, game, terms, summary FROM tables "
        "WHERE NOT live AND summary IS NOT NULL AND number > :last ORDER BY number LIMIT :most"
    )
    while rows := connection.execute(page, {"last": last, "most": AT_ONCE}).all():
        last = rows[-1].number
        found = [result for row in rows for result in _results(row)]
        if found:
            connection.execute(sql.insert(results), found)


def _results(row: sql.Row[tuple[int, str, str, str, str]]) -> list[dict[str, object]]:
    terms, summary = json.loads(row.terms), json.loads(row.summary)
    chairs, outcome = summary["chairs"], summary["outcome"]
    if outcome is None or chairs[0].get("guest") == chairs[1].get("guest"):
        return []
    return [
        {
            "table_id": row.id,
            "seat": seat,
            "guest": chair["guest"],
            "game": row.game,
            "pace": pace(terms["clock"]),
            "rated": False,
            "result": "drawn"
            if (winner := outcome["winner"]) is None
            else "won"
            if winner == seat
            else "lost",
            "opponent": folded(chairs[1 - seat].get("name", "")),
            "ended_ms": summary["at_ms"],
        }
        for seat, chair in enumerate(chairs)
        if chair["kind"] == "guest"
    ]
