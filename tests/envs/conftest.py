"""What the tests of environments share."""

from __future__ import annotations

import warnings

import pytest

with warnings.catch_warnings(action="ignore", category=DeprecationWarning):
    import pettingzoo.test  # noqa: F401 - it imports a game of its own in a way that it calls deprecated


@pytest.fixture(autouse=True)
def _no_window(monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows of environments are never shown."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
