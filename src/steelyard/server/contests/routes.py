"""Contests over HTTP."""

from __future__ import annotations

import asyncio
import itertools
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import msgspec
from fastapi import APIRouter, Query, Request
from fastapi import Path as InPath
from starlette.responses import Response

from steelyard import bots, games
from steelyard.contest.file import templates
from steelyard.contest.report import analysis_sheets
from steelyard.contest.report.results_sheets import Links, final_ranking
from steelyard.contest.report.sheets import to_csv
from steelyard.contest.running import decisions
from steelyard.server.accounts.access import Account, needs
from steelyard.server.accounts.guests import payer
from steelyard.server.contests import file, messages, pages, views
from steelyard.server.contests.snapshot import ENTRIES, copy_in, newest
from steelyard.server.contests.store import Row, may_manage, may_see
from steelyard.server.http.rate_limits import costs
from steelyard.server.http.responses import REFUSALS, ApiError, json, packed
from steelyard.server.tables.setup import CLOCKS
from steelyard.server.thread_pools import pools

if TYPE_CHECKING:
    from collections.abc import Callable

    from steelyard.server.contests.follower import Follower
    from steelyard.server.contests.service import ContestService

T = TypeVar("T")
router = APIRouter(prefix="/api/contests", responses=REFUSALS)
ContestId = Annotated[str, InPath(max_length=16)]
Anybody = Annotated[Account | None, needs("anyone")]
Player = Annotated[Account, needs("player")]
Organiser = Annotated[Account, needs("organiser")]
GAMES_SHOWN = 100
CONTESTS_SHOWN = 50


def contest_service(request: Request) -> ContestService:
    found: ContestService = request.app.state.contests
    return found


def found(request: Request, me: Account | None, name: str) -> Row:
    """The contest, for somebody who may see it; nobody else learns that it is there."""
    here = contest_service(request)
    row = here.contest_store.find(name)
    shown = row is not None and row.id == request.app.state.event_contest
    if row is None or not (shown or may_see(me, row, here.contest_store.entries(name))):
        raise ApiError(404, "there is no such contest")
    return row


def managed(request: Request, me: Account, name: str) -> Row:
    row = found(request, me, name)
    if not may_manage(me, row):
        raise ApiError(403, "only its organiser and administrators manage this contest")
    return row


def begun(request: Request, row: Row) -> Follower:
    follower = contest_service(request).follower(row)
    if follower is None:
        raise ApiError(409, "the contest has not begun")
    return follower


async def _told(request: Request, work: Callable[[], T]) -> T:
    """How a contest stands, looked up beside the loop."""
    return await pools(request).contests.run(payer(request.scope), work)


async def _exported(request: Request, work: Callable[[], T]) -> T:
    return await pools(request).reports.run(payer(request.scope), work)


# Looking.
@router.get("")
async def list_contests(
    request: Request, me: Anybody, after: Annotated[str | None, Query(max_length=16)] = None
) -> Response:
    """The contests that you may see, the newest first; `after` is the last one of the page before."""
    here = contest_service(request)
    last = None if after is None else here.contest_store.find(after)
    if after is not None and last is None:
        raise ApiError(404, "there is no such contest any more; begin anew")
    rows = here.contest_store.all()
    rows = rows if last is None else rows[rows.index(last) + 1 :]
    seen = (row for row in rows if may_see(me, row, here.contest_store.entries(row.id)))
    page = list(itertools.islice(seen, CONTESTS_SHOWN + 1))
    told = {
        "contests": [pages.head(here, row, me) for row in page[:CONTESTS_SHOWN]],
        "next": page[CONTESTS_SHOWN - 1].id if len(page) > CONTESTS_SHOWN else None,
        "may_make": me is not None and me.may("organiser"),
    }
    return packed(msgspec.json.encode(told), request)


@router.get("/templates")
async def list_templates(me: Organiser) -> Response:
    """What a contest can be made from, with what the form offers."""
    del me
    return json([_template(name) for name in templates.names()])


