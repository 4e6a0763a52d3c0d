"""Simulate accounts that lift one of their number, beside people who play honestly: what is shown of each.

    python benchmarks/closed_groups.py [--sizes 3 12 36 100 300] [--seed 1] [--honest]

A hundred honest people play each other and built-in bots for sixty days, by their strengths. Then a closed
group of accounts, behind which is one person of strength 1000, does what it can for the first of them.
Printed for each way and size: the rating that it had if every rated game between people counted in full
(openskill alone, settled after five games), the rating that is shown, whether it is in the list of players,
and how many honest people of the list are above it. `--honest` prints instead how far the ratings of honest
people are off their strengths, how many of them are held at their limit, and how many are in the list.
"""

from __future__ import annotations

import argparse
import itertools
import math
import statistics
from collections import Counter, defaultdict
from random import Random
from typing import TYPE_CHECKING

from steelyard import bots
from steelyard.server.people.ratings import AGAINST_BOTS, GAMES_A_DAY, PROVISIONAL, Rating, after, after_bot
from steelyard.server.rating_model import Skill, after_game, measured

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

GAME = "tank_battle"
BOTS = {
    bot: skill for bot in bots.names(GAME) if bot != bots.BEST and (skill := measured(GAME, bot)) is not None
}
STRONGEST = max(BOTS, key=lambda bot: BOTS[bot].mu)
HONEST, DAYS, GAMES = 100, 60, 2  # people, how long they play, and how many games each begins in a day
SPREAD = 250.0  # of the strengths of honest people, around 1000
OWN_STRENGTH = 1000.0  # of the person behind a group
HABITS = {"a third against bots": 1 / 3, "a tenth against bots": 0.1, "never against bots": 0.0}


class Unlimited:
    """Ratings as they are if only settled accounts are told from new ones."""

    def __init__(self) -> None:
        self.skills: dict[str, Skill] = defaultdict(Skill)
        self.games: Counter[str] = Counter()

    def play(self, one: str, two: str, winner: int) -> None:
        both = (one, two)
        new = after_game(self.skills[one], self.skills[two], winner)
        settled = [self.games[each] >= PROVISIONAL for each in both]
        for seat, each in enumerate(both):
            if settled[1 - seat] or not settled[seat]:
                self.skills[each] = new[seat]
            self.games[each] += 1


class World:
    """Who has which rating, and what counts of a day."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)
        self.ratings: dict[str, Rating] = defaultdict(Rating)
        self.unlimited = Unlimited()
        self.strength: dict[str, float] = {}
        self._today: Counter[frozenset[str]] = Counter()

    def next_day(self) -> None:
        self._today.clear()

    def play(self, one: str, two: str, winner: int) -> bool:
        """A rated game; False if the two have played enough today."""
        both = frozenset((one, two))
        if self._today[both] >= GAMES_A_DAY:
            return False
        self._today[both] += 1
        found = after((self.ratings[one], self.ratings[two]), winner)
        self.ratings[one], self.ratings[two] = found
        self.unlimited.play(one, two, winner)
        return True

    def meet(self, one: str, two: str) -> None:
        """Both do what they can."""
        self.play(one, two, self._winner(self.strength[one], self.strength[two]))

    def lose_to_bot(self, one: str, bot: str = STRONGEST) -> None:
        self.ratings[one] = after_bot(self.ratings[one], BOTS[bot], 1)

    def meet_bot(self, one: str, bot: str | None = None) -> None:
        """One of the three bots that are nearest to the player's own games against bots, or that one."""
        own = self.ratings[one].bot_mu
        near = sorted(BOTS, key=lambda each: abs(BOTS[each].mu - own))[:3]
        skill = BOTS[bot or self.chance.choice(near)]
        winner = self._winner(self.strength[one], skill.elo)
        self.ratings[one] = after_bot(self.ratings[one], skill, winner)

    def _winner(self, one: float, two: float) -> int:
        return 0 if self.chance.random() < 1 / (1 + 10 ** ((two - one) / 400)) else 1

    # What is shown.
    def is_listed(self, one: str) -> bool:
        return not self.ratings[one].provisional

    def above(self, one: str, people: Sequence[str]) -> int:
        """How many of these people are above somebody in the list of players."""
        own = self.ratings[one].counted.elo
        return sum(self.is_listed(each) and self.ratings[each].counted.elo > own for each in people)


