"""What a worker has at hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from steelyard.server.jobs.context import JobContext
from steelyard.server.jobs.queue import Queue
from tests.server.running_server import opened

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def context(tmp_path: Path) -> Iterator[JobContext]:
    database = opened(f"sqlite:///{tmp_path}/tables.db")
    try:
        yield JobContext(database.engine, tmp_path, Queue(database.engine, "worker"))
    finally:
        database.close()
