"""Kills matches and contests at random moments, and sees that it made no difference.

    python benchmarks/kills.py [--kills 200] [--of match contest ray] [--seed S] [--seconds 3600]

Each is played once undisturbed. Then it is started again and again with the same seed, killed with SIGKILL
at a random moment, and in the end left to finish: the results must be the same, no game may be played twice,
or lost once it is in the journal, and nothing may stay: processes, mounts, user ids, control groups, folders.
All kinds get the same time, so that a contest on Ray, which takes long to start, is killed less often.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
import uuid
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from steelyard.arena.execution.connection import SHORT
from steelyard.arena.sandbox import cgroups
from steelyard.arena.sandbox import process as sandbox_process
from steelyard.core import files

if TYPE_CHECKING:
    from collections.abc import Callable

SEED = "the same for all"
GONE_S = 90.0  # for the processes of a killed run to follow it; two of Ray's stay for a minute
LONGEST_S = 240.0  # of a run that is left to finish
REFUSED_TIMES = 3
CACHES = {f"steelyard-{name}-{os.getuid()}" for name in ("bots", "places")}
BOT = """\
import json, random, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print('{"type": "ready"}', flush=True)
    elif message["type"] == "start":
        chance = random.Random(message["seed"])
    elif message["type"] == "turn":
        print(json.dumps({"type": "move", "move": chance.choice(message["legal"])}), flush=True)
    elif message["type"] == "bye":
        break
