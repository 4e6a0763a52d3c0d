"""Ratings: the most likely ones, with intervals that hold the truth, whatever the order of games."""

from __future__ import annotations

import math
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import minimize

from steelyard.contest.standings.ratings import ELO, Game, ratings


def test_nobody_has_played_yet() -> None:
    assert ratings([]) == []


def test_a_share_of_three_quarters_is_worth_about_191_points() -> None:
    one, two = ratings([("a", "b", 1.0)] * 7500 + [("a", "b", 0.0)] * 2500)
    assert (one.name, two.name) == ("a", "b")
    assert one.elo - two.elo == pytest.approx(400 * math.log10(3), abs=1)
    assert one.elo == pytest.approx(-two.elo, abs=0.01)


def test_draws_are_half_wins() -> None:
    drawn = ratings([("a", "b", 0.5)] * 20)
    won_and_lost = ratings([("a", "b", 1.0), ("a", "b", 0.0)] * 10)
    assert [r.elo for r in drawn] == pytest.approx([r.elo for r in won_and_lost])
    assert [r.within for r in drawn] == pytest.approx([r.within for r in won_and_lost])


def test_who_won_or_lost_everything_has_a_finite_rating() -> None:
    games = [(f"bot {i}", f"bot {j}", 1.0) for i in range(9) for j in range(i + 1, 9) for _ in range(4)]
    found = ratings(games)
    assert [r.name for r in found] == [f"bot {i}" for i in range(9)]
    assert all(math.isfinite(r.elo) and 0 < r.within < 2000 for r in found)


def test_more_games_make_it_surer() -> None:
    few, many = (ratings([("a", "b", 1.0), ("a", "b", 0.0)] * times)[0].within for times in (5, 500))
    assert many < few / 5


@given(st.integers(0, 10**6), st.integers(2, 6), st.integers(1, 40))
def test_they_are_the_most_likely_ones_in_any_order(seed: int, players: int, count: int) -> None:
    rng = Random(seed)
    games: list[Game] = []
    for _ in range(count):
        one, two = rng.sample("abcdef"[:players], 2)
        games.append((one, two, rng.choice((0.0, 0.5, 1.0))))
    found = {rating.name: rating for rating in ratings(games)}
    names = sorted(found)

    def unlikely(strength: list[float]) -> float:
        at = dict(zip(names, strength, strict=True))
        pairs = [(at[one] - at[two], points) for one, two, points in games]
        pairs += [(at[name], 0.5) for name in names]
        return sum(p * math.log1p(math.exp(-d)) + (1 - p) * math.log1p(math.exp(d)) for d, p in pairs)

    best = minimize(unlikely, [0.0] * len(names), tol=1e-12)
    average = sum(best.x) / len(names)
    assert [found[name].elo / ELO + average for name in names] == pytest.approx(list(best.x), abs=2e-3)
    shuffled = ratings(rng.sample(games, len(games)))
    assert [(r.name, round(r.elo, 6)) for r in shuffled] == [
        (r.name, round(r.elo, 6)) for r in ratings(games)
    ]


def test_nineteen_in_twenty_intervals_hold_the_truth() -> None:
    rng = Random(1)
    true = {name: 150.0 * place - 300 for place, name in enumerate("abcde")}
    held = total = 0
    for _ in range(60):
        games: list[Game] = []
        for one in "abcde":
            for two in "abcde":
                for _ in range(10 if one < two else 0):
                    chance = 1 / (1 + 10 ** ((true[two] - true[one]) / 400))
                    games.append((one, two, float(rng.random() < chance)))
        for rating in ratings(games):
            held += abs(rating.elo - true[rating.name]) <= rating.within
            total += 1
    assert 0.9 <= held / total <= 0.995
