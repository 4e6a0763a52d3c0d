"""Clocks: how long a player may think. A clock is an immutable value."""

from __future__ import annotations

import re
from typing import Literal

import msgspec

from steelyard.core.errors import SteelyardError

HANG_MS = 60_000.0
"""Even without a clock, a bot that does not answer for this long counts as hung."""

COUNT_DOWN = frozenset({"bank", "fischer"})

DAY_MS = 24 * 3600 * 1000.0

Pace = Literal["blitz", "rapid", "correspondence", "untimed"]
USUAL_MOVES = 40
RAPID_MS = 600_000.0  # for a game of so many moves; less is blitz

FORMS = "bank:120s, round:1s, fischer:300s+5s, days:3 or none"
_NUMBER = r"([0-9]+(?:\.[0-9]+)?)"
_FORM = re.compile(rf"(bank|round|fischer):{_NUMBER}(ms|s|m)(?:\+{_NUMBER}(ms|s|m))?")
_DAYS = re.compile(r"days:([1-9][0-9]?)")
SHORTEST_MS = 1.0
ROUNDING_MS = 0.01  # of times that were measured and added up
LONGEST_MS = 100 * DAY_MS
_UNIT_MS = {"ms": 1.0, "s": 1000.0, "m": 60_000.0}


class InvalidClock(SteelyardError):
    """The text is not a clock."""


class Clock(msgspec.Struct, frozen=True):
    """One player's clock: `bank` is for all moves together, `fischer` adds time after each move.

    `round` and `days` start anew for each move.
    """

    kind: str
    left_ms: float
    add_ms: float = 0.0
    text: str = "none"
    """The clock in notation."""

    @property
    def allowed_ms(self) -> float | None:
        """The time for the next answer; None means no limit."""
        return None if self.kind == "none" else self.left_ms if self.left_ms > 0 else 0.0

    @property
    def timed(self) -> bool:
        return self.kind != "none"

    @property
    def patience_ms(self) -> float:
        """How long the referee waits for the next answer."""
        return HANG_MS if self.kind == "none" else self.left_ms if self.left_ms > 0 else 0.0

    @property
    def words(self) -> str:
        """For people: `2 min each for the whole game`."""
        if self.kind == "bank":
            return f"{_span(self.left_ms)} each for the whole game"
        if self.kind == "fischer":
            return f"{_span(self.left_ms)} + {_span(self.add_ms)} per move"
        if self.kind == "round":
            return f"{_span(self.left_ms)} per round"
        if self.kind == "days":
            days = round(self.left_ms / DAY_MS)
            return f"{days} day{'s' if days > 1 else ''} per move"
        return "no clock"

    def spend(self, elapsed_ms: float) -> Clock:
        """The clock after an answer that took `elapsed_ms`."""
        if self.kind not in COUNT_DOWN:
            return self
        left_ms = self.left_ms - elapsed_ms
        left_ms = 0.0 if abs(left_ms) < ROUNDING_MS else left_ms  # all of it, to the moment
        return Clock(self.kind, left_ms + self.add_ms if left_ms >= 0 else left_ms, self.add_ms, self.text)


def read_clock(text: str) -> Clock:
    """Read a clock such as `bank:120s`."""
    if text == "none":
        return Clock("none", 0.0)
    if days := _DAYS.fullmatch(text):
        return Clock("days", int(days[1]) * DAY_MS, text=text)
    match = _FORM.fullmatch(text)
    if match is None or (match[4] is not None) != (match[1] == "fischer"):
        raise InvalidClock(f"{text!r} is not a clock; it should be {FORMS}")
    main_ms = float(match[2]) * _UNIT_MS[match[3]]
    add_ms = float(match[4]) * _UNIT_MS[match[5]] if match[4] else 0.0
    if main_ms < SHORTEST_MS:
        raise InvalidClock(f"{text!r} leaves no time to think: less than 1 ms; it should be {FORMS}")
    if max(main_ms, add_ms) > LONGEST_MS:
        raise InvalidClock(f"{text!r} is more than 100 days; it should be {FORMS}")
    return Clock(match[1], main_ms, add_ms, text)


def pace(text: str) -> Pace:
    """How fast a game is played; ratings of people are kept apart by it."""
    clock = read_clock(text)
    if not clock.timed:
        return "untimed"
    if clock.kind == "days":
        return "correspondence"
    each_round = clock.kind == "round"
    main_ms, add_ms = (0.0, clock.left_ms) if each_round else (clock.left_ms, clock.add_ms)
    return "blitz" if main_ms + USUAL_MOVES * add_ms < RAPID_MS else "rapid"


def _span(ms: float) -> str:
    minutes, rest = divmod(ms, _UNIT_MS["m"])
    return f"{ms / 1000:g} s" if rest or not minutes else f"{minutes:g} min"
