"""Computes how long other programs kept a bot off the CPU, from samples of its threads. Pure functions."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping


class CpuSchedule(NamedTuple):
    """Scheduling statistics of one thread, as the kernel counts them."""

    ran_ns: int
    waited_ns: int
    """Time in which the thread was ready to run but the CPU ran something else."""


class Sample(NamedTuple):
    at_ms: float
    cpu_ns: int
    """CPU time of the bot and all processes it started."""
    threads: Mapping[int, CpuSchedule]
    stolen_ns: int = 0
    """CPU time that the host of a virtual machine took from the bot's core (steal time)."""


class Starvation:
    """Lower bound of the CPU time that other programs took from a bot since the first sample of this turn.

    While one of the bot's threads waits, its core runs another thread of the bot or another program. So the
    time a thread waited, minus the time the rest of the bot ran, was taken by other programs. A bot that
    overloads its own core therefore gains nothing. Threads that started after the first sample do not count.
    """

    def __init__(self) -> None:
        self._first: Sample | None = None
        self._last: Sample | None = None

    @property
    def begun(self) -> bool:
        """Whether there is a sample of this turn."""
        return self._first is not None

    def add(self, sample: Sample) -> None:
        self._first, self._last = self._first or sample, sample

    def restart(self) -> None:
        """Begin a new turn."""
        self._first = self._last = None

    @property
    def total_ms(self) -> float:
        """At most the time in which the bot did not run at all."""
        first, last = self._first, self._last
        if first is None or last is None:
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
