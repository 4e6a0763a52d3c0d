"""What a table is set up with, before the first move."""

from __future__ import annotations

import re
from typing import Literal

import msgspec

from steelyard import bots
from steelyard.core.errors import UnknownBot
from steelyard.core.game import listed
from steelyard.protocol.clock import InvalidClock, read_clock
from steelyard.server.ids import ID_PATTERN

SLOWEST_ROUND_MS, FASTEST_ROUND_MS = 10_000.0, 500.0
ANYONE = "anyone"
MOST_MS = 24 * 3600 * 1000.0  # of a clock that counts down

_NAME = re.compile(rf"{ID_PATTERN}(?:\.[0-9a-f]{{16}})?")


def is_name(text: str) -> bool:
    """Of a table, or of a game that is kept elsewhere: a contest's has the contest's id before its own."""
    return _NAME.fullmatch(text) is not None


class Chair(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who sits at a seat."""

    kind: Literal["guest", "bot", "open"]
    name: str = ""
    guest: str = ""
    """Whose seat it is; never shown."""
    bot: str = ""


class Origin(msgspec.Struct, frozen=True):
    """The table and turn a game was forked from."""

    table: str
    turn: int


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    game: str
    options: dict[str, str | int | bool]
    start: str
    """The first position, in notation."""
    clock: str
    chairs: tuple[Chair, Chair]
    seed: int | str
    owner: str
    """The guest who set the table up."""
    invite: str
    """What one must know to take an open seat; empty if there was none."""
    created_ms: float
    origin: Origin | None = None
    rematch_of: str | None = None
    private: bool = False
    """Only people with the link can watch: its id, which is longer then, is in no list."""
    open_to: str = ""
    """Who can take the open seat without the link: `anyone`, or one guest; empty: nobody."""
    challenged: str = ""
    """The name of that one guest, for whoever set the table up."""
    rated: bool = False
    """Whether the result changes the players' ratings."""
    tournament: str = ""
    """Whose game it is."""
    free_start: bool = False
    """No clock runs before both have made their first move, and until then the game can be cancelled."""


def check_clock(text: str, *, holds: bool) -> None:
    """Refuse a clock that nobody could play under: in a game of joysticks a round is 0.5 to 10 seconds."""
    clock = read_clock(text)
    if clock.kind == "round" and holds and not FASTEST_ROUND_MS <= clock.left_ms <= SLOWEST_ROUND_MS:
        raise InvalidClock(
            f"{text!r}: a round lasts 0.5 to 10 seconds, as in round:1s; or none: wait for both"
        )
    if clock.timed and clock.kind != "days" and not FASTEST_ROUND_MS <= clock.left_ms <= MOST_MS:
        raise InvalidClock(f"{text!r}: a clock has half a second to a day, or days per move, as in days:3")
    if clock.add_ms > MOST_MS:
        raise InvalidClock(f"{text!r} adds more than a day a move")


def check_bot(game: str, name: str) -> None:
    """Refuse a bot that does not play the game."""
    if name not in bots.names(game):
        raise UnknownBot(f"no bot {name!r} plays {game}; there are {listed(bots.names(game))}")
