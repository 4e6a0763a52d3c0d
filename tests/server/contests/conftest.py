"""A server with an organiser and two teams."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.server.contests.contest_server import ContestServer, Visitor

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def contest_server(any_database: str) -> Iterator[ContestServer]:
    with ContestServer(any_database) as running:
        yield running


@pytest.fixture
def teacher(contest_server: ContestServer) -> Visitor:
    return contest_server.person("Ms Gray", "organiser")


@pytest.fixture
def teams(contest_server: ContestServer) -> list[Visitor]:
    return [contest_server.person(name) for name in ("Ada", "Bob", "Cleo")]
