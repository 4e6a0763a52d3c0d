"""What the organiser may decide, and what stands in the journal then."""

from __future__ import annotations

import pytest

from steelyard.contest.running.decisions import (
    CannotDecide,
    checked_disqualification,
    checked_replacement,
    checked_rerun,
)
from steelyard.contest.running.progress import unfold
from tests.contest.decided_contests import GROUPS, KNOCKOUT, TO_THE_END, after, let_in

GRADES = '[grades]\nformula = "wins"\n'


@pytest.mark.parametrize("grade", ["formula", "none", "4", "-4.25", "+0.5", "123456789.123456789"])
def test_a_grade_is_a_word_or_a_number(grade: str) -> None:
    progress = after(0, GROUPS, head=GRADES)
    assert checked_disqualification(progress, "bot 01", "copied", grade).grade == grade


@pytest.mark.parametrize("grade", ["good", "", "4,5", "1e3", "nan", "1234567890", "None"])
def test_any_other_grade_is_refused(grade: str) -> None:
    with pytest.raises(CannotDecide, match="is no grade; it should be `formula`, `none` or a number"):
        checked_disqualification(after(0, GROUPS, head=GRADES), "bot 01", "copied", grade)


def test_a_contest_without_grades_decides_none() -> None:
    progress = after(0, GROUPS)
    assert checked_disqualification(progress, "bot 01", "copied", "formula").grade == "formula"
    with pytest.raises(CannotDecide, match="this contest has no grades"):
        checked_disqualification(progress, "bot 01", "copied", "none")


def test_the_versions_of_each_entrants_program_are_counted_from_two() -> None:
    progress = after(0, GROUPS)
    versions = []
    for name in ("bot 01", "bot 01", "bot 02", "bot 01"):
        entry = checked_replacement(progress, name, "greedy", "better")
        versions.append(entry.version)
        progress = unfold(progress.contest, progress.journal_state.with_entry(entry))
    assert versions == [2, 3, 2, 4]


def test_a_game_of_a_match_that_was_drawn_anew_can_be_played_again_in_no_stage() -> None:
    progress = after(TO_THE_END, f"{GROUPS}advance = 2\n{KNOCKOUT}")
    played = {slot.id: slot.stage for pairing in progress.pairings() for slot in pairing.slots}
    assert {game: checked_rerun(progress, game, "lightning").stage for game in played} == played
    drawn_anew = unfold(progress.contest, progress.journal_state.with_entry(let_in("bot 06")(progress)))
    still = {slot.id for pairing in drawn_anew.pairings() for slot in pairing.slots}
    gone = played.keys() - still
    assert gone
    assert {checked_rerun(drawn_anew, game, "lightning").stage for game in gone} == {None}
