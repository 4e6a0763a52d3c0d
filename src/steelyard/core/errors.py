"""Errors: what can be wrong with a request. Each message says what would be right."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


class SteelyardError(Exception):
    """A request that cannot be met. The command line prints it in one line and exits with 2."""


class UnknownGame(SteelyardError):
    """No game of that name is installed."""


class UnknownBot(SteelyardError):
    """No bot of that name plays that game."""


class InvalidOption(SteelyardError):
    """An option a game does not have, or a value it cannot take."""


class InvalidState(SteelyardError):
    """A position, board or game text that cannot be read, or that cannot arise."""


class InvalidMove(SteelyardError):
    """A move that cannot be read."""


class IllegalMove(SteelyardError):
    """A move that was read and is not allowed here; the message lists what is."""


class CacheUnwritable(SteelyardError):
    """No folder could be found or made for compiled kernels."""


class DataUnwritable(SteelyardError):
    """A file that is worth keeping, such as a solved game, could not be written."""


class NotSolved(SteelyardError):
    """Best play is not known there, or would take too long to find."""


def listed(words: Iterable[str], most: int = 40) -> str:
    """`LA, LB, RC`, cut short when there are very many."""
    words = list(words)
    more = f" and {len(words) - most} more" if len(words) > most else ""
    return ", ".join(words[:most]) + more
