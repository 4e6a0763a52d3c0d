"""Analyses over HTTP: asked for here, answered on a socket; and films of games."""

from __future__ import annotations

import asyncio
import base64
from typing import TYPE_CHECKING, Annotated, Any, Literal

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from steelyard import games
from steelyard.arena.verdicts import ending
from steelyard.films import film
from steelyard.server.analysis.dependencies import ReviewsDep, StudiesDep
from steelyard.server.compute.pool import CannotBeDone, ProcessLost
from steelyard.server.http.access import needs
from steelyard.server.http.clients import address, payer, who
from steelyard.server.http.rate_limits import charge, costs
from steelyard.server.http.responses import REFUSALS, ApiError, json
from steelyard.server.tables import messages, running_positions
from steelyard.server.tables.dependencies import RegistryDep, TableId
from steelyard.server.tables.routes import found_table, refuse_running

if TYPE_CHECKING:
    from steelyard.server.analysis.store import ReviewStore
    from steelyard.server.analysis.studies import Studies
    from steelyard.server.tables.registry import TableRegistry
    from steelyard.server.tables.table import Table

router = APIRouter(prefix="/api", responses=REFUSALS)
ANYONE = [needs("anyone")]
FILM_S = 120.0
KINDS = {"gif": "image/gif", "mp4": "video/mp4"}
BotName = Annotated[messages.PersonName | None, Query()]
"""What a page calls a built-in bot; others keep their names."""


@router.post(
    "/analysis", dependencies=[*ANYONE, costs(10)], status_code=201, response_model=messages.StudyCreated
)
async def begin(
    request: Request,
    registry: RegistryDep,
    studies: StudiesDep,
    reviews: ReviewsDep,
    asked: messages.Studying,
) -> Response:
    """Have a position, or a whole game of a table, analysed; /ws/analysis/ID tells what is found.

    The review of a game that is over is kept, and told at once from then on.
    """
    if asked.table is not None:
        if asked.state is not None or asked.game is not None:
            raise ApiError("invalid_request", "give a table, or a game and a state, not both")
        table = (await found_table(request, registry, asked.table)).table.still()
        if table.outcome is None and running_positions.is_of_people(table):
            raise ApiError(
                "position_in_play", "this game is still played; it can be analysed when it is over"
            )
        await refuse_running(request, registry, await asyncio.to_thread(running_positions.of_game, table))
        task = await _review(table, reviews)
    elif asked.game is None or asked.state is None:
        raise ApiError("invalid_request", "give a game and a state, or a table")
    else:
        game = games.get(asked.game, **asked.options)
        state = game.read_state(asked.state)
        await refuse_running(request, registry, [running_positions.key(game, state)])
        written = game.write_state(state)
        task = {"task": "analyse", "game": game.id, "options": game.changed_options(), "state": written}
    return json({"id": studies.ask(task, payer(request.scope))}, 201)


async def _review(table: Table, reviews: ReviewStore) -> dict[str, Any]:
    if table.outcome is None:
        return {"task": "review", **_game_of(table)}
    known = await asyncio.to_thread(reviews.find, table.terms.id, table.terms.game)
    if known is not None:
        return {"known": known}
    return {"task": "review", "keep_as": table.terms.id, **_game_of(table)}


def _game_of(table: Table) -> dict[str, Any]:
    """A table's game as a compute process can play it again."""
    return {
        "game": table.terms.game,
        "options": table.terms.options,
        "start": table.terms.start,
        "turns": table.turns.written(),
    }


@router.get(
    "/tables/{id}/gif",
    dependencies=[*ANYONE, costs(50)],
    response_class=Response,
    responses={200: {"content": {"image/gif": {}}}},
)
async def show_gif(
    request: Request,
    registry: RegistryDep,
    studies: StudiesDep,
    id: TableId,
    first: BotName = None,
    second: BotName = None,
) -> Response:
    """The game so far as a moving picture; of a private game, for its players only."""
    return await _film(request, registry, studies, id, "gif", (first, second))


@router.get(
    "/tables/{id}/mp4",
    dependencies=[*ANYONE, costs(100)],
    response_class=Response,
    responses={200: {"content": {"video/mp4": {}}}},
)
async def show_video(
    request: Request,
    registry: RegistryDep,
    studies: StudiesDep,
    id: TableId,
    first: BotName = None,
    second: BotName = None,
) -> Response:
    """The game so far as a video, where this server can make one; of a private game, for its players only."""
    return await _film(request, registry, studies, id, "mp4", (first, second))


async def _film(
    request: Request,
    registry: TableRegistry,
    studies: Studies,
    name: str,
    kind: Literal["gif", "mp4"],
    called: tuple[str | None, str | None],
) -> Response:
    if kind not in film.formats():
        raise ApiError(
            "film_not_possible", "this server makes no videos; the game can be downloaded as a GIF"
        )
    table = (await found_table(request, registry, name)).table
    guest = who(request.scope)
    if table.terms.private and table.terms.owner and guest != table.terms.owner and not table.seats_of(guest):
        raise ApiError("table_private", "this game is private; only its players can take a film of it along")
    names = [
        wanted if wanted and chair.kind == "bot" and chair.name == chair.bot else chair.name
        for chair, wanted in zip(table.chairs, called, strict=True)
    ]
    outcome = None if table.cancelled else table.outcome
    result = "" if outcome is None else ending(type(table.game), outcome, names)
    charge(request, len(table.turns) // 50)  # they are played again
    task = {"task": "film", "format": kind, "names": names, "result": result, **_game_of(table)}
    with studies.count.one_more(address(request.scope), who(request.scope)) as refusal:
        if refusal is not None:
            raise ApiError("too_many_open", refusal, {"Retry-After": "10"})
        try:
            answer = await studies.compute_pool.ask(task, FILM_S, payer(request.scope))
        except ProcessLost:
            raise ApiError("film_failed", "the film could not be made just now; try again later") from None
        except CannotBeDone as error:
            raise ApiError("film_not_possible", str(error)) from None
    attached = f"attachment; filename={film.file_name(table.terms.game, names, table.last_ms, kind)}"
    return Response(
        base64.b64decode(answer["film"]), headers={"Content-Disposition": attached}, media_type=KINDS[kind]
    )
