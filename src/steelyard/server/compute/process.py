"""A process that computes for the server: it reads one task a line and answers in lines.

The last line of an answer has `done`; lines before it are results and progress. `stop` asks for the end of a
task that goes on and on. When the server ends, so does this process. What the tasks are is not known here:
`steelyard.server.compute_tasks` lists them and is what is started.
"""

from __future__ import annotations

import os
import queue
import sys
import threading
from typing import TYPE_CHECKING, Any

import msgspec

from steelyard.core.errors import SteelyardError
from steelyard.server.compute.pool import STOP

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

Task = dict[str, Any]
Answer = dict[str, Any]
_stop = threading.Event()
stopped = _stop.is_set
"""Whether the task that runs is asked to end."""


def main(known: Mapping[str, Callable[[Task], Iterator[Answer]]]) -> None:
    """Do tasks of these names until the server is gone."""
    os.nice(int(sys.argv[1]) if len(sys.argv) > 1 else 0)
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a library prints must not come between the answers
    tasks: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(tasks,), daemon=True).start()
    encode = msgspec.json.Encoder().encode
    while True:
        task = msgspec.json.decode(tasks.get())
        _stop.clear()
        end: Answer = {"done": True}
        try:
            for answer in known[task["task"]](task):
                out.write(encode(answer) + b"\n")
                out.flush()
        except SteelyardError as error:
            end["error"] = str(error)
        out.write(encode(end) + b"\n")
        out.flush()


def _listen(tasks: queue.SimpleQueue[bytes]) -> None:
    """Tasks as they come; the end of input means that the server is gone, whatever we are busy with."""
    for line in sys.stdin.buffer:
        if line == STOP:
            _stop.set()
        else:
            tasks.put(line)
    os._exit(0)
