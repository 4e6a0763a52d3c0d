"""Waiting for something to come true, with an end to it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

TIMEOUT_S = 60.0  # for what takes a moment, on the busiest machine
LOOK_EVERY_S = 0.01


def wait_until(
    condition: Callable[[], Any], seconds: float = TIMEOUT_S, every_s: float = LOOK_EVERY_S
) -> None:
    """Until the condition holds; one that does not hold in time fails the test.

    A look that costs much should be rare: what is waited for needs the processor too.
    """
    ends = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < ends, f"waited {seconds:g} s in vain"
        time.sleep(every_s)
