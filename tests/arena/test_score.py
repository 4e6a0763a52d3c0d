"""What a match says: checked against closed forms, published tests, and matches whose truth is known."""

from __future__ import annotations

import math
from functools import cache
from itertools import product
from random import Random
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.arena.match.score import ENTRIES, Score, elo, expected_share, of, sprt
from steelyard.core.errors import InvalidOption

KINDS = (0.0, 0.25, 0.5, 0.75, 1.0)
Z = 1.959963984540054  # the normal quantile of 97.5 %

entries = st.sampled_from(ENTRIES)
matches = st.lists(entries, max_size=60)
scores = st.tuples(*[st.integers(0, 3) | st.integers(0, 400)] * len(ENTRIES)).map(Score)
elos = st.floats(-300, 300)


def total(*results: tuple[float, ...], times: int = 1) -> Score:
    return sum((of(*entry) for entry in results * times), Score())


def with_pairs(*pairs: int) -> Score:
    """A match with that many pairs of 0, 0.5, 1, 1.5 and 2 points."""
    kinds = ((0, 0), (0, 0.5), (0, 1), (0.5, 1), (1, 1))
    return Score(tuple(pairs[kinds.index(entry)] if entry in kinds else 0 for entry in ENTRIES))


def close(value: float, digits: int = 9) -> object:
    return pytest.approx(value, abs=10**-digits)


# Counting.


def test_games_are_counted_from_the_first_players_side() -> None:
    score = total((1, 0), (1, 0.5), (0.5, 0.5), (0, 0)) + of(1) + of(0.5)
    assert (score.wins, score.draws, score.losses, score.games) == (3, 4, 3, 10)
    assert score.pairs == (1, 0, 2, 1, 0)
    assert score.share == 0.5
    assert score.swapped().pairs == (0, 1, 2, 0, 1)


def test_before_the_first_game_everything_is_possible() -> None:
    score = Score()
    assert (score.share, score.interval(), score.superiority) == (0.5, (0, 1), 0.5)
    assert score.elo_interval() == (-math.inf, math.inf)
    assert sprt(score, 0, 5).state == "running"


@pytest.mark.parametrize("results", [(), (2,), (0.25, 1), (1, 1, 1), (-1, 0), (math.nan,)])
def test_only_results_of_one_game_or_two_count(results: tuple[float, ...]) -> None:
    with pytest.raises(ValueError, match=r"1, 0\.5 or 0 each, not"):
        of(*results)


# Closed forms. Few pairs widen the interval by the factor 1 + 1.5 / pairs.


@pytest.mark.parametrize("pairs", [1, 2, 10, 100])
def test_all_pairs_won_leaves_shares_at_which_that_is_not_too_unlikely(pairs: int) -> None:
    low, high = total((1, 1), times=pairs).interval()
    assert high == 1
    assert low**pairs == close(math.exp(-(Z**2) / 2 * (1 + 1.5 / pairs)))


@pytest.mark.parametrize("entry", [(0.5, 0.5), (0, 1)])
def test_ten_level_pairs_leave_a_doubt_on_both_sides(entry: tuple[float, ...]) -> None:
    low, high = total(entry, times=10).interval()
    assert (2 * low) ** 10 == close(math.exp(-(Z**2) / 2 * 1.15))
    assert high == close(1 - low)


def test_twenty_to_nothing_in_figures() -> None:
    score = total((1, 1), times=10)
    assert score.interval() == (close(0.8018, 4), 1)
    assert (score.elo, score.elo_interval()) == (math.inf, (close(242.80, 2), math.inf))
    assert score.swapped().elo_interval() == (-math.inf, close(-242.80, 2))
    assert score.superiority == close(0.99974, 5)  # the root of 2 * 10 * log(2) / 1.15 is 3.472


def test_pairs_won_or_lost_as_a_whole_are_a_coin() -> None:
    won, lost = 13, 7
    score = with_pairs(lost, 0, 0, 0, won)
    for share in (0.2, 0.5, 0.65, 0.9):
        likelihoods = [won * math.log(p) + lost * math.log(1 - p) for p in (0.65, share)]
        assert score.evidence(share) == close(likelihoods[0] - likelihoods[1])


def test_sequential_test_of_whole_pairs_is_walds() -> None:
    p0, p1 = expected_share(0), expected_share(100)
    walds = 13 * math.log(p1 / p0) + 7 * math.log((1 - p1) / (1 - p0))
    assert sprt(with_pairs(7, 0, 0, 0, 13), 0, 100).llr == close(walds)


