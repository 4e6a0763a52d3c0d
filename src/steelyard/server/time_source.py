"""What time it is: the one module of the server that asks the machine for the date.

`now_ms` is wall time, for dates: when something happened, until when something is valid. It may be set
forward or back at any moment, and it leaps when a machine wakes from sleep.

`steady_ms` is for durations. It begins with the date at which this process began, is never set afterwards,
and stands still while the machine sleeps. Only differences mean something, and only within one process.
"""

from __future__ import annotations

import time


def now_ms() -> float:
    """Milliseconds since 1970, by the clock on the wall."""
    return _wall_s() * 1000


def steady_ms() -> float:
    """Milliseconds since 1970 when this process began, and from then on as they passed."""
    return _BEGAN_MS + _monotonic_s() * 1000


_wall_s = time.time
_monotonic_s = time.monotonic
_BEGAN_MS = (time.time() - time.monotonic()) * 1000
