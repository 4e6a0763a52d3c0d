"""Threads for work of each kind apart, so that much of one does not hold up another.

Short reads of the database have asyncio's own threads (`asyncio.to_thread`); what takes longer waits here.
Addresses take turns, and within an address its people: whoever asks for much waits for their own work, and
many guests, which cost nothing, get no more turns than the address they come from.
"""

from __future__ import annotations

import asyncio
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, ParamSpec, TypeVar

from steelyard.core.errors import SteelyardError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Coroutine

P = ParamSpec("P")
T = TypeVar("T")
READS = 8  # threads for short reads


class QueueFull(SteelyardError):
    """Too many wait for a thread already: try again in a moment."""


class Payer(NamedTuple):
    """Whose turn something takes: addresses take turns, and within one address its people."""

    address: str = ""
    person: str = ""
    """Empty for strangers, who have one turn together."""
    later: bool = False
    """Whether nobody waits for it: it takes its turn after what somebody waits for."""


NOBODY = Payer()


class Slots:
    """So many at once; those who wait get in by address, then by person, however many each has waiting."""

    def __init__(self, size: int, most: int, most_each: int) -> None:
        self._free = size
        self._most = most
        self._most_each = most_each
        self._most_here = max(most_each, most // 2)
        """For one address."""
        self._waiting: dict[tuple[bool, str], dict[str, deque[asyncio.Future[None]]]] = {}
        """By whether it is for later and the address, and by person; the one whose turn it is comes first."""

    @property
    def waiting(self) -> int:
        return sum(map(_number, self._waiting.values()))

    @asynccontextmanager
    async def held(self, payer: Payer) -> AsyncIterator[None]:
        """A slot for as long as this lasts; raises QueueFull where too many wait already."""
        if self._free:
            self._free -= 1
        else:
            await self._turn(payer)
        try:
            yield
        finally:
            self._pass_on()

    async def _turn(self, payer: Payer) -> None:
        if (whose := self._too_many(payer)) is not None:
            raise QueueFull(f"too many requests {whose}are waiting; try again in a moment")
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        people = self._waiting.setdefault((payer.later, payer.address), {})
        people.setdefault(payer.person, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._pass_on()  # it was given a slot just before
            raise

    def _too_many(self, payer: Payer) -> str | None:
        """Of whom too many wait already."""
        people = self._waiting.get((payer.later, payer.address), {})
        if len(people.get(payer.person, ())) >= self._most_each:
            return "of yours "
        if _number(people) >= self._most_here:
            return "from your address "
        return "" if self.waiting >= self._most else None

    def _pass_on(self) -> None:
        """Give a slot to the first person of the first address in turn; both are last afterwards."""
        while self._waiting:
            address = min(self._waiting, key=_is_later)  # the first in turn, of those that somebody waits for
            people = self._waiting.pop(address)
            person = next(iter(people))
            queue = people.pop(person)
            turn = queue.popleft()
            if queue:
                people[person] = queue
            if people:
                self._waiting[address] = people
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1


def _is_later(waiting: tuple[bool, str]) -> bool:
    return waiting[0]


def _number(people: dict[str, deque[asyncio.Future[None]]]) -> int:
    return sum(map(len, people.values()))


def _called(work: Callable[[], T]) -> T:
    """A future cannot hold StopIteration: whoever waits for it, and the slot, would wait for ever."""
    try:
        return work()
    except StopIteration as error:
        raise RuntimeError("there was nothing more to come") from error


async def within(seconds: float, work: Coroutine[Any, Any, T]) -> T:
    """What the work returns; TimeoutError as soon as it takes longer.

    `asyncio.timeout` would go on waiting for a thread that the work waits for, which cannot be stopped.
    """
    task = asyncio.ensure_future(work)
    try:
        await asyncio.wait([task], timeout=seconds)
        if not task.done():
            raise TimeoutError
        return task.result()
    finally:
        task.cancel()


class Pool:
    """A few threads for one kind of work, and who waits for them."""

    def __init__(self, name: str, threads: int, most: int, most_each: int) -> None:
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._slots = Slots(threads, most, most_each)

    async def run(self, payer: Payer, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What the work returns, done in a thread when it is their turn."""
        async with self._slots.held(payer):
            running = asyncio.get_running_loop().run_in_executor(
                self._threads, _called, partial(work, *args, **kwargs)
            )
            try:
                return await asyncio.shield(running)
            except asyncio.CancelledError:
                await asyncio.wait([running])  # a thread cannot be stopped: its slot is taken until it ends
                raise

    def close(self) -> None:
        """Drop what waits, and return when the rest has ended: it may use the database, which closes next."""
        self._threads.shutdown(cancel_futures=True)


class Pools:
    """Every kind of work that takes long enough to be felt."""

    def __init__(self) -> None:
        self.pages = Pool("pages", threads=4, most=400, most_each=64)
        self.drawing = Pool("drawing", threads=1, most=200, most_each=16)
        """Pictures, positions, replays: one thread, since they leave the interpreter to nobody else."""
        self.contests = Pool("contests", threads=2, most=200, most_each=16)
        """How contests stand."""
        self.reports = Pool("reports", threads=2, most=50, most_each=8)
        """Reports and exports, and bots that are unpacked."""
        self.health = Pool("health", threads=1, most=20, most_each=20)

    def close(self) -> None:
        for pool in vars(self).values():
            pool.close()
