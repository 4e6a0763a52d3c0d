"""Logs for people or for programs: one line each, written by a thread so that a full pipe stops no game."""

from __future__ import annotations

import logging
import sys
import time
import traceback
from contextlib import contextmanager
from logging.handlers import QueueHandler, QueueListener
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, Literal

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterator

Form = Literal["json", "text"]
LIBRARIES = ("uvicorn", "uvicorn.error", "alembic", "httpx", "websockets")  # only when something is wrong


class Json(logging.Formatter):
    """Each entry as one JSON object."""

    converter = staticmethod(time.gmtime)

    def format(self, record: logging.LogRecord) -> str:
        entry: dict[str, Any] = {
            "time": self.formatTime(record, "%Y-%m-%dT%H:%M:%S") + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "part": record.name.removeprefix("steelyard."),
            **getattr(record, "told", {"message": record.getMessage()}),
        }
        if record.exc_info:
            entry["trace"] = "".join(traceback.format_exception(*record.exc_info))
        return msgspec.json.encode(entry).decode()


class Text(logging.Formatter):
    """Each entry as a line for people; what follows an error is indented."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)-7s %(message)s", "%H:%M:%S")

    def format(self, record: logging.LogRecord) -> str:
        told = getattr(record, "told", {})
        line = _one_line(record.getMessage())
        more = f" [{told['request']}]" if "request" in told else ""
        text = f"{self.formatTime(record, self.datefmt)} {record.levelname:<7} {line}{more}"
        if record.exc_info:
            trace = "".join(traceback.format_exception(*record.exc_info)).rstrip()
            text += "\n" + "\n".join(f"    {each}" for each in trace.splitlines())
        return text


def _one_line(text: str) -> str:
    """Whatever somebody has put into an address makes no second line."""
    return text if text.isprintable() else text.encode("unicode_escape").decode()


class _Queued(QueueHandler):
    """Entries as they are: the thread writes them out."""

    def prepare(self, record: logging.LogRecord) -> logging.LogRecord:
        return record


@contextmanager
def written(form: Form | None) -> Iterator[None]:
    """Write the log to standard error while this lasts; without a form only what goes wrong is."""
    if form is None:
        yield
        return
    queue: SimpleQueue[Any] = SimpleQueue()
    listener = QueueListener(queue, _handler(form))
    root, queued = logging.getLogger(), _Queued(queue)
    before = root.level
    _begin(queued)
    listener.start()
    try:
        yield
    finally:
        root.removeHandler(queued)
        root.setLevel(before)
        listener.stop()


def write_at_once(form: Form) -> None:
    """Write the log of a process that does one thing after another: nobody waits while it writes."""
    _begin(_handler(form))


def _handler(form: Form) -> logging.Handler:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Json() if form == "json" else Text())
    return handler


def _begin(handler: logging.Handler) -> None:
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    for name in LIBRARIES:
        logging.getLogger(name).setLevel(logging.WARNING)
