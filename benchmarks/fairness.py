"""Does anyone lose on time that should not? Many games with every core loaded by work of equal priority.

    python benchmarks/fairness.py [--games 20000] [--duels 300] [--pace 100ms]

Prints a line per kind of game: games, verdicts, rounds in which a joystick came too late, games played again.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import subprocess
import sys
import time
from collections import Counter
from typing import TYPE_CHECKING

from steelyard import bots, games
from steelyard.arena.match.plan import MatchPlan, cores, most_jobs
from steelyard.arena.match.pool import played
from steelyard.arena.program import find
from steelyard.arena.record import PLAYED_AGAIN
from steelyard.protocol.clock import read_clock

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steelyard.arena.record import Record

HOG = "import os\nparent = os.getppid()\nwhile os.getppid() == parent: pass"


@contextlib.contextmanager
def loaded_cores() -> Iterator[None]:
    """A process on every core that never rests."""
    hogs = [subprocess.Popen([sys.executable, "-c", HOG]) for _ in cores()]  # noqa: S603 - our own words
    for hog, core in zip(hogs, cores(), strict=True):
        os.sched_setaffinity(hog.pid, {core})
    try:
        yield
    finally:
        for hog in hogs:
            hog.kill()
            hog.wait()


def plan(  # noqa: PLR0913 - a match has this many terms
    game: str, first: str, second: str, number: int, clock: str, *, realtime: bool
) -> MatchPlan:
    built_ins = bots.names(game)
    programs = (find(first, game, built_ins), find(second, game, built_ins))
    setups = tuple(games.get(game).setups())
    return MatchPlan.of(game, {}, programs, number, setups, "1", clock, realtime=realtime)


def measure(what: MatchPlan) -> str:
    verdicts: Counter[str] = Counter()
    replayed = late = rounds = 0
    began = time.monotonic()
    for record in played(what, range(what.games), most_jobs(what.heading.clock)):
        if record.verdict is not None:
            verdicts[record.verdict.fault] += 1
        replayed += sum(event.what.startswith(PLAYED_AGAIN) for event in record.events)
        late += late_joysticks(record) if what.heading.realtime else 0
        rounds += len(record.turns)
    took = time.monotonic() - began
    told, heading = dict(verdicts) or "none", what.heading
    return (
        f"{heading.game} {heading.clock}: {what.games} games, {rounds} rounds in {took:.0f} s; "
        f"verdicts: {told}; "
        f"late joysticks: {late}; games played again: {replayed}"
    )


def late_joysticks(record: Record) -> int:
    """Rounds in which a bot said nothing, although it had all its time."""
    pace_ms = read_clock(record.clock).left_ms
    return sum(
        wall is not None and wall - turn.delay_ms >= pace_ms - 0.1
        for turn in record.turns
        for wall in turn.wall_ms
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--duels", type=int, default=300)
    parser.add_argument("--pace", default="100ms")
    chosen = parser.parse_args()
    with loaded_cores():
        print(
            measure(plan("tank_war", "random", "random", chosen.games, "bank:120s", realtime=False)),
            flush=True,
        )
        print(
            measure(
                plan("tank_duel", "random", "random", chosen.duels, f"round:{chosen.pace}", realtime=True)
            )
        )


if __name__ == "__main__":
    main()
