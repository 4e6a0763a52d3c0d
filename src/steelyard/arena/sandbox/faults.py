"""Failures of this machine, which are never charged to a bot."""

from __future__ import annotations

import errno
import os
from contextlib import contextmanager
from typing import TYPE_CHECKING

from steelyard.arena.sandbox.bubblewrap import IsolationMissing, SandboxRefused
from steelyard.core.errors import SteelyardError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steelyard.core.game import Seat

# The errors of a machine that runs out of resources, and the messages of the programs that set up a sandbox.
SHORTAGES = [errno.EAGAIN, errno.ENOMEM, errno.EMFILE, errno.ENFILE, errno.ENOSPC]
SHORTAGE_WORDS = [*map(os.strerror, SHORTAGES), "Cannot fork"]


class PlatformFault(SteelyardError):
    """The machine failed, not a bot: the game is void and is replayed. Never becomes a BotFailure."""

    def __init__(self, reason: str, seats: tuple[Seat, ...] = ()) -> None:
        super().__init__(reason)
        self.seats = seats
        """The seats that were to move when it happened, if any."""


@contextmanager
def machine_faults() -> Iterator[None]:
    """Turn errors with files, processes and memory into PlatformFault: they are not the bot's fault."""
    try:
        yield
    except (OSError, MemoryError) as error:
        if isinstance(error, OSError) and error.errno == errno.E2BIG:
            raise SandboxRefused("the bot's command is too long for this machine") from None
        raise PlatformFault(f"this machine could not run a bot: {error}") from error


def setup_error(message: str) -> SteelyardError:
    """Why a sandbox was not set up: the machine is out of resources, or cannot isolate bots at all."""
    if any(word in message for word in SHORTAGE_WORDS):
        return PlatformFault(f"a bot's sandbox could not be set up: {message.strip().splitlines()[-1]}")
    return IsolationMissing(message)
