"""The server's own workers: started with it, started again when they die, stopped with it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sys
from typing import TYPE_CHECKING

from steelyard.core.directories import DATABASE_VARIABLE

if TYPE_CHECKING:
    from steelyard.server.settings import Settings

logger = logging.getLogger(__name__)

AGAIN_S = 1.0
PARTING_S = 5.0
CANNOT = 3  # how a worker leaves that never can work on this machine


def lanes(settings: Settings) -> list[tuple[str, int]]:
    """Which workers there are: so many for what is short, and one for contests."""
    short = [("short", place) for place in range(settings.workers)]
    return [*short, ("long", 0)] if settings.workers else []


async def keep(settings: Settings, lane: str, place: int) -> None:
    """One worker, whatever happens to its process."""
    command = [sys.executable, "-m", "steelyard", "work", "--parent", str(os.getpid())]
    command += ["--lane", lane, "--place", str(place)]
    command += ["--data", str(settings.data), "--server", settings.address]
    environment = {**os.environ, DATABASE_VARIABLE: settings.database}  # there may be a password in it
    while True:
        process = await asyncio.create_subprocess_exec(
            *command,
            env=environment,
            stdin=asyncio.subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C is for the server, which ends its workers itself
        )
        try:
            status = await process.wait()
        except asyncio.CancelledError:
            await _part(process)
            raise
        if status == CANNOT:
            logger.error("no bots are built, and none plays: see above")
            return
        logger.warning("a worker has ended with %s; another takes its place", status)
        await asyncio.sleep(AGAIN_S)


async def _part(process: asyncio.subprocess.Process) -> None:
    with contextlib.suppress(ProcessLookupError):
        process.terminate()
        try:
            await asyncio.wait_for(process.wait(), PARTING_S)
        except TimeoutError:
            process.kill()
            await process.wait()
