"""The referee's overhead and Tank War games per second, several times each, with the medians of all runs.

`python benchmarks/referee.py` needs a C++ compiler. `--busy 2` runs two endless loops beside it, at equal
priority, to see what other work does to the figures. On a busy machine use referee_cpu.py.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from contextlib import ExitStack
from statistics import median

from steelyard import games
from steelyard.arena.sandbox import process
from steelyard.cli.bench_arena import Cost, games_a_second, overhead, toy_bot
from steelyard.core import files

RUNS = 7
SECONDS = 3.0
GAMES = 4000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=RUNS, help="how often both are measured")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="for one measurement of the overhead")
    parser.add_argument(
        "--games", type=int, default=GAMES, help="for one measurement of games per second; 0: none"
    )
    parser.add_argument("--busy", type=int, default=0, metavar="N", help="endless loops beside it")
    arguments = parser.parse_args()
    game, isolated = games.get("tank_war"), process.available() is None
    ratios, plain_ratios, added, rates = [], [], [], []
    with files.scratch_folder() as folder, ExitStack() as beside:
        folder.chmod(0o755)  # the isolated bot runs as another user
        toy = toy_bot(folder)
        if toy is None:
            sys.exit("g++ is not installed")
        for _ in range(arguments.busy):
            loop = subprocess.Popen([sys.executable, "-c", "while True: pass"])
            beside.callback(loop.wait)
            beside.callback(loop.kill)
        for run in range(1, arguments.runs + 1):
            measured = overhead(game, toy, arguments.seconds, isolated=isolated)
            rate = games_a_second(game, toy, arguments.games, 2, isolated=isolated) if arguments.games else 0
            ratios.append(measured.ratio)
            plain_ratios.append(measured.plain_ratio)
            added.append(measured.cpu_us)
            rates.append(rate)
            print(
                f"run {run}: bare {_shown(measured.bare)}, plain {_shown(measured.plain)},"
                f" refereed {_shown(measured.refereed)} us a round (of CPU);"
                f" ratio {measured.ratio:.2f}, to plain {measured.plain_ratio:.2f};"
                f" {rate:6.0f} games/s with two at a time",
                flush=True,
            )
    print(
        f"median of {arguments.runs}: ratio {median(ratios):.2f}, to plain {median(plain_ratios):.2f},"
        f" {median(added):.1f} us of CPU added a round, {median(rates):.0f} games/s"
    )


def _shown(cost: Cost) -> str:
    return f"{cost.wall_us:5.1f} ({cost.cpu_us:.1f})"


if __name__ == "__main__":
    main()
