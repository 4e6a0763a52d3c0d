"""The two things of asyncio that have no public name. A test fails should they change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from asyncio import BaseTransport
    from asyncio.subprocess import Process


def close_pipes(process: Process) -> None:
    """Close the pipes of a process that has ended; else they stay until the garbage collector finds them."""
    transport: Any = getattr(process, "_transport", None)
    if transport is not None:
        transport.close()


def forget_reader(transport: BaseTransport) -> None:
    """A transport keeps a method of its own, and so itself, until the garbage collector looks for cycles."""
    vars(transport).pop("_read_ready_cb", None)
