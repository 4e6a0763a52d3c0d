"""Rate every bot of a game against every other: paired games, both seats, many boards.

    python benchmarks/ratings.py GAME [--games 200] [--far 40] [--jobs 2] [--seed 1] [--write]

Neighbours in the list play `--games`; bots further apart, whose games say less, `--far`. Searches do what
they do without a clock. Prints ratings (Bradley-Terry, the teacher at 1000) with 95 % intervals, and how
each level fares against the one below. `--write` keeps them where `steelyard bots` looks, and in the docs.
"""

from __future__ import annotations

import argparse
import itertools
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from strength import score

from steelyard import bots, games
from steelyard.contest.standings.ratings import ratings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steelyard.arena.match.score import Score

NEAR = 2
TABLE = Path(__file__).parents[1] / "docs" / "ratings.md"
ANCHOR = "teacher"
Rated = tuple[float, float, str]  # rating, how far off it may be, and the share against the level below


def played(game: str, chosen: argparse.Namespace) -> Iterator[tuple[str, str, Score]]:
    """Every pair of bots, the later one in the list first."""
    names = bots.names(game)
    for (low, weaker), (high, stronger) in itertools.combinations(enumerate(names), 2):
        near = high - low <= NEAR
        pairs = (chosen.games if near else chosen.far) // 2
        found = score(game, stronger, weaker, pairs, jobs=chosen.jobs, seed=chosen.seed, seconds=None)
        print(f"{stronger:10} - {weaker:10} {_share(found)}", file=sys.stderr, flush=True)
        yield stronger, weaker, found


def results(first: str, second: str, found: Score) -> Iterator[tuple[str, str, float]]:
    for number, points in ((found.wins, 1.0), (found.draws, 0.5), (found.losses, 0.0)):
        yield from [(first, second, points)] * number


def written(measured: dict[str, dict[str, Rated]]) -> str:
    lines = [
        "# How strong the bots are",
        "",
        "Ratings in Elo points with 95 % intervals; the teacher of each game has 1000. The last column is",
        "the share of points that each level got against the level below. Measured by",
        "`benchmarks/ratings.py`: paired games with the seats exchanged, on many boards and layouts.",
        "Searches use as many steps as they do without a clock.",
    ]
    for game, table in measured.items():
        lines += [
            "",
            f"## {games.game_class(game).title}",
            "",
            "| bot | rating | | against the level below |",
        ]
        lines += ["|---|---:|---:|---|"]
        lines += [
            f"| {name} | {rating:.0f} | ± {within:.0f} | {below} |"
            for name, (rating, within, below) in table.items()
        ]
    return "\n".join([*lines, ""])


def _share(found: Score) -> str:
    low, high = found.interval()
    return f"{100 * found.share:.1f} % ({100 * low:.1f} to {100 * high:.1f}) in {found.games}"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", choices=games.names())
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--far", type=int, default=40)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true")
    chosen = parser.parse_args()
    everything, steps = [], {}
    for stronger, weaker, found in played(chosen.game, chosen):
        everything += results(stronger, weaker, found)
        if weaker.startswith("level") and stronger == f"level{int(weaker[5:]) + 1}":
            steps[stronger] = _share(found)
    rated = {rating.name: rating for rating in ratings(everything)}
    base = 1000 - rated[ANCHOR].elo
    table: dict[str, Rated] = {
        name: (round(base + rated[name].elo, 1), round(rated[name].within, 1), steps.get(name, ""))
        for name in bots.names(chosen.game)
    }
    for name, (rating, within, below) in table.items():
        print(f"{name:10} {rating:6.0f} ± {within:3.0f}  {below}")
    if chosen.write:
        known = json.loads(bots.RATINGS.read_bytes()) | {chosen.game: table}
        measured = {game: known[game] for game in games.names() if game in known}
        bots.RATINGS.write_text(json.dumps(measured, indent=1) + "\n")
        TABLE.write_text(written(measured))


if __name__ == "__main__":
    main()
