"""The server's figures, as Prometheus reads them."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Any

import sqlalchemy as sql
from prometheus_client import generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from steelyard.server.tables.schema import metadata

if TYPE_CHECKING:
    from collections.abc import Iterator

    from prometheus_client.core import Metric

    from steelyard.server.tables.store import Store


class House(Collector):
    """What goes on at this moment, looked up whenever it is asked for."""

    def __init__(self, state: Any) -> None:
        self._state = state
        self.jobs: list[tuple[str, str, int]] = []

    def collect(self) -> Iterator[Metric]:
        state, registry = self._state, self._state.registry
        tables = list(registry.tables.values())
        playing = sum(live.table.outcome is None for live in tables)
        up_s = round(time.monotonic() - state.observations.started_s)
        for name, meaning, value in (
            ("up_seconds", "How long the server has run.", up_s),
            ("tables_in_use", "Tables in memory.", len(tables)),
            ("tables_playing", "Tables in memory whose game is not over.", playing),
            ("sockets", "Open web sockets.", state.sockets.count.total),
            ("connections", "Open connections of any kind.", len(state.connection_limits)),
            ("ledger_waiting", "Changes handed to the ledger and not kept yet.", registry.writer.waiting),
            ("bots_waiting", "Questions to bots that wait for a process.", registry.compute_pool.waiting),
            ("accounts", "Accounts.", len(state.people.all())),
        ):
            yield GaugeMetricFamily(f"steelyard_{name}", meaning, value)
        jobs = GaugeMetricFamily(
            "steelyard_jobs", "Jobs of the workshop by kind and state.", labels=["kind", "state"]
        )
        for kind, job_state, count in self.jobs:
            jobs.add_metric([kind, job_state], count)
        yield jobs


async def rendered(state: Any) -> bytes:
    """Everything, one figure a line."""
    house = House(state)
    house.jobs = await asyncio.to_thread(_jobs, state.registry.store)
    return generate_latest(state.observations.registry) + generate_latest(house)


def _jobs(store: Store) -> list[tuple[str, str, int]]:
    """How much work is queued, where there is a queue."""
    table = metadata.tables.get("jobs")
    if table is None:
        return []
    query = sql.select(table.c.kind, table.c.state, sql.func.count()).group_by(table.c.kind, table.c.state)
    with store.engine.connect() as connection:
        return [(kind, state, count) for kind, state, count in connection.execute(query)]
