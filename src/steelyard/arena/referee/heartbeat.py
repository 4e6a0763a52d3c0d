"""Wakes every 10 ms in a process of its own and records when this machine did not run it.

`stalls.Heartbeat` runs it as a script, with the shared file and its own process id as arguments. It imports
little, so that it starts at once, and ends with its owner.
"""

from __future__ import annotations

import mmap
import os
import struct
import sys
import time

BEAT_MS = 10.0
LATE_MS = 2.0  # a beat later than this is recorded
KEPT = 512  # how many stalls are remembered
HEAD = struct.Struct("ddQ")  # the last beat, the worst delay of the last second, the number of stalls
PAUSE = struct.Struct("dd")  # begin, end
SIZE = HEAD.size + KEPT * PAUSE.size


def now_ms() -> float:
    return time.perf_counter() * 1000


def main(file: int, owner: int) -> None:
    shared = mmap.mmap(file, SIZE)
    schedule = os.open("/proc/self/schedstat", os.O_RDONLY)
    try:
        state = os.open(f"/proc/{owner}/stat", os.O_RDONLY)
    except FileNotFoundError:
        return
    pauses = HEAD.unpack_from(shared)[2]  # counted by an earlier process
    late_ones: list[tuple[float, float]] = []  # time, delay
    last, waited = now_ms(), _waited_ms(schedule)
    while os.getppid() == owner:
        time.sleep(BEAT_MS / 1000)
        woke, waited_before = now_ms(), waited
        waited = _waited_ms(schedule)
        late = woke - last - BEAT_MS
        paused = 0.0
        if late > LATE_MS:
            late_ones.append((woke, late))
            # Waiting for a CPU is no stall: something else ran, possibly a bot that does so on purpose.
            paused = late - (waited - waited_before)
        if _stopped(state):
            paused = woke - last
        if paused > LATE_MS:
            PAUSE.pack_into(shared, HEAD.size + pauses % KEPT * PAUSE.size, woke - paused, woke)
            pauses += 1
        while late_ones and late_ones[0][0] < woke - 1000.0:
            late_ones.pop(0)
        HEAD.pack_into(shared, 0, woke, max((late for _, late in late_ones), default=0.0), pauses)
        last = woke


def _stopped(state: int) -> bool:
    """Whether the owner was stopped by a signal."""
    try:
        return os.pread(state, 400, 0).rpartition(b")")[2].split()[0] in {b"T", b"t"}
    except ProcessLookupError:
        return False  # it has just ended; the loop ends too


def _waited_ms(schedule: int) -> float:
    return int(os.pread(schedule, 100, 0).split()[1]) / 1e6


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
