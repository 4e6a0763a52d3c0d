"""Browsers in which somebody has signed in before: others who guess a password do not make them wait."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import TYPE_CHECKING

from steelyard.server.http import clients

if TYPE_CHECKING:
    from starlette.types import Scope

COOKIE = "steelyard_device"
YEAR_S = 365 * 24 * 3600


class Devices:
    """Signs what a browser shows; it opens nothing by itself."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def new(self, account: int) -> str:
        words = f"{account}.{secrets.token_urlsafe(16)}"
        return f"{words}.{self._sign(words)}"

    def account(self, shown: str) -> int | None:
        """Whose account a browser is known for."""
        words, _, sign = shown.rpartition(".")
        if not hmac.compare_digest(self._sign(words).encode(), sign.encode()):
            return None
        return int(words.partition(".")[0])

    def _sign(self, words: str) -> str:
        return hmac.new(self._key, f"device {words}".encode(), hashlib.sha256).hexdigest()


def shown(scope: Scope) -> str:
    return clients.shown(scope, COOKIE)


def cookie(value: str, scope: Scope) -> str:
    return clients.set_cookie(scope, COOKIE, value, YEAR_S)
