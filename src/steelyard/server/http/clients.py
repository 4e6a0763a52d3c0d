"""Who sent a request: the address, the guest that a cookie names, and who pays for it."""

from __future__ import annotations

import hashlib
import re
import secrets
from functools import lru_cache
from http.cookies import CookieError, SimpleCookie
from ipaddress import IPv4Address, ip_address, ip_network
from typing import TYPE_CHECKING, NamedTuple

from starlette.datastructures import Headers

from steelyard.server.thread_pools import Payer

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.types import Scope

COOKIE = "steelyard_guest"
CLIENT = "steelyard.client"  # in a scope: who pays for the request
PERSON = "steelyard.person"  # in a scope: who is signed in, with `account` and `guest`, or None
SESSION = "steelyard.session"  # in a scope: the id of the session, or nothing
OWNS = "steelyard.owns"  # in a scope: says whether a guest has become an account
_SECRET = re.compile(r"[A-Za-z0-9_-]{43}")
YEARS_S = 2 * 365 * 24 * 3600


def who(scope: Scope) -> str:
    """The guest behind a request or socket, as the database knows them; empty without a cookie.

    Somebody who is signed in is the guest that their account has been from the beginning, in any browser.
    """
    person = scope.get(PERSON)
    if person is not None:
        guest: str = person.guest
        return guest
    secret = scope.get("steelyard.secret") or cookie(scope, COOKIE) or _from_before(scope)
    guest = hashlib.sha256(secret.encode()).hexdigest() if secret else ""
    return "" if "steelyard.secret" not in scope and _is_an_account(scope, guest) else guest


def address(scope: Scope) -> str:
    """Where somebody comes from: a class, or a whole school, may share it; of IPv6, a household's /64."""
    client = scope.get("client")
    return network_of(str(client[0])) if client else ""


@lru_cache(maxsize=4096)
def network_of(client: str) -> str:
    try:
        found = ip_address(client)
    except ValueError:
        return client  # no address of the internet
    if isinstance(found, IPv4Address):
        return client
    return str(found.ipv4_mapped or ip_network((int(found) >> 64 << 64, 64)))


class Asker(NamedTuple):
    """Whoever sent a request, so far as they can be recognised in another browser or account."""

    guest: str
    network: str | None
    """A keyed hash of the address."""


def payer(scope: Scope) -> Payer:
    """Whose turn a request takes where people take turns."""
    client = scope.get(CLIENT)
    return Payer(address(scope), "" if client is None else client.person)


def cookie(scope: Scope, name: str) -> str:
    """A secret that a browser shows."""
    secret = shown(scope, name)
    return secret if _SECRET.fullmatch(secret) else ""


def shown(scope: Scope, name: str) -> str:
    """What a browser keeps for us, whatever it is."""
    if "steelyard.cookies" not in scope:
        scope["steelyard.cookies"] = _cookies(scope)
    value: str = scope["steelyard.cookies"].get(_full_name(scope, name), "")
    return value


def set_cookie(scope: Scope, name: str, value: str, age_s: float) -> str:
    """What makes a browser keep a value, out of reach for scripts and other sites."""
    safe = "; Secure" if _is_safe(scope) else ""
    kept = f"{_full_name(scope, name)}={value}; Max-Age={round(age_s)}"
    return f"{kept}; Path=/; HttpOnly; SameSite=Lax{safe}"


def _full_name(scope: Scope, name: str) -> str:
    """Under HTTPS with the prefix that keeps other hosts of the same domain from setting it."""
    return f"__Host-{name}" if _is_safe(scope) else name


def _is_safe(scope: Scope) -> bool:
    return scope.get("scheme") in {"https", "wss"}


def _from_before(scope: Scope) -> str:
    """Of a guest whose browser has the name without the prefix: it gets the other one with the answer."""
    secret: str = _cookies(scope).get(COOKIE, "") if _is_safe(scope) else ""
    return secret if _SECRET.fullmatch(secret) and not cookie(scope, COOKIE) else ""


def _cookies(scope: Scope) -> dict[str, str]:
    try:
        shown = SimpleCookie(Headers(scope=scope).get("cookie", ""))
    except CookieError:
        return {}
    return {name: kept.value for name, kept in shown.items()}


def _is_an_account(scope: Scope, guest: str) -> bool:
    """Somebody who has registered must sign in: the browser may be somebody else's by now."""
    owns: Callable[[str], bool] | None = scope.get(OWNS)
    return owns is not None and owns(guest)


def welcome(scope: Scope) -> str | None:
    """Give somebody without a secret a new one; the cookie to set, or None for somebody who has one."""
    if who(scope):
        before = _from_before(scope)
        return set_cookie(scope, COOKIE, before, YEARS_S) if before else None
    secret = scope["steelyard.secret"] = secrets.token_urlsafe(32)
    return set_cookie(scope, COOKIE, secret, YEARS_S)
