"""Tunes Tank Battle's judgement by self-play, and compares two sets of weights.

    python benchmarks/tune_tank_battle.py tune FILE.json [--pairs 100] [--nodes 600] [--seed 1]
    python benchmarks/tune_tank_battle.py write FILE.json WEIGHTS.txt
    python benchmarks/tune_tank_battle.py compare WEIGHTS.txt WEIGHTS.txt [--pairs 200] [--nodes 2000]

One knob after the other is turned a step up, and if that does not help a step down; a turn is kept if it wins
a match against the knobs as they were by ENOUGH. FILE.json keeps the knobs, and where the round was, between
runs; it is begun with what is in START. A round that keeps nothing ends the work.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard import games
from steelyard.arena.match.score import Score, of
from steelyard.bots.tank_battle.evaluation import kernel as judgement
from steelyard.bots.tank_battle.evaluation import weights
from steelyard.bots.tank_battle.iterative_deepening import Deepening
from steelyard.bots.tank_battle.tree import kernel as trees
from steelyard.games.tank_battle import kernel as rules
from steelyard.games.tank_battle.boards import SIZE, names

if TYPE_CHECKING:
    from numpy.typing import NDArray

# Each knob: where it begins on a full and on an empty board, and by how much it is turned.
START = {
    "tempo": (10, 10, 6),
    "tank": (100, 100, 8),
    "commander": (30, 30, 12),
    "arrived": (70, 70, 12),
    "crowned": (70, 70, 15),
    "advance": (0, 0, 3),
    "commander_advance": (0, 0, 4),
    "aside": (0, 0, 4),
    "home": (0, 0, 5),
    "ahead": (0, 30, 10),
    "finish": (0, 0, 10),
}
NAMES = [f"{name}_{phase}" for name in START for phase in ("full", "empty")]
ENOUGH = 0.53
QUIET_AHEAD = 300
HOMES, NEARLY_THERE = 4, 6  # more tanks at home add nothing; finishing counts from so few tanks afield


def weights_of(knobs: NDArray[np.float64]) -> NDArray[np.int64]:
    """The weights that the knobs stand for."""
    value = dict(zip(START, knobs.reshape(-1, 2), strict=True))
    table = np.zeros((judgement.FEATURES, 2))
    table[judgement.QUIET_AHEAD] = QUIET_AHEAD
    for name in ("tempo", "tank", "commander", "arrived", "crowned"):
        table[getattr(judgement, name.upper())] = value[name]
    for step in range(judgement.ADVANCES):
        table[judgement.ADVANCE + step] = value["advance"] * step / 10
        table[judgement.ADVANCE + judgement.ADVANCES + step] = value["commander_advance"] * step / 10
    for step in range(SIZE):
        table[judgement.ASIDE + step] = table[judgement.ASIDE + SIZE + step] = value["aside"] * step / 5
    for count in range(judgement.COUNTS):
        table[judgement.HOME + count] = value["home"] * min(count, HOMES)
        lead = value["ahead"] + value["finish"] * max(0, NEARLY_THERE - count) / 2
        table[judgement.AFIELD + judgement.COUNTS + count] = lead
        table[judgement.AFIELD + 2 * judgement.COUNTS + count] = -lead
    return np.round(table).astype(np.int64).reshape(-1)


def opening(rng: Random) -> Any:
    """A position after a few random moves, on any board."""
    position = rules.encode(games.get("tank_battle", layout=rng.choice(names())).start())
    moves = np.empty(rules.MOST_MOVES, np.int64)
    for _ in range(rng.choice((4, 6, 8))):
        count = rules.legal(position, rules.mover(position), moves)
        if count:
            move = rng.choice(moves[:count].tolist())
            rules.apply(position, move, move)
    return position


def result(position: Any, players: tuple[Any, Any], nodes: int) -> float:
    """What White gets when trees with their own weights play each other."""
    now = position.copy()
    while rules.result(now) == 3:
        tree = players[rules.mover(now)]
        trees.forget(tree, nodes, 0)
        *_, last = Deepening(tree, now, nodes=nodes)
        rules.apply(now, last.move, last.move)
    return (1.0, 0.0, 0.5)[rules.result(now)]


def pair(rng: Random, first: Any, second: Any, nodes: int) -> tuple[float, float]:
    """What the first gets from one opening with either seat."""
    position = opening(rng)
    return result(position, (first, second), nodes), 1 - result(position, (second, first), nodes)


def match(
    first: NDArray[np.float64], second: NDArray[np.float64], pairs: int, nodes: int, seed: int
) -> Score:
    trees = [trees.new_tree(weights_of(knobs)) for knobs in (first, second)]
    rng, score = Random(seed), Score()
    for _ in range(pairs):
        score += of(*pair(rng, *trees, nodes))
    return score


def tune(file: Path, pairs: int, nodes: int, seed: int) -> None:
    """Once round all knobs, from where the file says."""
    knobs = np.array([figure for *both, _ in START.values() for figure in both], float)
    steps = np.array([step for *_, step in START.values() for _ in range(2)], float)
    done = 0
    if file.exists():
        kept = json.loads(file.read_text("utf-8"))
        done, knobs = kept["done"], np.array([kept[name] for name in NAMES])
    for number in range(done, done - done % len(NAMES) + len(NAMES)):
        place = number % len(NAMES)
        for sign in (1, -1):
            turned = knobs.copy()
            turned[place] += sign * steps[place]
            share = match(turned, knobs, pairs, nodes, seed + number).share
            print(f"{NAMES[place]} {knobs[place]:g} -> {turned[place]:g}: {100 * share:.1f} %", flush=True)
            if share >= ENOUGH:
                knobs = turned
                break
        kept = dict(zip(NAMES, knobs.tolist(), strict=True))
        file.write_text(json.dumps(kept | {"done": number + 1}), "utf-8")


def compare(first: Path, second: Path, pairs: int, nodes: int, seed: int) -> None:
    trees = [trees.new_tree(weights.read(file.read_text("utf-8"))) for file in (first, second)]
    rng, score = Random(seed), Score()
    for _ in range(pairs):
        score += of(*pair(rng, *trees, nodes))
    low, high = score.interval()
    print(
        f"{first.name} - {second.name} at {nodes:,} nodes, {score.games} games: "
        f"{100 * score.share:.1f} % ({100 * low:.1f} to {100 * high:.1f}), {score.draws} drawn"
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("tune", "write", "compare"))
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--nodes", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    if chosen.what == "tune":
        tune(chosen.files[0], chosen.pairs, chosen.nodes, chosen.seed)
    elif chosen.what == "write":
        kept = json.loads(chosen.files[0].read_text("utf-8"))
        chosen.files[1].write_text(
            weights.write(weights_of(np.array([kept[name] for name in NAMES]))), "utf-8"
        )
    else:
        compare(chosen.files[0], chosen.files[1], chosen.pairs, chosen.nodes, chosen.seed)


if __name__ == "__main__":
    main()
