"""Setting tables up: what is asked for, checked, becomes the terms of a game."""

from __future__ import annotations

import secrets
from functools import cache
from typing import TYPE_CHECKING, Any

from steelyard import bots, games
from steelyard.arena.record import AGREEMENT, new_seed
from steelyard.core.errors import InvalidOption
from steelyard.server.ids import new_id
from steelyard.server.tables.terms import Chair, Origin, Terms, check_bot, check_clock
from steelyard.server.time_source import now_ms

if TYPE_CHECKING:
    from collections.abc import Mapping

    from steelyard.core.game import Game
    from steelyard.server.tables.bot_moves import Readiness
    from steelyard.server.tables.messages import NewTable, SeatAsked

CLOCKS = {  # what the lobby offers, by how a game is played
    "joystick": ["none", "round:0.5s", "round:1s", "round:2s", "round:5s", "round:10s"],
    "other": [
        "none",
        "bank:120s",
        "fischer:180s+2s",
        "fischer:300s+5s",
        "fischer:900s+10s",
        "days:1",
        "days:3",
        "days:7",
    ],
}


def described(name: str, readiness: Readiness) -> dict[str, Any]:
    """A game as the lobby offers it."""
    game = games.get(name)
    offered = [
        {
            "name": bot,
            "summary": bots.summary(name, bot),
            "rating": bots.rating(name, bot),
            "ready": readiness.knows(game, bot),
        }
        for bot in bots.names(name)
    ]
    return {**_described(name), "bots": offered}


@cache
def _described(name: str) -> dict[str, Any]:
    game = games.get(name)
    holds = game.joystick is not None
    offered = CLOCKS["joystick" if holds else "other"]
    return {
        "id": game.id,
        "title": game.title,
        "summary": game.summary,
        "seat_names": game.seat_names,
        "simultaneous": len(game.to_move(game.start())) == 2,
        "joystick": holds,
        "agreement": AGREEMENT in game.reasons,
        "clock": game.clock,
        "clocks": offered if game.clock in offered else [*offered, game.clock],
        "options": [
            {"name": o.name, "default": o.default, "meaning": o.meaning, "samples": o.samples}
            for o in game.options
        ],
        "setups": game.setups(),
    }


def agreed_terms(asked: NewTable, guest: str, name: str, uploaded: Mapping[str, str]) -> Terms:
    """The terms of a new table; raises where something cannot be.

    `uploaded` are the bots of others that may be asked for, with their names.
    """
    game = games.get(asked.game, **asked.options)
    clock = asked.clock or "none"
    check_clock(clock, holds=game.joystick is not None)
    if any(seat.name for seat in asked.seats) and any(seat.kind != "me" for seat in asked.seats):
        raise InvalidOption("only two people at one screen have names of their own; leave the names out")
    first, second = (_chair(seat, asked.game, guest, name, uploaded) for seat in asked.seats)
    return Terms(
        id=new_id(private=asked.private),
        game=game.id,
        options=game.changed_options(),
        start=_start(game, asked),
        clock=clock,
        chairs=(first, second),
        seed=new_seed() if asked.seed is None else asked.seed,
        owner=guest,
        invite=secrets.token_urlsafe(16) if "open" in {first.kind, second.kind} else "",
        created_ms=now_ms(),
        origin=None if asked.origin is None else Origin(asked.origin.table, asked.origin.turn),
        private=asked.private,
        free_start=_is_between_people(first, second),
    )


def _is_between_people(first: Chair, second: Chair) -> bool:
    """Whether one of two people is still to come."""
    return {first.kind, second.kind} == {"guest", "open"}


def _start(game: Game[Any], asked: NewTable) -> str:
    if asked.setup and asked.position:
        raise InvalidOption("give a setup or a position, not both")
    state = game.read_state(asked.position) if asked.position else game.start(asked.setup or "")
    if game.outcome(state) is not None:
        raise InvalidOption("in that position the game is over; choose one where it goes on")
    return game.write_state(state)


def _chair(asked: SeatAsked, game: str, guest: str, name: str, uploaded: Mapping[str, str]) -> Chair:
    if asked.kind == "me":
        return Chair("guest", asked.name or name, guest)
    if asked.kind == "open":
        return Chair("open")
    if not asked.bot:
        raise InvalidOption('a bot has a name, as in {"kind": "bot", "bot": "greedy"}')
    if asked.bot in uploaded:
        return Chair("bot", uploaded[asked.bot], bot=asked.bot)
    check_bot(game, asked.bot)
    return Chair("bot", asked.bot, bot=asked.bot)
