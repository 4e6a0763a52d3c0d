"""How much of its opponent's time a bot thinks through, and whether its memory is counted, whatever it tries.

    python benchmarks/stolen_time.py [--no-groups] [--games 20] [--tricks honest,zombies] [--memory]

Prints a line of JSON per trick of `thieves.py`: how its games ended (`crashed` is as planned, otherwise it
was caught and lost), which share of the opponent's time it stole where it was not caught, at the median and
at most, and for how many milliseconds it ran in all. On a busy machine stopping it takes longer; so also how
often it was stopped, and for how many milliseconds it ran although it was: 0, however busy the machine is.
`charged_ms` is what the opponent was charged for a turn, at the median and at most: it thinks for 200 ms.
With `--memory` it holds twice the memory it may, until it is caught.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import sys
import tempfile
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import thieves

from steelyard.arena.match.plan import MatchPlan, MatchRunner
from steelyard.arena.program import Program
from steelyard.arena.referee import bot_session
from steelyard.arena.referee.stalls import now_ms
from steelyard.arena.sandbox import cgroups
from steelyard.arena.sandbox.process import Limits, Sandbox
from steelyard.arena.verdicts import Fault

if TYPE_CHECKING:
    from collections.abc import Sequence

TURNS = 4
GAME = "tank_battle"  # whoever waits for the opponent is stopped
THINKING_S = 0.2
MEMORY_MB = 128
OPPONENT = f"""
import json, sys, time
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print('{{"type":"ready"}}', flush=True)
    elif message["type"] == "turn":
        time.sleep({THINKING_S})
        move = {{"type": "move", "move": message["legal"][0], "turn": message["turn"]}}
        print(json.dumps(move), flush=True)
    elif message["type"] == "bye":
        break
"""


class Watch:
    """Measures how long the thief ran from each stop of its processes until they go on."""

    def __init__(self) -> None:
        self._file: int | None = None
        self._asked_to_stop = (0.0, 0.0)
        self._stopped: float | None = None
        self.stops = 0
        self.stolen_ms = self.waited_ms = self.ran_ms = self.ran_stopped_ms = 0.0

    def _ran_ms(self, sandbox: Sandbox) -> float:
        if self._file is None:
            process_1 = sandbox._tree._top  # type: ignore[union-attr]  # noqa: SLF001 - the bot may end
            self._file = os.open(f"/proc/{process_1}/root{thieves.COUNTS}", os.O_RDONLY)
        return sum(memoryview(os.pread(self._file, 8 * thieves.SLOTS, 0)).cast("Q")) / 1e6

    def is_to_stop(self, sandbox: Sandbox) -> None:
        self._asked_to_stop = now_ms(), self._ran_ms(sandbox)

    def has_stopped(self, sandbox: Sandbox) -> None:
        """Or has lost: whoever cannot be stopped is too many processes."""
        lost = sandbox._tree._unstoppable  # type: ignore[union-attr]  # noqa: SLF001 - the limit is looked at later
        self._stopped = None if lost else self._ran_ms(sandbox)

    def goes_on(self, sandbox: Sandbox) -> None:
        since_ms, ran_ms = self._asked_to_stop
        self.ran_ms = self._ran_ms(sandbox)
        self.stolen_ms += self.ran_ms - ran_ms
        self.waited_ms += now_ms() - since_ms
        if self._stopped is not None:
            self.stops += 1
            self.ran_stopped_ms += self.ran_ms - self._stopped

    def close(self) -> None:
        if self._file is not None:
            os.close(self._file)


class WatchedSandbox(Sandbox):
    """The sandbox of the bots of this script: the watch is that of the thief's."""

    watch: ClassVar[Watch]

    def freeze(self) -> None:
        if not self._is_thief or self._stops:
            return super().freeze()
        self._stops = True
        self.watch.is_to_stop(self)
        super().freeze()
        return self.watch.has_stopped(self)

    def thaw(self) -> None:
        if self._is_thief and self._stops:
            self._stops = False
            self.watch.goes_on(self)
        super().thaw()

    def __init__(self, argv: Sequence[str], **options: Any) -> None:
        self._is_thief, self._stops = "thieves.py" in argv, False
        super().__init__(argv, **options)


def played(folder: Path, trick: str, held_mb: int) -> tuple[str, Watch, list[float]]:
    """The verdict on the thief in one game, what it stole, and what its opponent was charged for."""
    words = ("python3", "thieves.py", trick, str(TURNS), str(held_mb))
    thief = Program("thief", "thief", words, folder)
    opponent = Program("opponent", "opponent", ("python3", "opponent.py"), folder)
    limits = Limits(memory_mb=MEMORY_MB)
    plan = MatchPlan.of(GAME, {}, (thief, opponent), 2, ("",), "1", "bank:60s", limits=limits)
    watch = WatchedSandbox.watch = Watch()
    with closing(watch), closing(MatchRunner(plan)) as runner:
        record = runner.play(0)
        charged = [
            (turn.wall_ms[1] or 0.0) - (turn.lost_ms[1] or 0.0) for turn in record.turns if turn.moves[1]
        ]
        return record.verdict.fault if record.verdict is not None else "none", watch, charged


def measured(trick: str, number: int, *, memory: bool) -> dict[str, object]:
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        folder.chmod(0o755)
        shutil.copy(thieves.__file__, folder / "thieves.py")
        (folder / "opponent.py").write_text(OPPONENT)
        played_games = [played(folder, trick, 2 * MEMORY_MB if memory else 0) for _ in range(number)]
    told: dict[str, object] = {
        "trick": trick,
        "verdicts": dict(Counter(fault for fault, _, _ in played_games)),
    }
    told["stops"] = sum(watch.stops for _, watch, _ in played_games)
    told["ran_stopped_ms"] = sum(watch.ran_stopped_ms for _, watch, _ in played_games)
    if charged := [ms for _, _, each in played_games for ms in each]:
        told["charged_ms"] = [round(statistics.median(charged)), round(max(charged))]
    not_caught = [watch for fault, watch, _ in played_games if fault == Fault.CRASHED]
    if not_caught:
        shares = [watch.stolen_ms / watch.waited_ms for watch in not_caught]
        told["stolen"], told["most"] = round(statistics.median(shares), 4), round(max(shares), 4)
        told["ran_ms"] = round(statistics.median(watch.ran_ms for watch in not_caught))
    return told


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--tricks", type=lambda text: text.split(","), default=thieves.TRICKS)
    parser.add_argument("--no-groups", action="store_true", help="as on a machine without control groups")
    parser.add_argument("--memory", action="store_true", help="hold twice the memory that is allowed")
    chosen = parser.parse_args()
    if chosen.no_groups:
        cgroups.bases = list  # type: ignore[assignment]  # there are none
    bot_session.Sandbox = WatchedSandbox  # type: ignore[misc]  # to watch it
    for trick in chosen.tricks:
        sys.stdout.write(json.dumps(measured(trick, chosen.games, memory=chosen.memory)) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
