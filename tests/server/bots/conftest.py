"""Two people with accounts, a worker in hand, and a ladder without our slower bots."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from steelyard.server.bots import ratings
from tests.server.bots.bot_owners import BotOwner, job_context

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steelyard.server.jobs.context import JobContext
    from tests.server.running_server import RunningServer


@pytest.fixture(autouse=True)
def _only_quick_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ratings, "OURS", ("random", "greedy"))


@pytest.fixture
def ada(quick_server: RunningServer) -> Iterator[BotOwner]:
    with BotOwner(quick_server, "Ada") as owner:
        yield owner


@pytest.fixture
def bob(quick_server: RunningServer) -> Iterator[BotOwner]:
    with BotOwner(quick_server, "Bob") as owner:
        yield owner


@pytest.fixture
def context(quick_server: RunningServer) -> Iterator[JobContext]:
    with job_context(quick_server) as context:
        yield context
