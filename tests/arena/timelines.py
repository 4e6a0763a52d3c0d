"""Made-up turns: when lines came, outputs ended and nothing ran; and a referee that looks now and then.

    python -m tests.arena.timelines 1000000

judges that many, each in several orders and at several moments, and prints what differed.
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from hypothesis import strategies as st

from steelyard.arena.referee.timing import RefereeTurn, Share, TimedLine

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from steelyard.core.game import Seat

STEP_MS = 0.5
LOST = {"ended", "overdue"}


@dataclass
class Part:
    """What one seat does in a turn, in milliseconds since it was asked."""

    allowed: float
    lines: list[float] = field(default_factory=list)
    end: float | None = None
    waits: list[tuple[float, float]] = field(default_factory=list)
    """When it was ready to run and others ran."""


@dataclass
class Timeline:
    parts: dict[Seat, Part]
    pauses: list[tuple[float, float]]


def _spans(chance: Random, most: int, until: float) -> list[tuple[float, float]]:
    """Some spans of time that do not touch."""
    marks = sorted({round(chance.uniform(0, until)) for _ in range(2 * chance.randint(0, most))})
    return list(zip(marks[::2], marks[1::2], strict=False))


def made(chance: Random) -> Timeline:
    """A turn of one seat or of both. Moments are whole milliseconds, so that many coincide."""
    seats: tuple[Seat, ...] = chance.choice([(0,), (1,), (0, 1), (0, 1)])
    parts: dict[Seat, Part] = {}
    pauses = _spans(chance, 2, 120)
    for seat in seats:
        lines = sorted(float(chance.randint(0, 160)) for _ in range(chance.choice([0, 1, 1, 2, 3])))
        last = lines[-1] if lines else 0.0
        end = chance.choice([None, last, last + chance.randint(0, 100)])
        waits = _spans(chance, 2, 120) if not pauses else []
        parts[seat] = Part(float(chance.randint(1, 100)), lines, end, waits)
    return Timeline(parts, pauses)


def timelines() -> st.SearchStrategy[Timeline]:
    return st.randoms(use_true_random=False).map(made)


def lost(spans: list[tuple[float, float]], now: float) -> float:
    return sum(min(until, now) - since for since, until in spans if since < now)


def due(timeline: Timeline, part: Part) -> float:
    """When a seat's time is up, knowing everything: the moment by which it has had all of it."""
    at = 0.0
    while at - lost(timeline.pauses or part.waits, at) < part.allowed:
        at += STEP_MS
    return at


class Verdict(NamedTuple):
    what: str
    line: int | None
    """Which line is the answer."""
    at: float
    """When the seat was settled."""


def oracle(timeline: Timeline) -> dict[Seat, Verdict]:
    """What is right, from the whole timeline at once."""
    verdicts: dict[Seat, Verdict] = {}
    for seat, part in timeline.parts.items():
        until = due(timeline, part)
        if part.lines and part.lines[0] <= until:
            verdicts[seat] = Verdict("answered", 0, part.lines[0])
        elif part.end is not None and part.end <= until:
            verdicts[seat] = Verdict("ended", None, part.end)
        else:
            verdicts[seat] = Verdict("overdue", None, until)
    return verdicts


def judged(timeline: Timeline, chance: Random, late_ms: float = 0.0) -> dict[Seat, Verdict]:
    """The same by a referee that looks at moments of chance, told the events in an order of chance.

    It sees at most `late_ms` too late that something is due, and may look as often as it likes before.
    """
    turn = RefereeTurn(0.0, {seat: part.allowed for seat, part in timeline.parts.items()})
    now, looked = 0.0, -1.0
    wake: float | None = 0.0
    while wake is not None:
        events = list(_events(timeline, turn, looked, now, exact=not late_ms))
        chance.shuffle(events)
        for tell, arguments in events:
            tell(*arguments)
        looked = now
        wake = turn.tick(now)
        if wake is not None:
            early = round(chance.uniform(now, wake)) if chance.random() < 0.5 else wake
            now = max(now + STEP_MS, min(early, wake) + chance.uniform(0, late_ms))
    return {seat: _verdict(share) for seat, share in turn.shares.items()}


def _verdict(share: Share) -> Verdict:
    if share.answer is not None:
        return Verdict("answered", share.answer.number, share.at_ms)
    return Verdict("ended" if share.crashed else "overdue", None, share.at_ms)


def wronged(timeline: Timeline, late: dict[Seat, Verdict]) -> bool:
    """Whether a referee that looks late harms anybody: a doubt may help a bot, and must never harm it.

    Waiting is told as a sum, so a late look may count some that came too late: then a bot whose output ended
    just after its time has ended instead of being overdue. It has lost either way.
    """
    for seat, right in oracle(timeline).items():
        lost_anyway = {"answered", right.what} if not timeline.parts[seat].waits else LOST | {"answered"}
        if late[seat].line != 0 if right.what == "answered" else late[seat].what not in lost_anyway:
            return True
    return False


def _events(
    timeline: Timeline, turn: RefereeTurn, looked: float, now: float, *, exact: bool
) -> Iterator[tuple[Callable[..., None], tuple[Any, ...]]]:
    """What has happened since the last look. A late referee knows of a line only that it came since."""
    for seat, part in timeline.parts.items():
        for number, at in enumerate(part.lines):
            if looked < at <= now:
                seen = TimedLine(number, at - 1e-3, at, at) if exact else TimedLine(number, looked, now, at)
                yield turn.line, (seat, seen)
        if part.end is not None and looked < part.end <= now:
            yield turn.end, (seat, part.end)
        if part.waits:
            yield turn.starve, (seat, lost(part.waits, now))
    for since, until in timeline.pauses:
        if since < now and until > looked:
            yield turn.pause, (since, min(until, now))


def main(count: int) -> int:
    began, differing = time.monotonic(), 0
    for number in range(count):
        timeline = made(Random(number))
        right = oracle(timeline)
        if any(judged(timeline, Random(f"{number}/{order}")) != right for order in range(2)):
            differing += 1
            print("order:", number, timeline)  # noqa: T201
        if wronged(timeline, judged(timeline, Random(f"{number}/late"), late_ms=number % 40)):
            differing += 1
            print("late:", number, timeline)  # noqa: T201
    took = time.monotonic() - began
    print(f"{count} timelines in {took:.0f} s: {differing} judged differently")  # noqa: T201
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
