"""The server's figures, as Prometheus reads them."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, NamedTuple

import sqlalchemy as sql
from prometheus_client import generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from steelyard.server.jobs.schema import jobs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from prometheus_client.core import Metric

    from steelyard.server.accounts.store import AccountStore
    from steelyard.server.http.connections import ConnectionLimits
    from steelyard.server.http.sockets import Sockets
    from steelyard.server.operations.request_metrics import Observations
    from steelyard.server.tables.registry import TableRegistry

JobCounts = list[tuple[str, str, int]]
"""By kind and state."""


class Figures(NamedTuple):
    """Where the figures come from."""

    observations: Observations
    registry: TableRegistry
    people: AccountStore
    sockets: Sockets
    connection_limits: ConnectionLimits

    async def rendered(self) -> bytes:
        """Everything, one figure a line."""
        counts = await asyncio.to_thread(_job_counts, self.registry.store.engine)
        return generate_latest(self.observations.registry) + generate_latest(_Momentary(self, counts))


class _Momentary(Collector):
    """What goes on at this moment."""

    def __init__(self, figures: Figures, job_counts: JobCounts) -> None:
        self._figures = figures
        self._job_counts = job_counts

    def collect(self) -> Iterator[Metric]:
        figures, registry = self._figures, self._figures.registry
        tables = list(registry.tables.values())
        playing = sum(live.table.outcome is None for live in tables)
        up_s = round(time.monotonic() - figures.observations.started_s)
        for name, meaning, value in (
            ("up_seconds", "How long the server has run.", up_s),
            ("tables_in_use", "Tables in memory.", len(tables)),
            ("tables_playing", "Tables in memory whose game is not over.", playing),
            ("tables_damaged", "Tables whose log was found to be damaged.", len(registry.damaged)),
            ("sockets", "Open web sockets.", figures.sockets.count.total),
            ("connections", "Open connections of any kind.", len(figures.connection_limits)),
            # The name is older than the writer's: dashboards know it.
            ("ledger_waiting", "Changes that wait to be written to the database.", registry.writer.waiting),
            ("bots_waiting", "Moves of bots that wait for a compute process.", registry.compute_pool.waiting),
            ("accounts", "Accounts.", len(figures.people.all())),
        ):
            yield GaugeMetricFamily(f"steelyard_{name}", meaning, value)
        queued = GaugeMetricFamily("steelyard_jobs", "Jobs by kind and state.", labels=["kind", "state"])
        for kind, state, count in self._job_counts:
            queued.add_metric([kind, state], count)
        yield queued


def _job_counts(engine: sql.Engine) -> JobCounts:
    query = sql.select(jobs.c.kind, jobs.c.state, sql.func.count()).group_by(jobs.c.kind, jobs.c.state)
    with engine.connect() as connection:
        return [(kind, state, count) for kind, state, count in connection.execute(query)]
