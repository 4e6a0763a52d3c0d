"""The pages that follow a table, and what they are sent."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING, Protocol

from steelyard.server.http.sockets import Frame, message
from steelyard.server.tables import views

if TYPE_CHECKING:
    from steelyard.server.tables.announcements import Announcement
    from steelyard.server.tables.table import Table

CATCH_UP = 6  # so many messages are kept for pages that were away for a moment
SPECTATORS_S = 0.5  # how often pages are told how many watch


class Page(Protocol):
    """One socket that follows a table."""

    guest: str
    changes: bool
    """Whether it follows changes, or gets every position whole."""

    def send(self, text: str | Frame) -> None: ...
    def leave(self, code: int, why: str) -> None: ...


class Followers:
    """All pages of one table."""

    def __init__(self, table: Table) -> None:
        self.pages: set[Page] = set()
        self._table = table
        self._recent: deque[Announcement] = deque(maxlen=CATCH_UP)
        self._spectators_due = False

    def connected(self) -> set[str]:
        """The guests who have a page open."""
        return {page.guest for page in self.pages}

    def spectators(self) -> int:
        return sum(1 for page in self.pages if not self._table.seats_of(page.guest))

    def of(self, guest: str) -> list[Page]:
        return [page for page in self.pages if page.guest == guest]

    # What they are sent.
    def announce(self, told: Announcement) -> None:
        """Each form of the message is made once, however many get it."""
        self._recent.append(told)
        frames: dict[tuple[str, bool], Frame] = {}
        players = {self._table.chairs[seat].guest for seat in self._table.people()}
        for page in self.pages:
            form = (page.guest if page.guest in players else "", page.changes)
            if form not in frames:
                seats = self._table.seats_of(page.guest) if form[0] else ()
                frames[form] = Frame(told.to(seats, changes=page.changes))
            page.send(frames[form])
        told.close()

    def tell(self, text: str) -> None:
        """Something that is part of no log, to everybody."""
        frame = Frame(text.encode())
        for page in self.pages:
            page.send(frame)

    def tell_spectators(self) -> None:
        """How many watch: soon, and once for all who come or go together."""
        if not self._spectators_due:
            self._spectators_due = True
            asyncio.get_running_loop().call_later(SPECTATORS_S, self._spectators_told)

    def _spectators_told(self) -> None:
        self._spectators_due = False
        self.tell(message("spectators", spectators=self.spectators()))

    # Who comes and goes.
    def add(self, page: Page) -> bool:
        """Whether it is the first page of its guest. Call `tell_presence` once it has got what it missed."""
        first = page.guest not in self.connected()
        self.pages.add(page)
        return first

    def remove(self, page: Page) -> None:
        self.pages.discard(page)
        self.tell_presence(page.guest, changed=page.guest not in self.connected())

    def tell_presence(self, guest: str, *, changed: bool) -> None:
        """A page has come or gone; `changed`: and with it a guest."""
        if changed and self._table.seats_of(guest):
            self.tell(message("players", players=views.players(self._table, self.connected())))
        self.tell_spectators()

    def missed(self, after: int, *, changes: bool) -> list[Announcement] | None:
        """What was announced after that message, if all of it is at hand in that form."""
        if after > self._table.seq:
            return None
        missed = [told for told in self._recent if told.seq > after and told.has(changes=changes)]
        return missed if len(missed) == self._table.seq - after else None
