"""Detects stalls of this machine, so that they are not charged to a bot."""

from __future__ import annotations

import mmap
import os
import subprocess
import sys

from steelyard.arena.referee import heartbeat
from steelyard.arena.referee.heartbeat import BEAT_MS, HEAD, KEPT, LATE_MS, PAUSE, now_ms

__all__ = ["Heartbeat", "now_ms"]


class Heartbeat:
    """A process that wakes every 10 ms; not the referee's, whose own work must not look like a stall."""

    def __init__(self) -> None:
        self._file = os.memfd_create("steelyard-heartbeat")
        os.truncate(self._file, heartbeat.SIZE)
        self._shared = mmap.mmap(self._file, heartbeat.SIZE)
        # The fields of HEAD, to be read one by one.
        self._times_ms = memoryview(self._shared)[: HEAD.size].cast("d")
        self._counts = memoryview(self._shared)[: HEAD.size].cast("Q")
        self._process = self._started()

    def _started(self) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-I", "-S", heartbeat.__file__, str(self._file), str(os.getpid())]
        return subprocess.Popen(command, pass_fds=[self._file], start_new_session=True)  # noqa: S603 - our own

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        self._times_ms.release()
        self._counts.release()
        self._shared.close()
        os.close(self._file)

    @property
    def worst_lately_ms(self) -> float:
        """How late the latest beat of the last second was."""
        return self._times_ms[1]

    @property
    def pauses(self) -> int:
        """How many stalls there were so far."""
        return self._counts[2]

    def pauses_from(self, number: int) -> list[tuple[float, float]]:
        """The begin and end of each stall, from stall `number` on."""
        there = self.pauses
        return [
            PAUSE.unpack_from(self._shared, HEAD.size + each % KEPT * PAUSE.size)
            for each in range(max(number, there - KEPT), there)
        ]

    def overdue(self, at_ms: float) -> bool:
        """Whether a beat is late at that moment, so that a stall may be going on that is not recorded yet."""
        last = self._times_ms[0]
        if last == 0 or at_ms - last <= BEAT_MS + LATE_MS:
            return False
        if self._process.poll() is None:
            return True
        # The process was killed; the stalls that it recorded stay.
        HEAD.pack_into(self._shared, 0, 0.0, 0.0, self.pauses)
        self._process = self._started()
        return False
