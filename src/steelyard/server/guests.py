"""Who somebody is: a guest, known by a secret that only his browser has. Accounts can attach here later."""

from __future__ import annotations

import hashlib
import re
import secrets
from http.cookies import CookieError, SimpleCookie
from typing import TYPE_CHECKING

from starlette.datastructures import Headers

if TYPE_CHECKING:
    from starlette.types import Scope

COOKIE = "steelyard_guest"
_SECRET = re.compile(r"[A-Za-z0-9_-]{43}")
YEARS_S = 2 * 365 * 24 * 3600


def who(scope: Scope) -> str:
    """The guest behind a request or socket, as the database knows him; nobody if he shows no secret."""
    secret = _shown(scope) or scope.get("steelyard.secret", "")
    return hashlib.sha256(secret.encode()).hexdigest() if secret else ""


def _shown(scope: Scope) -> str:
    try:
        cookies = SimpleCookie(Headers(scope=scope).get("cookie", ""))
    except CookieError:
        return ""
    secret = cookies[COOKIE].value if COOKIE in cookies else ""
    return secret if _SECRET.fullmatch(secret) else ""


def welcome(scope: Scope) -> bytes | None:
    """Give somebody without a secret a new one; the cookie to set, or None for who has one."""
    if _shown(scope):
        return None
    secret = scope["steelyard.secret"] = secrets.token_urlsafe(32)
    safe = "; Secure" if scope.get("scheme") == "https" else ""
    return f"{COOKIE}={secret}; Max-Age={YEARS_S}; Path=/; HttpOnly; SameSite=Lax{safe}".encode()


def usual_name(guest: str) -> str:
    return f"Guest {int(guest[:8], 16) % 9000 + 1000}"
