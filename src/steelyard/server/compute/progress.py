"""How far a long task is, told while it runs."""

from __future__ import annotations

import contextlib
import queue
import threading
import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from steelyard.server.compute.process import Answer

GETTING_READY: Answer = {"progress": {"doing": "getting ready", "share": 0.0}}
QUIET_S = 2.0  # whoever waits for less need not be told
TELL_S = 0.2


def with_progress(work: Callable[[Callable[[str, float], None]], Any]) -> Any:
    """Run `work` in a thread and pass on, now and then, how far it is; what it returns is returned."""
    told: queue.SimpleQueue[Answer | None] = queue.SimpleQueue()
    found: list[Any] = []
    failed: list[BaseException] = []

    def run() -> None:
        try:
            found.append(work(lambda doing, share: told.put({"progress": {"doing": doing, "share": share}})))
        except BaseException as error:  # noqa: BLE001 - raised again where it is waited for
            failed.append(error)
        told.put(None)

    threading.Thread(target=run, daemon=True).start()
    answer: Answer | None = GETTING_READY
    last = time.monotonic() + QUIET_S - TELL_S
    while answer is not None:
        if time.monotonic() - last > TELL_S:
            last = time.monotonic()
            yield answer
        with contextlib.suppress(queue.Empty):  # compiling says nothing of how far it is
            answer = told.get(timeout=1.0)
    if failed:
        raise failed[0]
    return found[0]