def test_a_test_ends_at_walds_bounds() -> None:
    assert sprt(Score(), 0, 5)[1:] == (0, close(-math.log(19)), close(math.log(19)))
    assert sprt(Score(), 0, 5, alpha=0.01, beta=0.1)[2:] == (close(math.log(10 / 99)), close(math.log(90)))
    needed = math.ceil(math.log(19) / math.log(expected_share(100) / 0.5))  # each pair won adds as much
    assert sprt(total((1, 1), times=needed - 1), 0, 100).state == "running"
    assert sprt(total((1, 1), times=needed), 0, 100).state == "accepted"
    assert sprt(total((0, 0), times=needed), -100, 0).state == "rejected"


def test_a_game_without_its_partner_is_half_a_pair() -> None:
    assert total((1,), times=2).evidence(0.3) == close(total((1, 1)).evidence(0.3))
    assert total((1,), (0,)).evidence(0.3) == close(total((0, 0), (1, 1)).evidence(0.3) / 2)


def test_many_pairs_come_near_the_normal_interval() -> None:
    score = with_pairs(100, 1500, 7000, 1600, 120)
    pairs = sum(score.pairs)
    spread = sum(n * (kind - score.share) ** 2 for n, kind in zip(score.pairs, KINDS, strict=True)) / pairs
    low, high = score.interval()
    assert high - score.share == close(Z * math.sqrt(spread / pairs), 5)
    assert score.share - low == close(Z * math.sqrt(spread / pairs), 5)


def test_a_pair_that_always_splits_says_more_than_two_coins() -> None:
    split, coins = total((0, 1), times=20), total((0, 0), (0, 1), (0, 1), (1, 1), times=5)
    assert split.share == coins.share == 0.5
    assert split.interval()[0] > coins.interval()[0]


@pytest.mark.parametrize(
    ("pairs", "elo0", "elo1", "published"),
    [  # sequential tests of a chess engine: the pairs and the ratio they were published with
        ((253, 4282, 17604, 4431, 286), -0.25, 1.25, 2.94),
        ((424, 2948, 5832, 3045, 460), -1, 3, 2.94),
        ((17, 253, 1042, 337, 39), -0.5, 1.5, 2.96),
        ((11, 407, 3238, 513, 11), 0.25, 1.75, 2.93),
        ((293, 5085, 20082, 5070, 326), -1.25, 0.25, 2.95),
    ],
)
def test_ratios_agree_with_published_ones(
    pairs: tuple[int, ...], elo0: float, elo1: float, published: float
) -> None:
    assert round(sprt(with_pairs(*pairs), elo0, elo1).llr, 2) == published


@pytest.mark.parametrize(("share", "difference"), [(0.5, 0), (10 / 11, 400), (1 / 11, -400), (0.75, 190.85)])
def test_elo(share: float, difference: float) -> None:
    assert elo(share) == close(difference, 2)
    assert expected_share(difference) == close(share, 5)


# What holds for every match.


@given(matches, st.randoms())
def test_the_order_does_not_matter(match: list[tuple[float, ...]], rng: Random) -> None:
    shuffled = [tuple(rng.sample(entry, len(entry))) for entry in rng.sample(match, len(match))]
    assert total(*shuffled) == total(*match)
    cut = len(match) // 2
    assert total(*match[cut:]) + total(*match[:cut]) == total(*match)


@given(scores, elos, elos)
def test_swapping_the_players_mirrors_everything(score: Score, one: float, other: float) -> None:
    swapped = score.swapped()
    assert swapped.swapped() == score
    assert (swapped.wins, swapped.draws, swapped.losses) == (score.losses, score.draws, score.wins)
    assert swapped.share == close(1 - score.share)
    assert swapped.interval() == tuple(close(1 - end) for end in reversed(score.interval()))
    assert swapped.superiority == close(1 - score.superiority, 6)
    elo0, elo1 = sorted((one, other))
    if elo1 - elo0 > 1:
        test, mirrored = sprt(score, elo0, elo1, 0.01, 0.1), sprt(swapped, -elo1, -elo0, 0.1, 0.01)
        assert mirrored[1:] == (close(-test.llr, 6), close(-test.upper), close(-test.lower))


@given(scores.filter(lambda score: score.games > 0))
def test_the_interval_is_around_the_share_and_has_a_width(score: Score) -> None:
    low, high = score.interval()
    assert 0 <= low <= score.share <= high <= 1
    assert high - low > 0.5 / (score.games + 1)
    narrow = score.interval(0.8)
    assert low <= narrow[0] <= narrow[1] <= high