"""
CONTEST = f"""\
name = "Killed"
game = "tank_war"
clock = "none"
seed = "{SEED}"
[[entrants]]
each_in = "bots"
[[stages]]
kind = "groups"
boards = [BOARDS]
advance = 2
[[stages]]
kind = "knockout"
"""


class Failed(Exception):
    """Something was lost, played twice or left behind."""


class Run(NamedTuple):
    """A command in a folder, with the file it keeps its games in."""

    words: list[str]
    journal: Path
    end: Callable[[Path], Any]
    """What it came to, from the folder."""


class Kills:
    """One kind of run, killed over and over in a folder of its own."""

    def __init__(self, kind: str, above: Path, chance: random.Random, size: int) -> None:
        self.kind = kind
        self._chance = chance
        self._size = size
        self._mark = f"kills-{uuid.uuid4()}"
        self._folder = above / kind
        self._temp = Path(tempfile.mkdtemp(prefix="k", dir=above))  # short: sockets lie in it
        self._temp.chmod(0o755)
        self._pids: set[int] = set()
        self.killed = self.finished = self.refused = 0
        self.spent_s = 0.0
        self._prepare()
        began = time.monotonic()
        first = self._run()
        if first.wait(LONGEST_S):
            raise Failed(f"{kind}: undisturbed it left with {first.returncode}; see {self._folder / 'log'}")
        self._usual_s = time.monotonic() - began
        self._expected = self._ended()
        self._prepare()

    def kill(self) -> None:
        """Start it, and kill it at a random moment; if it ends before that, it begins anew."""
        began = time.monotonic()
        before = set(_lines(self._described().journal))
        process = self._run()
        try:
            process.wait(self._chance.uniform(0, self._usual_s))
        except subprocess.TimeoutExpired:
            self._pids |= self._left()
            process.kill()
            process.wait()
            self.killed += 1
            if lost := before - set(_lines(self._described().journal)):
                raise Failed(f"{self.kind}: {len(lost)} lines of the journal are lost") from None
        else:
            finished = self.finished
            self._check_end(process)
            if self.finished > finished:
                self._prepare()
        self.spent_s += time.monotonic() - began

    def finish(self) -> None:
        """Leave it to itself; again where Ray was too slow to start, which may be the machine's fault."""
        finished, refused = self.finished, self.refused
        while self.finished == finished and self.refused <= refused + REFUSED_TIMES:
            process = self._run()
            process.wait(LONGEST_S)
            self._check_end(process)
        if self.finished == finished:
            raise Failed(f"{self.kind}: no Ray cluster starts on this machine; see {self._folder / 'log'}")

    def _check_end(self, process: subprocess.Popen[bytes]) -> None:
        if self._no_cluster():
            self.refused += 1
            return
        if process.returncode:
            raise Failed(f"{self.kind}: it left with {process.returncode}; see {self._folder / 'log'}")
        if self._ended() != self._expected:
            raise Failed(f"{self.kind}: another end than undisturbed, in {self._folder}")
        self._check_clean()
        self.finished += 1

    def _no_cluster(self) -> bool:
        told = (self._folder / "log").read_text().splitlines()
        return self.kind == "ray" and bool(told) and "no Ray cluster can be reached" in told[-1]

    def _prepare(self) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)
        self._folder.mkdir()
        self._folder.chmod(0o755)
        python = next(filter(os.path.exists, ("/usr/bin/python3", sys.executable)))
        for name in ("ada", "bob", "cleo", "dora"):
            bot = self._folder / "bots" / name
            bot.mkdir(parents=True)
            (bot / "source.py").write_text(BOT)
            run = f'build = "cp source.py bot.py"\nrun = "{python} bot.py {self._mark}"\n'
            (bot / "bot.toml").write_text(run)
        (self._folder / "c.toml").write_text(CONTEST.replace("BOARDS", ", ".join(['""'] * self._size)))

    def _described(self) -> Run:
        isolation = [] if sandbox_process.available() is None else ["--no-sandbox"]
        if self.kind == "match":
            file = self._folder / "a.jsonl"
            words = [
                "match",
                "tank_war",
                "bots/ada",
                "bots/bob",
                "--games",
                str(60 * self._size),
                "--jobs",
                "2",
            ]
            words += ["--clock", "none", "--seed", SEED, "--record", str(file), *isolation]
            return Run(words, file, _match_end)
        words = ["contest", "run", "c.toml", *isolation]
        words += ["--ray", "local"] if self.kind == "ray" else ["--jobs", "2"]
        return Run(words, self._folder / "c" / "journal.jsonl", _contest_end)

    def _run(self) -> subprocess.Popen[bytes]:
        with (self._folder / "log").open("ab") as log:
            return subprocess.Popen(  # noqa: S603 - our own command
                [sys.executable, "-m", "steelyard", *self._described().words],
                cwd=self._folder,
                env={**os.environ, "TMPDIR": str(self._temp), "STEELYARD_MARK": self._mark},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def _ended(self) -> Any:
        return self._described().end(self._folder)

    def _left(self) -> set[int]:
        return processes_of(self._mark)

    def _check_clean(self) -> None:
        deadline = time.monotonic() + GONE_S
        while found := self._remains():
            if time.monotonic() > deadline:
                raise Failed(f"{self.kind}: left behind: {', '.join(found)}")
            time.sleep(0.1)

    def _remains(self) -> list[str]:
        found = [f"process {pid} ({command_of(pid)})" for pid in self._left()]
        if not found:
            # Ray's last processes may write after the next run has cleared up; the one after that does.
            with files.scratch_folder(SHORT):
                pass
        mounts = Path("/proc/self/mountinfo").read_text().splitlines()
        found += [f"mount {line}" for line in mounts if str(self._folder) in line or str(self._temp) in line]
        found += [f"user id {name}" for name in leases_of_nobody()]
        for base in cgroups.bases():
            for group in base.glob("steelyard-*-*"):
                pid = int(group.name.split("-")[1])
                if pid in self._pids and not Path(f"/proc/{pid}").exists():  # it may be another's by now
                    found.append(f"group {group}")
        inside = [each for each in self._temp.iterdir() if each.name not in CACHES]
        inside += [each for cache in CACHES for each in (self._temp / cache).glob("steelyard-run-*")]
        inside += self._folder.rglob("*.new")
        for pid in self._pids:  # where Ray keeps its own
            inside += Path("/tmp").glob(f"steelyard-run-*/session_*_{pid}")  # noqa: S108
        return found + [f"{each}" for each in inside]


def _match_end(folder: Path) -> Any:
    records = [json.loads(line) for line in _lines(folder / "a.jsonl")[1:]]
    return _once({(r["number"], r["seed"]): _told(r) for r in records}, len(records))


def _contest_end(folder: Path) -> Any:
    entries = [json.loads(line) for line in _lines(folder / "c" / "journal.jsonl")[1:]]
    records = [entry for entry in entries if entry["entry"] == "played"]
    played = _once({(e["id"], e["record"]["seed"]): _told(e["record"]) for e in records}, len(records))
    words = [sys.executable, "-m", "steelyard", "contest", "report", "c", "--results-only", "--into", "found"]
    subprocess.run(words, cwd=folder, check=True, stdout=subprocess.DEVNULL)  # noqa: S603 - ours
    found = folder / "found"
    return played, {file.relative_to(found): file.read_bytes() for file in found.rglob("*") if file.is_file()}


def _told(record: dict[str, Any]) -> Any:
    """What the game was, without what was measured."""
    return record["outcome"], record["verdict"], [turn["moves"] for turn in record["turns"]]


def _once(played: dict[Any, Any], count: int) -> dict[Any, Any]:
    if len(played) != count:
        raise Failed(f"{count - len(played)} games were played twice")
    return played


def _lines(journal: Path) -> list[bytes]:
    text = journal.read_bytes() if journal.exists() else b""
    return text[: text.rfind(b"\n") + 1].splitlines()


def command_of(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")[:200]
    except OSError:
        return "has just ended"


def processes_of(mark: str) -> set[int]:
    """Those that have the mark among their words or in their environment."""
    found = set()
    for process in Path("/proc").iterdir():
        if process.name.isdecimal():
            try:
                told = (process / "cmdline").read_bytes() + (process / "environ").read_bytes()
            except OSError:
                continue  # it has ended, or is somebody else's
            if mark.encode() in told:
                found.add(int(process.name))
    return found


def leases_of_nobody() -> list[str]:
    """User ids that are lent, by a socket's name, to no process there is."""
    lent = {
        words[6]: words[7]
        for words in map(str.split, Path("/proc/net/unix").read_text().splitlines())
        if len(words) > 7 and words[7].startswith("@steelyard/uid/")
    }
    for file in Path("/proc").glob("[0-9]*/fd/*"):
        try:
            lent.pop(str(file.readlink()).removeprefix("socket:[").removesuffix("]"), None)
        except OSError:
            continue  # it was closed, or is somebody else's
    return [] if os.geteuid() else list(lent.values())


def main() -> int:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--kills", type=int, default=200, help="in total (default: 200)")
    words.add_argument(
        "--of",
        nargs="+",
        default=["match", "contest", "ray"],
        metavar="KIND",
        choices=["match", "contest", "ray"],
        help="match, contest, ray (default: all)",
    )
    words.add_argument("--seed", default=str(random.randrange(10**9)), help="of the moments")
    words.add_argument("--size", type=int, default=8, help="how long a run is (default: 8)")
    words.add_argument("--seconds", type=float, default=3600.0, help="then no more kills (default: 3600)")
    chosen = words.parse_args()
    print(f"moments by --seed {chosen.seed}", flush=True)
    chance = random.Random(chosen.seed)
    began = time.monotonic()
    above = Path(tempfile.mkdtemp(prefix="k", dir="/tmp"))
    above.chmod(0o755)
    try:
        kinds = [Kills(kind, above, chance, chosen.size) for kind in chosen.of]
        while sum(each.killed for each in kinds) < chosen.kills and time.monotonic() - began < chosen.seconds:
            min(kinds, key=lambda each: each.spent_s).kill()
        for each in kinds:
            each.finish()
    except Failed as failed:
        print(f"FAILED: {failed}; everything is in {above}")
        return 1
    shutil.rmtree(above)
    killed = Counter({each.kind: each.killed for each in kinds})
    told = ", ".join(f"{each.kind} {each.killed} (to the end {each.finished} times)" for each in kinds)
    print(f"{killed.total()} kills in {time.monotonic() - began:.0f} s: {told}")
    if refused := sum(each.refused for each in kinds):
        print(f"{refused} times Ray did not start in time, and was started again")
    print("the same end every time, nothing played twice, nothing left behind")
    return 0


if __name__ == "__main__":
    sys.exit(main())
