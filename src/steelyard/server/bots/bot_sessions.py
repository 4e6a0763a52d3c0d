"""Uploaded bots in a compute process: asked one position at a time in a sandbox, frozen between moves."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from steelyard.arena.program import find
from steelyard.arena.referee.bot_session import BotSession
from steelyard.arena.referee.examiner import Examiner
from steelyard.arena.verdicts import BotFailure
from steelyard.core.game import SEATS
from steelyard.protocol.clock import read_clock

if TYPE_CHECKING:
    from steelyard.core.game import Game

USUAL_S = 5.0
"""To think about a move where no clock says how long: a person waits."""
MOST_SESSIONS = 3
_sessions: dict[str, BotSession] = {}
"""The bots that this process has asked last, frozen."""


def answer(game: Game[Any], asked: dict[str, Any]) -> dict[str, Any]:
    """Its move; raises the BotFailure, after which it starts anew when it is asked again."""
    session = _session(asked["folder"], game.id)
    seat = SEATS[asked["seat"]]
    clock = read_clock(f"bank:{asked['seconds'] or USUAL_S:.3f}s")
    began = time.perf_counter()
    try:
        examiner = Examiner(session.player(), game, clock)
        examiner.start(asked["folder"][-16:], seat, asked["seed"])
        move = examiner.ask(game.read_state(asked["state"]), asked["turn"])
    except BotFailure:
        session.close()
        _sessions.pop(asked["folder"], None)
        raise
    session.freeze()
    return {"move": game.write_move(move), "thought_ms": 1000 * (time.perf_counter() - began)}


def _session(folder: str, game: str) -> BotSession:
    """The bot's process, if it still runs; those that were not asked for longest make room."""
    session = _sessions.pop(folder, None)
    if session is None:
        found = find(f"{folder}/source", game, [])
        program = replace(found, folder=Path(folder, "built"), build=())
        session = BotSession(program, game, core=None, isolated=True)
    _sessions[folder] = session
    while len(_sessions) > MOST_SESSIONS:
        _sessions.pop(next(iter(_sessions))).close()
    return session
