"""How strong is one bot beside another? Paired games inside one process a core, no clock unless asked for.

    python benchmarks/strength.py GAME FIRST SECOND [--games 400] [--seconds 0.1] [--jobs 2] [--seed 1]

Both games of a pair have the same start: boards of the game or drawn by chance (tank_duel), all layouts
and four random moves (tank_battle). Prints the first's share with its 95 % interval.
"""

from __future__ import annotations

import argparse
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

import arguments

from steelyard import bots, games
from steelyard.arena.match.score import Score, of
from steelyard.arena.record import derived_seed
from steelyard.core.errors import SteelyardError
from steelyard.core.random_games import random_moves
from steelyard.games.tank_duel.boards import random_board

if TYPE_CHECKING:
    from steelyard.core.game import Game

OPENING_MOVES = 4


def opening(name: str, seed: int) -> tuple[Game[Any], Any]:
    """The game and the position that a pair starts from."""
    rng = Random(seed)
    if name == "tank_duel":
        game = games.get(name)
        setup = rng.choice(game.setups()) if rng.random() < 0.5 else random_board(rng)
        return game, game.start(setup)
    if name != "tank_battle":
        game = games.get(name)
        return game, game.start()
    layouts = next(option.samples for option in games.game_class(name).options if option.name == "layout")
    game = games.get(name, layout=rng.choice(layouts))
    state = game.start()
    for _ in range(OPENING_MOVES):
        state = game.play(state, random_moves(game, state, rng))
    return game, state


def result(game: Game[Any], state: Any, players: tuple[Any, Any], seconds: float | None) -> float:
    """What seat 0 gets: 1, 0.5 or 0."""
    while seats := game.to_move(state):
        state = game.apply(state, {seat: players[seat].choose(state, seat, seconds) for seat in seats})
    outcome = game.outcome(state)
    return 0.5 if outcome is None or outcome.winner is None else float(outcome.winner == 0)


def pair(name: str, first: str, second: str, seconds: float | None, seed: int) -> tuple[float, float]:
    """What the first gets with either seat."""
    game, state = opening(name, seed)
    ours, theirs = (
        bots.get(game, bot, derived_seed(seed, bot, place)) for place, bot in enumerate((first, second))
    )
    return result(game, state, (ours, theirs), seconds), 1 - result(game, state, (theirs, ours), seconds)


def score(  # noqa: PLR0913 - a match has this many terms
    name: str, first: str, second: str, pairs: int, *, jobs: int, seed: int, seconds: float | None
) -> Score:
    seeds = [derived_seed(seed, "pair", number) for number in range(pairs)]
    with ProcessPoolExecutor(jobs) as pool:
        results = pool.map(
            partial(pair, name, first, second, seconds), seeds, chunksize=max(1, min(8, pairs // jobs))
        )
        return sum((of(*both) for both in results), Score())


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game")
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--games", type=arguments.pairs, default="400", dest="pairs")
    parser.add_argument("--seconds", type=arguments.seconds, help="a move, for bots that search")
    parser.add_argument("--jobs", type=arguments.count, default=2)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    try:
        for bot in (chosen.first, chosen.second):
            bots.get(games.get(chosen.game), bot)
    except SteelyardError as error:
        parser.error(str(error))
    found = score(
        chosen.game, chosen.first, chosen.second, chosen.pairs,
        jobs=chosen.jobs, seed=chosen.seed, seconds=chosen.seconds,
    )  # fmt: skip
    low, high = found.interval()
    print(
        f"{chosen.game}: {chosen.first} - {chosen.second}: {found.wins} won, {found.draws} drawn, "
        f"{found.losses} lost; {100 * found.share:.1f} % ({100 * low:.1f} to {100 * high:.1f})"
    )


if __name__ == "__main__":
    main()
