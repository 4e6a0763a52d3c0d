"""Positions over HTTP: those of a game for replays and pictures, and any other to look at and to play on."""

from __future__ import annotations

from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import msgspec
from fastapi import Query, Request
from starlette.responses import Response

from steelyard import games
from steelyard.core.errors import InvalidState
from steelyard.core.game import SEATS
from steelyard.server.http.dependencies import ThreadsDep
from steelyard.server.http.lazy_routes import LazyRouter
from steelyard.server.http.rate_limits import charge, costs
from steelyard.server.http.responses import REFUSALS, ApiError, json, packed
from steelyard.server.tables import messages, views
from steelyard.server.tables.dependencies import RegistryDep, TableId
from steelyard.server.tables.routes import ANYONE, found_table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from steelyard.core.game import Game, Seat
    from steelyard.server.tables.table import Table

router = LazyRouter(prefix="/api", responses=REFUSALS)
MOST_POSITIONS = 1000
MOST_DRAWN = 50  # positions of a line, and of a replay before somebody else gets a turn
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"


@router.get("/tables/{id}/positions", dependencies=ANYONE, response_model=messages.PositionsShown)
async def show_positions(
    request: Request,
    registry: RegistryDep,
    threads: ThreadsDep,
    id: TableId,
    first: Annotated[int, Query(ge=0, le=10**6)] = 0,
    last: Annotated[int, Query(ge=0, le=10**6)] = 10**6,
) -> Response:
    """Every position so far, for replays; at most a thousand at a time: `next` is the first of the rest."""
    table = (await found_table(request, registry, id)).table.still()
    wanted = min(last, len(table.turns))
    last = min(wanted, first + MOST_POSITIONS - 1)
    charge(request, max(0, last - first) + min(first, last) // 10)  # the latter are played, not drawn
    drawing, shown = views.positions(table, first, last), []
    while some := await threads.drawing(lambda: list(islice(drawing, MOST_DRAWN))):
        shown += some
    answer = {
        "game": table.terms.game,
        "options": table.game.chosen,
        "positions": shown,
        "next": last + 1 if last < wanted else None,
    }
    return await threads.drawing(lambda: packed(msgspec.json.encode(answer), request))


@router.get(
    "/tables/{id}/picture.svg",
    dependencies=[*ANYONE, costs(3)],
    responses={200: {"content": {"image/svg+xml": {}}}},
)
async def show_picture(
    request: Request,
    registry: RegistryDep,
    threads: ThreadsDep,
    id: TableId,
    turn: Annotated[int | None, Query(ge=0, le=10**6)] = None,
) -> Response:
    """A position as a picture on its own."""
    table = (await found_table(request, registry, id)).table.still()
    if turn is not None and turn > len(table.turns):
        raise ApiError("turn_not_found", f"the game has {len(table.turns)} turns")
    turn = len(table.turns) if turn is None else turn
    charge(request, turn // 10)
    drawn = await threads.drawing(_drawn, table, turn)
    return Response(drawn, headers={"Content-Security-Policy": PICTURE_POLICY}, media_type="image/svg+xml")


def _drawn(table: Table, turn: int) -> str:
    return table.game.to_svg(next(islice(table.positions(), turn, None)))


@router.get("/samples", dependencies=ANYONE, response_model=messages.SamplesShown)
async def show_samples(request: Request, threads: ThreadsDep) -> Response:
    """A picture of each game, for those who have not seen it yet."""
    return await threads.drawing(lambda: packed(msgspec.json.encode({"samples": samples()}), request))


@cache
def samples() -> dict[str, str]:
    drawn = {name: games.get(name) for name in games.names()}
    return {
        name: views.picture(game, game.read_state(game.sample) if game.sample else game.start())
        for name, game in drawn.items()
    }


@router.post("/view", dependencies=[*ANYONE, costs(2)], response_model=messages.PositionShown)
async def view(threads: ThreadsDep, asked: messages.Viewing) -> Response:
    """Any position, drawn, with what can be done there."""
    return await threads.drawing(_viewed, asked)


def _viewed(asked: messages.Viewing) -> Response:
    game = games.get(asked.game, **asked.options)
    state = game.read_state(asked.state) if asked.state is not None else game.start(asked.setup or "")
    return json(views.view(game, state, SEATS if asked.seat is None else (asked.seat,)))


@router.post("/play", dependencies=[*ANYONE, costs(3)], response_model=messages.PlayedShown)
async def play(request: Request, threads: ThreadsDep, asked: messages.Playing) -> Response:
    """The position after a turn, or after a line of turns; with `all`, every position on the way."""
    turns = len(asked.turns or ())
    if asked.all and turns > MOST_DRAWN:
        raise ApiError(
            "too_many_positions",
            f"at most {MOST_DRAWN} positions are drawn at a time, not {turns}; ask in parts",
        )
    charge(request, turns if asked.all else turns // 10)
    return await threads.drawing(_played, asked)


def _played(asked: messages.Playing) -> Response:
    game = games.get(asked.game, **asked.options)
    line = _line(game, asked)
    last = line[-1]
    answer = views.view(game, last.after) | {"phases": last.phases(game), "written": last.written}
    if asked.all:
        first = {"turn": 0, "written": None, "phases": [], **views.view(game, line[0].before, ())}
        answer["positions"] = [first, *(_on_line(game, number, step) for number, step in enumerate(line, 1))]
    return json(answer)


class _Step(NamedTuple):
    before: Any
    after: Any
    written: str
    moves: Mapping[Seat, Any]

    def phases(self, game: Game[Any]) -> list[Any]:
        return game.phases(self.before, self.moves, self.after)


def _on_line(game: Game[Any], number: int, step: _Step) -> dict[str, Any]:
    turn = {"turn": number, "written": step.written, "phases": step.phases(game)}
    return turn | views.view(game, step.after, ())


def _line(game: Game[Any], asked: messages.Playing) -> list[_Step]:
    """Each turn that was asked for, played."""
    if (asked.moves is None) == (asked.turns is None):
        raise InvalidState('give "moves" of one turn, or "turns" in a row as they are written')
    state, steps = game.read_state(asked.state), []
    for turn in asked.turns or [""]:
        if game.outcome(state) is not None:
            raise InvalidState("the game is over in that position; nothing can follow")
        if asked.moves is None:
            moves = game.read_moves(state, turn)
        else:
            moves = {SEATS[int(seat)]: game.read_move(word) for seat, word in asked.moves.items()}
        after = game.play(state, moves)
        steps.append(_Step(state, after, game.write_moves(state, moves), moves))
        state = after
    return steps
