"""Whoever withdraws keeps the games that it has played, and forfeits the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from steelyard.contest.report.bracket import bracket_text
from steelyard.contest.report.entrant_changes import stage_remarks
from steelyard.contest.report.json_report import report_json
from steelyard.contest.report.standings_tables import Links, final_ranking, standings
from steelyard.contest.report.status import status_json
from steelyard.contest.running.decisions import CannotDecide, checked_disqualification
from steelyard.contest.running.journal_entries import Disqualified
from steelyard.contest.running.journal_state import JournalState
from steelyard.contest.running.progress import unfold
from steelyard.contest.standings.grades import grades
from steelyard.core.sheets import to_text
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
    withdraws,
)
from tests.contest.simulation import Ending, admitted, by_strength, contest, names, played

if TYPE_CHECKING:
    from steelyard.contest.running.progress import Progress
    from steelyard.contest.standings.grades import Grade

GRADES = "[grades]\nformula = '{}'\n"
TEACHER = '[teacher]\nbot = "greedy"\nname = "Teacher"\n'
CLASS = GRADES.format("max_boxes + max_tanks + beat_teacher + wins - losses") + TEACHER


def grade(progress: Progress, name: str) -> Grade:
    return next(each for each in grades(progress) if each.name == name)


def results(progress: Progress, name: str) -> list[tuple[float, bool]]:
    """Of each game of an entrant: its points, and whether it was played."""
    return [
        (result.points[slot.seats.index(name)], result.played)
        for pairing in progress.pairings()
        for slot, result in pairing.games()
        if name in slot.seats
    ]


def test_the_grade_of_somebody_ill_is_that_of_the_games_played() -> None:
    """All its games of the class were played, then it is withdrawn: nothing of them is taken away."""
    everything = 2 * 5 + 2 * (5 * 4 // 2)
    whole = after(everything, GROUPS, head=CLASS)
    ill = after(everything, GROUPS, withdraws("bot 01"), head=CLASS)
    assert grade(whole, "bot 01").number == grade(ill, "bot 01").number == 18 + 3 + 1 + 10
    assert grade(ill, "bot 01").note == "withdrawn: ill"
    harsh = after(everything, GROUPS, out("bot 01"), head=CLASS)
    assert grade(harsh, "bot 01").number == -10, "whoever is disqualified loses everything"


@pytest.mark.parametrize(("games", "scheduled"), [(1, 2), (14, 10)], ids=["teacher only", "in the group"])
def test_games_that_it_has_not_played_are_forfeits_and_no_part_of_its_grade(
    games: int, scheduled: int
) -> None:
    progress = after(games, GROUPS, withdraws("bot 01"), head=CLASS)
    won = results(progress, "bot 01").count((1.0, True))
    assert results(progress, "bot 01").count((0.0, False)) == scheduled - won > 0
    figures = grade(progress, "bot 01").figures
    assert (figures["wins"], figures["losses"], figures["beat_teacher"]) == (won, 0, 1)


def test_in_the_table_it_has_the_place_of_its_results() -> None:
    """It won its first four games and forfeited four: level with whoever won four."""
    progress = after(8, GROUPS, withdraws("bot 01"))
    stage = progress.stages[0]
    won = {name: tally.wins for name, tally in stage.tables[0].tallies.items()}
    assert 0 < won["bot 01"] < 8
    order = [name for level in progress.ranked() for name in level]
    assert order != sorted(order, key=lambda name: name == "bot 01"), "it is not simply the last"
    assert [won[name] for name in order] == sorted(won.values(), reverse=True)


def test_it_advances_no_more_and_stands_behind_those_who_do() -> None:
    stages = GROUPS + "advance = 2\n" + KNOCKOUT
    progress = after(20, stages, withdraws("bot 01"))
    assert fields(progress)[1] == ["bot 02", "bot 03"], "the next best takes its place"
    assert progress.ranked() == [["bot 02"], ["bot 03"], ["bot 01"], ["bot 04"], ["bot 05"]]


def test_where_no_stage_follows_the_others_are_in_order_as_if_it_had_left_before() -> None:
    """Two groups, 1 4 5 and 2 3 6: whoever comes behind the one who withdrew is the first of the others."""
    progress = after(TO_THE_END, GROUPS + "groups = 2\n", withdraws("bot 02"), size=7)
    (stage,) = report_json(progress, measured=False)["stages"]
    assert [table["rows"][0]["name"] for table in stage["tables"]] == ["bot 01", "bot 02"]
    assert stage["advancing"] == ["bot 01", "bot 03", "bot 04", "bot 06", "bot 05"]


def test_whoever_it_has_beaten_in_a_bracket_is_out_and_the_next_opponent_goes_on() -> None:
    progress = after(5, KNOCKOUT, withdraws("bot 01"))
    assert progress.ranked()[:2] == [["bot 02"], ["bot 01"]], "it had won its semi-final on the board"
    assert fields(progress) == [names(5)]


def test_in_swiss_rounds_it_is_paired_no_more() -> None:
    progress = after(8, SWISS, withdraws("bot 01"), size=7)
    rounds = {p.round for p in progress.stages[0].pairings if "bot 01" in {p.first, p.second}}
    assert rounds == {1, 2}


def test_before_the_first_game_it_is_not_drawn_at_all() -> None:
    progress = after(0, GROUPS, withdraws("bot 01"), out("bot 02"))
    assert fields(progress) == [["bot 03", "bot 04", "bot 05"]]
    assert progress.ranked()[-1] == ["bot 01", "bot 02"]


@pytest.mark.parametrize("done", [1, 0], ids=["some were played", "all were played"])
def test_its_opponents_are_treated_alike(done: int) -> None:
    """Where it forfeits a game, tanks from its other games rank nobody; where all were played they do."""
    told = contest(GROUPS, names(3), 'seeding = "listed"')
    journal_state = JournalState(admitted(told))
    slots = [slot for slot in unfold(told, journal_state).missing if "bot 01" in slot.seats]
    for slot in slots[: len(slots) - done]:
        tanks = (5, 5)
        journal_state.add(played(slot, Ending(slot.seats.index("bot 01"), {"tanks": tanks})))
    journal_state.add(withdraws("bot 01")(unfold(told, journal_state)))
    tallies = unfold(told, journal_state).stages[0].tables[0].tallies
    assert [tallies[name].figures["tanks"] for name in names(3)[1:]] == ([0, 0] if done else [10, 10])
    assert tallies["bot 01"].figures["tanks"] == 5 * (4 - done), "its own count for itself"


def test_rounds_that_are_over_stay_as_they_were_paired() -> None:
    """What a later forfeit takes from the tie-breaks must not change pairings that were played."""
    stages = '[[stages]]\nkind = "swiss"\nrounds = 4\nranking = ["match_points", "tanks"]\n'
    told = contest(stages, names(6), 'seeding = "listed"')
    journal_state = JournalState(admitted(told))
    for _ in range(6 * 2 + 1):
        slot = unfold(told, journal_state).missing[0]
        journal_state.add(played(slot, Ending(None, {"tanks": (int(slot.seats[0][-1]), 1)})))
    before = unfold(told, journal_state)
    journal_state.add(withdraws(before.missing[-1].seats[0])(before))
    after_it = unfold(told, journal_state)
    pairs = [(p.round, p.first, p.second) for p in before.stages[0].pairings]
    assert [(p.round, p.first, p.second) for p in after_it.stages[0].pairings][: len(pairs)] == pairs


def test_when_both_are_absent_nobody_gets_anything() -> None:
    progress = after(1, GROUPS, withdraws("bot 01"), withdraws("bot 02"))
    (match,) = [p for p in progress.pairings() if {p.first, p.second} == {"bot 01", "bot 02"}]
    assert match.score() == (0, 0)


def test_a_bot_let_in_later_does_not_take_the_games_away() -> None:
    """A bot that was quarantined takes part from the beginning; whoever withdrew forfeits to it."""
    everything = 2 * (5 * 4 // 2)
    ill = after(everything, GROUPS, withdraws("bot 01"), let_in("bot 06"), head=GRADES.format("wins"))
    assert grade(ill, "bot 01").number == 8
    assert fields(ill) == [names(6)]
    assert results(ill, "bot 01").count((0.0, False)) == 2


@pytest.mark.parametrize("stages", [GROUPS, SWISS])
def test_a_first_stage_that_is_drawn_anew_is_with_it(stages: str) -> None:
    """It takes nobody's place there, and its games count."""
    progress = after(7, stages, withdraws("bot 01"), let_in("bot 06"))
    assert {"bot 01", "bot 06"} <= {*progress.stages[0].names}


