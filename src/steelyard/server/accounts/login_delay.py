"""Guessing slowed down: each wrong attempt makes the next wait longer."""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING, NamedTuple

from steelyard.server.http.responses import ApiError

if TYPE_CHECKING:
    from collections.abc import Callable

MOST_KEPT = 10_000  # names or addresses; the one that was quiet longest is forgotten
FORGOTTEN_S = 3600.0


class _Tried(NamedTuple):
    failures: int
    last_s: float
    before_s: float = 0.0
    """The last one before it: a right attempt makes nobody wait."""


class LoginDelay:
    """So many attempts are free; after them the wait doubles from a second up to the longest."""

    def __init__(self, free: int, longest_s: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._free = free
        self._longest_s = longest_s
        self._clock = clock
        self._tried: dict[str, _Tried] = {}

    def attempt(self, key: str) -> None:
        """Count an attempt, as failed until `succeeded`: many at once are no way around."""
        now = self._clock()
        tried = self._tried.pop(key, _Tried(0, now))
        if now - tried.last_s > FORGOTTEN_S:
            tried = _Tried(0, now)
        left_s = tried.last_s + self._wait_s(tried.failures) - now
        if left_s > 0:
            self._tried[key] = tried
            seconds = math.ceil(left_s)
            raise ApiError(
                "too_many_attempts", f"too many attempts; wait {seconds} s", {"Retry-After": str(seconds)}
            )
        if len(self._tried) >= MOST_KEPT:
            del self._tried[next(iter(self._tried))]
        self._tried[key] = _Tried(tried.failures + 1, now, tried.last_s)

    def succeeded(self, key: str) -> None:
        """That attempt was right; earlier ones count on: an account of one's own does not help to guess."""
        tried = self._tried.get(key)
        if tried is not None and tried.failures > 1:
            self._tried[key] = _Tried(tried.failures - 1, tried.before_s, tried.before_s)
        else:
            self._tried.pop(key, None)

    def forget(self, key: str) -> None:
        self._tried.pop(key, None)

    def _wait_s(self, failures: int) -> float:
        over = failures - self._free
        return 0.0 if over < 0 else min(self._longest_s, 2.0 ** min(over, 20))


class Attempts:
    """To sign in: whoever guesses waits, the owner of the name does not.

    Attempts count by name and address together, by address (a class behind one router mistypes often), and by
    name alone, for those who guess from many addresses. A browser known for the account counts by itself.
    Where an address would have to wait, each person there still has an attempt a second, so that one who
    guesses many names does not lock out a school.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.by_address = LoginDelay(free=60, longest_s=300.0, clock=clock)
        self.by_person = LoginDelay(free=1, longest_s=1.0, clock=clock)
        self.by_name_and_address = LoginDelay(free=5, longest_s=300.0, clock=clock)
        self.by_name = LoginDelay(free=20, longest_s=60.0, clock=clock)

    def attempt(self, name: str, address: str, person: str, device: str) -> None:
        """`person` is whoever pays for the request; strangers of one address are one together.

        `device` is what a browser shows that is known for this name's account, else nothing.
        """
        if not device:
            try:
                self.by_address.attempt(address)
            except ApiError:
                self.by_person.attempt(_together(person, address))
        self.by_name_and_address.attempt(_together(name, device or address))
        if not device:
            self.by_name.attempt(name)

    def succeeded(self, name: str, address: str, device: str) -> None:
        self.by_name_and_address.forget(_together(name, device or address))
        if not device:
            self.by_name.succeeded(name)
            self.by_address.succeeded(address)


def _together(name: str, where: str) -> str:
    return f"{name}\n{where}"