def _template(name: str) -> dict[str, Any]:
    text = templates.text(name)
    told = pages.told_by(text)
    game = games.get(told.game)
    clocks = CLOCKS["joystick" if game.joystick is not None else "other"]
    return {
        "template": name,
        "text": text,
        "name": told.name,
        "game": told.game,
        "title": game.title,
        "clock": told.clock or game.clock,
        "clocks": [clock for clock in clocks if not clock.startswith("days")],
        "realtime": told.realtime if game.joystick is not None else None,
        "options": [
            {"name": o.name, "default": told.options.get(o.name, o.default), "samples": o.samples}
            for o in game.options
        ],
        "draws_boards": any(type(boards) is int for _, boards in file.boards_of(told)),
        "bots": bots.names(told.game),
    }


@router.get("/{id}", dependencies=[costs(3)])
async def show_contest(request: Request, id: ContestId, me: Anybody) -> Response:  # noqa: A002 - its name in the address
    """How it stands, and what is yours to do."""
    row = found(request, me, id)
    told = await _told(request, lambda: msgspec.json.encode(pages.whole(contest_service(request), row, me)))
    return packed(told, request)


@router.get("/{id}/cross", dependencies=[costs(5)])
async def show_cross_tables(request: Request, id: ContestId, me: Anybody) -> Response:  # noqa: A002
    """Everybody against everybody."""
    row = found(request, me, id)
    follower = begun(request, row)
    to = pages.links(row, follower)
    told = await _told(
        request,
        lambda: follower.view(
            "cross",
            lambda progress, _: msgspec.json.encode(views.crosses(progress, to)),
            fresh=row.state != "running",
        ),
    )
    return packed(told, request)


@router.get("/{id}/games", dependencies=[costs(5)])
async def show_games(  # noqa: PLR0913, PLR0917 - each narrows the list
    request: Request,
    id: ContestId,  # noqa: A002
    me: Anybody,
    bot: Annotated[str | None, Query(max_length=80)] = None,
    match: Annotated[str | None, Query(max_length=200)] = None,
    stage: Annotated[str | None, Query(max_length=80)] = None,
    skip: Annotated[int, Query(ge=0, le=10**6)] = 0,
) -> Response:
    """Games that were played, those of one entrant or of one match if so wished."""
    row = found(request, me, id)
    follower = begun(request, row)
    to = pages.links(row, follower)
    every = await _told(
        request,
        lambda: follower.view(
            "games", lambda progress, _: views.all_games(progress, to), fresh=row.state != "running"
        ),
    )
    chosen = [
        game
        for game in every
        if (bot is None or bot in game["slugs"])
        and (stage is None or stage == game["stage"])
        and (match is None or match == game["match"])
    ]
    shown = chosen[skip : skip + GAMES_SHOWN]
    return packed(msgspec.json.encode({"games": shown, "all": len(chosen)}), request)


@router.get("/{id}/mine", dependencies=[costs(5)])
async def show_mine(request: Request, id: ContestId, me: Player) -> Response:  # noqa: A002
    """Your own games: with verdicts, what your bot wrote, and your grade."""
    row = found(request, me, id)
    here = contest_service(request)
    entry = here.contest_store.entries(id).get(me.id)
    follower = here.follower(row)
    if entry is None or not entry.name or follower is None:
        return json({"entrant": None, "games": []})
    told = await _told(request, lambda: pages.mine(row, entry.name, follower))
    return packed(msgspec.json.encode(told), request)


@router.get("/{id}/desk")
async def show_desk(request: Request, id: ContestId, me: Organiser) -> Response:  # noqa: A002
    """What only those who manage it may know: the file with its seed, the code, what went wrong."""
    row = managed(request, me, id)
    told = await _told(request, lambda: pages.desk(contest_service(request), row))
    return packed(msgspec.json.encode(told), request)


