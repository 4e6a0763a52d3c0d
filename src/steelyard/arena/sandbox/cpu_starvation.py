"""How long a bot was ready to run and was kept from it by others, from samples of its threads. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping


class Schedule(NamedTuple):
    """What the kernel has counted for one thread so far."""

    ran_ns: int
    waited_ns: int
    """Ready to run, while something else ran."""


class Sample(NamedTuple):
    at_ms: float
    cpu_ns: int
    """Of the whole bot, whatever it started included."""
    threads: Mapping[int, Schedule]
    stolen_ns: int = 0
    """What the host of a virtual machine took from the bot's core."""
    complete: bool = True
    """Whether `cpu_ns` holds what processes used that came and went between two samples."""


class Starvation:
    """What others surely took from a bot since the first sample of this turn.

    While one of its threads waits, its core runs another of its threads or somebody else's. So what a thread
    waited, less all that the rest of the bot ran meanwhile, was taken by others. A bot that crowds its own
    core therefore gains nothing. Threads that were not there at the first sample do not count.
    """

    def __init__(self) -> None:
        self._first: Sample | None = None
        self._last: Sample | None = None
        self._unknown = False

    def add(self, sample: Sample) -> None:
        if self._first is None or self._last is None:
            self._first = self._last = sample
            return
        if not sample.complete and sample.threads.keys() - self._last.threads.keys():
            self._unknown = True  # others may have come and gone, and what they ran is not known
        self._last = sample

    def restart(self) -> None:
        """A new turn."""
        self._first = self._last = None
        self._unknown = False

    @property
    def begun(self) -> bool:
        return self._first is not None

    @property
    def total_ms(self) -> float:
        """Never more than the time in which the bot did not run at all."""
        first, last = self._first, self._last
        if first is None or last is None or self._unknown:
            return 0.0
        cpu_ns = last.cpu_ns - first.cpu_ns
        taken_ns = 0
        for thread, now in last.threads.items():
            before = first.threads.get(thread)
            if before is not None and before.ran_ns <= now.ran_ns:  # else its number has a new owner
                by_itself = max(0, cpu_ns - (now.ran_ns - before.ran_ns))
                taken_ns = max(taken_ns, now.waited_ns - before.waited_ns - by_itself)
        taken_ns += max(0, last.stolen_ns - first.stolen_ns)
        idle_ms = last.at_ms - first.at_ms - cpu_ns / 1e6
        return max(0.0, min(taken_ns / 1e6, idle_ms))
