"""The server's figures, as Prometheus reads them."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from itertools import accumulate
from typing import TYPE_CHECKING, Any

import sqlalchemy as sql

from steelyard.server.operations.observing import BUCKETS_S
from steelyard.server.schema import metadata

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steelyard.server.operations.observing import Observations
    from steelyard.server.store import Store


async def rendered(state: Any) -> str:
    """Everything, one figure a line."""
    jobs = await asyncio.to_thread(_jobs, state.hall.store)
    lines = [*_requests(state.observations), *_house(state), *_queue(jobs)]
    return "\n".join(lines) + "\n"


def _requests(seen: Observations) -> Iterator[str]:
    yield from _about("steelyard_requests_total", "counter", "Requests by class, method and status.")
    for (kind, method, status), count in sorted(seen.requests.items()):
        labels = f'class="{kind}",method="{_label(method)}",status="{status}"'
        yield f"steelyard_requests_total{{{labels}}} {count}"
    yield from _about("steelyard_request_seconds", "histogram", "How long requests took.")
    for kind, counts in sorted(seen.took.items()):
        for limit, below in zip((*map(str, BUCKETS_S), "+Inf"), accumulate(counts), strict=True):
            yield f'steelyard_request_seconds_bucket{{class="{kind}",le="{limit}"}} {below}'
        yield f'steelyard_request_seconds_sum{{class="{kind}"}} {seen.seconds[kind]:.6f}'
        yield f'steelyard_request_seconds_count{{class="{kind}"}} {sum(counts)}'


def _house(state: Any) -> Iterator[str]:
    hall = state.hall
    tables = list(hall.tables.values())
    playing = sum(live.table.outcome is None for live in tables)
    for name, meaning, value in (
        (
            "steelyard_up_seconds",
            "How long the server has run.",
            round(time.monotonic() - state.observations.started_s),
        ),
        ("steelyard_tables_in_use", "Tables in memory.", len(tables)),
        ("steelyard_tables_playing", "Tables in memory whose game is not over.", playing),
        ("steelyard_sockets", "Open web sockets.", state.sockets.count.total),
        ("steelyard_ledger_waiting", "Changes handed to the ledger and not kept yet.", hall.ledger.waiting),
        ("steelyard_bots_waiting", "Questions to bots that wait for a process.", hall.crew.waiting),
        ("steelyard_accounts", "Accounts.", len(state.people.all())),
    ):
        yield from _about(name, "gauge", meaning)
        yield f"{name} {value}"


def _queue(jobs: Counter[tuple[str, str]]) -> Iterator[str]:
    if jobs:
        yield from _about("steelyard_jobs", "gauge", "Jobs of the workshop by kind and state.")
    for (kind, state), count in sorted(jobs.items()):
        yield f'steelyard_jobs{{kind="{_label(kind)}",state="{_label(state)}"}} {count}'


def _jobs(store: Store) -> Counter[tuple[str, str]]:
    """How much work is queued, where there is a queue."""
    table = metadata.tables.get("jobs")
    if table is None:
        return Counter()
    query = sql.select(table.c.kind, table.c.state, sql.func.count()).group_by(table.c.kind, table.c.state)
    with store.engine.connect() as connection:
        return Counter({(kind, state): count for kind, state, count in connection.execute(query)})


def _about(name: str, kind: str, meaning: str) -> tuple[str, str]:
    return f"# HELP {name} {meaning}", f"# TYPE {name} {kind}"


def _label(value: str) -> str:
    """Methods are whatever somebody sends."""
    return value if value.isascii() and value.isalnum() and len(value) <= 20 else "other"
