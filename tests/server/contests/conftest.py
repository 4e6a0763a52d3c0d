"""A server with an organiser and two teams."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.server.contests.fair import Fair, Visitor

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def fair(any_database: str) -> Iterator[Fair]:
    with Fair(any_database) as running:
        yield running


@pytest.fixture
def teacher(fair: Fair) -> Visitor:
    return fair.person("Ms Gray", "organiser")


@pytest.fixture
def teams(fair: Fair) -> list[Visitor]:
    return [fair.person(name) for name in ("Ada", "Bob", "Cleo")]
