"""The server's own workers: started with it, started again when they die, stopped with it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sys
import time
from typing import TYPE_CHECKING, NamedTuple

from steelyard.core.directories import DATABASE_VARIABLE

if TYPE_CHECKING:
    from asyncio.subprocess import Process
    from collections.abc import Awaitable, Callable, Coroutine

    from steelyard.server.settings import Settings

logger = logging.getLogger(__name__)

AGAIN_S = 1.0  # before a worker is started again; twice as long each time that it dies young
MOST_S = 60.0
YOUNG_S = 20.0
PARTING_S = 5.0
CANNOT = 3  # the exit status of a worker that can never work on this machine


class SupervisorTimes(NamedTuple):
    """How the server waits for its workers."""

    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    clock: Callable[[], float] = time.monotonic
    patience_s: float = PARTING_S
    """With a worker that is asked to end."""


DEFAULT_TIMES = SupervisorTimes()


def lanes(settings: Settings) -> list[tuple[str, int]]:
    """Which workers there are: so many for what is short, and one for contests.

    With a cluster, one process has many jobs done there.
    """
    short = [
        ("short", number) for number in range(min(settings.workers, 1) if settings.ray else settings.workers)
    ]
    return [*short, ("long", 0)] if settings.workers else []


async def workers(settings: Settings) -> list[Coroutine[None, None, None]]:
    """All of them, to be kept running; none on a machine that cannot isolate bots."""
    wanted = lanes(settings)
    if not wanted or not await asyncio.to_thread(_can_work):
        return []
    return [keep(settings, lane, number) for lane, number in wanted]


def _can_work() -> bool:
    from steelyard.arena.sandbox import process  # noqa: PLC0415 - the first page does not wait for it

    return can_work(process.available(), process.not_guaranteed())


def can_work(missing: str | None, weaker: str | None) -> bool:
    """Says what this machine lacks: once, where each worker would say it again."""
    if missing is not None:
        logger.error("this server builds no bots and plays no ladder games: %s", missing)
        return False
    if weaker is not None:
        logger.warning("rated games: %s", weaker)
    return True


async def keep(
    settings: Settings,
    lane: str,
    number: int,
    start: Callable[..., Awaitable[Process]] = asyncio.create_subprocess_exec,
    times: SupervisorTimes = DEFAULT_TIMES,
) -> None:
    """One worker, whatever happens to its process."""
    environment = {**os.environ, DATABASE_VARIABLE: settings.database}  # there may be a password in it
    wait_s = AGAIN_S
    while True:
        started_s = times.clock()
        process = await start(
            *command(settings, lane, number),
            env=environment,
            stdin=asyncio.subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C is for the server, which ends its workers itself
        )
        try:
            status = await process.wait()
        except asyncio.CancelledError:
            await _end(process, times.patience_s)
            raise
        if status == CANNOT:
            logger.error("this server builds no bots and plays no ladder games: see the error above")
            return
        wait_s = min(MOST_S, 2 * wait_s) if times.clock() - started_s < YOUNG_S else AGAIN_S
        logger.warning("a worker has ended with status %s; another one is started in %g s", status, wait_s)
        await times.sleep(wait_s)


def command(settings: Settings, lane: str, number: int) -> list[str]:
    """Which starts a worker of this server."""
    command = [sys.executable, "-m", "steelyard", "work", "--parent", str(os.getpid())]
    command += ["--lane", lane, "--place", str(number)]
    command += ["--data", str(settings.data), "--server", _address_for_bots(settings)]
    if settings.ray:
        command += ["--ray", settings.ray]
    if settings.log:
        command += ["--log", settings.log]
    return command


def _address_for_bots(settings: Settings) -> str:
    """Where the bridges of remote bots find the server; from a cluster, only where it is public."""
    if not settings.ray:
        return settings.address
    return settings.public_url.replace("http", "ws", 1) if settings.public_url else ""


async def _end(process: Process, patience_s: float) -> None:
    """By a signal that asks for it, and by force if that is ignored."""
    with contextlib.suppress(ProcessLookupError):
        process.terminate()
        try:
            await asyncio.wait_for(process.wait(), patience_s)
        except TimeoutError:
            process.kill()
            await process.wait()
