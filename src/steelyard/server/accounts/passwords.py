"""Passwords: argon2id, beside the loop and a few at a time, so that signing in never holds up a game."""

from __future__ import annotations

import secrets
import unicodedata
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from steelyard.core.errors import SteelyardError
from steelyard.core.names import folded
from steelyard.server.thread_pools import NOBODY, Pool

if TYPE_CHECKING:
    from collections.abc import Callable

    from argon2 import PasswordHasher

T = TypeVar("T")
SHORTEST, LONGEST = 8, 200
MEMORY_KIB, ROUNDS = 48 * 1024, 2
AT_ONCE = 2
MOST_WAITING = 200  # a class signs in at once; beyond that somebody is pushing
LEAST_SCORE = 2  # of 4 by zxcvbn: more guesses than a server that slows guessing lets anybody have
SIGNS = frozenset("@({[<!|$+%")  # zxcvbn tries each in place of letters, in every combination
MOST_SIGNS = 3
LOOKED_AT, LOOKED_AT_WITH_SIGNS = 24, 12  # characters; no password takes longer than some 40 ms


class WeakPassword(SteelyardError):
    """A password that others would guess."""


def checked_password(password: str, name: str) -> str:
    """The same for every keyboard that it is typed on."""
    plain = unicodedata.normalize("NFKC", password)
    if len(plain) < SHORTEST:
        raise WeakPassword(f"a password has at least {SHORTEST} characters")
    if _score(plain, name) < LEAST_SCORE or folded(plain) == folded(name):
        raise WeakPassword("that password is among the first that others would try; choose another")
    return plain


def _score(password: str, name: str) -> int:
    from zxcvbn import zxcvbn  # noqa: PLC0415 - its lists of common passwords and words take a moment to load

    looked_at = password[:LOOKED_AT]
    if len(SIGNS.intersection(looked_at)) > MOST_SIGNS:
        looked_at = password[:LOOKED_AT_WITH_SIGNS]
    score: int = zxcvbn(looked_at, user_inputs=[name, *name.split(), "steelyard"])["score"]
    return score


class Passwords:
    """Judges, hashes and verifies."""

    def __init__(self) -> None:
        self._pool = Pool("passwords", AT_ONCE, MOST_WAITING, MOST_WAITING)

    async def checked(self, password: str, name: str) -> str:
        return await self._aside(lambda: checked_password(password, name))

    async def hash(self, password: str) -> str:
        return await self._aside(lambda: self._hasher.hash(password))

    async def fits(self, kept: str | None, password: str) -> bool:
        """Whether that is the password; where there is none to compare with, the same work is done."""
        return await self._aside(lambda: self._fits(kept, unicodedata.normalize("NFKC", password)))

    def _fits(self, kept: str | None, password: str) -> bool:
        from argon2.exceptions import InvalidHashError, VerificationError  # noqa: PLC0415 - as below

        nobodys = self._nobodys  # made once, for whomever comes first
        try:
            return self._hasher.verify(kept or nobodys, password) and kept is not None
        except (VerificationError, InvalidHashError):
            return False

    @cached_property
    def _hasher(self) -> PasswordHasher:
        from argon2 import PasswordHasher  # noqa: PLC0415 - a server starts faster without it

        return PasswordHasher(time_cost=ROUNDS, memory_cost=MEMORY_KIB, parallelism=1)

    @cached_property
    def _nobodys(self) -> str:
        return self._hasher.hash(secrets.token_urlsafe(32))

    async def _aside(self, work: Callable[[], T]) -> T:
        return await self._pool.run(NOBODY, work)
