"""How late this machine runs things: the referee's alibi, or its confession."""

from __future__ import annotations

import threading
import time
from collections import deque
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from types import TracebackType

BEAT_MS = 10.0
LATE_MS = 2.0  # a beat later than this is worth remembering


class Heartbeat:
    """A thread that wishes to wake every 10 ms and notes each time the machine would not let it."""

    def __init__(self) -> None:
        self._late: deque[tuple[float, float]] = deque(maxlen=4096)  # when it woke at last, how late in ms
        self._last = now_ms()
        self.worst_lately_ms = 0.0
        """The latest beat of the last second."""
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._beat, name="heartbeat", daemon=True)
        self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def stop(self) -> None:
        self._stop.set()
        self._thread.join()

    def stalled_ms(self, since_ms: float, until_ms: float) -> float:
        """How much of the time between nothing could run here, a stall that goes on included."""
        ongoing = until_ms - self._last - BEAT_MS
        stalled = ongoing if ongoing > LATE_MS else 0.0
        if self._late and self._late[-1][0] >= since_ms:
            stalled += sum(min(late, woke - since_ms) for woke, late in list(self._late) if woke >= since_ms)
        return stalled

    def worst_ms(self, since_ms: float, until_ms: float) -> float:
        """The longest single stall between, one that goes on included."""
        ongoing = max(0.0, until_ms - self._last - BEAT_MS)
        return max(
            [ongoing, *(min(late, woke - since_ms) for woke, late in list(self._late) if woke >= since_ms)]
        )

    def _beat(self) -> None:
        while not self._stop.wait(BEAT_MS / 1000):
            woke = now_ms()
            late = woke - self._last - BEAT_MS
            if late > LATE_MS:
                self._late.append((woke, late))
            self._last = woke
            self.worst_lately_ms = self._worst_since(woke - 1000.0)

    def _worst_since(self, since_ms: float) -> float:
        if not self._late or self._late[-1][0] < since_ms:
            return 0.0
        return max(late for woke, late in self._late if woke >= since_ms)


def now_ms() -> float:
    return time.perf_counter() * 1000
