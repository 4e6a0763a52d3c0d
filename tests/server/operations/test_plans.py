"""No list gets slower with the years: what it reads is found by an index, or is the end of a table."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import sqlalchemy as sql

from steelyard.server.bots import ladder_job, ratings
from steelyard.server.contests.job_kinds import CONTEST
from tests.server.bots.bot_owners import BotOwner, fit, job_context

if TYPE_CHECKING:
    import pytest

    from tests.server.running_server import RunningServer

LONG = {"bot_games", "jobs", "audit", "entries", "guests", "seats"}
"""Tables that grow without anybody's doing."""


def scanned(connection: Any, statement: str, values: Any) -> set[str]:
    """The long tables of which a statement reads every row; the first rows of a whole table are none."""
    if not statement.startswith("SELECT") or ("WHERE" not in statement and "LIMIT" in statement):
        return set()
    if connection.dialect.name == "sqlite":
        plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values).all()
        found = {match[1] for row in plan if (match := re.match(r"SCAN (\w+)", row.detail))}
    else:  # a table of a few rows would be read as a whole in any case
        connection.exec_driver_sql("SET enable_seqscan = off")
        plan = connection.exec_driver_sql(f"EXPLAIN {statement}", values).scalars()
        found = {match[1] for line in plan if (match := re.search(r"Seq Scan on (\w+)", line))}
    return found & LONG


LISTS = (
    *("/api/bots", "/api/bots/{bot}", "/api/bots/{bot}/games", "/api/bots/{bot}/games?after=1000"),
    *("/api/ladder/tank_war", "/api/ladder/tank_war/games", "/api/opponents?game=tank_war"),
    *("/api/audit?actor=Ada", "/api/audit?action=bot", "/api/audit?after=9", "/api/people", "/api/contests"),
)


def test_neither_lists_nor_workers_read_a_long_table_from_end_to_end(
    quick_server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ratings, "OURS", ("random", "greedy"))  # the others would have to get ready
    with job_context(quick_server) as context, BotOwner(quick_server, "Ada", "organiser") as ada:
        bot = fit(context, ada)
        asked: list[tuple[str, Any]] = []
        for engine in (quick_server.registry.store.engine, context.engine):
            sql.event.listen(engine, "before_cursor_execute", lambda *call: asked.append((call[2], call[3])))
        for path in LISTS:
            ada.sees(path.format(bot=bot))
        ladder_job.add_next(context)
        context.queue.claim([CONTEST])
        quick_server.app.state.contest_monitor.latest_jobs()
        with context.engine.connect() as connection:
            slow = {each[0] for each in list(asked) if scanned(connection, *each)}
        assert (len(asked) > 20, slow) == (True, set())
