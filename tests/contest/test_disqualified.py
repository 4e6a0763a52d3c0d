"""Whoever is disqualified is drawn and scheduled no more, and is marked wherever results are shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest

from steelyard.contest.model import TEACHER_STAGE
from steelyard.contest.report.bracket import bracket_svg, bracket_text
from steelyard.contest.report.entrant_changes import replacement_words, stage_remarks
from steelyard.contest.report.grade_tables import grade_sheet
from steelyard.contest.report.standings_tables import Links, final_ranking, note, standings
from steelyard.contest.running.journal_entries import Rerun
from steelyard.contest.running.journal_state import JournalState
from steelyard.contest.running.progress import unfold
from steelyard.contest.standings.grades import grades
from steelyard.core.sheets import to_csv, to_text
from tests.contest.decided_contests import (
    GROUPS,
    KNOCKOUT,
    SWISS,
    TO_THE_END,
    after,
    again,
    fields,
    let_in,
    out,
)
from tests.contest.simulation import Ending, admitted, contest, names, played

if TYPE_CHECKING:
    from steelyard.contest.running.journal_entries import AnyEntry
    from steelyard.contest.running.progress import Progress


def test_in_a_group_it_loses_all_its_games_the_played_ones_too() -> None:
    progress = after(7, GROUPS, out("bot 01"))
    assert progress.ranked()[-1] == ["bot 01"]
    tally = progress.stages[0].tables[0].tallies["bot 01"]
    assert (tally.wins, tally.losses) == (0, 8)


def test_in_a_later_round_it_keeps_what_finished_rounds_gave_and_is_paired_no_more() -> None:
    progress = after(8, SWISS, out("bot 01"), size=7)
    stage = progress.stages[0]
    tally = stage.tables[0].tallies["bot 01"]
    assert (tally.wins, tally.losses) == (2, 2)
    assert {p.round for p in stage.pairings if "bot 01" in {p.first, p.second}} == {1, 2}
    assert {p.round for p in stage.pairings if p.bye} == {3, 4}, "five are left"
    assert progress.ranked()[-1] == ["bot 01"], "in the end it is last all the same"


def test_in_a_knockout_its_opponent_goes_on() -> None:
    progress = after(5, KNOCKOUT, out("bot 01"))
    assert progress.ranked()[0] != ["bot 01"]


def test_before_the_first_game_it_is_not_drawn_at_all() -> None:
    progress = after(0, GROUPS, out("bot 01"), out("bot 02"))
    assert fields(progress) == [["bot 03", "bot 04", "bot 05"]]
    assert progress.ranked()[-1] == ["bot 01", "bot 02"]


def test_between_two_stages_the_next_best_takes_its_place() -> None:
    stages = GROUPS + "advance = 2\n" + KNOCKOUT
    progress = after(20, stages, out("bot 01"))
    assert fields(progress)[1] == ["bot 02", "bot 03"]
    assert progress.stages[0].tables[0].tallies["bot 01"].wins == 8, "what was played before stands"


@pytest.mark.parametrize("stages", [GROUPS, SWISS], ids=["groups", "swiss"])
def test_during_a_stage_the_next_best_advances_in_its_place(stages: str) -> None:
    progress = after(5, stages + "advance = 2\n" + KNOCKOUT, out("bot 01"))
    assert "bot 01" not in fields(progress)[1]
    assert len(fields(progress)[1]) == 2


def test_with_a_playoff_behind_the_table_too() -> None:
    stages = GROUPS + "advance = 2\n" + '[[stages]]\nkind = "playoff"\n' + KNOCKOUT
    progress = after(5, stages, out("bot 01"))
    assert fields(progress)[-1] == ["bot 02", "bot 03"]


def test_when_fewer_are_left_than_may_advance_those_advance() -> None:
    stages = GROUPS + "advance = 4\n" + KNOCKOUT
    progress = after(5, stages, out("bot 01"), out("bot 02"))
    assert fields(progress)[-1] == ["bot 03", "bot 04", "bot 05"]


@pytest.mark.parametrize(
    "stages",
    [GROUPS + "groups = 2\nadvance = 2\n" + KNOCKOUT, KNOCKOUT, SWISS],
    ids=["groups", "knockout", "swiss"],
)
def test_a_contest_that_starts_over_is_drawn_without_it(stages: str) -> None:
    """It was over, and a bot that was quarantined takes part after all: everything is drawn anew.

    Where all meet there is nothing to draw: `test_late_entrants.py`.
    """
    progress = after(TO_THE_END, stages, out("bot 01"), let_in("bot 06"))
    assert all("bot 01" not in field for field in fields(progress))
    assert "bot 06" in fields(progress)[0]
    assert progress.ranked()[-1] == ["bot 01"]


def test_a_stage_that_is_drawn_anew_since_an_earlier_game_is_played_again_is_without_it() -> None:
    stages = GROUPS + "advance = 4\n" + KNOCKOUT
    progress = after(TO_THE_END, stages, out("bot 01"), again(0, 0))
    assert "bot 01" in fields(progress)[0], "games of that stage were played"
    assert "bot 01" not in fields(progress)[1]


def test_everybody_disqualified_leaves_a_contest_that_ends() -> None:
    stages = GROUPS + "advance = 4\n" + KNOCKOUT
    progress = after(3, stages, *(out(name) for name in names(6)[:-1]))
    assert progress.ranked() == [names(6)[:-1]]


def test_what_it_forfeited_when_it_was_suspended_stays_forfeited() -> None:
    """Games that were going on when it was suspended are in the journal, and nobody plays them again."""
    head = 'seeding = "listed"\npolicy.suspend_after = 1'
    told = contest(GROUPS + "advance = 3\n" + KNOCKOUT, names(5), head)
    journal_state = JournalState(admitted(told))
    slots = unfold(told, journal_state).missing
    first = next(slot for slot in slots if "bot 01" in slot.seats)
    for slot in slots:
        failed = slot.seats.index("bot 01") if slot == first else None
        winner = 0 if failed is None else 1 - failed
        journal_state.add(played(slot, Ending(winner, {"tanks": (3, 3)}, failed)))
    before = unfold(told, journal_state)
    assert before.suspended == {"bot 01": first.id}
    journal_state.add(played(before.missing[0], Ending(0, {"tanks": (3, 3)})))
    journal_state.add(out("bot 01")(unfold(told, journal_state)))
    progress = unfold(told, journal_state)
    assert [p.score() for p in progress.stages[0].pairings] == [p.score() for p in before.stages[0].pairings]
    assert not [slot.id for slot in progress.missing if slot.stage == 0], "they were played"


def test_what_others_forfeited_to_it_in_finished_rounds_stands() -> None:
    """Wins against a suspended bot that were never played do not vanish: the stage after would change."""
    head = 'seeding = "listed"\npolicy.suspend_after = 1'
    told = contest(GROUPS + "advance = 3\n" + KNOCKOUT, names(4), head)
    journal_state = JournalState(admitted(told))
    while len((before := unfold(told, journal_state)).stages) == 1:
        slot = before.missing[0]
        failed = slot.seats.index("bot 04") if "bot 04" in slot.seats else None
        winner = None if failed is None else 1 - failed
        journal_state.add(played(slot, Ending(winner, {"tanks": (3, 3)}, failed)))
    journal_state.add(played(before.missing[0], Ending(0, {"tanks": (3, 3)})))
    for name in names(3):
        decided = JournalState([*admitted(told)])
        for entry, _ in journal_state.records.values():
            decided.add(entry)
        decided.add(out(name)(unfold(told, decided)))
        group = unfold(told, decided).stages[0]
        assert [p.score() for p in group.pairings] == [p.score() for p in before.stages[0].pairings]


def test_everything_that_shows_results_marks_it() -> None:
    stages = GROUPS + "advance = 4\n" + KNOCKOUT
    progress = after(24, stages, out("bot 01"))
    links, group, knockout = Links(progress.contest), *progress.stages
    assert "bot 01" in knockout.names
    for sheet in (final_ranking(progress, links), standings(progress, group, group.tables[0], links)):
        for text in (to_text(sheet), to_csv(sheet).decode()):
            marked = [line for line in text.splitlines() if "disqualified" in line]
            assert [("bot 01" in line) for line in marked] == [True], text
    assert "bot 01 (disqualified)" in bracket_text(progress, knockout)
    assert "bot 01 (disqualified)" in bracket_svg(progress, knockout, lambda _: "")


@pytest.mark.parametrize(("grade", "expected"), [("formula", 8.0), ("none", None), ("4.5", 4.5)])
def test_its_grade_is_decided_by_the_organiser(grade: str, expected: float | None) -> None:
    stages = GROUPS + "advance = 4\n" + KNOCKOUT
    progress = after(20, stages, out("bot 01", grade), head='[grades]\nformula = "wins"\n')
    found = {each.name: each for each in grades(progress)}
    assert found["bot 01"].number == expected
    assert "disqualified: copied" in found["bot 01"].note
    assert found["bot 02"].note == ""


def test_a_grade_that_the_organiser_decided_is_shown_as_decided() -> None:
    grades_key = '[grades]\nformula = "wins"\ndecimals = 0\n'
    progress = after(20, GROUPS, out("bot 01", "4.5"), head=grades_key)
    sheet = grade_sheet(progress, Links(progress.contest))
    assert {row[0].text: row[-2].text for row in sheet.rows}["bot 01"] == "4.5"


def test_a_bracket_says_why_somebody_who_is_out_stands_in_it_or_not() -> None:
    """A bracket is drawn anew only while nothing of it has been played: one sentence tells the two apart."""
    stages = f"{GROUPS}advance = 4\n{KNOCKOUT}"
    in_groups = 2 * (5 * 4 // 2)
    before = after(in_groups, stages, out("bot 02"))
    assert stage_remarks(before, before.stages[0]) == []
    assert stage_remarks(before, before.stages[1]) == [
        "bot 02 was disqualified, and this stage was drawn anew without it."
    ]
    during = after(in_groups + 1, stages, out("bot 02"))
    assert " ".join(stage_remarks(during, during.stages[1])) == (
        "bot 02 was disqualified during this stage: in the bracket it stands where it came to "
        "and loses that round, in the ranking it comes last."
    )
    early = after(1, stages, out("bot 02"))
    assert stage_remarks(early, early.stages[1]) == [], "it did not get so far"
    afterwards = after(TO_THE_END, stages, out("bot 02"))
    assert len(stage_remarks(afterwards, afterwards.stages[1])) == 1


@pytest.mark.parametrize("games_of_knockout", [0, 1])
def test_a_bracket_says_nothing_of_somebody_who_did_not_reach_it(games_of_knockout: int) -> None:
    """Nothing was drawn anew because of it."""
    stages = f"{GROUPS}advance = 3\n{KNOCKOUT}"
    games = 2 * (5 * 4 // 2) + games_of_knockout
    progress = after(games, stages, out("bot 05"))
    assert progress.stages[1].names == after(games, stages).stages[1].names
    assert stage_remarks(progress, progress.stages[1]) == []


def test_a_replaced_bot_is_marked_and_its_page_says_since_when() -> None:
    def other(progress: Progress) -> AnyEntry:
        stage, round_ = progress.now()
        return msgspec.structs.replace(let_in("bot 03")(progress), stage=stage, round=round_)

    progress = after(5, GROUPS, other, let_in("bot 06"))
    assert note(progress, "bot 03") == "replaced"
    assert note(progress, "bot 01") == ""
    ranking = to_text(final_ranking(progress, Links(progress.contest)))
    assert [line.split()[-1] for line in ranking.splitlines() if "bot 03" in line] == ["replaced"]
    assert replacement_words(progress, "bot 03") == ["Another version plays since the stage Groups: repaired"]
    assert replacement_words(progress, "bot 06") == ["Another version plays since the beginning: repaired"]
    both = after(5, GROUPS, other, out("bot 03"))
    assert note(both, "bot 03") == "disqualified, replaced"


def test_when_both_finalists_are_disqualified_the_final_they_played_is_not_drawn_anew() -> None:
    """The final was played; that its games no longer count does not mean that it has not begun."""
    stages = GROUPS + "advance = 2\n" + KNOCKOUT
    progress = after(TO_THE_END, stages, out("bot 01"), out("bot 02"))
    assert fields(progress)[1] == ["bot 01", "bot 02"]
    assert progress.ranked()[-1] == ["bot 01", "bot 02"]


def test_another_game_against_the_teachers_bot_draws_no_stage_anew() -> None:
    def teacher_again(progress: Progress) -> AnyEntry:
        assert progress.teacher is not None
        pairings = progress.teacher.pairings
        slot = next(slot for pairing in pairings for slot in pairing.slots if "bot 02" in slot.seats)
        return Rerun(id=slot.id, stage=TEACHER_STAGE, reason="power cut", at="now")

    teacher = '[teacher]\nbot = "greedy"\nname = "Teacher"\n'
    before = after(TO_THE_END, GROUPS, out("bot 01"), head=teacher)
    progress = after(TO_THE_END, GROUPS, out("bot 01"), teacher_again, head=teacher)
    assert fields(progress) == fields(before)
    assert "bot 01" in fields(progress)[0]