def honest(world: World, people: Sequence[str], days: int, bot_share: float | None = None) -> None:
    """So many days of honest people who meet whoever is there; their habits differ."""
    habits = list(HABITS.values())
    for _ in range(days):
        world.next_day()
        for number, each in enumerate(people):
            share = habits[number % len(habits)] if bot_share is None else bot_share
            for _ in range(GAMES):
                if world.chance.random() < share:
                    world.meet_bot(each)
                else:
                    world.meet(each, world.chance.choice([other for other in people if other != each]))


def population(world: World, name: str, size: int) -> list[str]:
    people = [f"{name} {number}" for number in range(size)]
    for each in people:
        world.strength[each] = world.chance.gauss(1000, SPREAD)
    return people


# What groups do.
def settle(world: World, group: Sequence[str]) -> None:
    """In threes, until no account is new by its games with the others."""
    world.next_day()
    for first in range(0, len(group), 3):
        three = group[first : first + 3]
        for one in three:
            for two in three:
                if one < two:
                    for winner in (0, 1, 0):
                        world.play(one, two, winner)


def feed(world: World, group: Sequence[str], days: int = 1) -> None:
    """Everybody loses to the first."""
    settle(world, group)
    for _ in range(days):
        world.next_day()
        for each in group[1:]:
            for _ in range(GAMES_A_DAY):
                world.play(group[0], each, 0)


def feed_for_a_month(world: World, group: Sequence[str]) -> None:
    feed(world, group, 30)


