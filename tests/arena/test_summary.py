"""What a match comes to: a game in which both failed is nobody's, and no draw; and how sure the score is."""

from __future__ import annotations

import json
import math
from argparse import Namespace
from itertools import count
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

import pytest

from steelyard.arena.match.summary import Summary
from steelyard.arena.verdicts import Fault, Verdict, verdict_result
from steelyard.cli.match import _report
from steelyard.protocol.messages import Result
from tests.arena.orders import order
from tests.arena.test_plan import plan

if TYPE_CHECKING:
    from collections.abc import Callable

    from steelyard.arena.record import Record
    from steelyard.core.game import Seat


ASKED = Namespace(json=False, game="tank_war", bots=["random", "random"])
"""What a match was asked for, as far as its report needs it."""


def record(number: int, winner: Seat | None = None, verdict: Verdict | None = None) -> Record:
    told = Result(winner, "tanks" if winner is not None else "level", (0, 0))
    ended = told if verdict is None else verdict_result(verdict)
    return order(number=number).record([], [], ended, verdict)


NORMAL = NormalDist()
MARGIN = NORMAL.inv_cdf(0.975) ** 2 / 2  # how much less likely the truth may make the results, as a logarithm
BOTH = Verdict(0, Fault.TIME_OUT, "no answer within 1 s", both=True)
DIFFERENT = Verdict(1, Fault.CRASHED, "it left", both=True, other=Fault.TIME_OUT)


def summary(*records: Record) -> Summary:
    told = Summary(plan())
    for each in records:
        told.add(each)
    return told


def test_a_game_in_which_both_failed_gives_nobody_a_point_and_is_no_draw() -> None:
    told = summary(record(0, 0), record(1, 0), record(2, verdict=BOTH), record(3, None)).to_json()
    assert (told["wins"], told["draws"], told["both_failed"], told["games"]) == ([1, 1], 1, 1, 3)
    assert told["score"] == 0.5
    won = summary(record(0, 0), record(2, verdict=BOTH), record(4, verdict=DIFFERENT)).to_json()
    assert (won["score"], won["games"], won["both_failed"]) == (1.0, 1, 2)


def test_both_are_told_what_they_failed_with() -> None:
    told = summary(record(0, verdict=BOTH), record(2, verdict=DIFFERENT), record(3, verdict=DIFFERENT))
    assert told.to_json()["verdicts"] == [{"time_out": 2, "crashed": 1}, {"time_out": 2, "crashed": 1}]
    assert told.first_games == ({"time_out": 0, "crashed": 3}, {"time_out": 0, "crashed": 2})


def test_its_partner_stays_a_game_alone() -> None:
    assert summary(record(0, 0), record(1, verdict=BOTH)).pairs.games == 0


def test_the_report_of_a_match_tells_it_apart_from_draws(capsys: pytest.CaptureFixture[str]) -> None:
    _report(summary(record(0, 0), record(2, verdict=BOTH), record(3, None)), None, ASKED, None)
    assert "random - random: 1 won, 1 drawn, 0 lost, both failed in 1" in capsys.readouterr().out
    _report(summary(record(0, 0)), None, ASKED, None)
    assert "random - random: 1 won, 0 drawn, 0 lost\n" in capsys.readouterr().out


# How sure it is. A pair is written as the first player's results in it: "10" is one game won, one lost.


def of_pairs(*pairs: str) -> Summary:
    numbers = count()
    records = []
    for result in "".join(pairs):
        number = next(numbers)
        winner: Any = {"1": number % 2, "0": 1 - number % 2, "=": None}[result]
        records.append(record(number, winner))
    return summary(*records)


def reported(told: Summary, capsys: pytest.CaptureFixture[str]) -> tuple[list[str], dict[str, Any]]:
    """The lines of a report that speak of Elo and pairs, and the same as JSON."""
    _report(told, None, ASKED, None)
    lines = capsys.readouterr().out.splitlines()
    _report(told, None, Namespace(**vars(ASKED) | {"json": True}), None)
    as_json = json.loads(capsys.readouterr().out, parse_constant=pytest.fail)
    return [line for line in lines if line.startswith(("Elo", "pairs"))], as_json


def root(of: Callable[[float], float], low: float, high: float) -> float:
    """Where a function that is positive at `low` and negative at `high` is zero."""
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if of(middle) > 0 else (low, middle)
    return low


def elo(share: float) -> float:
    return 400 * math.log10(share / (1 - share))


