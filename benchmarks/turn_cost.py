"""What one turn costs a server, without network and disk: processor time, and bytes at a watcher.

    python benchmarks/turn_cost.py

Random games are played at tables of this process, before two players and three watchers that follow changes.
The time is from a player's move to the messages that are ready to be sent, including what is written to the
database for it; the median turn is hardly disturbed by other work on the machine. With `--profile` it says
where the time goes.
"""

from __future__ import annotations

import argparse
import asyncio
import cProfile
import pstats
import random
import statistics
import time
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

from steelyard import games
from steelyard.server.tables.live_table import LiveTable
from steelyard.server.tables.table import Table
from steelyard.server.tables.terms import Chair, Terms

if TYPE_CHECKING:
    from collections.abc import Callable

LONGEST = 150  # turns of one game; then another begins
WARM = 300  # turns before the measured ones
MEASURED = 1400


class Writer:
    """Keeps everything at once."""

    def __init__(self) -> None:
        self._waiting: list[Callable[[BaseException | None], None]] = []

    def write(
        self, _changes: object, done: Callable[[BaseException | None], None], _stream: object = None
    ) -> None:
        self._waiting.append(done)

    def flush(self) -> None:
        waiting, self._waiting = self._waiting, []
        for done in waiting:
            done(None)


class Page:
    """Counts what it is sent."""

    changes = True

    def __init__(self, guest: str, sizes: list[int]) -> None:
        self.guest, self._sizes = guest, sizes

    def send(self, text: Any) -> None:
        if not self.guest:
            self._sizes.append(len(getattr(text, "payload", text)))

    def leave(self, code: int, why: str) -> None: ...


class Games:
    """One game after another."""

    def __init__(self, game: str) -> None:
        self._game, self._rng = game, random.Random(1)
        self._writer = Writer()
        self.sizes: list[int] = []
        self._pages = {Page(guest, self.sizes) for guest in ("ada", "bob", "", "", "")}
        self._begin()

    def _begin(self) -> None:
        chairs = (Chair("guest", "Ada", "ada"), Chair("guest", "Bob", "bob"))
        terms = Terms(
            id="x",
            game=self._game,
            options={},
            start="",
            clock="none",
            chairs=chairs,
            seed=1,
            owner="ada",
            invite="",
            created_ms=0.0,
        )
        registry = cast("Any", SimpleNamespace(writer=self._writer))
        self._live = LiveTable(Table(terms), registry, 0.0)
        self._live.followers.pages |= self._pages

    def play(self, turns: int) -> list[float]:
        """The processor time of each of that many turns, in ms, without what it takes to choose the moves."""
        spent_ms = []
        for _ in range(turns):
            table = self._live.table
            if table.outcome is not None or len(table.turns) > LONGEST:
                self._begin()
                table = self._live.table
            number = len(table.turns) + 1
            spent_s = 0.0
            for seat in table.to_move():
                word = self._rng.choice(table.words(seat))
                began_s = time.process_time()
                self._live.add(table.move(seat, number, word, self._live.now_ms()))
                self._writer.flush()
                spent_s += time.process_time() - began_s
            spent_ms.append(1000 * spent_s)
        return spent_ms


async def measure(game: str, *, profiled: bool) -> None:
    playing = Games(game)
    playing.play(WARM)
    playing.sizes.clear()
    spent_ms = playing.play(MEASURED)
    size = round(sum(playing.sizes) / (3 * MEASURED))
    median, mean = statistics.median(spent_ms), statistics.fmean(spent_ms)
    print(f"{game:>12}  {median:.3f} ms of CPU a turn (mean {mean:.3f})  {size} bytes a watcher and turn")
    if profiled:
        profile = cProfile.Profile(time.process_time)
        profile.runcall(playing.play, WARM)
        pstats.Stats(profile).sort_stats("cumulative").print_stats(50)


def main() -> None:
    parser = argparse.ArgumentParser(description="What a turn costs; see the top of this file.")
    parser.add_argument("games", nargs="*", help="only these")
    parser.add_argument("--profile", action="store_true")
    chosen = parser.parse_args()
    for game in chosen.games or games.names():
        asyncio.run(measure(game, profiled=chosen.profile))


if __name__ == "__main__":
    main()