def test_a_stage_that_is_drawn_anew_is_without_it() -> None:
    stages = GROUPS + "advance = 4\n" + KNOCKOUT
    progress = after(TO_THE_END, stages, withdraws("bot 01"), again(0, 0))
    assert "bot 01" in fields(progress)[0]
    assert "bot 01" not in fields(progress)[1]


def test_journals_of_earlier_versions_give_what_they_gave() -> None:
    """There a withdrawal was a disqualification of another name."""

    def entry(progress: Progress) -> Disqualified:
        stage, round_ = progress.now()
        return Disqualified(
            name="bot 01", stage=stage, round=round_, last_stage=stage, reason="ill", at="", withdrew=True
        )

    progress = after(7, GROUPS, entry)
    assert progress.ranked()[-1] == ["bot 01"]
    assert results(progress, "bot 01") == [(0.0, False)] * 8


def test_everything_that_shows_results_calls_it_withdrawn() -> None:
    stages = GROUPS + "advance = 4\n" + KNOCKOUT
    progress = after(24, stages, withdraws("bot 01"), head=GRADES.format("wins"))
    links, group, knockout = Links(progress.contest), *progress.stages
    shown = [
        to_text(final_ranking(progress, links)),
        to_text(standings(progress, group, group.tables[0], links)),
        bracket_text(progress, knockout),
        grade(progress, "bot 01").note,
    ]
    assert all("withdrawn" in text and "disqualified" not in text for text in shown), shown
    assert report_json(progress, measured=False)["withdrawn"] == {"bot 01": "ill"}
    told = status_json(progress)
    assert (told["withdrawn"], told["disqualified"]) == (["bot 01"], [])
    (remark,) = stage_remarks(progress, knockout)
    assert remark.startswith("bot 01 withdrew during this stage: it keeps its place and the games that it")


