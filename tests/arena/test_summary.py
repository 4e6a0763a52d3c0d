"""What a match comes to: a game in which both failed is nobody's, and no draw."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steelyard.arena.match.summary import Summary
from steelyard.arena.record import PlayerFacts, Record
from steelyard.arena.verdicts import Fault, Verdict, verdict_result
from steelyard.cli.match import _report
from steelyard.protocol.messages import Result
from tests.arena.test_plan import plan

if TYPE_CHECKING:
    import pytest

    from steelyard.core.game import Seat


def record(number: int, winner: Seat | None = None, verdict: Verdict | None = None) -> Record:
    told = Result(winner, "tanks" if winner is not None else "level", (0, 0))
    return Record(
        game="tank_war",
        rules_version=1,
        options={},
        start="053/053/053/053/053/053",
        seed=1,
        number=number,
        players=(PlayerFacts("a", "a"), PlayerFacts("b", "b")),
        clock="none",
        turns=[],
        events=[],
        outcome=told if verdict is None else verdict_result(verdict),
        verdict=verdict,
    )


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


def test_its_partner_stays_a_game_alone() -> None:
    assert summary(record(0, 0), record(1, verdict=BOTH)).pairs.games == 0


def test_the_report_of_a_match_tells_it_apart_from_draws(capsys: pytest.CaptureFixture[str]) -> None:
    _report(summary(record(0, 0), record(2, verdict=BOTH), record(3, None)), None, as_json=False)
    assert "random - random: 1 won, 1 drawn, 0 lost, both failed in 1" in capsys.readouterr().out
    _report(summary(record(0, 0)), None, as_json=False)
    assert "random - random: 1 won, 0 drawn, 0 lost\n" in capsys.readouterr().out
