"""The shapes of requests that delete an account."""

from __future__ import annotations

from steelyard.server.accounts.messages import Password  # noqa: TC001 - the shapes are read at run time
from steelyard.server.http.messages import Asked


class Deleting(Asked):
    password: Password
    """Of whoever asks, also where an administrator deletes somebody else's account."""
