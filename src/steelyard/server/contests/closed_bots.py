"""Which bots are closed to others: those in a contest that is open or going on.

It follows from contests and entries alone, and is written with whatever changes these.
"""

from __future__ import annotations

import sqlalchemy as sql

from steelyard.server.bots.schema import bots
from steelyard.server.contests.schema import contests, entries
from steelyard.server.database.writer import Change

STATES = ("open", "frozen", "running", "paused")

_contest = sql.case((contests.c.public, "the contest " + contests.c.name), else_="a private contest")
_entered = entries.join(contests).select().where(contests.c.state.in_(STATES))
_closed_for = sql.func.coalesce(
    _entered.with_only_columns(sql.func.max(_contest))
    .where(entries.c.bot == bots.c.id)
    .correlate(bots)
    .scalar_subquery(),
    "",
)
_concerned = (bots.c.closed_for != "") | bots.c.id.in_(_entered.with_only_columns(entries.c.bot))

CLOSE_BOTS = Change(
    sql.update(bots).where(_concerned, bots.c.closed_for != _closed_for).values(closed_for=_closed_for), {}
)
"""Closes and opens bots as contests and entries are by then."""
