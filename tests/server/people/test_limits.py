"""What a rated game changes, and what closed groups of accounts reach in `benchmarks/closed_groups.py`."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from steelyard.server.people.ratings import Rating, after_bot
from steelyard.server.rating_model import SIGMA, measured

if TYPE_CHECKING:
    from types import ModuleType

SCRIPT = Path(__file__).parents[3] / "benchmarks" / "closed_groups.py"
GAME = "tank_battle"
AT_FIRST = round(Rating().skill.elo)
WAYS = (
    "feed",
    "feed_for_a_month",
    "pyramid",
    "chain",
    "new_accounts",
    "lose_to_the_strongest_bot",
    "play_bots",
    "play_people",
    "bridge",
    "luckiest",
)
IN_EARNEST = {"play_bots", "play_people", "bridge", "luckiest"}
"""In these somebody of the group plays bots as well as they can."""


@pytest.fixture(scope="module")
def simulated() -> ModuleType:
    spec = importlib.util.spec_from_file_location(SCRIPT.stem, SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert tuple(way.__name__ for way in module.WAYS) == WAYS
    return module


def test_games_against_bots_raise_the_limit_and_only_they() -> None:
    strong = measured(GAME, "alphabeta")
    assert strong is not None
    won, lost = (after_bot(Rating(), strong, winner) for winner in (0, 1))
    assert won.limit.elo > AT_FIRST > lost.limit.elo
    assert won.counted == won.skill, "what bots have lost counts in full"
    assert (won.games, won.bot_games) == (1, 1)
    assert Rating(mu=60.0).counted.elo == AT_FIRST
    assert measured(GAME, "nobody") is None


@pytest.mark.parametrize("name", WAYS)
def test_no_way_of_a_group_lifts_anybody_above_what_bots_say(simulated: ModuleType, name: str) -> None:
    world = simulated.World(1)
    people = simulated.population(world, "honest", 30)
    simulated.honest(world, people, 3)
    group = [f"account {number:03}" for number in range(12)]
    world.strength.update(dict.fromkeys(group, simulated.OWN_STRENGTH))
    getattr(simulated, name)(world, group)
    for each in group:
        rating = world.ratings[each]
        assert rating.counted.mu <= rating.bot_mu - rating.bot_sigma + SIGMA
        assert rating.provisional or rating.bot_games
        if name in IN_EARNEST:
            assert rating.counted.elo < simulated.OWN_STRENGTH + 400, "what one may be lucky by"
        else:
            assert rating.counted.elo <= AT_FIRST


def test_the_group_would_be_first_of_all_without_the_limit(simulated: ModuleType) -> None:
    """So that the simulation simulates what it is for."""
    world = simulated.World(1)
    people = simulated.population(world, "honest", 50)
    simulated.honest(world, people, 20)
    group = [f"account {number:03}" for number in range(36)]
    simulated.feed(world, group)
    skills = world.unlimited.skills
    assert skills[group[0]].elo > max(skills[each].elo for each in people)
    assert not world.is_listed(group[0])


def test_people_who_play_bots_keep_their_ratings(simulated: ModuleType) -> None:
    """At the end of the simulation a limit holds few of them back, and nobody far."""
    world = simulated.World(1)
    people = simulated.population(world, "honest", 30)
    simulated.honest(world, people, 40, 1 / 3)
    back = [world.ratings[each].skill.elo - world.ratings[each].counted.elo for each in people]
    assert sum(each > 0 for each in back) <= 3
    assert max(back) < 60
    assert all(map(world.is_listed, people))
