"""How a game of a contest ended, in a sentence with the entrants' names."""

from __future__ import annotations

import pytest

from steelyard import games
from steelyard.arena.verdicts import Fault
from steelyard.contest.model import RULED, SPOILED, Board, Result, Slot
from steelyard.contest.report.result_words import result_words
from steelyard.contest.running.journal_entries import Disqualified
from tests.contest.simulation import Ending, contest, play_out

SLOT = Slot("groups/ada_v_bob/1", 0, 0, ("Ada", "Bob"), Board("start"), "")


@pytest.mark.parametrize(
    ("game", "result", "told"),
    [
        ("tank_duel", Result((1, 0), "mine", score=(1, 0)), "Ada won: Bob hit a mine"),
        ("tank_duel", Result((0, 1), "missile", score=(0, 1)), "Bob won: Ada was hit by a missile"),
        ("tank_duel", Result((0.5, 0.5), "tank"), "Draw: the tanks collided"),
        ("tank_war", Result((0, 1), "tanks", score=(3, 4)), "Bob won: 4 tanks to 3"),
        ("tank_war", Result((1, 0), "tanks", score=(1, 0)), "Ada won: 1 tank to 0"),
        ("tank_war", Result((0.5, 0.5), "level", score=(18, 18)), "Draw: equal tanks and squares"),
        ("tank_war", Result((0.5, 0.5), SPOILED, played=False), "Draw: spoiled by the platform"),
        ("tank_war", Result((1, 0), RULED, played=False), "Ada won: ruled by the organiser"),
    ],
)
def test_by_the_rules_it_says_who_won_and_what_happened(game: str, result: Result, told: str) -> None:
    assert result_words(games.get(game), SLOT, result) == told


@pytest.mark.parametrize(
    ("faults", "points", "told"),
    [
        ({1: Fault.CRASHED}, (1, 0), "Ada won: Bob's bot crashed in turn 5"),
        ({0: Fault.CRASHED, 1: Fault.CRASHED}, (0, 0), "Nobody won: both bots crashed in turn 5"),
        (
            {0: Fault.TIME_OUT, 1: Fault.CRASHED},
            (0, 0),
            "Nobody won: Ada's bot ran out of time and Bob's bot crashed in turn 5",
        ),
    ],
)
def test_a_failure_names_the_bot_and_the_turn(
    faults: dict[int, Fault], points: tuple[float, float], told: str
) -> None:
    result = Result(points, "crashed", faults=faults, turn=5)  # type: ignore[arg-type]  # a key is a seat
    assert result_words(games.get("tank_war"), SLOT, result) == told


def test_a_failure_before_the_first_turn_has_no_turn() -> None:
    result = Result((1, 0), "failed_to_start", faults={1: Fault.FAILED_TO_START})
    assert result_words(games.get("tank_war"), SLOT, result) == "Ada won: Bob's bot did not start"


def test_a_name_that_says_bot_says_it_once() -> None:
    slot = Slot("teacher/ada_v_teacher/1", -1, 0, ("Ada", "the teacher's bot"), Board("start"), "")
    result = Result((1, 0), "crashed", faults={1: Fault.CRASHED}, turn=2)
    assert result_words(games.get("tank_war"), slot, result) == "Ada won: the teacher's bot crashed in turn 2"


def test_a_sentence_begins_with_a_capital_letter_also_for_the_teachers_bot() -> None:
    slot = Slot("teacher/ada_v_teacher/1", -1, 0, ("Ada", "the teacher's bot"), Board("start"), "")
    result = Result((0, 1), "crashed", faults={0: Fault.CRASHED}, turn=2)
    told = "The teacher's bot won: Ada's bot crashed in turn 2"
    assert result_words(games.get("tank_war"), slot, result) == told


def test_a_forfeit_says_why_the_other_did_not_play() -> None:
    out = Disqualified(
        name="Bob", stage=0, round=0, last_stage=0, reason="copied", at="2026-01-01T00:00:00+00:00"
    )
    stages = '[[stages]]\nkind = "groups"\ntwice = false\n[policy]\nsuspend_after = 1'
    told = contest(stages, ["Bob", "Cleo", "Ada", "Dora"], 'seeding = "listed"')
    progress = play_out(told, lambda _: Ending(None, {}, failed=1), before=[out])
    assert [
        result_words(told.game, slot, result)
        for pairing in progress.pairings()
        for slot, result in pairing.games()
    ] == [
        "Dora won: Bob was disqualified",
        "Cleo won: Ada's bot crashed",
        "Nobody won: Ada was suspended and Bob was disqualified",
        "Dora won: Cleo's bot crashed",
        "Nobody won: Bob was disqualified and Cleo was suspended",
        "Dora won: Ada was suspended",
    ]
