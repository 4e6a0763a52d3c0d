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

# Resources that a machine runs out of, and how the programs that set up a sandbox say so.
SHORTAGES = [errno.EAGAIN, errno.ENOMEM, errno.EMFILE, errno.ENFILE, errno.ENOSPC]
SHORTAGE_WORDS = [*map(os.strerror, SHORTAGES), "Cannot fork"]


class PlatformFault(SteelyardError):
    """The machine failed, not a bot: the game is void and is played again. Never becomes a BotFailure."""

    def __init__(self, reason: str, seats: tuple[Seat, ...] = ()) -> None:
        super().__init__(reason)
        self.seats = seats
        """Who was on the move when it happened, if anybody was."""


@contextmanager
def machine_faults() -> Iterator[None]:
    """What goes wrong with files, processes and memory here is not the bot's doing."""
    try:
        yield
    except (OSError, MemoryError) as error:
        if isinstance(error, OSError) and error.errno == errno.E2BIG:
            raise SandboxRefused("the bot's command is too long for this machine") from None
        raise PlatformFault(f"this machine could not run a bot: {error}") from error


def not_made(said: str) -> SteelyardError:
    """Why a cage was not made: the machine is short of something now, or cannot make any."""
    if any(word in said for word in SHORTAGE_WORDS):
        return PlatformFault(f"a bot's cage could not be made: {said.strip().splitlines()[-1]}")
    return IsolationMissing(said)
