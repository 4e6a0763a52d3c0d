"""Two people with accounts, a worker in hand, and a ladder without our slower bots."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from steelyard.server.bots import ratings
from tests.server.bots.team import Coder, workshop

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steelyard.server.jobs.context import JobContext
    from tests.server.house import House


@pytest.fixture(autouse=True)
def _only_quick_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ratings, "OURS", ("random", "greedy"))


@pytest.fixture
def ada(quick_house: House) -> Iterator[Coder]:
    with Coder(quick_house, "Ada") as coder:
        yield coder


@pytest.fixture
def bob(quick_house: House) -> Iterator[Coder]:
    with Coder(quick_house, "Bob") as coder:
        yield coder


@pytest.fixture
def context(quick_house: House) -> Iterator[JobContext]:
    with workshop(quick_house) as context:
        yield context
