"""Does anyone lose on time that should not? Many games with every core loaded by work of equal priority.

    python benchmarks/fairness.py [--games 5000] [--banks 20000] [--duels 300] [--thinkers 100] [--pace 100ms]
        [--quiet] [--no-groups]

Prints a line per kind of game: games, verdicts, rounds in which a joystick came too late, games played again.
Thinkers are bots that compute for three fifths of every round. `--quiet` leaves the cores to the bots,
`--no-groups` plays as on a machine without control groups.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from steelyard import bots, games
from steelyard.arena.match.plan import MatchPlan, cores, most_jobs
from steelyard.arena.match.pool import played
from steelyard.arena.program import Program, find
from steelyard.arena.record import PLAYED_AGAIN
from steelyard.arena.sandbox import cgroups
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


THINKER = """
import json, sys, time
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print('{"type":"ready"}', flush=True)
    elif message["type"] == "turn":
        until = time.process_time() + 0.6 * message["clocks_ms"][0] / 1000
        while time.process_time() < until:
            pass
        print(json.dumps({"type": "move", "move": message["legal"][0], "turn": message["turn"]}), flush=True)
"""


def thinkers(folder: Path, number: int, clock: str) -> MatchPlan:
    folder.chmod(0o755)
    (folder / "bot.py").write_text(THINKER)
    thinker = Program("thinker", "thinker", ("python3", "bot.py"), folder)
    return MatchPlan.of("tank_war", {}, (thinker, thinker), number, ("",), "1", clock)


def measure(what: MatchPlan, jobs: int = 0) -> str:
    verdicts: Counter[str] = Counter()
    replayed = late = rounds = 0
    began = time.monotonic()
    for record in played(what, range(what.games), jobs or most_jobs(what.heading.clock)):
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
    parser.add_argument("--games", type=int, default=5_000)
    parser.add_argument("--banks", type=int, default=20_000)
    parser.add_argument("--duels", type=int, default=300)
    parser.add_argument("--pace", default="100ms")
    parser.add_argument("--thinkers", type=int, default=100)
    parser.add_argument("--quiet", action="store_true")
    parser.add_argument("--no-groups", action="store_true")
    chosen = parser.parse_args()
    if chosen.no_groups:
        cgroups.bases = list  # type: ignore[assignment]  # there are none
    with contextlib.ExitStack() as stack:
        if not chosen.quiet:
            stack.enter_context(loaded_cores())
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        clock = f"round:{chosen.pace}"
        for what in (
            thinkers(folder, chosen.thinkers, clock),
            plan("tank_war", "random", "random", chosen.games, clock, realtime=False),
            plan("tank_war", "random", "random", chosen.banks, "bank:120s", realtime=False),
            plan("tank_duel", "random", "random", chosen.duels, clock, realtime=True),
        ):
            if what.games:
                print(measure(what, int(chosen.no_groups)), flush=True)  # in this process, which has none


if __name__ == "__main__":
    main()
