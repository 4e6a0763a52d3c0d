"""Contests over HTTP, to look at: lists, standings, games, sheets."""

from __future__ import annotations

import itertools
from functools import partial
from typing import Annotated, Any, Literal

import msgspec
from fastapi import APIRouter, Path, Query, Request
from starlette.responses import Response

from steelyard.contest.report import grade_tables
from steelyard.contest.report.standings_tables import Links, final_ranking
from steelyard.core.sheets import to_csv
from steelyard.server.contests import form, logs, pages, views
from steelyard.server.contests import response_models as models
from steelyard.server.contests.dependencies import Anybody, ContestId, ContestsDep, Organiser, Player
from steelyard.server.contests.grade_list import grade_list
from steelyard.server.contests.manage_response_models import CodeSuggested, ManagedContest, TemplateShown
from steelyard.server.contests.store import may_manage, may_see
from steelyard.server.http.dependencies import SettingsDep, ThreadsDep
from steelyard.server.http.qr_code import public_address
from steelyard.server.http.rate_limits import costs
from steelyard.server.http.responses import REFUSALS, ApiError, json, packed

router = APIRouter(prefix="/api/contests", responses=REFUSALS)
CSV: dict[int | str, dict[str, Any]] = {200: {"content": {"text/csv": {}}}}
GAMES_SHOWN = 100
CONTESTS_SHOWN = 50


@router.get("", response_model=models.ContestList)
async def list_contests(
    request: Request,
    contests: ContestsDep,
    me: Anybody,
    after: Annotated[str | None, Query(max_length=16)] = None,
) -> Response:
    """The contests that you may see, the newest first; `after` is the last one of the page before."""
    here = contests.service
    last = None if after is None else here.contest_store.find(after)
    if after is not None and last is None:
        raise ApiError("contest_not_found", "there is no such contest any more; begin anew")
    rows = here.contest_store.all()
    rows = rows if last is None else rows[rows.index(last) + 1 :]
    seen = (row for row in rows if may_see(me, row, here.contest_store.members(row.id)))
    page = list(itertools.islice(seen, CONTESTS_SHOWN + 1))
    told = {
        "contests": [pages.head(here, row, me) for row in page[:CONTESTS_SHOWN]],
        "next": page[CONTESTS_SHOWN - 1].id if len(page) > CONTESTS_SHOWN else None,
        "may_make": me is not None and me.may("organiser"),
    }
    return packed(msgspec.json.encode(told), request)


@router.get("/templates", response_model=list[TemplateShown])
async def list_templates(contests: ContestsDep, threads: ThreadsDep, me: Organiser) -> Response:
    """What a contest can be made from, with what the form offers."""
    own_bots = partial(contests.service.own_bots, me.id)
    return json(await threads.contests(lambda: form.templates_json(own_bots)))


@router.get("/code", response_model=CodeSuggested)
async def suggest_code(contests: ContestsDep, me: Organiser) -> Response:
    """A code that nobody guesses and no contest has."""
    del me
    return json({"code": contests.service.free_code()})


@router.get("/{id}", dependencies=[costs(3)], response_model=models.ContestShown)
async def show_contest(
    request: Request,
    contests: ContestsDep,
    threads: ThreadsDep,
    id: ContestId,
    me: Anybody,
) -> Response:
    """How it stands, and what is yours to do."""
    row = contests.found(me, id)
    told = await threads.contests(lambda: msgspec.json.encode(pages.whole(contests.service, row, me)))
    return packed(told, request)


@router.get("/{id}/cross", dependencies=[costs(5)], response_model=list[models.CrossTable])
async def show_cross_tables(
    request: Request,
    contests: ContestsDep,
    threads: ThreadsDep,
    id: ContestId,
    me: Anybody,
) -> Response:
    """Everybody against everybody."""
    row = contests.found(me, id)
    follower = contests.begun(row)
    to = pages.links(row, follower)
    told = await threads.contests(
        lambda: follower.view(
            "cross",
            lambda progress, _: msgspec.json.encode(views.crosses(progress, to)),
            fresh=row.state != "running",
        ),
    )
    return packed(told, request)


