"""A PostgreSQL cluster of our own, on a socket in a folder of its own, that can be killed and come back."""

from __future__ import annotations

import os
import pwd
import secrets
import shutil
import signal
import subprocess
import time
from contextlib import closing
from pathlib import Path
from typing import Any

from tests.timeouts import TIMEOUT_S

PROGRAMS = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
QUICK = "-c fsync=off -c full_page_writes=off"  # nobody pulls the plug of a test


class Cluster:
    """Runs as another user where we are root, as PostgreSQL demands."""

    def __init__(self, settings: str = QUICK) -> None:
        if not PROGRAMS:
            raise FileNotFoundError("PostgreSQL is not installed; apt install postgresql")
        # Not pytest's own folder: the other user could not get through root's, and a socket's path is short.
        self._folder = Path(f"/tmp/steelyard-pg-{secrets.token_hex(4)}")  # noqa: S108
        self._folder.mkdir(mode=0o700)
        self._as = (
            ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.getuid() == 0 else []
        )
        self._user = "postgres" if self._as else pwd.getpwuid(os.getuid()).pw_name
        self._settings = settings
        if self._as:
            shutil.chown(self._folder, "postgres", "postgres")
        self._run("initdb", "-D", f"{self._folder}/data", "-A", "trust", "-E", "UTF8", "--no-sync")
        self.start()

    def _run(self, program: str, *words: str) -> None:
        subprocess.run(
            [*self._as, str(PROGRAMS[-1] / program), *words],
            cwd=self._folder,
            check=True,
            stdout=subprocess.DEVNULL,
            timeout=120,
        )

    def start(self) -> None:
        """Return when it answers; after a kill it cannot start before all processes of then have gone."""
        settings = f"-c listen_addresses= -c unix_socket_directories={self._folder} -c max_connections=50"
        words = [*self._as, str(PROGRAMS[-1] / "postgres"), "-D", f"{self._folder}/data"]
        words += [*settings.split(), *self._settings.split()]
        self._process: subprocess.Popen[bytes] | None = None
        ends = time.monotonic() + TIMEOUT_S
        with (self._folder / "log").open("ab") as log:
            while not self._answers():
                assert time.monotonic() < ends, f"PostgreSQL does not start; see {self._folder}/log"
                if self._process is None or self._process.poll() is not None:
                    self._process = subprocess.Popen(words, cwd=self._folder, stdout=log, stderr=log)
                time.sleep(0.05)

    def _answers(self) -> bool:
        asked = [str(PROGRAMS[-1] / "pg_isready"), "-q", "-h", str(self._folder)]
        return subprocess.run(asked, check=False, timeout=TIMEOUT_S).returncode == 0

    @property
    def process(self) -> subprocess.Popen[bytes]:
        assert self._process is not None
        return self._process

    @property
    def pid(self) -> int:
        """Of its first process, which takes in connections."""
        return self.process.pid

    def kill(self) -> None:
        """As `kill -9` of its first process does; the others notice, and end by themselves."""
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        self.process.send_signal(signal.SIGQUIT)  # at once: nothing of it is needed any more
        self.process.wait(TIMEOUT_S)

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self._folder)

    def database(self, template: str = "template1") -> str:
        """A new one: empty, or as the template is."""
        name = f"steelyard_{secrets.token_hex(4)}"
        self.does(f"CREATE DATABASE {name} TEMPLATE {template}")
        return f"postgresql://{self._user}@/{name}?host={self._folder}"

    def does(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        """As the database's own administrator."""
        import psycopg  # where there is none, nobody asks for a cluster

        address = f"host={self._folder} user={self._user} dbname=postgres"
        with closing(psycopg.connect(address, autocommit=True)) as connection:
            found = connection.execute(statement.encode(), values)
            return found.fetchall() if found.description else []

    def cuts_off(self, database: str) -> None:
        """As a restart does: every connection to that database ends at once."""
        ended = "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = %s"
        self.does(ended, name_of(database))

    def processes(self, database: str) -> list[int]:
        """Those that serve connections to that database."""
        found = self.does("SELECT pid FROM pg_stat_activity WHERE datname = %s", name_of(database))
        return [pid for (pid,) in found]


def name_of(database: str) -> str:
    return database.partition("@/")[2].partition("?")[0]
