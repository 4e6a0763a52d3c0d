"""How much a search takes from Tank Duel's players if it knows how likely they do what.

    python benchmarks/best_response_search.py [--minutes 60] [--simulations 1000] [--jobs 2] [--seed 1]
    python benchmarks/best_response_search.py --player mcts:2000 [--simulations 100]

The player is frozen. By default it is that of `best_response.py`: the network with a search of one round,
which plays its mixes; `mcts:N` and `network:N` are these bots with N simulations. The responder searches a
tree in which the player is a chance, not a choice: it knows the mixes of the first player in every position,
and guesses those of a bot by the same search with other random numbers. They play on drawn boards that the
network was not trained on, each board from both seats, until the time is over; pairs that have begun are
played to their end. The responder's share is a lower bound of what the frozen player can lose: 50 % if it
cannot be beaten. Needs the extra `train`, but no GPU.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from steelyard import games
from steelyard.arena.match.score import Score, of
from steelyard.bots.tank_duel.mcts import Judge
from steelyard.bots.tank_duel.network.weights import FILE, read
from steelyard.core.game import SEATS
from steelyard.training.tank_duel import TEST_SEED
from steelyard.training.tank_duel import boards as drawn
from steelyard.training.tank_duel.response_search import (
    EXPLORATION,
    Frozen,
    OneRound,
    Responder,
    TreeSearch,
)

LINE_S = 10.0
ONE_ROUND = "one_round"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--player", type=_player, default=ONE_ROUND, help="one_round, mcts:N or network:N")
    parser.add_argument("--guess", type=int, help="simulations of a guess; as many as the player's")
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--simulations", type=int, default=1000, help="of the responder in a round")
    parser.add_argument("--exploration", type=float, default=EXPLORATION)
    parser.add_argument("--weights", type=Path, default=FILE, help="of the network")
    parser.add_argument("--boards", type=int, default=2048, help="that are drawn to be played on")
    parser.add_argument("--jobs", type=int, default=2, help="games at a time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path, help="a file for the result")
    chosen = parser.parse_args()
    if not (0 < chosen.minutes < math.inf and min(chosen.jobs, chosen.boards) > 0 <= chosen.simulations):
        parser.error("--minutes, --jobs and --boards should be more than 0, --simulations not less than 0")
    if chosen.guess is not None and chosen.guess < 1:
        parser.error("--guess should be at least 1")
    report = measure(chosen)
    print(json.dumps(report))
    if chosen.json:
        chosen.json.write_text(json.dumps(report) + "\n")


def _player(text: str) -> str:
    name, _, count = text.partition(":")
    if text == ONE_ROUND or (name in {"mcts", "network"} and count.isdecimal() and int(count) > 0):
        return text
    raise argparse.ArgumentTypeError(f"{text} should be one_round, mcts:N or network:N")


def measure(chosen: argparse.Namespace) -> dict[str, Any]:
    """Let all processes play until the time is over; the score of the responder."""
    score, said = Score(), time.monotonic()
    with ProcessPoolExecutor(chosen.jobs, get_context("spawn"), _begin, (chosen,)) as processes:
        end = time.monotonic() + 60 * chosen.minutes
        playing = [processes.submit(play, number, end) for number in range(chosen.boards)]
        for pair in as_completed(playing):
            score += of(*pair.result()) if pair.result() else Score()
            if time.monotonic() - said >= LINE_S:
                said = time.monotonic()
                print(f"{score.games} games: {100 * score.share:.1f} %", flush=True)
    if not score.games:
        raise SystemExit("no game was played in that time; --minutes should be more")
    low, high = score.interval()
    return {
        "player": chosen.player,
        "minutes": chosen.minutes,
        "simulations": chosen.simulations,
        "games": score.games,
        "won, drawn, lost": [score.wins, score.draws, score.losses],
        "responder": score.share,
        "interval": [low, high],
    }


class Playing(NamedTuple):
    """What a process keeps from pair to pair."""

    game: Any
    responder: Responder
    boards: list[str]
    seed: int


process: Playing


def _begin(chosen: argparse.Namespace) -> None:
    global process  # noqa: PLW0603 - what a process of the pool has
    game: Any = games.get("tank_duel")
    responder = Responder(_frozen(game, chosen), chosen.simulations, chosen.exploration)
    process = Playing(game, responder, drawn.draw(chosen.seed + TEST_SEED + 7, chosen.boards), chosen.seed)
    responder.move(game.start(process.boards[0]), SEATS[0])  # compiles


def play(number: int, end: float) -> list[float] | None:
    """The responder's points in two games on a board; None if the time is over."""
    if time.monotonic() >= end:
        return None
    rng, start = Random(f"best response {process.seed} {number}"), process.game.start(process.boards[number])
    return [process.responder.play(process.game, start, seat, rng) for seat in SEATS]


def _frozen(game: Any, chosen: argparse.Namespace) -> Frozen:
    name, _, count = chosen.player.partition(":")
    if name == ONE_ROUND:
        return OneRound(read(chosen.weights))
    judge = Judge(read(chosen.weights), 1.0) if name == "network" else None
    return TreeSearch(game, int(count), chosen.seed, judge, guess=chosen.guess)


if __name__ == "__main__":
    main()
