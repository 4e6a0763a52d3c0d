"""From the log to the pages: what the database has kept is announced, and nothing is shown before."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from steelyard.server.tables.announcements import Announcement
    from steelyard.server.tables.followers import Followers


class Delivery:
    """Entries of one table that the writer has yet to keep, and what happens when it has."""

    def __init__(
        self,
        followers: Followers,
        on_kept: Callable[[], None],
        on_lost: Callable[[], None],
        on_failure: Callable[[], None],
    ) -> None:
        """`on_failure` is called when what was kept could not be announced, or `on_kept` has failed."""
        self.unkept = 0
        """How many requests the writer has not answered."""
        self.closed = False
        """Whether the table was put away: then nothing is announced any more."""
        self._followers = followers
        self._on_kept, self._on_lost, self._on_failure = on_kept, on_lost, on_failure
        self._waiting: list[asyncio.Future[None]] = []

    def when_kept(self, messages: list[Announcement]) -> Callable[[BaseException | None], None]:
        """What the writer is to call; `messages` may still grow until it does."""
        self.unkept += 1
        return partial(self._kept, messages)

    def _kept(self, messages: list[Announcement], error: BaseException | None) -> None:
        if self.closed:
            return
        self.unkept -= 1
        if error is not None:
            self._on_lost()
            return
        try:
            for told in messages:
                self._followers.announce(told)
            if not self.unkept:
                self._release()
            self._on_kept()
        except Exception:
            self._on_failure()
            raise

    async def settled(self) -> None:
        """Return once everything was kept, or the table was put away."""
        while self.unkept:
            future = asyncio.get_running_loop().create_future()
            self._waiting.append(future)
            await future

    def close(self) -> None:
        """Nothing is called any more; so the table, whose methods these are, is freed at once."""
        self.closed = True
        self.unkept = 0
        self._on_kept = self._on_lost = self._on_failure = _nothing
        self._release()

    def _release(self) -> None:
        for future in self._waiting:
            if not future.done():
                future.set_result(None)
        self._waiting.clear()


def _nothing() -> None:
    return
