"""A web socket for each analysis: results while they get better; it ends when the page closes it."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

from fastapi import APIRouter
from starlette.websockets import WebSocket

from steelyard.server.analysis.dependencies import ReviewsDep, StudiesDep
from steelyard.server.compute.pool import CannotBeDone, ProcessLost
from steelyard.server.http.access import needs
from steelyard.server.http.clients import address, payer
from steelyard.server.http.sockets import CUT_OFF, FLOOD, Allowance, accepted, message, refuse, until_one_ends

if TYPE_CHECKING:
    from steelyard.server.analysis.store import ReviewStore
    from steelyard.server.compute.pool import ComputePool
    from steelyard.server.thread_pools import Payer

router = APIRouter()
PATIENCE_S = 900.0  # between two words of progress: a game may have to be solved first


@router.websocket("/ws/analysis/{id}", dependencies=[needs("anyone")])
async def listen(
    socket: WebSocket,
    studies: StudiesDep,
    reviews: ReviewsDep,
    id: str,
) -> None:
    """A page that waits for an analysis."""
    async with accepted(socket) as guest:
        if guest is None:
            return
        task = studies.take(id)
        if task is None:
            await refuse(socket, "not_found", "there is no such analysis; ask for it again", FLOOD)
            return
        if "known" in task:
            with contextlib.suppress(*CUT_OFF):
                await socket.send_text(task["known"])
                await socket.close()
            return
        with studies.count.one_more(address(socket.scope), guest) as too_many:
            if too_many is None:
                telling = _tell(socket, studies.compute_pool, reviews, task, payer(socket.scope))
                await until_one_ends(telling, _answer_pings(socket, studies.rate))
            else:
                await refuse(socket, "too_many_open", too_many, FLOOD)


async def _answer_pings(socket: WebSocket, rate: int) -> None:
    """Pages say nothing here but that they are still there, until they go."""
    allowance = Allowance(rate)
    while (await socket.receive())["type"] != "websocket.disconnect":
        if allowance.spend() < 0:
            await refuse(socket, "rate_limited", "too many messages", FLOOD)
            return
        await socket.send_text(message("pong"))


async def _tell(
    socket: WebSocket, compute_pool: ComputePool, reviews: ReviewStore, task: dict[str, Any], payer: Payer
) -> None:
    with contextlib.suppress(*CUT_OFF):
        try:
            async with contextlib.aclosing(compute_pool.stream(task, PATIENCE_S, payer)) as answers:
                async for answer in answers:
                    kind = "result" if "result" in answer else "progress"
                    text = message(kind, **answer[kind])
                    if kind == "result" and "keep_as" in task:
                        await reviews.keep(task["keep_as"], task["game"], text)
                    await socket.send_text(text)
        except (CannotBeDone, ProcessLost) as error:
            await socket.send_text(message("failed", error=str(error)))
        await socket.close()
