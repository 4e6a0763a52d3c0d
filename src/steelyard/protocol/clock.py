"""How long a player may think: a value, told how much time was spent."""

from __future__ import annotations

import re

import msgspec

from steelyard.core.errors import SteelyardError

HANG_MS = 60_000.0
"""Even without a clock, a bot that says nothing for this long is taken for hung."""

COUNT_DOWN = frozenset({"bank", "fischer"})

DAY_MS = 24 * 3600 * 1000.0

FORMS = "bank:120s, round:1s, fischer:300s+5s, days:3 or none"
_FORM = re.compile(r"(bank|round|fischer):(\d+(?:\.\d+)?)(ms|s|m)(?:\+(\d+(?:\.\d+)?)(ms|s|m))?")
_DAYS = re.compile(r"days:([1-9]\d?)")
_UNIT_MS = {"ms": 1.0, "s": 1000.0, "m": 60_000.0}


class InvalidClock(SteelyardError):
    """A clock that cannot be read."""


class Clock(msgspec.Struct, frozen=True):
    """One player's clock: `bank` for all decisions together, `fischer` adds after each.

    `round` and `days` are for each decision anew.
    """

    kind: str
    left_ms: float
    add_ms: float = 0.0
    text: str = "none"
    """As it was written."""

    @property
    def allowed_ms(self) -> float | None:
        """What may be spent on the next answer; None is no limit."""
        return None if self.kind == "none" else max(self.left_ms, 0.0)

    @property
    def timed(self) -> bool:
        return self.kind != "none"

    @property
    def patience_ms(self) -> float:
        """How long the referee waits for the next answer."""
        return HANG_MS if self.kind == "none" else max(self.left_ms, 0.0)

    def spend(self, elapsed_ms: float) -> Clock:
        """The clock after an answer that took so long."""
        if self.kind not in COUNT_DOWN:
            return self
        left_ms = self.left_ms - elapsed_ms
        return Clock(self.kind, left_ms + self.add_ms if left_ms >= 0 else left_ms, self.add_ms, self.text)


def read_clock(text: str) -> Clock:
    """`bank:120s` and its like."""
    if text == "none":
        return Clock("none", 0.0)
    if days := _DAYS.fullmatch(text):
        return Clock("days", int(days[1]) * DAY_MS, text=text)
    match = _FORM.fullmatch(text)
    if match is None or (match[4] is not None) != (match[1] == "fischer"):
        raise InvalidClock(f"{text!r} is not a clock; it should be {FORMS}")
    main_ms = float(match[2]) * _UNIT_MS[match[3]]
    if main_ms <= 0:
        raise InvalidClock(f"{text!r} leaves no time to think; it should be {FORMS}")
    return Clock(match[1], main_ms, float(match[4]) * _UNIT_MS[match[5]] if match[4] else 0.0, text)
