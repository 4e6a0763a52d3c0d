"""How fast Tank Battle's search is: nodes a second and seconds to a depth, in CPU time.

    python benchmarks/tank_battle_search.py [--depth 6] [--positions 24] [--runs 5] [--against SRC]
    python benchmarks/tank_battle_search.py --threads 2 [--seconds 1]

The same positions are searched to the same depth with the tuned evaluation and with the network. `--against`
names the `src` folder of another checkout: both are measured in turn, and the medians compared.
`--threads` counts the nodes of a search with a clock, with one thread and with so many.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from checkouts import source_folder

PACKAGE = "steelyard.bots.tank_battle"
EVALUATIONS = ("tuned", "learnt")
OURS = Path(__file__).parents[1] / "src"
INFINITE = 32_000


def positions(count: int, seed: int = 1) -> list[Any]:
    """Positions of random games on all layouts, early and late."""
    from steelyard import games  # noqa: PLC0415 - of the checkout that is measured
    from steelyard.games.tank_battle import kernel as rules  # noqa: PLC0415
    from steelyard.games.tank_battle.boards import names  # noqa: PLC0415

    found: list[Any] = []
    rng, moves = Random(seed), np.empty(rules.MOST_MOVES, np.int64)
    while len(found) < count:
        position = rules.encode(games.get("tank_battle", layout=rng.choice(names())).start())
        for _ in range(rng.choice((4, 10, 20, 40, 60))):
            listed = rules.legal(position, rules.mover(position), moves)
            if listed:
                move = rng.choice(moves[:listed].tolist())
                rules.apply(position, move, move)
        if rules.result(position) == 3:
            found.append(position)
    return found


def measure(evaluation: str, depth: int, count: int) -> dict[str, float]:
    """Of the checkout on the path, which may be an earlier one."""
    search = import_module(f"{PACKAGE}.search.kernel")
    trees = import_module(f"{PACKAGE}.tree.kernel") if find_spec(f"{PACKAGE}.tree") else search
    tree = trees.new_tree(import_module(f"{PACKAGE}.evaluation.weights").load("tuned"))
    fit = None
    if evaluation == "learnt":
        network = import_module(f"{PACKAGE}.network.weights")
        network.load().lay_into(tree)
        fit = network.fit
    nodes, seconds = 0, 0.0
    for number, position in enumerate([None, *positions(count)]):
        warm_up = position is None
        root = positions(1)[0] if warm_up else position
        if fit:
            fit(tree, root)
        trees.forget(tree, 1_000_000, 0)
        tree["visited"] = 0
        begin = time.process_time()
        for each in range(1, (2 if warm_up else depth) + 1):
            search.begin(tree, root, each, -INFINITE, INFINITE)
            search.run(tree, 10**12)
        if number:
            seconds += time.process_time() - begin
            nodes += int(tree["visited"])
    return {"nodes": nodes, "seconds": seconds, "rate": nodes / seconds}


def measured_in(source: Path, evaluation: str, chosen: argparse.Namespace) -> dict[str, float]:
    command = [
        sys.executable, __file__, "--once", evaluation, "--depth", str(chosen.depth),
        "--positions", str(chosen.positions),
    ]  # fmt: skip
    environment = os.environ | {"PYTHONPATH": str(source)}
    shown = subprocess.run(  # noqa: S603 - ourselves
        command, env=environment, capture_output=True, text=True, check=True
    )
    found: dict[str, float] = json.loads(shown.stdout)
    return found


def compare(chosen: argparse.Namespace) -> None:
    checkouts = [("this", OURS, each) for each in EVALUATIONS]
    if chosen.against:
        checkouts.append(("other", chosen.against, "tuned"))
    found: dict[str, list[dict[str, float]]] = {}
    for _ in range(chosen.runs):
        for name, source, evaluation in checkouts:
            found.setdefault(f"{name} {evaluation}", []).append(measured_in(source, evaluation, chosen))
    medians = {
        name: {key: statistics.median(run[key] for run in runs) for key in ("nodes", "seconds", "rate")}
        for name, runs in found.items()
    }
    for name, median in medians.items():
        print(
            f"{name:14} depth {chosen.depth}: {median['nodes']:12,.0f} nodes, {median['seconds']:7.3f} s, "
            f"{median['rate'] / 1000:7,.0f} thousand nodes/s"
        )
    if chosen.against:
        for evaluation in EVALUATIONS:
            ours, theirs = medians[f"this {evaluation}"], medians["other tuned"]
            print(
                f"this {evaluation} - the other: {ours['rate'] / theirs['rate']:.2f} times the nodes/s, "
                f"{theirs['seconds'] / ours['seconds']:.2f} times as fast to the depth"
            )


def count_threads(threads: int, seconds: float, count: int) -> None:
    """Nodes of all threads together, in wall time: only a machine with free cores gives a useful figure."""
    from steelyard import games  # noqa: PLC0415
    from steelyard.bots.tank_battle.alphabeta import AlphaBeta  # noqa: PLC0415
    from steelyard.bots.tank_battle.levels import FULL  # noqa: PLC0415

    game: Any = games.get("tank_battle")
    for number in (1, threads):
        policy: Any = AlphaBeta(game, strength=FULL, threads=number)
        rates = []
        for _ in range(count + 1):
            policy.think(game.start(), 0, seconds)
            rates.append(policy.visited / seconds / 1000)
        print(f"{number} threads: {statistics.median(rates[1:]):,.0f} thousand nodes/s")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--depth", type=int, default=6)
    parser.add_argument("--positions", type=int, default=24)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--against", type=source_folder, metavar="SRC")
    parser.add_argument("--threads", type=int)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--once", choices=EVALUATIONS, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.once:
        print(json.dumps(measure(chosen.once, chosen.depth, chosen.positions)))
    elif chosen.threads:
        count_threads(chosen.threads, chosen.seconds, chosen.runs)
    else:
        compare(chosen)


if __name__ == "__main__":
    main()
