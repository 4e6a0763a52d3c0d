"""The HTTP interface to puzzles. Solutions are no secret: pages check answers themselves."""

from __future__ import annotations

import asyncio
from datetime import UTC, date, datetime
from typing import Annotated

import msgspec
from fastapi import APIRouter, Path, Request
from starlette.responses import Response

from steelyard import puzzles
from steelyard.server.http.access import Account, needs, signed_in
from steelyard.server.http.dependencies import WriterDep
from steelyard.server.http.rate_limits import costs
from steelyard.server.http.responses import REFUSALS, ApiError, json
from steelyard.server.puzzles import messages, store
from steelyard.server.puzzles.dependencies import PuzzleStoreDep
from steelyard.server.time_source import now_ms

router = APIRouter(prefix="/api/puzzles", responses=REFUSALS)
ANYONE = [needs("anyone")]
Player = Annotated[Account, needs("player")]
PuzzleId = Annotated[str, Path(max_length=20)]


@router.get("", dependencies=ANYONE, response_model=messages.PuzzleList)
async def list_puzzles(request: Request, puzzle_store: PuzzleStoreDep) -> Response:
    """Every puzzle, today's, and what you have solved if you are signed in."""
    me = signed_in(request.scope)
    progress = None if me is None else await asyncio.to_thread(puzzle_store.progress, me.id)
    listed = {
        game: [{"id": each.id, "kind": each.kind, "level": each.level} for each in puzzles.of_game(game)]
        for game in puzzles.GAMES
    }
    return json(_today() | {"games": listed, "progress": progress and progress._asdict()})


@router.get("/{id}", dependencies=ANYONE, response_model=messages.PuzzleShown)
async def show_puzzle(id: PuzzleId) -> Response:
    """A puzzle with its solution, and what refutes every other answer."""
    return json(_today() | {"puzzle": msgspec.to_builtins(_found(id))})


@router.post("/{id}/solved", response_model=messages.ProgressShown)
async def solve(
    writer: WriterDep, puzzle_store: PuzzleStoreDep, id: PuzzleId, asked: messages.Solving, me: Player
) -> Response:
    """Keep that you have solved a puzzle; today's counts for your streak."""
    puzzle, day = _found(id), _day()
    if asked.answers != [step.answer for step in puzzle.steps]:
        raise ApiError("wrong_answer", f"these are not the answers of {puzzle.id}: it is not solved yet")
    of_day = day.isoformat() if puzzles.daily(day) == puzzle else ""
    await writer.kept([store.solution(me.id, puzzle.id, of_day, now_ms())])
    progress = await asyncio.to_thread(puzzle_store.progress, me.id)
    return json(progress._asdict())


@router.post("/progress", dependencies=[costs(20)], response_model=messages.ProgressShown)
async def take_over(
    writer: WriterDep, puzzle_store: PuzzleStoreDep, asked: messages.GuestProgress, me: Player
) -> Response:
    """What you have solved as a guest, for an account that has solved nothing yet."""
    known, today = puzzles.by_id(), _day()
    days = {day for text in asked.days if (day := _read_day(text)) is not None and day <= today}
    if not any(await asyncio.to_thread(puzzle_store.progress, me.id)):
        solved = [(name, "") for name in set(asked.solved) if name in known]
        solved += [(puzzles.daily(day).id, day.isoformat()) for day in days]
        await writer.kept([store.solution(me.id, *each, now_ms()) for each in solved])
    progress = await asyncio.to_thread(puzzle_store.progress, me.id)
    return json(progress._asdict())


def _read_day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None  # a thirty-first of June


def _found(name: str) -> puzzles.Puzzle:
    found = puzzles.by_id().get(name)
    if found is None:
        raise ApiError("puzzle_not_found", "there is no such puzzle")
    return found


def _today() -> dict[str, str]:
    day = _day()
    return {"day": day.isoformat(), "daily": puzzles.daily(day).id}


def _day() -> date:
    """The same everywhere: days change at midnight UTC."""
    return datetime.fromtimestamp(now_ms() / 1000, UTC).date()
