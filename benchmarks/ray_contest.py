"""Plays a contest on this machine alone and on a Ray cluster that loses a machine, and compares the results.

    python benchmarks/ray_contest.py [--entrants 64] [--nodes 3] [--lose 1] [--into DIR] [--minutes 60]

Every pair meets twice, with the seats exchanged: 64 entrants play 4,032 games of Tank War. The entrants are
small bots in Python that differ in how they choose among legal moves. First `contest run` plays with local
processes; then `contest run --ray` plays on a cluster of several Ray nodes on this machine, and a node is
killed (SIGKILL) each time another share of the games is in the journal. Then the reports without times are
compared, byte by byte, and the journals' results game by game. Exits with 1 if anything differs.

After so many minutes it stops, with 3; the same command with the same folder goes on where it stopped.
"""

from __future__ import annotations

import argparse
import filecmp
import signal
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NoReturn

sys.path.insert(0, str(Path(__file__).parent.parent))  # the tests' cluster

from tests.ray_cluster import RayCluster

from steelyard.contest.report.writer import write_report
from steelyard.contest.running.folder import progress_of

BOT = """\
import json, random, sys
STRENGTH, rng = %(number)d, random.Random(0)
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print('{"type": "ready"}', flush=True)
    elif message["type"] == "start":
        rng = random.Random(message["seed"])
    elif message["type"] == "turn":
        legal = sorted(message["legal"])
        word = rng.choice(legal) if rng.randrange(%(entrants)d) >= STRENGTH else legal[-1]
        print(json.dumps({"type": "move", "move": word, "turn": message["turn"]}), flush=True)
    elif message["type"] == "bye":
        break
"""
HEAD = 'name = "Many"\ngame = "tank_war"\nclock = "none"\nseed = 64\n'
STAGE = '[[stages]]\nkind = "groups"\n'
LOOK_S = 0.1
PARTING_S = 30.0
OUT_OF_TIME = 3  # exit status


def write_contest(folder: Path, entrants: int) -> None:
    """A contest file, and the folders of its bots."""
    lines = []
    for number in range(1, entrants + 1):
        bot = folder / "bots" / f"bot-{number:02}"
        bot.mkdir(parents=True, exist_ok=True)
        (bot / "bot.py").write_text(BOT % {"number": number, "entrants": 2 * entrants})
        (bot / "bot.toml").write_text(f'name = "bot {number:02}"\nrun = "/usr/bin/python3 -IS bot.py"\n')
        lines.append(f'[[entrants]]\nbot = "bots/{bot.name}"\nname = "bot {number:02}"\n')
    (folder / "many.toml").write_text(HEAD + "".join(lines) + STAGE)


class Journal:
    """How many games are in a contest's journal, which only grows."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "journal.jsonl"
        self._read = self._games = 0

    def games(self) -> int:
        if self._file.exists():
            with self._file.open("rb") as journal:
                journal.seek(self._read)
                new = journal.read()
            whole = new[: new.rfind(b"\n") + 1]
            self._read += len(whole)
            self._games += whole.count(b'"record":')
        return self._games


class Run:
    """One `contest run`; it ends with this program, and not later than `ends` of the monotonic clock."""

    def __init__(self, file: Path, into: Path, ends: float, *words: str) -> None:
        command = [
            sys.executable,
            "-m",
            "steelyard",
            "contest",
            "run",
            str(file),
            "--into",
            str(into),
            "--json",
        ]
        self.journal = Journal(into)
        self._ends = ends
        self._process = subprocess.Popen([*command, *words], stdout=subprocess.DEVNULL)  # noqa: S603 - ourselves

    def wait_for(self, games: int) -> None:
        """Until so many are in the journal."""
        while self.journal.games() < games:
            if self._process.poll() is not None:
                raise SystemExit(
                    f"the contest ended with status {self._process.returncode} before {games} games"
                )
            self._check_time()
            time.sleep(LOOK_S)

    def wait(self) -> None:
        while self._process.poll() is None:
            self._check_time()
            time.sleep(LOOK_S)
        if self._process.returncode != 0:
            raise SystemExit(f"the contest ended with status {self._process.returncode}")

    def _check_time(self) -> None:
        if time.monotonic() > self._ends:
            self.stop()
            out_of_time(self.journal.games())

    def stop(self) -> None:
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGINT)
            try:
                self._process.wait(PARTING_S)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()


def out_of_time(games: int) -> NoReturn:
    print(f"out of time, with {games} games in the journal; with the same --into this goes on", flush=True)
    sys.exit(OUT_OF_TIME)


def play_here(file: Path, into: Path, ends: float) -> None:
    run = Run(file, into, ends)
    try:
        run.wait()
    finally:
        run.stop()


def play_on_cluster(file: Path, into: Path, ends: float, nodes: int, kill_after: list[int]) -> None:
    """Kill a node after each of these numbers of games; a file beside the journal says which were killed."""
    killed = into.with_name("killed")
    done = killed.read_text().splitlines() if killed.exists() else []
    with RayCluster(*[1] * nodes) as cluster:
        run = Run(file, into, ends, "--ray", cluster.address)
        try:
            for games in kill_after[len(done) :]:
                run.wait_for(games)
                cluster.kill_node()
                done.append(f"a node is killed after {run.journal.games()} games")
                killed.write_text("".join(f"{line}\n" for line in done))
            run.wait()
        finally:
            run.stop()
    print("\n".join(done), flush=True)


def report_of(folder: Path, into: Path) -> dict[str, tuple[Any, ...]]:
    """Write the report without times; returns each game's result, as the journal has it."""
    progress = progress_of(folder / "journal.jsonl")
    write_report(progress, into, measured=False)
    found = {}
    for game, (entry, record) in progress.journal_state.records.items():
        moves = tuple(turn.moves for turn in record.turns)
        found[game] = (entry.figures, record.players, record.start, record.seed, record.outcome, moves)
    return found