def pyramid(world: World, group: Sequence[str]) -> None:
    """The best three of each layer lose to the one above them, from the bottom."""
    settle(world, group)
    world.next_day()
    for number in range(len(group) - 1, 0, -1):
        for _ in range(GAMES_A_DAY):
            world.play(group[(number - 1) // 3], group[number], 0)


def chain(world: World, group: Sequence[str]) -> None:
    settle(world, group)
    world.next_day()
    for above, below in reversed(list(itertools.pairwise(group))):
        for _ in range(GAMES_A_DAY):
            world.play(above, below, 0)


def new_accounts(world: World, group: Sequence[str]) -> None:
    """The first stays new by the rule, and so does everybody who loses to it."""
    world.next_day()
    for each in group[1:]:
        for _ in range(GAMES_A_DAY):
            world.play(group[0], each, 0)


def lose_to_the_strongest_bot(world: World, group: Sequence[str]) -> None:
    """So that every account has its games against bots."""
    for each in group:
        for _ in range(AGAINST_BOTS):
            world.lose_to_bot(each)
    feed(world, group, 7)


def play_bots(world: World, group: Sequence[str]) -> None:
    """Every account plays bots in earnest, and then loses to the first."""
    for each in group:
        for _ in range(10):
            world.meet_bot(each)
    feed(world, group, 7)


def play_people(world: World, group: Sequence[str]) -> None:
    """The first also plays ten honest people and a few bots in earnest."""
    for _ in range(AGAINST_BOTS):
        world.meet_bot(group[0])
    for number in range(10):
        world.meet(group[0], f"honest {number}")
    feed(world, group, 7)


def bridge(world: World, group: Sequence[str]) -> None:
    """One account looks honest: it plays bots and people for a month, and then it loses to the first."""
    for day in range(30):
        world.next_day()
        world.meet_bot(group[1])
        world.meet(group[1], f"honest {day}")
    for _ in range(AGAINST_BOTS):
        world.lose_to_bot(group[0])
    feed(world, group, 7)


def luckiest(world: World, group: Sequence[str]) -> None:
    """All play bots in earnest, and whoever had most luck is the one to be lifted; the rest lose to it."""
    for each in group:
        for _ in range(20):
            world.meet_bot(each)
    best = max(group, key=lambda each: world.ratings[each].limit.mu)
    at_first = world.ratings[group[0]], world.ratings[best]
    world.ratings[best], world.ratings[group[0]] = at_first
    feed(world, group, 7)


WAYS: tuple[Callable[[World, Sequence[str]], None], ...] = (
    feed,
    feed_for_a_month,
    pyramid,
    chain,
    new_accounts,
    lose_to_the_strongest_bot,
    play_bots,
    play_people,
    bridge,
    luckiest,
)


def lifted(way: Callable[[World, Sequence[str]], None], size: int, seed: int) -> tuple[World, str, list[str]]:
    """A world in which a group has done that; the first of the group, and the honest people."""
    world = World(seed)
    people = population(world, "honest", HONEST)
    honest(world, people, DAYS)
    group = [f"account {number:03}" for number in range(size)]
    world.strength.update(dict.fromkeys(group, OWN_STRENGTH))
    way(world, group)
    return world, group[0], people


def print_groups(sizes: Sequence[int], seed: int) -> None:
    print(f"{'way':26} {'size':>5} {'unlimited':>10} {'shown':>6}  list")
    for way in WAYS:
        for size in sizes:
            world, first, people = lifted(way, size, seed)
            listed = sum(map(world.is_listed, people))
            place = (
                f"{world.above(first, people)} of {listed} above" if world.is_listed(first) else "not in it"
            )
            elo = world.unlimited.skills[first].elo
            print(f"{way.__name__:26} {size:5} {elo:10.0f} {world.ratings[first].counted.elo:6.0f}  {place}")


def print_honest(seed: int) -> None:
    """How far ratings are off, as a mean of absolute differences, with and without the limit."""
    world = World(seed)
    people = population(world, "honest", 3 * HONEST)
    club = {size: population(world, f"club of {size}", size) for size in (5, 10, 20)}
    kinds = {name: people[number :: len(HABITS)] for number, name in enumerate(HABITS)}
    kinds |= {f"club of {size}, a tenth": own for size, own in club.items()}
    print(f"{'kind':24} {'days':>4} {'unlimited':>10} {'shown':>6} {'of >1200':>9} {'held':>5} {'listed':>7}")
    days = 0
    for until in (2, 5, 10, 20, 60):
        for _ in range(until - days):
            honest(world, people, 1)
            for own in club.values():
                honest(world, own, 1, 0.1)
        days = until
        for kind, own in kinds.items():
            print(f"{kind:24} {days:4} {_errors(world, own)}")


def _errors(world: World, people: Sequence[str]) -> str:
    def off(found: Callable[[str], float], among: Sequence[str]) -> float:
        differences = [abs(found(each) - world.strength[each]) for each in among]
        return statistics.mean(differences) if differences else math.nan

    def shown(one: str) -> float:
        return world.ratings[one].counted.elo

    strong = [each for each in people if world.strength[each] > 1200]
    held = [each for each in people if world.ratings[each].limit.mu < world.ratings[each].mu]
    listed = statistics.mean(map(world.is_listed, people))
    unlimited = off(lambda each: world.unlimited.skills[each].elo, people)
    return (
        f"{unlimited:10.0f} {off(shown, people):6.0f} {off(shown, strong):9.0f} "
        f"{len(held) / len(people):5.0%} {listed:7.0%}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sizes", type=int, nargs="+", default=[3, 12, 36, 100, 300])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--honest", action="store_true", help="print what becomes of honest people")
    chosen = parser.parse_args()
    if chosen.honest:
        print_honest(chosen.seed)
    else:
        print_groups(chosen.sizes, chosen.seed)


if __name__ == "__main__":
    main()
