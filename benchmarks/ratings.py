"""Rate the bots of a game: paired games, both seats, many boards, until every interval is narrow enough.

    python benchmarks/ratings.py GAME [--within 40] [--minutes 60] [--jobs 2] [--seed 1] [--write]
    python benchmarks/ratings.py tank_duel --more FILE --scores FILE --seed 2 --write

Searches do what they do without a clock. First each bot meets its neighbours in the list; then those two
play whose game says most about the least certain rating. That ends when every rating is certain to `--within`
points, or when the minutes are over. Bots that have lost every game are not waited for: their ratings stay
uncertain. Prints ratings (Bradley-Terry, the teacher at 1000) with 95 % intervals, and how each level fares
against the one below. `--scores FILE` keeps what was played, every ten seconds. `--more FILE` begins with the
games of such a file, which `--scores` then has too; give another `--seed` than those games had, or they would
be played again. `--write` keeps the ratings where `steelyard bots` looks, and in the docs.
"""

from __future__ import annotations

import argparse
import itertools
import json
import sys
import time
from collections import Counter
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from pathlib import Path
from random import Random
from typing import Annotated

import msgspec
import numpy as np
from strength import pair

from steelyard import bots, games
from steelyard.arena.match.score import Score, of
from steelyard.arena.record import derived_seed
from steelyard.contest.standings.ratings import ELO, Rating, ratings
from steelyard.core import files

FIRST = 20  # pairs of games of every two neighbours, before anything is known
HOPELESS = 40  # games: whoever has lost so many, and no other result, stays where it is
TABLE = Path(__file__).parents[1] / "docs" / "ratings.md"
ANCHOR = "teacher"
Rated = tuple[float, float, str]  # rating, how far off it may be, and the share against the level below
Two = tuple[str, str]


class Scores(msgspec.Struct, forbid_unknown_fields=True):
    """What is kept of the games that were played."""

    game: str
    scores: list[tuple[str, str, tuple[Annotated[int, msgspec.Meta(ge=0)], ...]]]
    """Two bots, and how often each result of a pair of games came, as in `Score`."""


class Schedule:
    """Who plays whom next, given what was played."""

    def __init__(self, names: list[str], within: float, seed: int) -> None:
        self._names, self._within = names, within
        self.scores: dict[Two, Score] = {}
        self._planned: Counter[Two] = Counter()
        """Pairs of games, those included that are being played."""
        self._first = [two for two in itertools.pairwise(names) for _ in range(FIRST)]
        Random(seed).shuffle(self._first)

    def add(self, two: Two, results: tuple[float, float]) -> None:
        self.scores[two] = self.scores.get(two, Score()) + of(*results)

    def load(self, file: Path, game: str) -> None:
        """What was played in an earlier run, with another seed."""
        try:
            known = msgspec.json.decode(file.read_bytes(), type=Scores)
        except (OSError, msgspec.DecodeError) as error:
            raise SystemExit(f"{file} is no file of scores: {error}") from None
        if known.game != game:
            raise SystemExit(f"{file} has scores of {known.game}, not of {game}")
        if strangers := {name for one, two, _ in known.scores for name in (one, two)} - set(self._names):
            raise SystemExit(f"{file} names bots that there are not: {', '.join(sorted(strangers))}")
        for one, two, counts in known.scores:
            found = Score(counts)
            self.scores[one, two] = self.scores.get((one, two), Score()) + found
            self._planned[one, two] += found.games // 2
        known_names = {name for two in self.scores for name in two}
        self._first = [two for two in self._first if not known_names.issuperset(two)]

    def next(self) -> Two | None:
        """The next two; None once every rating is certain enough."""
        two = self._first.pop() if self._first else self._telling()
        if two is not None:
            self._planned[two] += 1
        return two

    def rated(self, *, hopeless: bool = False) -> list[Rating]:
        """Everybody, or everybody but those who have lost every game.

        Of them it is only known that they are weaker, and their doubt would be in every other rating.
        """
        return ratings(
            (*two, points)
            for two, score in self.scores.items()
            if hopeless or not any(map(self._hopeless, two))
            for number, points in ((score.wins, 1.0), (score.draws, 0.5), (score.losses, 0.0))
            for _ in range(number)
        )

    def _telling(self) -> Two | None:
        """The two whose next game says most about the rating that is least certain."""
        rated = self.rated()
        widest = max(range(len(rated)), key=lambda place: rated[place].within)
        if rated[widest].within <= self._within:
            return None
        size = len(rated)
        elo = np.array([rating.elo for rating in rated])
        worth = 1 / (2 + 2 * np.cosh((elo[:, None] - elo) / ELO))  # of a game: its variance
        information = np.eye(size) / size
        for one, two in itertools.combinations(range(size), 2):
            number = 2 * self._planned[self._in_order(rated[one].name, rated[two].name)]
            apart = np.eye(size)[one] - np.eye(size)[two]
            information += number * worth[one, two] * np.outer(apart, apart)
        spread = np.linalg.inv(information)
        beside = spread @ (np.eye(size)[widest] - 1 / size)
        variance = spread.diagonal()[:, None] + spread.diagonal() - 2 * spread
        gain = worth * (beside[:, None] - beside) ** 2 / (1 + worth * variance)
        one, two = np.unravel_index(gain.argmax(), gain.shape)
        return self._in_order(rated[one].name, rated[two].name)

    def _hopeless(self, name: str) -> bool:
        own = [
            score if two[0] == name else score.swapped() for two, score in self.scores.items() if name in two
        ]
        played = sum(score.games for score in own)
        return played >= HOPELESS and sum(score.losses for score in own) == played

    def _in_order(self, one: str, two: str) -> Two:
        """As the list has them, so that a pair has one score."""
        return (one, two) if self._names.index(one) < self._names.index(two) else (two, one)