def test_pairs_won_or_lost_as_a_whole_tell_as_much_as_so_many_coins(
    capsys: pytest.CaptureFixture[str],
) -> None:
    lines, told = reported(of_pairs(*["11"] * 13, *["00"] * 7), capsys)

    def evidence(p: float) -> float:
        """The log-likelihood of 13 of 20 coins at their own share, less that at another."""
        return 13 * math.log(0.65 / p) + 7 * math.log(0.35 / (1 - p))

    wider = 1 + 1.5 / 20  # Bartlett's correction for 20 pairs
    low = elo(root(lambda p: evidence(p) - MARGIN * wider, 0.01, 0.65))
    high = elo(root(lambda p: MARGIN * wider - evidence(p), 0.65, 0.99))
    los = NORMAL.cdf(math.sqrt(2 * evidence(0.5) / wider))
    assert [told["elo"], *told["elo_interval"]] == pytest.approx([elo(0.65), low, high])
    assert (told["los"], told["pairs"]) == (pytest.approx(los), [7, 0, 0, 0, 13])
    assert lines == [
        "Elo: 107.5 +/- 168.7, LOS: 90.4 %",
        "pairs with 0, 0.5, 1, 1.5 and 2 points: 7, 0, 0, 0, 13",
    ]
    assert (round(elo(0.65), 1), round((high - low) / 2, 1), round(100 * los, 1)) == (107.5, 168.7, 90.4)


def test_in_a_long_match_the_figures_are_those_of_the_normal_distribution(
    capsys: pytest.CaptureFixture[str],
) -> None:
    pairs = {"00": 40, "0=": 200, "01": 500, "1=": 230, "11": 50}
    lines, told = reported(of_pairs(*[kind for kind, times in pairs.items() for _ in range(times)]), capsys)
    points = {"00": 0, "0=": 0.25, "01": 0.5, "1=": 0.75, "11": 1}
    number = sum(pairs.values())
    mean = sum(times * points[kind] for kind, times in pairs.items()) / number
    variance = sum(times * (points[kind] - mean) ** 2 for kind, times in pairs.items()) / number
    error = math.sqrt(variance / number)
    half = (elo(mean + 1.96 * error) - elo(mean - 1.96 * error)) / 2
    low, high = told["elo_interval"]
    assert (told["elo"], (high - low) / 2) == (pytest.approx(elo(mean)), pytest.approx(half, abs=0.05))
    assert told["los"] == pytest.approx(NORMAL.cdf((mean - 0.5) / error), abs=0.001)
    assert lines[0] == f"Elo: {elo(mean):.1f} +/- {(high - low) / 2:.1f}, LOS: {100 * told['los']:.1f} %"


def test_all_won_and_all_lost_have_a_bound_on_one_side(capsys: pytest.CaptureFixture[str]) -> None:
    least = elo(math.exp(-MARGIN * 1.15 / 10))  # ten pairs, all won, are that unlikely there
    los = NORMAL.cdf(math.sqrt(2 * 10 * math.log(2) / 1.15))
    lines, told = reported(of_pairs(*["11"] * 10), capsys)
    assert (told["elo"], told["elo_interval"]) == (None, [pytest.approx(least), None])
    assert (lines[0], round(least, 1)) == ("Elo: inf, at least 242.8, LOS: 100.0 %", 242.8)
    assert told["los"] == pytest.approx(los)
    lines, told = reported(of_pairs(*["00"] * 10), capsys)
    assert (told["elo"], told["elo_interval"]) == (None, [None, pytest.approx(-least)])
    assert lines[0] == "Elo: -inf, at most -242.8, LOS: 0.0 %"


def test_all_drawn_is_level_within_an_interval(capsys: pytest.CaptureFixture[str]) -> None:
    lines, told = reported(of_pairs(*["=="] * 10), capsys)
    half = -elo(math.exp(-MARGIN * 1.15 / 10) / 2)
    assert (told["elo"], told["los"]) == (0, 0.5)
    assert told["elo_interval"] == pytest.approx([-half, half])
    assert lines[0] == f"Elo: 0.0 +/- {half:.1f}, LOS: 50.0 %"


@pytest.mark.parametrize(
    ("pairs", "says"),
    [
        ((), []),
        (("1",), ["Elo: too few games to tell (1 counted, at least 4 needed)"]),
        (
            ("11",),
            [
                "Elo: too few games to tell (2 counted, at least 4 needed)",
                "pairs with 0, 0.5, 1, 1.5 and 2 points: 0, 0, 0, 0, 1",
            ],
        ),
    ],
)
def test_few_games_say_nothing_of_strength(
    pairs: tuple[str, ...], says: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    lines, told = reported(of_pairs(*pairs), capsys)
    assert lines == says
    assert (told["elo"], told["elo_interval"], told["los"]) == (None, [None, None], None)


def test_two_pairs_say_something(capsys: pytest.CaptureFixture[str]) -> None:
    lines, told = reported(of_pairs("11", "01"), capsys)
    assert lines[0].startswith("Elo: 190.8 +/- ")
    assert told["los"] > 0.5


def test_games_without_their_partner_count_as_half_pairs(capsys: pytest.CaptureFixture[str]) -> None:
    _, alone = reported(summary(*(record(number, 0) for number in (0, 2, 4, 6))), capsys)
    _, paired = reported(of_pairs("11", "11"), capsys)
    assert (alone["pairs"], paired["pairs"]) == ([0] * 5, [0, 0, 0, 0, 2])
    assert alone["elo_interval"] == paired["elo_interval"]
