"""Figures of the ladder and of trials, without a game being played."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pytest

from steelyard import bots, games
from steelyard.server.bots import disk_usage, ladder_pairing, trial_job
from steelyard.server.bots import ratings as bots_ratings
from steelyard.server.bots.disk_usage import MB, Used
from steelyard.server.bots.ladder_pairing import Entrant
from steelyard.server.bots.ratings import CHANGED_SIGMA, Rating, Result
from steelyard.server.rating_model import BETA, ELO_PER_MU, FIXED_SIGMA, MIDDLE_ELO, MU, SIGMA, after_game

if TYPE_CHECKING:
    from steelyard.server.jobs.context import JobContext
    from tests.server.bots.bot_owners import BotOwner

GAME = "tank_war"


def test_ours_have_the_rating_that_was_measured_of_them_and_others_none() -> None:
    for game in games.names():
        for bot in bots.names(game):
            elo = MIDDLE_ELO if bot == "teacher" else bots.rating(game, bot)
            found = bots_ratings.fixed(game, bot)
            if elo is None:
                assert found is None
                assert bots_ratings.start(game, bot) == Rating()
            else:
                assert found is not None
                assert found.elo == pytest.approx(elo)
                assert (found.sigma, found.games) == (FIXED_SIGMA, 0)
                assert bots_ratings.start(game, bot) == found
    assert bots_ratings.fixed(GAME, "2222222222") is None
    assert bots_ratings.start(GAME, "2222222222") == Rating(MU, SIGMA)


def test_the_doubt_about_a_rating_is_two_deviations_in_elo() -> None:
    assert Rating(MU, 2.0).doubt == pytest.approx(4.0 * ELO_PER_MU)


@pytest.mark.parametrize("winner", [0, 1, None])
def test_a_game_rates_both_as_the_model_says_and_counts_for_both(winner: int | None) -> None:
    before = (Rating(28.0, 3.0, 10, "1", 2), Rating(24.0, 5.0, 4, "", 1))
    after = bots_ratings.after(GAME, Result(("a", "b"), ("1", ""), winner), before)
    model = after_game(before[0].skill, before[1].skill, winner)
    assert after == (
        Rating(model[0].mu, model[0].sigma, 11, "1", 0),
        Rating(model[1].mu, model[1].sigma, 5, "", 0),
    )


def test_who_fails_is_rated_as_whoever_loses_and_it_is_counted() -> None:
    before = (Rating(28.0, 3.0, 10, "1", 2), Rating(24.0, 5.0, 4))
    after = bots_ratings.after(GAME, Result(("a", "b"), ("1", ""), 1, (0,)), before)
    assert [each.failed for each in after] == [3, 0]
    assert after[0].mu < 28.0


def test_only_another_version_after_a_game_makes_a_rating_uncertain() -> None:
    known = Rating(28.0, 1.5, 10, "1", 2)
    assert bots_ratings.with_version(known, "1") == known
    assert bots_ratings.with_version(known, "2") == Rating(28.0, CHANGED_SIGMA, 10, "1", 0)
    assert bots_ratings.with_version(known._replace(sigma=8.0), "2").sigma == 8.0
    assert bots_ratings.with_version(known._replace(games=0), "2") == known._replace(games=0)


def entrant(mu: float, sigma: float = 3.0, player: str = "b") -> Entrant:
    return Entrant(player, 0, Rating(mu, sigma), 0.0)


def test_chances_are_those_of_the_model() -> None:
    assert ladder_pairing.chances(Rating(25.0, 3.0), Rating(25.0, 4.0)) == 0.5
    spread = math.sqrt(9.0 + 16.0 + 2 * BETA**2)
    better = ladder_pairing.chances(Rating(25.0 + spread, 3.0), Rating(25.0, 4.0))
    assert better == pytest.approx(1 / (1 + math.exp(-1)))
    assert ladder_pairing.chances(Rating(25.0, 4.0), Rating(25.0 + spread, 3.0)) == pytest.approx(1 - better)


def test_a_game_is_worth_most_against_a_near_one_that_is_known_well_and_was_not_met_lately() -> None:
    first = entrant(25.0, player="a")
    near = ladder_pairing.worth(first, entrant(25.0), {})
    assert near == pytest.approx(0.25 / (1 + (3.0 / BETA) ** 2))
    assert ladder_pairing.worth(first, entrant(25.0), {frozenset("ab"): 3}) == pytest.approx(near / 4)
    assert ladder_pairing.worth(first, entrant(25.0, BETA), {}) == pytest.approx(0.125)
    above, below = (ladder_pairing.worth(first, entrant(mu), {}) for mu in (30.0, 20.0))
    assert above == pytest.approx(below)
    assert above < near
    assert ladder_pairing.worth(first, entrant(1000.0), {}) == 1e-6, "even such a pair may meet"


def test_a_settled_bot_rests_for_a_twentieth_of_the_time_since_it_changed() -> None:
    hour_ms = 3_600_000.0
    assert ladder_pairing.next_due_ms(hour_ms, 21 * hour_ms) == 22 * hour_ms


@pytest.mark.parametrize(
    ("points", "games", "share", "state"),
    [
        ({}, 0, 0.5, "running"),
        ({0: 1.0, 1: 0.5, 2: 0.0}, 3, 0.5, "running"),
        (dict.fromkeys(range(60), 1.0), 60, 1.0, "better"),
        (dict.fromkeys(range(60), 0.0), 60, 0.0, "not_better"),
    ],
)
def test_a_trial_is_judged_by_the_points_of_the_newer_version(
    points: dict[int, float | None], games: int, share: float, state: str
) -> None:
    told = trial_job._judged(points)
    assert (told["games"], told["score"], told["state"]) == (games, share, state)
    assert told["wins"] + told["draws"] + told["losses"] == games


def test_a_trial_goes_by_whole_pairs() -> None:
    pairs, every = trial_job._score({0: 1.0, 1: 0.5, 2: 1.0, 4: None, 5: 0.0, 7: 0.0})
    assert (pairs.pairs, pairs.games) == ((0, 0, 0, 1, 0), 2)
    assert (every.wins, every.draws, every.losses) == (2, 1, 2)


def test_what_a_trial_has_shown_is_said_in_words() -> None:
    won, even = trial_job._score(dict.fromkeys(range(8), 1.0))[1], trial_job._score({0: 1.0, 1: 0.0})[1]
    lost = trial_job._score(dict.fromkeys(range(60), 0.0))[1]
    figures = "100% of the points in 8 games"
    for state, score, words in (
        ("running", won, f"So far the new version has {figures}."),
        ("running", lost, "So far the new version has 0% of the points in 60 games."),
        ("better", won, f"The new version is better: {figures}."),
        (
            "not_better",
            even,
            "The new version is not 50 Elo better: 50% of the points in 2 games.",
        ),
        ("not_better", lost, "The new version is worse: 0% of the points in 60 games."),
        ("undecided", even, "No difference could be shown: 50% of the points in 2 games."),
    ):
        assert trial_job._words(state, score) == words


def test_room_on_the_disk_is_told_in_megabytes_and_by_what_takes_it() -> None:
    assert Used(0, 0, 0).in_words() == "0 MB"
    assert Used(3 * MB, MB - 1, 20 * MB).in_words() == "24 MB (sources 3, records 20)"
    assert Used(1, 2, 4).total == 7


def test_an_account_without_bots_takes_nothing(ada: BotOwner, context: JobContext) -> None:
    assert disk_usage.used_by(context.engine, ada.id) == Used(0, 0, 0)
