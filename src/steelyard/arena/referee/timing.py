"""Judges the timing of one turn from events with timestamps. Pure: it reads no clock and never waits.

Between two ticks events may be reported in any order. A tick says that everything up to its time has been
reported. Whether a seat answered in time depends on the timestamps alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from collections.abc import Mapping

    from steelyard.core.game import Seat

ROUNDING_MS = 1e-6  # tolerance for sums of pauses: an answer exactly at the deadline is in time


class TimedLine(msgspec.Struct, gc=False):
    """A line that can decide a seat's turn. It came between `unseen_ms` and `seen_ms`, two polls in a row."""

    number: int
    """Lines of one seat are numbered in the order they came."""
    unseen_ms: float
    seen_ms: float
    said: Any


class Share(msgspec.Struct, gc=False):
    """One seat's part of a turn."""

    allowed_ms: float
    due_ms: float
    """The deadline, extended by the time the machine took."""
    lines: list[TimedLine] = []
    ended_ms: float | None = None
    """When its output ended."""
    starved_ms: float = 0.0
    """How long other programs kept it off the CPU."""
    unsure_until_ms: float = 0.0
    """No time-out before this: only then is known whether it is kept off the CPU."""
    settled: bool = False
    answer: TimedLine | None = None
    """The line that counts; None if the output ended or the time was up first."""
    crashed: bool = False
    at_ms: float = 0.0
    """When it was settled."""
    lost_ms: float = 0.0
    """The time the machine took until then."""


class RefereeTurn:
    """One turn of one seat or of both. Each is settled by an answer, the end of its output, or a time-out."""

    __slots__ = ("_pauses", "_realtime", "sent_ms", "shares")

    def __init__(self, sent_ms: float, allowed_ms: Mapping[Seat, float], *, realtime: bool = False) -> None:
        self.sent_ms = sent_ms
        self.shares = {seat: Share(allowed, sent_ms + allowed, []) for seat, allowed in allowed_ms.items()}
        self._realtime = realtime
        self._pauses: list[tuple[float, float]] = []

    def line(self, seat: Seat, line: TimedLine) -> None:
        """Report a line that could be the seat's answer."""
        self.shares[seat].lines.append(line)

    def end(self, seat: Seat, at_ms: float) -> None:
        """Report that the seat's output has ended."""
        share = self.shares[seat]
        share.ended_ms = at_ms if share.ended_ms is None else min(share.ended_ms, at_ms)

    def pause(self, since_ms: float, until_ms: float) -> None:
        """Report a stall: nothing ran on this machine in between."""
        self._pauses.append((since_ms, until_ms))
        self._pauses.sort()

    def starve(self, seat: Seat, total_ms: float) -> None:
        """Report how long other programs kept the seat off the CPU in this turn."""
        share = self.shares[seat]
        share.starved_ms = max(share.starved_ms, total_ms)

    def postpone(self, seat: Seat, until_ms: float) -> None:
        """Allow no time-out before `until_ms`: how long the seat was kept off the CPU is not known yet."""
        share = self.shares[seat]
        share.unsure_until_ms = max(share.unsure_until_ms, until_ms)

    def fail(self, seat: Seat, why: object) -> None:
        """Settle the seat by a failure at the moment at which its output ended."""
        share = self.shares[seat]
        share.crashed, share.answer = False, TimedLine(0, share.at_ms, share.at_ms, why)

    def go_on(self, seat: Seat, again: RefereeTurn) -> None:
        """Settle the seat as in another turn that began when its output ended here: its time adds up."""
        share, later = self.shares[seat], again.shares[seat]
        share.at_ms += later.at_ms - again.sent_ms
        share.lost_ms += later.lost_ms
        share.crashed, share.answer = later.crashed, later.answer

    def tick(self, now_ms: float) -> float | None:
        """Judge all events up to now. Returns when to call again at the latest; None if all is settled."""
        wake: float | None = None
        for share in self.shares.values():
            if self._pauses or share.starved_ms:
                share.due_ms = self._due_ms(share)
            if not share.settled:
                self._judge(share, now_ms)
            if not share.settled or (self._realtime and now_ms < share.due_ms - ROUNDING_MS):
                next_ms = max(share.due_ms, share.unsure_until_ms)
                wake = next_ms if wake is None else min(wake, next_ms)
        return wake

    @property
    def paused_ms(self) -> float:
        """How long the machine stalled since the turn began."""
        return self._paused_ms(float("inf")) if self._pauses else 0.0

    @property
    def on_the_move(self) -> tuple[Seat, ...]:
        """The seats that had not answered when the longest pause began."""
        began, _ = max(self._pauses, key=lambda pause: pause[1] - pause[0])
        return tuple(
            seat for seat, share in self.shares.items() if share.answer is None or share.at_ms > began
        )

    def _judge(self, share: Share, now_ms: float) -> None:
        due_ms = share.due_ms
        in_time = due_ms + ROUNDING_MS
        first = _first_before(in_time, share.lines) if share.lines else None
        if first is not None:
            share.answer = first
            at_ms = min(first.seen_ms, due_ms)
        elif share.ended_ms is not None and share.ended_ms <= in_time:
            share.crashed = True
            at_ms = share.ended_ms
        elif now_ms >= due_ms - ROUNDING_MS and now_ms >= share.unsure_until_ms:
            at_ms = due_ms
        else:
            return
        share.settled = True
        share.at_ms = at_ms
        if self._pauses or share.starved_ms:
            share.lost_ms = min(max(self._paused_ms(at_ms), share.starved_ms), at_ms - self.sent_ms)

    def _due_ms(self, share: Share) -> float:
        """The deadline, extended by stalls before it and by the time other programs took."""
        due = self.sent_ms + share.allowed_ms
        reached = self.sent_ms
        for since, until in self._pauses:
            begin = max(since, reached)
            if begin >= due:
                break
            if until > begin:
                due += until - begin
                reached = until
        return max(due, self.sent_ms + share.allowed_ms + share.starved_ms)

    def _paused_ms(self, until_ms: float) -> float:
        total, reached = 0.0, self.sent_ms
        for since, until in self._pauses:
            begin, end = max(since, reached), min(until, until_ms)
            if end > begin:
                total += end - begin
                reached = end
        return total


def _first_before(in_time_ms: float, lines: list[TimedLine]) -> TimedLine | None:
    """The first line that may have come in time: after the time was up, nobody saw that it was missing."""
    first: TimedLine | None = None
    for line in lines:
        if line.unseen_ms < in_time_ms and (first is None or line.number < first.number):
            first = line
    return first