@router.get("/{id}/ranking.csv", dependencies=[costs(10)], response_class=Response)
async def ranking_csv(request: Request, id: ContestId, me: Anybody) -> Response:  # noqa: A002
    """Who stands where, for a spreadsheet."""
    row = found(request, me, id)
    follower = begun(request, row)
    text = await _exported(
        request,
        lambda: follower.view(
            "ranking.csv", lambda progress, _: to_csv(final_ranking(progress, Links(progress.contest)))
        ),
    )
    return _csv(text, f"{row.id}-ranking")


@router.get("/{id}/grades.csv", dependencies=[costs(10)], response_class=Response)
async def grades_csv(request: Request, id: ContestId, me: Anybody) -> Response:  # noqa: A002
    """Everybody's grade: for the organiser, and for all once it is published."""
    row = found(request, me, id)
    if not (row.published or may_manage(me, row)):
        raise ApiError(
            403 if me else 401, "the grades are not published; you see your own on the contest's page"
        )
    follower = begun(request, row)
    if follower.contest.file.grades is None:
        raise ApiError(404, "this contest gives no grades")
    text = await _exported(
        request,
        lambda: follower.view(
            "grades.csv",
            lambda progress, _: to_csv(analysis_sheets.grade_sheet(progress, Links(progress.contest))),
        ),
    )
    return _csv(text, f"{row.id}-grades")


def _csv(text: str, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}.csv"'}
    return Response(text, headers=headers, media_type="text/csv; charset=utf-8")


# Making and managing.
@router.post("", status_code=201)
async def create_contest(request: Request, asked: messages.NewContest, me: Organiser) -> Response:
    """A new contest, by a form or by a file; nobody sees it before you open it."""
    if (asked.form is None) == (asked.file is None):
        raise ApiError(422, "give a form or a file")
    text = await _told(request, lambda: _text(asked))
    row = await contest_service(request).create(
        me, text, public=asked.public, code=asked.code, deadline_ms=asked.deadline_ms
    )
    return json({"id": row.id, "url": f"/c/{row.id}"}, 201)


def _text(asked: messages.NewContest) -> str:
    if asked.form is None:
        return file.checked(asked.file or "")
    form = asked.form
    return file.from_form(
        file.Chosen(
            form.template,
            form.name or "",
            form.clock or "",
            form.seed,
            form.realtime,
            form.options,
            form.boards,
            form.bots,
        )
    )


@router.post("/{id}/change")
async def change_contest(request: Request, id: ContestId, asked: messages.Amended, me: Organiser) -> Response:  # noqa: A002
    """Other values: the file, the deadline, the code, whether it is public, whether grades are."""
    row = managed(request, me, id)
    changes = {
        name: value
        for name in asked.model_fields_set - {"reason"}
        if (value := getattr(asked, name)) is not None
    }
    if "deadline_ms" in asked.model_fields_set:
        changes["deadline_ms"] = asked.deadline_ms
    if "file" in changes:
        changes["file"] = await asyncio.to_thread(file.checked, str(changes["file"]))
    row = await contest_service(request).amend(row, me, changes, asked.reason)
    return json(pages.head(contest_service(request), row, me))


@router.post("/{id}/state")
async def move_contest(request: Request, id: ContestId, asked: messages.Moved, me: Organiser) -> Response:  # noqa: A002
    """Open entries, close them, start, pause, go on."""
    row = managed(request, me, id)
    row = await contest_service(request).move(row, me, asked.to, asked.reason)
    return json(pages.head(contest_service(request), row, me))


@router.post("/{id}/delete")
async def delete_contest(request: Request, id: ContestId, asked: messages.Deleted, me: Organiser) -> Response:  # noqa: A002
    """Away with a contest that has not started, and with its entries."""
    row = managed(request, me, id)
    await contest_service(request).delete(row, me, asked.reason)
    return json({"told": f"{row.name} is deleted"})


