"""Both players' clocks at one table: values and times, no waiting; whoever asks says what time it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from steelyard.core.game import SEATS, Seat
from steelyard.protocol.clock import COUNT_DOWN, DAY_MS, read_clock

if TYPE_CHECKING:
    from collections.abc import Collection

GET_READY_MS = 2000.0  # before the first round of a game in real time, and after a pause
LAG_MS = 100.0  # a move may be so late: it was on its way, or waited for us to look
LONGEST_PAUSE_MS = 5 * 60_000.0  # a player who is not back by then is no longer waited for
VACATION_MS = 14 * DAY_MS  # a player and game


class Clocks:
    """What each seat has left, and since when it is spending it."""

    def __init__(self, text: str, *, holds: bool, waited_for: Collection[Seat], now_ms: float) -> None:
        """`waited_for` are the seats of people, whose clocks stand still until they have been seen."""
        self.text = text
        self._clocks = [read_clock(text), read_clock(text)]
        self.kind = self._clocks[0].kind
        self.timed = self._clocks[0].timed
        self.realtime = holds and self.kind == "round"
        """Rounds last their full time, as a joystick is read once, at the end of each."""
        self.spent_ms = [0.0, 0.0]
        """In this turn, before the clock last stood still."""
        self.since_ms: list[float | None] = [None, None]
        """Since when it runs; None: it stands still."""
        waits = self.timed and self.kind != "days"
        self.paused_ms: list[float | None] = [
            now_ms if waits and seat in waited_for else None for seat in SEATS
        ]
        """Since when the seat's player is waited for."""
        self.missed: set[Seat] = set()
        """Seats whose players were gone when the clocks were to begin, and have not come back."""
        self.vacation_until_ms: list[float | None] = [None, None]
        self.vacation_left_ms = [VACATION_MS, VACATION_MS] if self.kind == "days" else [0.0, 0.0]

    @property
    def paused(self) -> tuple[bool, bool]:
        return self.paused_ms[0] is not None, self.paused_ms[1] is not None

    @property
    def running(self) -> tuple[bool, bool]:
        return self.since_ms[0] is not None, self.since_ms[1] is not None

    def spent_so_far_ms(self, seat: Seat, now_ms: float) -> float:
        since = self.since_ms[seat]
        return self.spent_ms[seat] + (0.0 if since is None else max(0.0, now_ms - since))

    def left_ms(self, seat: Seat, now_ms: float) -> float | None:
        """None: there is no clock."""
        allowed = self._clocks[seat].allowed_ms
        if allowed is None:
            return None
        since = self.since_ms[seat]
        running = 0.0 if since is None else now_ms - since  # less than nothing while players get ready
        return max(0.0, allowed - self.spent_ms[seat] - running)

    def deadline_ms(self, seat: Seat) -> float | None:
        """When the seat's time is up if its clock goes on as now; None: never."""
        allowed, since = self._clocks[seat].allowed_ms, self.since_ms[seat]
        if allowed is None or since is None:
            return None
        return since + allowed - self.spent_ms[seat] + (0.0 if self.realtime else LAG_MS)

    def most_ms(self, seat: Seat) -> float | None:
        """What the seat may spend on this turn in all."""
        return self._clocks[seat].allowed_ms

    def charged_ms(self, seat: Seat, now_ms: float) -> float:
        """What a move made now costs: never more than there was."""
        allowed = self._clocks[seat].allowed_ms
        spent = self.spent_so_far_ms(seat, now_ms)
        return spent if allowed is None else min(spent, allowed)

    def run(self, owing: Collection[Seat], now_ms: float) -> None:
        """Let the clocks of those run who owe a move, unless they are waited for or away."""
        owing = [] if not self.timed or (self.realtime and any(self.paused)) else owing
        for seat in SEATS:
            held = self.paused[seat] or self.vacation_until_ms[seat] is not None
            if seat in owing and not held:
                if self.since_ms[seat] is None:
                    self.since_ms[seat] = now_ms
            elif (since := self.since_ms[seat]) is not None:
                self.spent_ms[seat] += max(0.0, now_ms - since)
                self.since_ms[seat] = None

    def settle(self, spent_ms: tuple[float | None, float | None]) -> None:
        """A turn is over: charge what it took; the next begins with nothing spent."""
        for seat in SEATS:
            if (spent := spent_ms[seat]) is not None:
                self._clocks[seat] = self._clocks[seat].spend(spent)
        self.spent_ms = [0.0, 0.0]
        self.since_ms = [None, None]

    def turn_back(
        self, asked_by: Seat, then_ms: tuple[float | None, float | None] | None, now_ms: float
    ) -> None:
        """A turn is taken back by consent; `then_ms` is what was left when it began (None: the first).

        Whoever consents has that again. Whoever asked never has more than now.
        """
        self.run((), now_ms)
        for seat in SEATS:
            left = read_clock(self.text).left_ms if then_ms is None else then_ms[seat]
            if self.kind in COUNT_DOWN and left is not None:
                if seat == asked_by:
                    left = min(left, self._clocks[seat].left_ms - self.spent_ms[seat])
                self._clocks[seat] = msgspec.structs.replace(self._clocks[seat], left_ms=left)
                self.spent_ms[seat] = 0.0
            elif seat != asked_by:
                self.spent_ms[seat] = 0.0

    def pause(
        self, waited_for: Collection[Seat], now_ms: float, waited_since_ms: float | None = None
    ) -> None:
        if self.timed:
            self.run((), now_ms)
            for seat in waited_for:
                self.paused_ms[seat] = waited_since_ms or now_ms

    def miss(self, seat: Seat, now_ms: float) -> None:
        """The seat's player is gone just when its clock is to begin."""
        self.pause([seat], now_ms)
        self.missed.add(seat)

    def resume(self, seat: Seat, now_ms: float) -> None:
        """The seat's player is there, or home again; a round in real time begins anew once all are."""
        self.missed.discard(seat)
        if self.paused[seat]:
            self.paused_ms[seat] = None
        else:
            self.vacation_until_ms[seat] = None
        if self.realtime and not any(self.paused):
            self.spent_ms = [0.0, 0.0]
            self.since_ms = [now_ms + GET_READY_MS, now_ms + GET_READY_MS]

    def leave(self, seat: Seat, until_ms: float, now_ms: float) -> None:
        """A vacation; it may be made longer while it lasts."""
        begun = self.vacation_until_ms[seat] or now_ms
        self.vacation_left_ms[seat] -= until_ms - begun
        self.vacation_until_ms[seat] = until_ms

    def wake_ms(self, seat: Seat) -> float | None:
        """When the seat's clock starts again by itself."""
        if (until := self.vacation_until_ms[seat]) is not None:
            return until
        since = self.paused_ms[seat]
        return None if since is None else since + LONGEST_PAUSE_MS
