"""Analyses: asked for over HTTP, answered on a socket while they get better, ended when the socket closes."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import secrets
import time
from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from fastapi import APIRouter, Request
from starlette.responses import Response

from steelyard import games
from steelyard.server.accounts.access import needs, socket_for
from steelyard.server.accounts.guests import address, payer, who
from steelyard.server.compute.pool import CannotBeDone, WorkerLost
from steelyard.server.http.concurrency import Count
from steelyard.server.http.rate_limits import costs
from steelyard.server.http.responses import REFUSALS, ApiError, json
from steelyard.server.tables import messages, running_positions, views
from steelyard.server.tables.routes import TableId, found_table, refuse_running
from steelyard.server.tables.socket import CUT_OFF, FLOOD, Allowance, refuse, until_one_ends, welcomed

if TYPE_CHECKING:
    from starlette.websockets import WebSocket

    from steelyard.server.accounts.guests import Payer
    from steelyard.server.compute.pool import ComputePool
    from steelyard.server.settings import Limits
    from steelyard.server.tables.table import Table

router = APIRouter(prefix="/api", responses=REFUSALS)
ANYONE = [needs("anyone")]
KEPT_S = 60.0  # an analysis that nobody listens to is forgotten
MOST_EACH, MOST_HERE, MOST_KEPT = 8, 128, 1000  # of one person, from one address, in all
PATIENCE_S = 900.0  # between two words of progress: a game may have to be solved first
FILM_S = 120.0


class _Asked(NamedTuple):
    at_s: float
    payer: Payer
    task: dict[str, Any]


class Studies:
    """What was asked for and not begun, and how much goes on for whom."""

    def __init__(self, compute_pool: ComputePool, limits: Limits) -> None:
        self.compute_pool = compute_pool
        self.count = Count("analyses", limits.studies, limits.guest_studies)
        self.rate = limits.messages
        self._asked: dict[str, _Asked] = {}
        """By id, oldest first."""

    def ask(self, task: dict[str, Any], payer: Payer) -> str:
        """Keep a task for whoever comes with its id."""
        now = time.monotonic()
        self._asked = {key: kept for key, kept in self._asked.items() if now - kept.at_s < KEPT_S}
        self._make_room(payer)
        name = secrets.token_urlsafe(12)
        self._asked[name] = _Asked(now, payer, task)
        return name

    def _make_room(self, payer: Payer) -> None:
        """Forget the oldest of a person or an address that has enough; else of the address with most."""
        theirs = [name for name, kept in self._asked.items() if kept.payer == payer]
        here = [name for name, kept in self._asked.items() if kept.payer.address == payer.address]
        if len(theirs) >= MOST_EACH:
            del self._asked[theirs[0]]
        elif len(here) >= MOST_HERE:
            del self._asked[here[0]]
        elif len(self._asked) >= MOST_KEPT:
            addresses = Counter(kept.payer.address for kept in self._asked.values())
            ((most, _),) = addresses.most_common(1)
            del self._asked[next(name for name, kept in self._asked.items() if kept.payer.address == most)]

    def take(self, name: str) -> dict[str, Any] | None:
        """The task of that id, for one listener only."""
        kept = self._asked.pop(name, None)
        return None if kept is None else kept.task


@router.post(
    "/analysis", dependencies=[*ANYONE, costs(10)], status_code=201, response_model=messages.StudyCreated
)
async def begin(request: Request, asked: messages.Studying) -> Response:
    """Have a position, or a whole game of a table, analysed; /ws/analysis/ID tells what is found."""
    studies: Studies = request.app.state.studies
    if asked.table is not None:
        if asked.state is not None or asked.game is not None:
            raise ApiError(422, "give a table, or a game and a state, not both")
        table = (await found_table(request, asked.table)).table
        if table.outcome is None and running_positions.is_of_people(table):
            raise ApiError(409, "this game is still played; it can be analysed when it is over")
        await refuse_running(request, await asyncio.to_thread(running_positions.of_game, table))
        task = {"task": "review", **_game_of(table)}
    elif asked.game is None or asked.state is None:
        raise ApiError(422, "give a game and a state, or a table")
    else:
        game = games.get(asked.game, **asked.options)
        state = game.read_state(asked.state)
        await refuse_running(request, [running_positions.key(game, state)])
        written = game.write_state(state)
        task = {"task": "analyse", "game": game.id, "options": game.changed_options(), "state": written}
    return json({"id": studies.ask(task, payer(request.scope))}, 201)


def _game_of(table: Table) -> dict[str, Any]:
    """A table's game as a worker can play it again."""
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
async def show_film(request: Request, id: TableId) -> Response:  # noqa: A002 - its name in the address
    """The game so far as a moving picture."""
    studies: Studies = request.app.state.studies
    task = {"task": "film", **_game_of((await found_table(request, id)).table)}
    with studies.count.one_more(address(request.scope), who(request.scope)) as refusal:
        if refusal is not None:
            raise ApiError(429, refusal, {"Retry-After": "10"})
        try:
            answer = await studies.compute_pool.ask(task, FILM_S, payer(request.scope))
        except WorkerLost:
            raise ApiError(503, "the film could not be made just now; try again later") from None
    return Response(base64.b64decode(answer["gif"]), media_type="image/gif")


@socket_for("anyone")
async def listen(socket: WebSocket) -> None:
    """A page that waits for an analysis."""
    studies: Studies = socket.app.state.studies
    async with welcomed(socket) as guest:
        if guest is None:
            return
        task = studies.take(socket.path_params["id"])
        if task is None:
            await refuse(socket, "there is no such analysis; ask for it again", FLOOD)
            return
        with studies.count.one_more(address(socket.scope), guest) as refusal:
            if refusal is None:
                telling = _tell(socket, studies.compute_pool, task, payer(socket.scope))
                await until_one_ends(telling, _answer_pings(socket, studies.rate))
            else:
                await refuse(socket, refusal, FLOOD)


async def _answer_pings(socket: WebSocket, rate: int) -> None:
    """Pages say nothing here but that they are still there, until they go."""
    allowance = Allowance(rate)
    while (await socket.receive())["type"] != "websocket.disconnect":
        if allowance.spend() < 0:
            await refuse(socket, "too many messages", FLOOD)
            return
        await socket.send_text(views.passing("pong").decode())


async def _tell(socket: WebSocket, compute_pool: ComputePool, task: dict[str, Any], payer: Payer) -> None:
    with contextlib.suppress(*CUT_OFF):
        try:
            async with contextlib.aclosing(compute_pool.stream(task, PATIENCE_S, payer)) as answers:
                async for answer in answers:
                    kind = "result" if "result" in answer else "progress"
                    await socket.send_text(views.passing(kind, **answer[kind]).decode())
        except (CannotBeDone, WorkerLost) as error:
            await socket.send_text(views.passing("failed", error=str(error)).decode())
        await socket.close()