def test_whoever_has_withdrawn_can_be_disqualified() -> None:
    """In the same round it loses all its games, as anybody who is disqualified."""
    progress = after(8, GROUPS, withdraws("bot 01"), out("bot 01"))
    assert progress.ranked()[-1] == ["bot 01"]
    assert results(progress, "bot 01") == [(0.0, False)] * 8
    assert (
        checked_disqualification(after(8, GROUPS, withdraws("bot 01")), "bot 01", "copied").withdrew is False
    )
    for state in (out("bot 01"), withdraws("bot 01")):
        with pytest.raises(CannotDecide, match="bot 01 is already"):
            checked_disqualification(after(8, GROUPS, state), "bot 01", "ill", withdrew=True)


@pytest.mark.parametrize("stages", [SWISS, GROUPS + "advance = 4\n" + KNOCKOUT], ids=["swiss", "knockout"])
def test_a_later_disqualification_leaves_finished_rounds_as_they_were(stages: str) -> None:
    told = contest(stages, names(6), 'seeding = "listed"')
    journal_state = JournalState(admitted(told))
    for games in (3, 30):
        for _ in range(games):
            missing = unfold(told, journal_state).missing
            if missing:
                journal_state.add(played(missing[0], by_strength(names(6))(missing[0])))
        if games == 3:
            journal_state.add(withdraws("bot 02")(unfold(told, journal_state)))
    before = unfold(told, journal_state)
    journal_state.add(out("bot 02")(before))
    progress = unfold(told, journal_state)
    assert before.now() > (
        journal_state.disqualified["bot 02"].stage,
        journal_state.disqualified["bot 02"].round,
    )
    assert [(p.first, p.second, p.score()) for p in progress.pairings()] == [
        (p.first, p.second, p.score()) for p in before.pairings()
    ]
    assert progress.ranked()[-1] == ["bot 02"]
    assert "disqualified" in to_text(final_ranking(progress, Links(told)))
