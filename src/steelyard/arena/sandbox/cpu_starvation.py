"""Computes how long other programs kept a bot off the CPU, from samples of its threads. Pure functions."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping


class Schedule(NamedTuple):
    """Scheduling statistics of one thread, as the kernel counts them."""

    ran_ns: int
    waited_ns: int
    """Time in which the thread was ready to run but the CPU ran something else."""


class Sample(NamedTuple):
    at_ms: float
    cpu_ns: int
    """CPU time of the bot and all processes it started."""
    threads: Mapping[int, Schedule]
    stolen_ns: int = 0
    """CPU time that the host of a virtual machine took from the bot's core (steal time)."""
    complete: bool = True
    """Whether `cpu_ns` includes processes that started and ended between two samples."""


class Starvation:
    """Lower bound of the CPU time that other programs took from a bot since the first sample of this turn.

    While one of the bot's threads waits, its core runs another thread of the bot or another program. So the
    time a thread waited, minus the time the rest of the bot ran, was taken by other programs. A bot that
    overloads its own core therefore gains nothing. Threads that started after the first sample do not count.
    """

    def __init__(self) -> None:
        self._first: Sample | None = None
        self._last: Sample | None = None
        self._unknown = False
        self.begun = False
        """Whether there is a sample of this turn."""

    def add(self, sample: Sample) -> None:
        if self._first is None or self._last is None:
            self._first = self._last = sample
            self.begun = True
            return
        if not sample.complete and sample.threads.keys() - self._last.threads.keys():
            self._unknown = True  # processes may have started and ended unseen, with unknown CPU time
        self._last = sample

    def restart(self) -> None:
        """Begin a new turn."""
        self._first = self._last = None
        self._unknown = self.begun = False

    @property
    def total_ms(self) -> float:
        """At most the time in which the bot did not run at all."""
        first, last = self._first, self._last
        if first is None or last is None or self._unknown:
            return 0.0
        cpu_ns = last.cpu_ns - first.cpu_ns
        taken_ns = 0
        for thread, now in last.threads.items():
            before = first.threads.get(thread)
            if before is not None and before.ran_ns <= now.ran_ns:  # otherwise the thread id was reused
                by_itself = max(0, cpu_ns - (now.ran_ns - before.ran_ns))
                taken_ns = max(taken_ns, now.waited_ns - before.waited_ns - by_itself)
        taken_ns += max(0, last.stolen_ns - first.stolen_ns)
        idle_ms = last.at_ms - first.at_ms - cpu_ns / 1e6
        return max(0.0, min(taken_ns / 1e6, idle_ms))
