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
    """Adds up, sample by sample, what was surely taken by others.

    While one of its threads waits, its core runs another of its threads or somebody else's. So what a thread
    waited, less all that the rest of the bot ran meanwhile, was taken by others. A bot that crowds its own
    core therefore gains nothing. Threads that were not there at the sample before do not count.
    """

    def __init__(self) -> None:
        self._first: Sample | None = None
        self._last: Sample | None = None
        self._taken_ns = 0

    def add(self, sample: Sample) -> None:
        last, self._last = self._last, sample
        if last is None:
            self._first = sample
            return
        cpu_ns = sample.cpu_ns - last.cpu_ns
        taken = 0
        if not sample.complete and sample.threads.keys() - last.threads.keys():
            return  # others of its processes may have come and gone, and it is not known what they ran
        for thread, now in sample.threads.items():
            before = last.threads.get(thread)
            if before is not None and before.ran_ns <= now.ran_ns:  # else its number has a new owner
                by_itself = max(0, cpu_ns - (now.ran_ns - before.ran_ns))
                taken = max(taken, now.waited_ns - before.waited_ns - by_itself)
        self._taken_ns += taken + max(0, sample.stolen_ns - last.stolen_ns)

    def restart(self) -> None:
        """A new turn. The last sample serves as its first: a bot that was not asked did not wait to run."""
        self._first, self._taken_ns = self._last, 0

    @property
    def begun(self) -> bool:
        return self._first is not None

    @property
    def total_ms(self) -> float:
        """Never more than the time in which the bot did not run at all."""
        if self._first is None or self._last is None:
            return 0.0
        wall_ms = self._last.at_ms - self._first.at_ms
        idle_ms = wall_ms - (self._last.cpu_ns - self._first.cpu_ns) / 1e6
        return max(0.0, min(self._taken_ns / 1e6, idle_ms))
