"""Where a request comes from: one of our own pages, or this machine."""

from __future__ import annotations

from ipaddress import ip_address
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from starlette.datastructures import Headers
    from starlette.requests import HTTPConnection

FORWARDED = ("forwarded", "x-forwarded-for", "x-forwarded-proto", "x-forwarded-host", "x-real-ip", "via")


def same_host(headers: Headers) -> bool:
    """Whether a page of ours is asking, as far as the browser says."""
    origin = headers.get("origin")
    if origin is None:
        return True
    try:
        return urlsplit(origin).netloc == headers.get("host", "")
    except ValueError:  # no address at all
        return False


def is_here(connection: HTTPConnection) -> bool:
    """Whether somebody on this machine asks, who means this machine.

    Not where a proxy on it passes something on for somebody elsewhere, nor where a page of another site has
    given its own name this machine's address: the browser then sends that name as Host.
    """
    if connection.client is None or any(name in connection.headers for name in FORWARDED):
        return False
    return _is_loopback(connection.client.host) and _is_loopback(_host_of(connection.headers))


def _host_of(headers: Headers) -> str:
    try:
        return urlsplit(f"//{headers.get('host', '')}").hostname or ""
    except ValueError:  # no address at all
        return ""


def _is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False
