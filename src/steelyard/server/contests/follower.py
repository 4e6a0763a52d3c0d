"""A contest as it stands, by its journal: what was added since the last look is read, and nothing twice."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, Any, TypeVar

from steelyard.contest.file.loader import contest_of
from steelyard.contest.running import journal
from steelyard.contest.running.journal_state import JournalState
from steelyard.contest.running.progress import unfold

if TYPE_CHECKING:
    from collections.abc import Callable

    from steelyard.contest.model import Contest
    from steelyard.contest.running.folder import Folder
    from steelyard.contest.running.journal_entries import ContestHeading
    from steelyard.contest.running.progress import Progress

T = TypeVar("T")
PATIENCE = 10  # times as long as telling takes, nothing is told anew


class Follower:
    """Reads one contest's journal while somebody else writes it. Any thread may ask."""

    def __init__(self, folder: Folder) -> None:
        self.folder = folder
        self._lock = threading.Lock()
        self._reader = journal.reader(folder.journal)
        self._unread: list[bytes] = []
        self._journal_state = JournalState()
        self._progress: Progress | None = None
        self._of = 0  # the length of the journal that the course is of
        self._views: dict[str, tuple[int, Any]] = {}
        self._made_s = 0.0
        self._cost_s = 0.0
        self.contest: Contest = contest_of(self._heading())
        self.seq = 0
        """How many entries have been read: it grows whenever something has changed."""

    def _heading(self) -> ContestHeading:
        heading, *self._unread = self._reader.read()
        return journal.decode_heading(heading)

    def look(self) -> int:
        """Read what is new; how many entries there are."""
        with self._lock:
            self._read()
            return self.seq

    def _read(self) -> None:
        lines, self._unread = self._unread, []
        if self.folder.journal.stat().st_size > self._reader.offset:
            lines += self._reader.read()
        for line in lines:
            self._journal_state.add(journal.decode(line))
            self.seq += 1

    def view(self, name: str, make: Callable[[Progress, int], T], *, fresh: bool = True) -> T:
        """What `make` tells of the contest, made once for each length of the journal.

        Where it need not be fresh, as while games are played, and making it takes long, what was told last
        will do for a while: of the machine's time, a share goes into telling, however many ask.
        """
        known = self._views.get(name)
        if not fresh and known is not None:
            rested = time.monotonic() - self._made_s > PATIENCE * self._cost_s
            if not rested or not self._lock.acquire(blocking=False):
                told: T = known[1]
                return told
        else:
            self._lock.acquire()
        try:
            return self._renewed(name, make)
        finally:
            self._lock.release()

    def ask(self, make: Callable[[Progress], T]) -> T:
        """What `make` tells of the contest as it stands at this moment; nothing of it is kept."""
        with self._lock:
            return make(self._current())

    def _current(self) -> Progress:
        self._read()
        if self._progress is None or self._of != self.seq:
            self._progress, self._of = unfold(self.contest, self._journal_state), self.seq
            self._progress.journal_hash = self._reader.chain.last
            self._cost_s = 0.0
        return self._progress

    def _renewed(self, name: str, make: Callable[[Progress, int], T]) -> T:
        began = time.monotonic()
        progress = self._current()
        of, told = self._views.get(name, (-1, None))
        if of != self._of:
            told = make(progress, self._of)
            self._views[name] = (self._of, told)
            self._made_s = time.monotonic()
            self._cost_s += self._made_s - began
        found: T = told
        return found
