"""The shapes of what is said about mail over HTTP."""

from __future__ import annotations

from typing import Annotated

from pydantic import StringConstraints

from steelyard.server.http.messages import Asked, Shown


class MailWishes(Asked):
    address: Annotated[str, StringConstraints(max_length=254)]
    """Empty: no more mail."""
    turns: bool = True
    challenges: bool = True
    results: bool = True


class MailToken(Asked):
    token: Annotated[str, StringConstraints(max_length=80)]


class MailShown(Shown):
    possible: bool
    """Whether this server sends mail."""
    address: str
    confirmed: bool
    turns: bool
    challenges: bool
    results: bool
