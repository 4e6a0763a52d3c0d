"""The server's own workers: how many, with which command, in sessions of their own, ended with the server."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from steelyard.core.directories import DATABASE_VARIABLE
from steelyard.server.jobs import supervisor
from steelyard.server.jobs.supervisor import SupervisorTimes
from steelyard.server.settings import Settings
from tests.timeouts import TIMEOUT_S

if TYPE_CHECKING:
    from asyncio.subprocess import Process
    from pathlib import Path

SAYS_WHERE_IT_IS = f"""
import os, sys
print(os.getsid(0), os.environ["{DATABASE_VARIABLE}"], repr(sys.stdin.read()), flush=True)
sys.exit(int(sys.argv[1]))
"""
IGNORES = """
import signal, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
print("ready", flush=True)
while True:
    time.sleep(60)
"""


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings("sqlite:///here", tmp_path, address="ws://127.0.0.1:8000")


def test_there_are_as_many_workers_as_the_settings_say_and_one_more_for_contests(settings: Settings) -> None:
    def lanes(**more: Any) -> list[tuple[str, int]]:
        return supervisor.lanes(replace(settings, **more))

    assert lanes(workers=0) == []
    assert lanes(workers=1) == [("short", 0), ("long", 0)]
    assert lanes(workers=2) == [("short", 0), ("short", 1), ("long", 0)]
    assert lanes(workers=2, ray="yard:6379") == [("short", 0), ("long", 0)]
    assert lanes(workers=0, ray="yard:6379") == []


def test_workers_are_kept_where_bots_can_be_isolated_and_what_is_missing_is_said_once(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    async def kept(number: int) -> int:
        keeping = await supervisor.workers(replace(settings, workers=number))
        for each in keeping:
            each.close()
        return len(keeping)

    assert [asyncio.run(kept(number)) for number in (0, 2)] == [0, 3]
    caplog.clear()
    assert [supervisor.can_work(*lacks) for lacks in ((None, None), ("x", None), (None, "y"))] == [
        True,
        False,
        True,
    ]
    assert [each.getMessage() for each in caplog.records] == [
        "this server builds no bots and plays no ladder games: x",
        "rated games: y",
    ]


def test_a_worker_is_started_with_the_servers_own_settings(settings: Settings) -> None:
    words = supervisor.command(settings, "short", 3)
    assert words[:4] == [sys.executable, "-m", "steelyard", "work"]
    assert dict(zip(words[4::2], words[5::2], strict=True)) == {
        "--parent": str(os.getpid()),
        "--lane": "short",
        "--place": "3",
        "--data": str(settings.data),
        "--server": "ws://127.0.0.1:8000",
    }
    more = replace(settings, ray="yard:6379", log="json", public_url="http://a.example/http/")
    assert supervisor.command(more, "long", 0)[8:] == [
        *("--place", "0", "--data", str(settings.data), "--server", "ws://a.example/http/"),
        *("--ray", "yard:6379", "--log", "json"),
    ]


def test_a_worker_has_a_session_and_the_database_but_no_terminal(settings: Settings) -> None:
    """And one that can never work on this machine is not started again."""
    outputs: list[str] = []
    statuses = iter([1, supervisor.CANNOT])
    waits: list[float] = []

    async def start(*_: str, **how: Any) -> Process:
        command = [sys.executable, "-c", SAYS_WHERE_IT_IS, str(next(statuses))]
        process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE, **how)
        assert process.stdout is not None
        outputs.append((await process.stdout.read()).decode())
        assert outputs[-1] == f"{process.pid} sqlite:///here ''\n"
        return process

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    asyncio.run(supervisor.keep(settings, "short", 0, start=start, times=SupervisorTimes(sleep)))
    assert len(outputs) == 2
    assert waits == [2 * supervisor.AGAIN_S]


@pytest.mark.parametrize(
    ("script", "status"),
    [("input()", -signal.SIGTERM), (IGNORES, -signal.SIGKILL)],
    ids=["obeys", "ignores it"],
)
def test_a_worker_ends_with_the_server_whether_it_obeys_or_not(
    settings: Settings, script: str, status: int
) -> None:
    async def story() -> int:
        started: list[Process] = []
        ready = asyncio.Event()

        async def start(*_: str, **how: Any) -> Process:
            how |= {"stdin": asyncio.subprocess.PIPE, "stdout": asyncio.subprocess.PIPE}
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-c", f"print(flush=True)\n{script}", **how
            )
            assert process.stdout is not None
            await process.stdout.readline()
            if script is IGNORES:
                await process.stdout.readline()
            started.append(process)
            ready.set()
            return process

        keeping = asyncio.create_task(
            supervisor.keep(settings, "short", 0, start=start, times=SupervisorTimes(patience_s=0.2))
        )
        await asyncio.wait_for(ready.wait(), TIMEOUT_S)
        keeping.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asyncio.wait_for(keeping, TIMEOUT_S)
        (process,) = started
        assert process.returncode is not None
        return process.returncode

    assert asyncio.run(story()) == status


def test_a_worker_that_has_ended_by_itself_is_no_error_when_the_server_ends(settings: Settings) -> None:
    class Ended:
        async def wait(self) -> int:
            raise asyncio.CancelledError

        def terminate(self) -> None:
            raise ProcessLookupError

    async def start(*_: str, **__: Any) -> Any:
        return Ended()

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(supervisor.keep(settings, "short", 0, start=start))
