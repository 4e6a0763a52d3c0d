"""The same server on each database it can use."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from steelyard.server.accounts import passwords
from tests.server.cluster import Cluster
from tests.server.house import Guest, House

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture(scope="session", autouse=True)
def _cheap_passwords() -> Iterator[None]:
    """People who do not exist need no strong hashes; what real ones get has a test of its own."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(passwords, "MEMORY_KIB", 64)
        patched.setattr(passwords, "ROUNDS", 1)
        yield


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Cluster]:
    cluster = Cluster()
    try:
        yield cluster
    finally:
        cluster.remove()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where the server keeps its games: every test that asks for it runs on both."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/tables.db"
    cluster: Cluster = request.getfixturevalue("postgresql")
    return cluster.database()


@pytest.fixture
def house(database: str) -> Iterator[House]:
    with House(database) as running:
        yield running


@pytest.fixture
def quick_house(tmp_path: Path) -> Iterator[House]:
    """For tests in which the database does not matter."""
    with House(f"sqlite:///{tmp_path}/tables.db") as running:
        yield running


@pytest.fixture
def ada(house: House) -> Iterator[Guest]:
    with Guest(house.address, "Ada") as guest:
        yield guest


@pytest.fixture
def bob(house: House) -> Iterator[Guest]:
    with Guest(house.address, "Bob") as guest:
        yield guest