@router.post("/{id}/decide")
async def decide(request: Request, id: ContestId, asked: messages.Decided, me: Organiser) -> Response:  # noqa: A002
    """Disqualify, play a game again, rule how one ended, replace an entrant's bot, take a late entry."""
    row, here = managed(request, me, id), contest_service(request)
    detail: dict[str, Any] = {"reason": asked.reason}
    if asked.what == "late":
        return await _late(here, row, me, asked)
    if asked.what == "rerun":
        game = asked.game or ""
        told = await here.decide(
            row,
            me,
            "rerun",
            {**detail, "game": game},
            lambda folder: decisions.rerun(folder, game, asked.reason),
        )
    elif asked.what == "rule":
        game, winner = asked.game or "", asked.name or None
        told = await here.decide(
            row,
            me,
            "rule",
            {**detail, "game": game, "winner": winner},
            lambda folder: decisions.rule(folder, game, winner, asked.reason),
        )
    elif asked.what == "disqualify":
        name = asked.name or ""
        told = await here.decide(
            row,
            me,
            "disqualify",
            {**detail, "name": name},
            lambda folder: decisions.disqualify(folder, name, asked.reason),
        )
    else:
        told = await _replace(here, row, me, asked)
    return json({"told": told})


async def _late(here: ContestService, row: Row, me: Account, asked: messages.Decided) -> Response:
    person = here.people.named(asked.name or "")
    if person is None:
        raise ApiError(422, f"there is no account called {asked.name!r}")
    owned = [bot for bot in here.bot_store.bots_of(person.account.id) if bot.game == row.game]
    bot = next((each for each in owned if asked.bot in {None, each.id, each.name}), None)
    if bot is None:
        raise ApiError(422, f"{person.account.name} has no such bot for this game")
    await here.late(row, me, person.account.id, bot, asked.reason)
    return json({"told": f"{person.account.name} takes part with {bot.name}"})


async def _replace(here: ContestService, row: Row, me: Account, asked: messages.Decided) -> str:
    """The newest version of the bot that the entrant came with."""
    entry = next((e for e in here.contest_store.entries(row.id).values() if e.name == asked.name), None)
    version = newest(here.bot_store, entry.bot, None) if entry is not None else None
    if entry is None or version is None:
        raise ApiError(422, f"there is no team {asked.name!r} in this contest")
    name = entry.name
    account = entry.account

    def act(folder: Any) -> str:
        path = copy_in(here.data, row, account, version)
        told = decisions.replace(folder, name, str(path), asked.reason, isolated=True)
        return told.replace(str(path), f"{ENTRIES}/{account}")

    detail = {"reason": asked.reason, "name": name, "version": version.number}
    return await here.decide(row, me, "replace", detail, act)


# Entering.
@router.post("/join", dependencies=[costs(5, a_minute="contest_codes")])
async def come_in(request: Request, asked: messages.ComingIn, me: Player) -> Response:
    """Show the code of a contest, to see it and to be allowed to enter."""
    here = contest_service(request)
    rows = [row for row in here.contest_store.by_code(asked.code.strip()) if row.state != "draft"]
    if not rows:
        raise ApiError(404, "no contest has that code; ask its organiser")
    for row in rows:
        await here.come_in(row, me)
    return json({"id": rows[0].id, "url": f"/c/{rows[0].id}"})


@router.post("/{id}/entry")
async def enter(request: Request, id: ContestId, asked: messages.Entering, me: Player) -> Response:  # noqa: A002
    """Take part with one of your bots; its newest version at the deadline is the one that plays."""
    row, here = found(request, me, id), contest_service(request)
    bot = None
    if asked.bot is not None:
        bot = await asyncio.to_thread(here.bot_store.bot, asked.bot)
        if bot is None or bot.owner != me.id:
            raise ApiError(404, "you have no such bot")
        if bot.game != row.game:
            raise ApiError(422, f"{bot.name} plays {bot.game}, the contest is in {row.game}")
        if bot.remote:
            raise ApiError(422, f"{bot.name} runs at your home; a contest needs its sources")
    await here.enter(row, me, bot)
    return json(pages.head(here, row, me))
