"""The same server on each database it can use."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

import pytest

from steelyard.server.accounts import passwords
from steelyard.server.database.database import Database
from tests.server.clocks import Calendar, set_clocks
from tests.server.database.cluster import Cluster, name_of
from tests.server.running_server import Guest, RunningServer, empty_tables

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

SAMPLE = 8  # one test in so many runs on PostgreSQL every time


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


@pytest.fixture(scope="session")
def _template(postgresql: Cluster) -> str:
    """A database with all tables: to copy it is quicker than to make them."""
    url = postgresql.database()
    Database(url).close()
    return name_of(url)


@pytest.fixture(scope="session")
def new_database(request: pytest.FixtureRequest) -> Callable[[str, Path], str]:
    """A database of that kind; one that is a file lies in that folder."""

    def make(kind: str, folder: Path) -> str:
        if kind == "sqlite":
            file = folder / "tables.db"
            file.write_bytes(empty_tables())
            return f"sqlite:///{file}"
        cluster: Cluster = request.getfixturevalue("postgresql")
        return cluster.database(request.getfixturevalue("_template"))

    return make


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path, new_database: Callable[[str, Path], str]) -> str:
    """Where the server keeps its games: every test that asks for it runs on both."""
    return new_database(request.param, tmp_path)


@pytest.fixture(scope="module")
def kind_of_database(request: pytest.FixtureRequest) -> str:
    kind: str = request.param
    return kind


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """What runs on any database runs on SQLite; on PostgreSQL a sample of it, and all of it in a long run."""
    if "kind_of_database" in metafunc.fixturenames:
        sampled = zlib.crc32(metafunc.definition.nodeid.encode()) % SAMPLE == 0
        other = pytest.param("postgresql", marks=() if sampled else pytest.mark.long)
        metafunc.parametrize("kind_of_database", ["sqlite", other], indirect=True)


@pytest.fixture
def any_database(kind_of_database: str, tmp_path: Path, new_database: Callable[[str, Path], str]) -> str:
    """For tests in which the database should not matter: see above."""
    return new_database(kind_of_database, tmp_path)


@pytest.fixture
def server(any_database: str) -> Iterator[RunningServer]:
    with RunningServer(any_database) as running:
        yield running


@pytest.fixture
def calendar(monkeypatch: pytest.MonkeyPatch) -> Calendar:
    made = Calendar()
    set_clocks(monkeypatch, made.wall_s)
    return made


@pytest.fixture
def quick_server(server: RunningServer) -> RunningServer:
    return server


@pytest.fixture
def ada(server: RunningServer) -> Iterator[Guest]:
    with Guest(server.address, "Ada") as guest:
        yield guest


@pytest.fixture
def bob(server: RunningServer) -> Iterator[Guest]:
    with Guest(server.address, "Bob") as guest:
        yield guest
