"""What the big screen asks: which contest is on, and a QR code for those who want to follow on their own."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import segno
import sqlalchemy as sql
from fastapi import APIRouter, Request
from starlette.responses import Response

from steelyard.core.errors import SteelyardError
from steelyard.server.accounts.access import needs
from steelyard.server.contests import pages
from steelyard.server.contests.schema import contests
from steelyard.server.http.responses import REFUSALS, json

if TYPE_CHECKING:
    from fastapi import FastAPI

    from steelyard.server.contests.service import ContestService
    from steelyard.server.contests.store import Row
    from steelyard.server.settings import Settings
    from steelyard.server.tables.store import Store


class NoSuchContest(SteelyardError):
    """The contest of an event that is not on this server."""


router = APIRouter(prefix="/api/event", responses=REFUSALS)
LIKELY: dict[str, int] = {"running": 0, "paused": 1, "over": 2, "frozen": 2, "open": 2}
"""Of several contests the one that is played; else the one that began, or was made, last."""


def prepare(app: FastAPI, settings: Settings) -> None:
    app.state.event = settings.event
    app.state.public_url = settings.public_url
    app.include_router(router)


def check_contest(store: Store, name: str) -> None:
    """Refuse to follow a contest that is not there."""
    with store.engine.connect() as connection:
        found = connection.execute(sql.select(contests.c.id).where(contests.c.id == name)).scalar()
    if found is None:
        raise NoSuchContest(f"there is no contest {name!r} here; its page's address ends with its id")


def current(contest_service: ContestService, chosen: str | None) -> Row | None:
    """The contest of the event."""
    if chosen is not None:
        return contest_service.contest_store.find(chosen)
    rows = [row for row in contest_service.contest_store.all() if row.public and row.state in LIKELY]
    return min(
        rows,
        key=lambda row: (LIKELY[row.state], -(row.started_ms or row.created_ms)),
        default=None,
    )


@router.get("", dependencies=[needs("anyone")])
async def show_event(request: Request) -> Response:
    """The contest that is on, and where spectators find it."""
    contest_service: ContestService = request.app.state.contests
    row = current(contest_service, request.app.state.event_contest)
    address = _address(request)
    if row is None:
        return json({"contest": None, "address": address})
    return json({"contest": pages.head(contest_service, row, None), "address": f"{address}/c/{row.id}"})


@router.get("/qr.svg", dependencies=[needs("anyone")], responses={200: {"content": {"image/svg+xml": {}}}})
async def show_code(request: Request) -> Response:
    """The address of the contest that is on, to be scanned."""
    contest_service: ContestService = request.app.state.contests
    row = current(contest_service, request.app.state.event_contest)
    address = _address(request) + ("" if row is None else f"/c/{row.id}")
    drawn = io.BytesIO()
    segno.make(address, error="m").save(drawn, kind="svg", scale=8, border=3, light="#FFFFFF", dark="#1F2328")
    return Response(drawn.getvalue(), media_type="image/svg+xml")


def _address(request: Request) -> str:
    told: str = request.app.state.public_url
    return told or str(request.base_url).rstrip("/")
