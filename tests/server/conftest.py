"""The same server on each database it can use."""

from __future__ import annotations

import os
import pwd
import secrets
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from steelyard.server.accounts import passwords
from tests.server.house import Guest, House

if TYPE_CHECKING:
    from collections.abc import Iterator

PROGRAMS = sorted(Path("/usr/lib/postgresql").glob("*/bin"))


class PostgreSQL:
    """A cluster of our own, on a socket in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        if not PROGRAMS:
            pytest.fail("PostgreSQL is not installed; apt install postgresql")
        self._folder = folder
        self._as = (
            ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.getuid() == 0 else []
        )
        self._user = "postgres" if self._as else pwd.getpwuid(os.getuid()).pw_name
        if self._as:
            shutil.chown(folder, "postgres", "postgres")
        self._run("initdb", "-D", f"{folder}/data", "-A", "trust", "-E", "UTF8", "--no-sync")
        quick = f"-c listen_addresses='' -c unix_socket_directories={folder} -c max_connections=50"
        self._run("pg_ctl", "start", "-w", "-D", f"{folder}/data", "-l", f"{folder}/log", "-o", quick)

    def _run(self, program: str, *words: str) -> None:
        subprocess.run(
            [*self._as, str(PROGRAMS[-1] / program), *words],
            cwd=self._folder,
            check=True,
            stdout=subprocess.DEVNULL,
            timeout=120,
        )

    def database(self) -> str:
        """A new, empty one."""
        name = f"steelyard_{secrets.token_hex(4)}"
        self._run("createdb", "-h", str(self._folder), "-U", self._user, name)
        return f"postgresql://{self._user}@/{name}?host={self._folder}"

    def stop(self) -> None:
        self._run("pg_ctl", "stop", "-m", "immediate", "-D", f"{self._folder}/data")


@pytest.fixture(scope="session", autouse=True)
def _cheap_passwords() -> Iterator[None]:
    """People who do not exist need no strong hashes; what real ones get has a test of its own."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(passwords, "MEMORY_KIB", 64)
        patched.setattr(passwords, "ROUNDS", 1)
        yield


@pytest.fixture(scope="session")
def postgresql() -> Iterator[PostgreSQL]:
    # Not pytest's own folder: PostgreSQL runs as another user, who cannot get through root's.
    folder = Path(f"/tmp/steelyard-pg-{secrets.token_hex(4)}")  # noqa: S108 - a socket's path must be short
    folder.mkdir(mode=0o700)
    cluster = None
    try:
        cluster = PostgreSQL(folder)
        yield cluster
    finally:
        if cluster is not None:
            cluster.stop()
        shutil.rmtree(folder)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where the server keeps its games: every test that asks for it runs on both."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/tables.db"
    cluster: PostgreSQL = request.getfixturevalue("postgresql")
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