def play(schedule: Schedule, game: str, chosen: argparse.Namespace) -> None:
    """Until the schedule is content or the time is over; what is being played then is finished."""
    ends_s = time.monotonic() + 60 * chosen.minutes
    running: dict[Future[tuple[float, float]], Two] = {}
    number, said_s = 0, time.monotonic()
    with ProcessPoolExecutor(chosen.jobs) as pool:
        while True:
            while len(running) < 2 * chosen.jobs and time.monotonic() < ends_s:
                if (two := schedule.next()) is None:
                    break
                number += 1
                seed = derived_seed(chosen.seed, "pair", number)
                running[pool.submit(pair, game, two[0], two[1], None, seed)] = two
            if not running:
                return
            for done in wait(running, return_when=FIRST_COMPLETED).done:
                schedule.add(running.pop(done), done.result())
            if time.monotonic() > said_s + 10:
                said_s = time.monotonic()
                keep(schedule, game, chosen.scores)
                widest = max(schedule.rated(), key=lambda rating: rating.within)
                print(
                    f"{2 * number} games; {widest.name} ± {widest.within:.0f}",
                    file=sys.stderr, flush=True,
                )  # fmt: skip


def keep(schedule: Schedule, game: str, file: Path | None) -> None:
    if file is not None:
        scores = [(*two, score.counts) for two, score in schedule.scores.items()]
        files.write(file, msgspec.json.encode(Scores(game, scores)))


def table(schedule: Schedule, names: list[str]) -> dict[str, Rated]:
    rated = _beside_the_teacher(schedule.rated(hopeless=True)) | _beside_the_teacher(schedule.rated())
    return {name: (*rated[name], _below(schedule, name)) for name in names if name in rated}


def _beside_the_teacher(rated: list[Rating]) -> dict[str, tuple[float, float]]:
    base = next((1000 - rating.elo for rating in rated if rating.name == ANCHOR), None)
    if base is None:
        raise SystemExit(f"{ANCHOR} has not played yet: give it more minutes")
    return {rating.name: (round(base + rating.elo, 1), round(rating.within, 1)) for rating in rated}


def _below(schedule: Schedule, name: str) -> str:
    """How a level fared against the one below it."""
    level = int(name.removeprefix("level")) if name.startswith("level") else 0
    score = schedule.scores.get((f"level{level - 1}", name))
    if score is None:
        return ""
    low, high = score.swapped().interval()
    return f"{100 * (1 - score.share):.1f} % ({100 * low:.1f} to {100 * high:.1f}) in {score.games}"


def written(measured: dict[str, dict[str, Rated]]) -> str:
    lines = [
        "# How strong the bots are",
        "",
        "Ratings in Elo points; the teacher of each game has 1000. The 95 % intervals are for the",
        "difference to the average of all bots of the game, so the teacher has one too. The last column",
        "is the share of points that each level got against the level below, and in how many games.",
        "Measured by `python benchmarks/ratings.py GAME`: paired games with the seats exchanged, on many",
        "boards and layouts. Searches use as many steps as they do without a clock. Of a bot that has",
        "lost every game it is only known that it is weaker, so its interval is wide. With `--write` the",
        "script replaces the table of its game on this page. What was played in Tank Battle and Tank Duel",
        "is in `benchmarks/scores`; `--more` goes on from there. `best` stands for `adaptive` in Tank",
        "Duel, `alphabeta` in Tank Battle and `perfect` in Tank War. What `adaptive` learns of an opponent,",
        "it keeps only where there is a clock. Against simple programs it is the strongest bot of Tank Duel",
        "(`src/steelyard/bots/tank_duel/README.md`).",
    ]
    for game, rows in measured.items():
        lines += [
            "",
            f"## {games.game_class(game).title}",
            "",
            "| bot | rating | | against the level below |",
        ]
        lines += ["|---|---:|---:|---|"]
        lines += [
            f"| {name} | {rating:.0f} | ± {within:.0f} | {below} |"
            for name, (rating, within, below) in rows.items()
        ]
    return "\n".join([*lines, ""])


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", choices=games.names())
    parser.add_argument("--within", type=float, default=40.0, help="points, in either direction")
    parser.add_argument(
        "--minutes", type=float, default=60.0, help="stop after so many, however wide the intervals are"
    )
    parser.add_argument("--jobs", type=int, default=2, help="games at a time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scores", type=Path, help="a file for the scores of all pairs")
    parser.add_argument(
        "--more", type=Path, nargs="*", default=[], help="such files of earlier runs, to add to"
    )
    parser.add_argument(
        "--write", action="store_true", help="replace the ratings that `steelyard bots` and the docs show"
    )
    chosen = parser.parse_args()
    names = [name for name in bots.names(chosen.game) if name != bots.BEST]
    schedule = Schedule(names, chosen.within, chosen.seed)
    for file in chosen.more:
        schedule.load(file, chosen.game)
    keep(schedule, chosen.game, chosen.scores)  # better now than after an hour, if it cannot be written
    play(schedule, chosen.game, chosen)
    keep(schedule, chosen.game, chosen.scores)
    rows = table(schedule, names)
    for name, (rating, within, below) in rows.items():
        print(f"{name:10} {rating:6.0f} ± {within:3.0f}  {below}")
    print(f"{sum(score.games for score in schedule.scores.values())} games")
    if chosen.write:
        known = json.loads(bots.RATINGS.read_bytes()) | {chosen.game: rows}
        measured = {game: known[game] for game in games.names() if game in known}
        bots.RATINGS.write_text(json.dumps(measured, indent=1) + "\n")
        TABLE.write_text(written(measured))


if __name__ == "__main__":
    main()
