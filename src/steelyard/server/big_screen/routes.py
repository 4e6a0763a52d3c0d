"""What the big screen asks: which contest is on, and a QR code for those who want to follow on their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import sqlalchemy as sql
from fastapi import APIRouter, Request
from starlette.responses import Response

from steelyard.core.errors import SteelyardError
from steelyard.server.contests import pages
from steelyard.server.contests.dependencies import ContestsDep
from steelyard.server.contests.schema import contests as contests_table
from steelyard.server.http.access import needs
from steelyard.server.http.dependencies import SettingsDep
from steelyard.server.http.qr_code import SVG, public_address, qr_code
from steelyard.server.http.responses import REFUSALS, json

if TYPE_CHECKING:
    from steelyard.server.contests.dependencies import Contests
    from steelyard.server.contests.store import Row


class NoSuchContest(SteelyardError):
    """The contest of an event that is not on this server."""


router = APIRouter(prefix="/api/event", responses=REFUSALS)
LIKELY: dict[str, int] = {"running": 0, "paused": 1, "over": 2, "frozen": 2, "open": 2}
"""Of several contests the one that is played; else the one that began, or was made, last."""


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
        key=lambda row: (LIKELY[row.state], -(row.started_ms or row.created_ms)),
        default=None,
    )


@router.get("", dependencies=[needs("anyone")])
async def show_event(request: Request, contests: ContestsDep, settings: SettingsDep) -> Response:
    """The contest that is on, and where spectators find it."""
    row = current(contests)
    address = public_address(request, settings)
    if row is None:
        return json({"contest": None, "address": address})
    return json({"contest": pages.head(contests.service, row, None), "address": f"{address}/c/{row.id}"})


@router.get("/qr.svg", dependencies=[needs("anyone")], responses=SVG)
async def show_code(request: Request, contests: ContestsDep, settings: SettingsDep) -> Response:
    """The address of the contest that is on, to be scanned."""
    row = current(contests)
    return qr_code(public_address(request, settings) + ("" if row is None else f"/c/{row.id}"))
