"""What the big screen and the phones ask: which contest is on and how it stands, and a QR code for phones."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from steelyard.contest.running import live_games
from steelyard.server.big_screen import views
from steelyard.server.big_screen.current_contest import current
from steelyard.server.big_screen.response_models import EventShown
from steelyard.server.contests import pages
from steelyard.server.contests.dependencies import ContestsDep
from steelyard.server.contests.job import BREATH_S
from steelyard.server.contests.pause_requests import being_played
from steelyard.server.http.access import needs
from steelyard.server.http.dependencies import SettingsDep
from steelyard.server.http.qr_code import SVG, public_address, qr_code
from steelyard.server.http.responses import REFUSALS, json

if TYPE_CHECKING:
    from steelyard.server.contests.service import ContestService
    from steelyard.server.contests.store import Row
    from steelyard.server.settings import Settings

router = APIRouter(prefix="/api/event", responses=REFUSALS)
TICKER = "/event/ticker"


@router.get("", dependencies=[needs("anyone")], response_model=EventShown)
async def show_event(request: Request, contests: ContestsDep, settings: SettingsDep) -> Response:
    """The contest that is on with everything the screen and the phones show of it, and where it is found."""
    row = current(contests)
    address = phone_address(request, settings)
    if row is None:
        return json({"contest": None, "address": address})
    shown = await asyncio.to_thread(screen, contests.service, row)
    return json(shown | {"address": address})


def screen(service: ContestService, row: Row) -> dict[str, Any]:
    """A contest as the big screen shows it."""
    head, on_air, follower = pages.head(service, row, None), pages.on_air(service, row), service.follower(row)
    told = pages.told_by(row.file)
    playing = live_games.playing(service.folder(row).path / "live") if row.state == "running" else []
    course, matches = None, []
    if follower is not None:
        links, fresh = pages.links(row, follower), row.state == "over"
        course = follower.view(
            "screen", lambda progress, seq: views.course(progress, seq, links), fresh=fresh
        )
        known = follower.view("matches", lambda progress, _: views.matches(progress), fresh=fresh)
        listed = [game["id"] for game in (*course["recent"], *on_air["coming"])]
        matches = views.shown_matches(known, [*playing, *listed])
    entries = service.contest_store.entries(row.id).values()
    names = [service.name_of(entry) for entry in entries if entry.bot]
    return {
        "contest": head,
        "phase": views.phase(
            row.state,
            waits=head["waits"],
            prepares=on_air["doing"] is not None or not being_played(service.folder(row)),
            undecided=course is not None and course["undecided"],
        ),
        "realtime": told.realtime,
        "pause_ms": round(BREATH_S * 1000) if told.realtime else 0,
        "entrants": sorted(names, key=str.casefold),
        "houses": [line.name or line.bot for line in told.entrants if line.bot is not None],
        "course": course,
        "matches": matches,
        "playing": playing,
        **on_air,
    }


@router.get("/qr.svg", dependencies=[needs("anyone")], responses=SVG)
async def show_code(request: Request, settings: SettingsDep) -> Response:
    """The address of the page for phones, to be scanned."""
    return qr_code(phone_address(request, settings))


def phone_address(request: Request, settings: Settings) -> str:
    """The page for phones: what the screen prints, and what its code leads to."""
    return f"{public_address(request, settings)}{TICKER}"
