"""How fast Tank Duel's tree search is, and how strong beside another version of it.

    python benchmarks/duel_search.py [--runs 21] [--simulations 50000] [--against SRC]
    python benchmarks/duel_search.py --against SRC --games 200 [--seconds 0.01] [--seed 1]
    python benchmarks/duel_search.py --threads 2 [--runs 21] [--seconds 0.1]

The first prints simulations a second of CPU time on one core, from the start of five boards: the lower
quartile of short runs, since other work only ever makes one longer. `--against` names the `src` folder of
another checkout; the two are measured in turn, one run each. `--games` plays paired games between them, each
with so many seconds of CPU time a round. `--threads` counts the simulations of a search with a clock, with
one thread and with so many in turn: only a machine with free cores gives a useful figure. Kernels that are
not compiled yet are compiled first, without a word.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from checkouts import source_folder

if TYPE_CHECKING:
    from collections.abc import Sequence

OURS = Path(__file__).parents[1] / "src"
BOARDS = ("meadow", "lanes", "narrows", "maze", "prairie")
SEAT = 0
SHOWN_EVERY = 10  # pairs


class Checkout:
    """A process with the search of one checkout, which may be an earlier one."""

    def __init__(self, source: Path, simulations: int) -> None:
        self._process = subprocess.Popen(  # noqa: S603 - ourselves
            [sys.executable, __file__, "--answer", "--simulations", str(simulations)],
            env=os.environ | {"PYTHONPATH": str(source)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def send(self, *question: object) -> None:
        if self._process.stdin is None:
            raise ValueError("a checkout is asked through pipes")
        self._process.stdin.write(json.dumps(question) + "\n")
        self._process.stdin.flush()

    def receive(self) -> Any:
        if self._process.stdout is None:
            raise ValueError("a checkout answers through pipes")
        return json.loads(self._process.stdout.readline())

    def ask(self, *question: object) -> Any:
        self.send(*question)
        return self.receive()

    def close(self) -> None:
        self._process.communicate()


def answer(simulations: int) -> None:
    """Answer questions on the standard input: a board's name, or a position, a seat and a time."""
    from steelyard import games  # noqa: PLC0415 - of the checkout that is measured
    from steelyard.bots.tank_duel.mcts import Mcts  # noqa: PLC0415

    game: Any = games.get("tank_duel")
    counting: Any = Mcts(game, 1, simulations)
    timed: Any = Mcts(game, 1, clock=time.process_time)
    for line in sys.stdin:
        place, *asked = json.loads(line)
        if asked:
            told: Any = int(timed.think(game.read_state(place), *asked))
        else:
            begin = time.process_time()
            counting.tries(game.start(place), SEAT)
            told = time.process_time() - begin
        print(json.dumps(told), flush=True)


def measure(checkouts: Sequence[Checkout], simulations: int, runs: int) -> None:
    for board in BOARDS:
        for checkout in checkouts:
            checkout.ask(board)  # compiles, and fills the caches
        times = [[checkout.ask(board) for checkout in checkouts] for _ in range(runs)]
        ours, *others = [
            simulations / statistics.quantiles(each, n=4)[0] / 1000 for each in zip(*times, strict=True)
        ]
        compared = "".join(f", the other {other:5,.0f}: {ours / other:.2f} times" for other in others)
        print(f"{board:8} {ours:5,.0f} thousand simulations/s{compared}", flush=True)


def play(checkouts: Sequence[Checkout], pairs: int, seconds: float, seed: int) -> None:
    """Paired games on shipped and drawn boards; the share of the first checkout with its 95 % interval."""
    from steelyard import games  # noqa: PLC0415
    from steelyard.arena.match.score import Score, of  # noqa: PLC0415
    from steelyard.games.tank_duel.boards import random_board  # noqa: PLC0415

    game: Any = games.get("tank_duel")
    rng, score = Random(seed), Score()
    for number in range(1, pairs + 1):
        setup = rng.choice(game.setups()) if rng.random() < 0.5 else random_board(rng)
        first, second = (
            _result(game, game.start(setup), players, seconds) for players in (checkouts, checkouts[::-1])
        )
        score += of(first, 1 - second)
        if number % SHOWN_EVERY == 0 or number == pairs:
            low, high = score.interval()
            print(
                f"{score.wins} won, {score.draws} drawn, {score.losses} lost; "
                f"{100 * score.share:.1f} % ({100 * low:.1f} to {100 * high:.1f})",
                flush=True,
            )


def _result(game: Any, state: Any, players: Sequence[Checkout], seconds: float) -> float:
    """What seat 0 gets: 1, 0.5 or 0."""
    while seats := game.to_move(state):
        for seat in seats:
            players[seat].send(game.write_state(state), int(seat), seconds)
        state = game.apply(state, {seat: players[seat].receive() for seat in seats})
    winner = game.outcome(state).winner
    return 0.5 if winner is None else float(winner == 0)


def count_threads(threads: int, seconds: float, runs: int) -> None:
    """Simulations of all threads together, in wall time."""
    from steelyard import games  # noqa: PLC0415
    from steelyard.bots.tank_duel.mcts import Mcts  # noqa: PLC0415

    game: Any = games.get("tank_duel")
    policies: list[Any] = [Mcts(game, 1, threads=number) for number in (1, threads)]
    for board in BOARDS:
        state, counts = game.start(board), []
        for _ in range(runs + 1):
            for policy in policies:
                policy.think(state, SEAT, seconds)
            counts.append([policy.simulations for policy in policies])
        one, many = (statistics.median(each[1:]) / seconds / 1000 for each in zip(*counts, strict=True))
        print(
            f"{board:8} {one:5,.0f} thousand simulations/s, {threads} threads {many:5,.0f}: "
            f"{many / one:.2f} times",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=21, help="at least 2, except with --threads")
    parser.add_argument("--simulations", type=int, default=50_000, help="in one run")
    parser.add_argument(
        "--against", type=source_folder, metavar="SRC", help="the `src` folder of another checkout"
    )
    parser.add_argument("--games", type=int, help="an even number; needs --against")
    parser.add_argument("--threads", type=int, help="to compare with one")
    parser.add_argument("--seconds", type=float, help="for a round of a game, or for a search with threads")
    parser.add_argument("--seed", type=int, default=1, help="of the boards that are drawn")
    parser.add_argument("--answer", action="store_true", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.answer:
        answer(chosen.simulations)
        return
    if chosen.threads:
        count_threads(chosen.threads, chosen.seconds or 0.1, chosen.runs)
        return
    if chosen.games and chosen.against is None:
        parser.error("--games needs --against: two versions play each other")
    if chosen.runs < 2:
        parser.error("--runs is at least 2: the lower quartile of one run says nothing")
    sources = [OURS, *([chosen.against] if chosen.against else [])]
    checkouts = [Checkout(source, chosen.simulations) for source in sources]
    if chosen.games:
        play(checkouts, chosen.games // 2, chosen.seconds or 0.01, chosen.seed)
    else:
        measure(checkouts, chosen.simulations, chosen.runs)
    for checkout in checkouts:
        checkout.close()


if __name__ == "__main__":
    main()