def differing(compared: filecmp.dircmp[str]) -> list[str]:
    found = compared.left_only + compared.right_only
    _, unlike, strange = filecmp.cmpfiles(compared.left, compared.right, compared.common_files, shallow=False)
    return found + unlike + strange + [name for each in compared.subdirs.values() for name in differing(each)]


def compare(folder: Path) -> bool:
    here = report_of(folder / "here", folder / "report-here")
    there = report_of(folder / "there", folder / "report-there")
    other = differing(filecmp.dircmp(folder / "report-here", folder / "report-there"))
    files = [file for file in (folder / "report-here").rglob("*") if file.is_file()]
    size = sum(file.stat().st_size for file in files)
    print(f"{len(here)} games here, {len(there)} on the cluster")
    print(f"results and moves of every game: {'the same' if here == there else 'DIFFERENT'}")
    told = f"DIFFERENT in {sorted(other)[:5]}" if other else "the same bytes"
    print(f"report: {len(files)} files, {size} bytes: {told}")
    return here == there and not other


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--entrants", type=int, default=64)
    parser.add_argument("--nodes", type=int, default=3)
    parser.add_argument("--lose", type=int, default=1, help="nodes that are killed under way")
    parser.add_argument("--into", type=Path, help="keep everything in this folder, or go on there")
    parser.add_argument("--minutes", type=float, default=60.0, help="stop after so many")
    chosen = parser.parse_args()
    if not 0 <= chosen.lose < chosen.nodes:
        parser.error("--lose must leave at least one node")
    with TemporaryDirectory() as temporary:
        folder = chosen.into or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        folder.chmod(0o755)  # isolated bots run as another user
        return compare_in(folder, chosen)


def compare_in(folder: Path, chosen: argparse.Namespace) -> int:
    ends = time.monotonic() + 60 * chosen.minutes
    games = chosen.entrants * (chosen.entrants - 1)
    file, here, there = folder / "many.toml", folder / "here", folder / "there"
    if not file.exists():
        write_contest(folder, chosen.entrants)
    if Journal(here).games() < games:  # else it was played before, into the same folder
        began = time.monotonic()
        play_here(file, here, ends)
        print(f"here: {games} games in {time.monotonic() - began:.0f} s", flush=True)
    if Journal(there).games() < games:
        began = time.monotonic()
        kill_after = [games * number // (chosen.lose + 1) for number in range(1, chosen.lose + 1)]
        play_on_cluster(file, there, ends, chosen.nodes, kill_after)
        print(f"on {chosen.nodes} nodes, of which {chosen.lose} killed: {time.monotonic() - began:.0f} s")
    return 0 if compare(folder) else 1


if __name__ == "__main__":
    sys.exit(main())