@router.get("/{id}/games", dependencies=[costs(5)], response_model=models.GamesPlayed)
async def show_games(
    request: Request,
    contests: ContestsDep,
    threads: ThreadsDep,
    id: ContestId,
    me: Anybody,
    bot: Annotated[str | None, Query(max_length=80)] = None,
    match: Annotated[str | None, Query(max_length=200)] = None,
    stage: Annotated[str | None, Query(max_length=80)] = None,
    skip: Annotated[int, Query(ge=0, le=10**6)] = 0,
) -> Response:
    """Games that were played, those of one entrant or of one match if so wished."""
    row = contests.found(me, id)
    follower = contests.begun(row)
    to = pages.links(row, follower)
    every = await threads.contests(
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


@router.get("/{id}/games/{game}/log", dependencies=[costs(3)], response_model=models.GameLogs)
async def show_logs(
    request: Request,
    contests: ContestsDep,
    threads: ThreadsDep,
    id: ContestId,
    game: Annotated[str, Path(max_length=40)],
    me: Player,
) -> Response:
    """What your bot wrote in a game, turn by turn; for the organiser, what both bots wrote.

    `game` is what follows the contest's id and a dot in the address of the game's page.
    """
    row = contests.found(me, id)
    follower = contests.begun(row)
    told = await threads.contests(lambda: logs.shown_logs(contests.service, row, follower, me, game))
    return packed(msgspec.json.encode(told), request)


@router.get("/{id}/mine", dependencies=[costs(5)], response_model=models.OwnGames)
async def show_mine(
    request: Request,
    contests: ContestsDep,
    threads: ThreadsDep,
    id: ContestId,
    me: Player,
) -> Response:
    """Your own games: with verdicts, what your bot wrote, and your grade."""
    row = contests.found(me, id)
    here = contests.service
    entry = here.contest_store.entry_of(id, me.id)
    follower = here.follower(row)
    if entry is None or not entry.name or follower is None:
        return json({"entrant": None, "games": []})
    told = await threads.contests(lambda: pages.mine(row, entry.name, follower))
    return packed(msgspec.json.encode(told), request)


@router.get("/{id}/desk", response_model=ManagedContest)
async def show_desk(
    request: Request,
    contests: ContestsDep,
    threads: ThreadsDep,
    settings: SettingsDep,
    id: ContestId,
    me: Organiser,
) -> Response:
    """What only those who manage it may know: the file with its seed, the code, what went wrong."""
    row = contests.managed(me, id)
    told = await threads.contests(lambda: pages.desk(contests.service, row))
    join = f"{public_address(request, settings)}/join/{row.code}" if row.code else ""
    return packed(msgspec.json.encode({**told, "join": join}), request)


@router.get("/{id}/ranking.csv", dependencies=[costs(10)], response_class=Response, responses=CSV)
async def ranking_csv(
    contests: ContestsDep,
    threads: ThreadsDep,
    id: ContestId,
    me: Anybody,
) -> Response:
    """Who stands where, for a spreadsheet."""
    row = contests.found(me, id)
    follower = contests.begun(row)
    text = await threads.reports(
        lambda: follower.view(
            "ranking.csv",
            lambda progress, _: to_csv(
                final_ranking(views.with_known_field(progress), Links(progress.contest))
            ),
        ),
    )
    return _csv(text, f"{row.id}-ranking")


@router.get("/{id}/grades.csv", dependencies=[costs(10)], response_class=Response, responses=CSV)
async def grades_csv(
    contests: ContestsDep,
    threads: ThreadsDep,
    id: ContestId,
    me: Anybody,
    by: Literal["entrant", "person"] = "entrant",
) -> Response:
    """Grades by entrant with their figures, or by person: for the organiser, and for all once published."""
    row = contests.found(me, id)
    if not (row.published or may_manage(me, row)):
        raise ApiError(
            "grades_not_published" if me else "not_signed_in",
            "the grades are not published; you see your own on the contest's page",
        )
    follower = contests.begun(row)
    if follower.contest.file.grades is None:
        raise ApiError("no_grades", "this contest gives no grades")
    if by == "person":
        numbers = may_manage(me, row)
        sheet = await threads.reports(
            lambda: grade_list(contests.service, row, follower, numbers=numbers),
        )
        return _csv(to_csv(sheet), f"{row.id}-grades-by-person")
    text = await threads.reports(
        lambda: follower.view(
            "grades.csv",
            lambda progress, _: to_csv(grade_tables.grade_sheet(progress, Links(progress.contest))),
        ),
    )
    return _csv(text, f"{row.id}-grades-by-team")


def _csv(text: bytes, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}.csv"'}
    return Response(text, headers=headers, media_type="text/csv; charset=utf-8")