@given(scores.filter(lambda score: score.games > 0))
def test_twice_the_games_narrow_the_interval(score: Score) -> None:
    low, high = score.interval()
    more_low, more_high = (score + score).interval()
    assert more_high - more_low < high - low


@given(scores.filter(lambda score: score.games > 0))
def test_one_half_leaves_the_interval_when_superiority_passes_its_mark(score: Score) -> None:
    low, high = score.interval()
    if abs(low - 0.5) > 1e-9:
        assert (low > 0.5) == (score.superiority > 0.975)
    if abs(high - 0.5) > 1e-9:
        assert (high < 0.5) == (score.superiority < 0.025)


@given(st.tuples(*[st.integers(0, 30)] * 5).filter(any), st.tuples(*[st.floats(0.001, 1)] * 5))
def test_no_distribution_with_that_mean_explains_the_pairs_better(
    pairs: tuple[int, ...], odds: tuple[float, ...]
) -> None:
    chances = [each / sum(odds) for each in odds]
    mean = sum(p * kind for p, kind in zip(chances, KINDS, strict=True))
    at_best = sum(n * math.log(n / sum(pairs)) for n in pairs if n)
    likelihood = sum(n * math.log(p) for n, p in zip(pairs, chances, strict=True))
    assert likelihood <= at_best - with_pairs(*pairs).evidence(mean) + 1e-7


# What holds on average, in matches whose truth is known.


@cache
def interval(pairs: tuple[int, ...]) -> tuple[float, float]:
    return with_pairs(*pairs).interval()


@pytest.mark.parametrize("pairs", [2, 5, 12])
@pytest.mark.parametrize(
    "chances",
    [
        pytest.param((0.25, 0, 0.5, 0, 0.25), id="equal players without draws"),
        pytest.param((0.16, 0, 0.48, 0, 0.36), id="60 %"),
        pytest.param((0.01, 0, 0.18, 0, 0.81), id="90 %"),
        pytest.param((0.05, 0, 0.9, 0, 0.05), id="the seat decides"),
        pytest.param((0.3, 0, 0, 0, 0.7), id="the start decides"),
    ],
)
def test_the_interval_holds_the_truth_as_often_as_it_says(pairs: int, chances: tuple[float, ...]) -> None:
    truth = sum(p * kind for p, kind in zip(chances, KINDS, strict=True))
    held = 0.0
    for lost, split in product(range(pairs + 1), repeat=2):  # every match there can be, with its chance
        won = pairs - lost - split
        if won >= 0:
            low, high = interval((lost, 0, split, 0, won))
            ways = math.comb(pairs, lost) * math.comb(pairs - lost, split)
            chance = ways * chances[0] ** lost * chances[2] ** split * chances[4] ** won
            held += chance if low <= truth <= high else 0
    assert held > 0.93


@pytest.mark.no_cover  # the same lines again and again; other tests count them
@pytest.mark.parametrize(("truth", "wrong"), [(0, "accepted"), (100, "rejected")])
def test_sequential_tests_err_as_rarely_as_they_promise(
    truth: float, wrong: Literal["accepted", "rejected"]
) -> None:
    rng, share = Random(5), expected_share(truth)
    states, played = [], 0
    for _ in range(200):
        score = Score()
        while (test := sprt(score, 0, 100)).state == "running":
            score += of(int(rng.random() < share), int(rng.random() < share))
        states.append(test.state)
        played += score.games
    assert states.count(wrong) <= 0.05 * 200 + 2 * math.sqrt(200 * 0.05 * 0.95)
    assert played / 2 / 200 < 50  # pairs


@pytest.mark.parametrize(
    ("choice", "says"),
    [
        ((5, 0), "the smaller first, at most 2000, not 5,0"),
        ((0, 0), "the smaller first"),
        ((0, 1e6), "at most 2000, not 0,1e\\+06"),
        ((math.nan, 5), "not nan,5"),
        ((0, 5, 0, 0.05), "between 0 and 0.5, not 0 and 0.05"),
        ((0, 5, 0.05, 0.7), "not 0.05 and 0.7"),
    ],
)
def test_a_test_that_makes_no_sense_is_refused(choice: tuple[float, ...], says: str) -> None:
    with pytest.raises(InvalidOption, match=says):
        sprt(Score(), *choice)
