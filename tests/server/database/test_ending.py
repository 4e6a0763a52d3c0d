"""A server that is stopped does not wait long for a database that does not answer."""

from __future__ import annotations

import os
import signal
import time
from typing import TYPE_CHECKING

import pytest

from tests.server.database.cluster import Cluster
from tests.server.running_server import ME, Guest
from tests.server.served import Served

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

MOST_S = 10.0


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    cluster = Cluster()
    try:
        yield cluster
    finally:
        cluster.remove()


@pytest.mark.parametrize("hangs", [pytest.param(False, id="gone"), pytest.param(True, id="hangs")])
def test_a_server_that_is_stopped_while_its_database_is_away_ends_soon_and_says_what_is_lost(
    cluster: Cluster, tmp_path: Path, *, hangs: bool
) -> None:
    database = cluster.database()
    with Served(tmp_path, "--database", database) as served, Guest(served.address) as ada:
        table = ada.sets_up("tank_war", ME, ME)["id"]
        with ada.follows(table) as page:
            page.until("snapshot")
            stopped = [cluster.pid, *cluster.processes(database)]
            if hangs:
                for pid in stopped:
                    os.kill(pid, signal.SIGSTOP)
            else:
                cluster.kill()
            try:
                page.says("move", turn=1, move="LA", seat=0)
                began = time.monotonic()
                served.process.terminate()
                code = served.ends()
                took_s = time.monotonic() - began
            finally:
                if hangs:
                    for pid in stopped:
                        os.kill(pid, signal.SIGCONT)
                else:
                    cluster.start()
        assert code == 2
        assert took_s < MOST_S
        assert "could not be committed" in served.said
        assert "Traceback" not in served.said
