"""Plays a contest on this machine alone and on a Ray cluster that loses a machine, and compares the results.

    python benchmarks/ray_contest.py [--entrants 64] [--nodes 3] [--lose 1] [--into DIR]

Every pair meets twice, with the seats exchanged: 64 entrants play 4,032 games of Tank War. The entrants are
small bots in Python that differ in how they choose among legal moves. First `contest run` plays with local
processes; then `contest run --ray` plays on a cluster of several Ray nodes on this machine, and a node is
killed (SIGKILL) each time another share of the games is in the journal. Then the reports without times are
compared, byte by byte, and the journals' results game by game. Exits with 1 if anything differs.
"""

from __future__ import annotations

import argparse
import filecmp
import os
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

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
START_S = "300"  # for Ray's processes, on a machine that is busy
LOOK_S = 0.05


def write_contest(folder: Path, entrants: int) -> None:
    """A contest file, and the folders of its bots."""
    lines = []
    for number in range(1, entrants + 1):
        bot = folder / "bots" / f"bot-{number:02}"
        bot.mkdir(parents=True)
        (bot / "bot.py").write_text(BOT % {"number": number, "entrants": 2 * entrants})
        (bot / "bot.toml").write_text(f'name = "bot {number:02}"\nrun = "/usr/bin/python3 bot.py"\n')
        lines.append(f'[[entrants]]\nbot = "bots/{bot.name}"\nname = "bot {number:02}"\n')
    (folder / "many.toml").write_text(HEAD + "".join(lines) + STAGE)


def start(file: Path, into: Path, *words: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "steelyard", "contest", "run", str(file), "--into", str(into), "--json"]
    return subprocess.Popen([*command, *words], stdout=subprocess.DEVNULL)  # noqa: S603 - ourselves


def games_in(folder: Path) -> int:
    journal = folder / "journal.jsonl"
    return journal.read_bytes().count(b'"record":') if journal.exists() else 0


class LosingCluster:
    """A Ray cluster on this machine; its first node stays, the others can be killed."""

    def __init__(self, nodes: int, temporary: Path) -> None:
        os.environ.setdefault("RAY_raylet_start_wait_time_s", START_S)
        Path("/tmp/ray").mkdir(exist_ok=True)  # noqa: S108 - where Ray notes its last cluster
        from ray.cluster_utils import Cluster  # noqa: PLC0415 - an extra

        common: dict[str, Any] = {"num_cpus": 1, "object_store_memory": 100 << 20}
        head = {**common, "include_dashboard": False, "temp_dir": str(temporary)}
        self._cluster = Cluster(initialize_head=True, head_node_args=head)
        self._others = [self._cluster.add_node(**common) for _ in range(nodes - 1)]
        self.address: str = self._cluster.address

    def lose_one(self) -> None:
        self._cluster.remove_node(self._others.pop(), allow_graceful=False)

    def close(self) -> None:
        self._cluster.shutdown()


def play_on_cluster(file: Path, into: Path, nodes: int, lose: int, games: int) -> float:
    """Seconds that it took, without the start of the cluster."""
    with TemporaryDirectory(dir="/tmp", prefix="ray-") as temporary:  # sockets need short paths
        cluster = LosingCluster(nodes, Path(temporary))
        try:
            began = time.monotonic()
            process = start(file, into, "--ray", cluster.address)
            for number in range(1, lose + 1):
                while games_in(into) < games * number // (lose + 1) and process.poll() is None:
                    time.sleep(LOOK_S)
                print(f"a node is killed after {games_in(into)} games", flush=True)
                cluster.lose_one()
            if process.wait() != 0:
                raise SystemExit("the contest was not played to its end on the cluster")
            return time.monotonic() - began
        finally:
            cluster.close()


def report_of(folder: Path, into: Path) -> dict[str, tuple[Any, ...]]:
    """Write the report without times; returns each game's result, as the journal has it."""
    progress = progress_of(folder / "journal.jsonl")
    write_report(progress, into, measured=False)
    found = {}
    for game, (entry, record) in progress.journal_state.records.items():
        moves = tuple(turn.moves for turn in record.turns)
        found[game] = (entry.versions, record.start, record.seed, record.outcome, moves)
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
    chosen = parser.parse_args()
    games = chosen.entrants * (chosen.entrants - 1)
    with TemporaryDirectory() as temporary:
        folder = chosen.into or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        folder.chmod(0o755)  # isolated bots run as another user
        file = folder / "many.toml"
        if not file.exists():
            write_contest(folder, chosen.entrants)
        if games_in(folder / "here") < games:  # else it was played before, into the same folder
            began = time.monotonic()
            if start(file, folder / "here").wait() != 0:
                raise SystemExit("the contest was not played to its end on this machine")
            print(f"here: {games} games in {time.monotonic() - began:.0f} s", flush=True)
        took = play_on_cluster(file, folder / "there", chosen.nodes, chosen.lose, games)
        print(f"on {chosen.nodes} nodes, of which {chosen.lose} killed: {took:.0f} s", flush=True)
        return 0 if compare(folder) else 1


if __name__ == "__main__":
    sys.exit(main())
