"""Compute processes: each does one task at a time; one that dies or hangs is replaced."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sys
from contextlib import aclosing
from typing import TYPE_CHECKING, Any

import msgspec

from steelyard.core.errors import SteelyardError
from steelyard.server.asyncio_private import close_pipes
from steelyard.server.thread_pools import NOBODY, Slots

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from steelyard.server.thread_pools import Payer

logger = logging.getLogger(__name__)

TASKS = "steelyard.server.compute_tasks"
"""The module that a process runs: what can be computed is for the features to say."""
RELAY = "steelyard.server.compute.relay"
"""The module of a process that passes tasks on to a Ray cluster."""
STOP = b"stop\n"
STOP_S = 1.0  # a task that does not end within that time when asked to is killed
LONGEST_LINE = 64 * 1024 * 1024  # a film in one line
_encode = msgspec.json.Encoder().encode


class ProcessLost(SteelyardError):
    """The process died, or said nothing for too long; it has been replaced."""


class CannotBeDone(SteelyardError):
    """The task itself is wrong; the message says why."""


class ComputeProcess:
    """One process."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    @classmethod
    async def start(cls, niceness: int = 0, cluster: str = "") -> ComputeProcess:
        return cls(
            await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                *((RELAY, cluster) if cluster else (TASKS, str(niceness))),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=LONGEST_LINE,
                start_new_session=True,  # Ctrl-C is for the server, which ends its processes itself
            )
        )

    @property
    def ended(self) -> bool:
        """Whether it has died, which one that has nothing to do cannot tell anybody."""
        return self._process.returncode is not None

    async def do(self, task: dict[str, Any], patience_s: float) -> AsyncGenerator[dict[str, Any]]:
        """The answers to a task, as they come; each may take so long."""
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None  # noqa: S101 - as it was started
        assert stdout is not None  # noqa: S101
        try:
            stdin.write(_encode(task) + b"\n")
            await stdin.drain()
            while True:
                line = await asyncio.wait_for(stdout.readline(), patience_s)
                if not line:
                    raise ProcessLost("the process has died")
                answer = msgspec.json.decode(line)
                if answer.pop("done", False):
                    if "error" in answer:
                        raise CannotBeDone(answer["error"])
                    return
                yield answer
        except (TimeoutError, OSError, ValueError) as error:
            raise ProcessLost(f"no answer: {type(error).__name__}") from None

    async def stop(self) -> bool:
        """Ask for the end of the task; False if it does not come."""
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None  # noqa: S101 - as it was started
        assert stdout is not None  # noqa: S101
        try:
            async with asyncio.timeout(STOP_S):
                stdin.write(STOP)
                await stdin.drain()
                while line := await stdout.readline():
                    if msgspec.json.decode(line).get("done"):
                        return True
        except (TimeoutError, OSError, ValueError):
            return False
        return False

    async def end(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
        await self._process.wait()
        close_pipes(self._process)


class ComputePool:
    """A few compute processes, and a queue in which people who need one take turns."""

    def __init__(self, size: int, niceness: int = 0, cluster: str = "") -> None:
        """`cluster` is the address of a Ray cluster on which tasks are done; else they are done here."""
        self.size = size
        self._cluster = cluster
        self._slots = Slots(size, sys.maxsize, sys.maxsize)  # what each may ask for is limited elsewhere
        self._later = Slots(max(1, size // 2), sys.maxsize, sys.maxsize)
        """For what nobody waits for: a part of the processes stays free for what somebody does."""
        self._niceness = niceness
        self._free: asyncio.LifoQueue[ComputeProcess | None] = asyncio.LifoQueue()
        """The last that was busy is the first again: it has everything loaded. None has yet to be started."""
        self._all: set[ComputeProcess] = set()
        for _ in range(size):
            self._free.put_nowait(None)

    @property
    def waiting(self) -> int:
        """Tasks that wait for a process."""
        return self._slots.waiting

    async def warm(self) -> None:
        """Start the processes before anybody asks."""
        taken = [await self._free.get() for _ in range(self.size)]
        for process in taken:
            self._free.put_nowait(process or await self._start())

    async def _start(self) -> ComputeProcess:
        process = await ComputeProcess.start(self._niceness, self._cluster)
        self._all.add(process)
        return process

    async def stream(
        self, task: dict[str, Any], patience_s: float, payer: Payer = NOBODY
    ) -> AsyncGenerator[dict[str, Any]]:
        """Answers as they come. Whoever stops asking before the end ends the work, if need be by force."""
        async with contextlib.AsyncExitStack() as held:
            if payer.later:
                await held.enter_async_context(self._later.held(payer))
            await held.enter_async_context(self._slots.held(payer))
            async for answer in await held.enter_async_context(aclosing(self._work(task, patience_s))):
                yield answer

    async def _work(self, task: dict[str, Any], patience_s: float) -> AsyncGenerator[dict[str, Any]]:
        process = await self._free.get()  # it may be on its way back from somebody who has gone
        finished = lost = False
        try:
            if process is not None and process.ended:
                self._all.discard(process)
                await process.end()
                process = None
            if process is None:
                process = await self._start()
            async with aclosing(process.do(task, patience_s)) as answers:
                async for answer in answers:
                    yield answer
            finished = True
        except CannotBeDone:
            finished = True
            raise
        except ProcessLost:
            lost = True
            raise
        finally:
            if finished:
                self._free.put_nowait(process)
            else:
                await asyncio.shield(self._get_back(process, lost=lost))

    async def _get_back(self, process: ComputeProcess | None, *, lost: bool) -> None:
        """A process whose task was not brought to its end: stopped, or ended and to be replaced."""
        try:
            if process is None or lost or not await process.stop():
                if process is not None:
                    self._all.discard(process)
                    await process.end()
                process = None
        finally:
            self._free.put_nowait(process)

    async def ask(self, task: dict[str, Any], patience_s: float, payer: Payer = NOBODY) -> dict[str, Any]:
        """The last answer to a task, all in one."""
        found: dict[str, Any] = {}
        async with aclosing(self.stream(task, patience_s, payer)) as answers:
            async for answer in answers:
                found = answer
        return found

    async def close(self) -> None:
        await asyncio.gather(*(process.end() for process in self._all))
