"""When rated games began: of the same two people, the first of a day count."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0021"
down_revision = "0020"

BEGUN = sql.text("rated_from_ms IS NOT NULL")
TABLES = sql.table(
    "tables",
    sql.column("terms", sql.Text),
    sql.column("created_ms", sql.Double),
    sql.column("cancelled", sql.Boolean),
    sql.column("open_to", sql.String),
    sql.column("rated_from_ms", sql.Double),
)


def upgrade() -> None:
    op.add_column("tables", sql.Column("rated_from_ms", sql.Double, nullable=True))
    op.create_index("tables_rated", "tables", ["rated_from_ms"], sqlite_where=BEGUN, postgresql_where=BEGUN)
    own = TABLES.c
    rated = own.terms.contains('"rated":true') & ~own.cancelled & own.open_to.is_(None)
    begun = {"rated_from_ms": own.created_ms}  # of older games nothing closer can be told from their rows
    op.execute(sql.update(TABLES).where(rated).values(begun))
