"""Which contest an event is about."""

from __future__ import annotations

from typing import TYPE_CHECKING

import sqlalchemy as sql

from steelyard.core.errors import SteelyardError
from steelyard.server.contests.schema import contests as contests_table

if TYPE_CHECKING:
    from steelyard.server.contests.dependencies import Contests
    from steelyard.server.contests.store import Row

LIKELY: dict[str, int] = {"running": 0, "paused": 1, "over": 2, "frozen": 2, "open": 2}
"""Of several contests the one that is played; else the one that began, or was made, last."""


class NoSuchContest(SteelyardError):
    """The contest of an event that is not on this server."""


def check_contest(engine: sql.Engine, name: str) -> None:
    """Refuse to follow a contest that is not there."""
    with engine.connect() as connection:
        found = connection.execute(
            sql.select(contests_table.c.id).where(contests_table.c.id == name)
        ).scalar()
    if found is None:
        raise NoSuchContest(f"there is no contest {name!r} here; its page's address ends with its id")


def current(contests: Contests) -> Row | None:
    """The contest of the event: the one that was chosen, else the one that is most likely meant."""
    store = contests.service.contest_store
    if contests.event_contest is not None:
        return store.find(contests.event_contest)
    rows = [row for row in store.all() if row.public and row.state in LIKELY]
    return min(
        rows,
        key=lambda row: (
            LIKELY[row.state],
            contests.service.waits_for_another(row),
            -(row.started_ms or row.created_ms),
        ),
        default=None,
    )
