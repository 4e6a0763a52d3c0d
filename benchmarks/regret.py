"""What each bot of Tank War gives away in a game against the perfect player, by the solved table.

    python benchmarks/regret.py [--games 200] [--seed 1]

A point is a whole game: who gives away 1 in a position that is level has lost it. Prints a row per bot: what
its moves gave away on average in a game, with a 95 % interval, and the share of points it got.
"""

from __future__ import annotations

import argparse
import math
import statistics
from typing import Any

from steelyard import analysis, bots, games
from steelyard.arena.record import derived_seed
from steelyard.core.game import SEATS

GAME = games.get("tank_war")


def one_game(bot: str, seed: int) -> tuple[float, float]:
    """What the bot gave away, and the points it got; it has seat 0 in every other game."""
    seat = SEATS[seed % 2]
    names = [bot if place == seat else "perfect" for place in SEATS]
    players = [bots.get(GAME, name, derived_seed(seed, name, place)) for place, name in enumerate(names)]
    state: Any = GAME.start()
    given = 0.0
    while GAME.to_move(state):
        moves = {place: players[place].choose(state, place) for place in SEATS}
        given += analysis.analyse(GAME, state).regrets[seat][moves[seat]]
        state = GAME.apply(state, moves)
    outcome = GAME.outcome(state)
    winner = None if outcome is None else outcome.winner
    return given, 0.5 if winner is None else float(winner == seat)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    for bot in bots.names(GAME.id):
        played = [one_game(bot, chosen.seed + number) for number in range(chosen.games)]
        given = [cost for cost, _ in played]
        within = 1.96 * statistics.stdev(given) / math.sqrt(len(given))
        points = statistics.fmean(got for _, got in played)
        print(f"{bot:8} {statistics.fmean(given):.2f} ± {within:.2f}   {100 * points:.1f} %", flush=True)


if __name__ == "__main__":
    main()
