"""How contests are part of the app."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from starlette.routing import Route

from steelyard.arena.record import PlayerFacts
from steelyard.server.contests import reports
from steelyard.server.contests.dependencies import Contests, contests
from steelyard.server.contests.monitor import ContestMonitor
from steelyard.server.contests.service import ContestService
from steelyard.server.http import pages
from steelyard.server.http.access import page_for, signed_in
from steelyard.server.http.responses import ApiError
from steelyard.server.tables.finished_games import as_table

if TYPE_CHECKING:
    from fastapi import FastAPI
    from starlette.requests import Request
    from starlette.responses import Response

    from steelyard.server.accounts.service import AccountService
    from steelyard.server.http.access import Account
    from steelyard.server.tables.registry import TableRegistry
    from steelyard.server.tables.table import Table


def add_pages(app: FastAPI, event_contest: str | None) -> None:
    """Everything but what needs the server to run."""
    app.state.event_contest = event_contest
    app.state.reports = reports.Reports()
    app.router.routes += [
        *reports.ROUTES,
        Route("/c/{id}", _contest),
        Route("/c/{id}/print", _print),
    ]


async def open_contest_service(app: FastAPI, registry: TableRegistry) -> None:
    """Take up every contest where it was."""
    contest_service = app.state.contests = ContestService(
        registry.writer, app.state.bot_store, app.state.people, registry.settings
    )
    accounts: AccountService = app.state.account_service
    accounts.managed_subjects["contest"] = contest_service.managed_by
    accounts.people.team_names = contest_service.contest_store.team_names
    app.state.bot_service.needed_for.append(contest_service.why_needed)
    app.state.channels = None  # its module makes it, when the first page follows a contest
    await contest_service.open()
    registry.archives.append(lambda name: game_table(contest_service, name))
    seen = Contests(contest_service, app.state.event_contest)
    registry.closed_to.append(lambda name, me: _is_closed(seen, name, me))
    app.state.contest_monitor = ContestMonitor(contest_service)
    registry.start(app.state.contest_monitor.run())


def game_table(contest_service: ContestService, name: str) -> Table | None:
    """The game of that name: a contest, and what only people who have seen a link to it can know."""
    contest, _, mark = name.partition(".")
    row = contest_service.contest_store.find(contest)
    follower = contest_service.follower(row) if row is not None and mark else None
    if row is None or follower is None:
        return None
    from steelyard.server.contests.pages import game_tables  # noqa: PLC0415 - see ContestService.open

    entry, record = game_tables(row, follower).get(name, (None, None))
    if entry is None or record is None or record.outcome is None:
        return None
    shown = msgspec.structs.replace(
        record,
        players=tuple(PlayerFacts(player.name, "") for player in record.players),
        seed=record.seed if row.state == "over" else "",
    )
    return as_table(name, shown, entry.ended * 1000, private=not row.public)


def _is_closed(seen: Contests, name: str, me: Account | None) -> bool:
    """Whether it is a game of a contest that they may not see."""
    contest, dot, _ = name.partition(".")
    return (
        bool(dot) and seen.service.contest_store.find(contest) is not None and not seen.visible(me, contest)
    )


def _shown(request: Request, page: str) -> Response:
    try:
        contests(request).found(signed_in(request.scope), request.path_params["id"])
    except ApiError:
        return pages.missing(request)
    return pages.file(page, request)


@page_for("anyone")
def _contest(request: Request) -> Response:
    return _shown(request, "contest.html")


@page_for("anyone")
def _print(request: Request) -> Response:
    return _shown(request, "print.html")
