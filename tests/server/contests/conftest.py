"""A server with an organiser and two teams."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.server.contests.fair import Fair, Visitor

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def fair(tmp_path: Path) -> Iterator[Fair]:
    with Fair(f"sqlite:///{tmp_path}/tables.db") as running:
        yield running


@pytest.fixture
def teacher(fair: Fair) -> Visitor:
    return fair.person("Ms Gray", "organiser")


@pytest.fixture
def teams(fair: Fair) -> list[Visitor]:
    return [fair.person(name) for name in ("Ada", "Bob", "Cleo")]
