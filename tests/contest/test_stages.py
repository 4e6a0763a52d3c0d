"""Stages: tables whatever the order of results, cuts, play-offs, finals, and what an organiser decides."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from steelyard.arena.verdicts import Fault, in_words
from steelyard.contest.file.templates import text
from steelyard.contest.model import Board, Pairing, Result, Slot
from steelyard.contest.report import statistics_tables
from steelyard.contest.report.json_report import report_json
from steelyard.contest.report.result_words import result_words
from steelyard.contest.report.standings_tables import Links, final_ranking
from steelyard.contest.running.journal_entries import Admitted, Quarantined, Replaced, Rerun
from steelyard.contest.running.journal_state import JournalState
from steelyard.contest.running.progress import unfold
from steelyard.contest.standings.grades import grades
from steelyard.contest.standings.ranking import Scoring, table
from tests.contest.simulation import (
    Ending,
    admitted,
    by_chance,
    by_strength,
    contest,
    names,
    play_out,
    played,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from steelyard.contest.file.keys import Points
    from steelyard.contest.running.progress import Progress

GROUPS = '[[stages]]\nkind = "groups"\n'
CLASS_STAGES = text("class").split("\n[[stages]]", 1)[1].join(["[[stages]]", ""])
WINTER_STAGES = text("winter-games").split("\n[[stages]]", 1)[1].join(["[[stages]]", ""])
TEACHER = '[teacher]\nbot = "greedy"\ngames = 2\n'
NOTHING: dict[str, tuple[int, int]] = {}


# The order of results is no matter.
@pytest.mark.no_cover  # the same lines again and again; other tests count them
@pytest.mark.parametrize(
    "stages",
    [
        GROUPS + "groups = 3\nadvance = 2\n" + '[[stages]]\nkind = "knockout"\n',
        '[[stages]]\nkind = "swiss"\nrounds = 4\nadvance = 4\n[[stages]]\nkind = "finals"\n',
        TEACHER + CLASS_STAGES,
    ],
    ids=["groups", "swiss", "class"],
)
@settings(max_examples=8)
@given(seed=st.integers(0, 10_000), order=st.integers(0, 10_000))
def test_results_in_any_order_give_the_same_report(stages: str, seed: int, order: int) -> None:
    told = contest(stages, names(9))
    in_order = play_out(told, by_chance(seed))
    shuffled = play_out(told, by_chance(seed), rng=Random(order))
    assert in_order.done
    assert report_json(in_order, measured=True) == report_json(shuffled, measured=True)


def match(first: str, second: str, *points: float, figures: tuple[int, int] = (0, 0)) -> Pairing:
    """The first's points in games in which it has seat 0."""
    board = Board("start", "")
    slots = tuple(Slot(f"{first}{second}{n}", 0, 0, (first, second), board, "") for n in range(len(points)))
    results = tuple(Result((p, 1 - p), "tanks", {"tanks": figures}) for p in points)
    return Pairing(first, second, slots, results)


def worth(win: int, draw: int, loss: int) -> Points:
    return Fraction(win), Fraction(draw), Fraction(loss)


def ties(*matches: Pairing, ranking: str, per: str = "match") -> list[list[str]]:
    everybody = sorted({name for m in matches for name in (m.first, m.second) if name is not None})
    scoring = Scoring(worth(3, 1, 0), per, ranking.split(), 2, everybody, lambda name: ord(name[0]))
    return table(everybody, matches, scoring).ties


def test_a_match_won_counts_three_points_and_a_drawn_one_for_each() -> None:
    matches = [match("a", "b", 1, 0), match("b", "c", 1, 0.5), match("a", "c", 1, 1)]
    told = table("abc", matches, Scoring(worth(3, 1, 0), "match", ["match_points"], 2))
    assert {name: tally.match_points for name, tally in told.tallies.items()} == {"a": 4, "b": 4, "c": 0}
    per_game = table("abc", matches, Scoring(worth(3, 1, 0), "game", ["match_points"], 2))
    assert {name: tally.match_points for name, tally in per_game.tallies.items()} == {"a": 9, "b": 7, "c": 1}


def test_criteria_decide_one_after_the_other() -> None:
    round_robin = [match("a", "b", 1), match("b", "c", 1), match("c", "a", 1)]
    assert ties(*round_robin, ranking="match_points head_to_head") == [["a", "b", "c"]]
    assert ties(*round_robin, ranking="match_points lot") == [["a"], ["b"], ["c"]]
    assert ties(match("a", "b", 0, figures=(1, 3)), ranking="tanks") == [["b"], ["a"]]
    level = [match("a", "b", 1), match("a", "c", 0), match("b", "c", 1), match("c", "d", 1)]
    assert ties(*level, ranking="wins") == [["c"], ["a", "b"], ["d"]]
    assert ties(*level, ranking="wins head_to_head") == [["c"], ["a"], ["b"], ["d"]]
    assert ties(*level, ranking="seeding") == [["a"], ["b"], ["c"], ["d"]]


def test_head_to_head_says_nothing_unless_all_who_are_level_have_met() -> None:
    matches = [match("a", "b", 1), match("b", "x", 1), match("c", "x", 1)]
    assert ties(*matches, ranking="wins head_to_head") == [["a", "b", "c"], ["x"]]


def test_buchholz_counts_what_the_opponents_have_and_a_bye_is_one_like_oneself() -> None:
    matches = [
        match("a", "d", 1),
        match("b", "c", 1),
        match("c", "d", 1),
        Pairing("a", None),
        match("b", "e", 0),
    ]
    told = table("abcde", matches, Scoring(worth(1, 0, 0), "match", ["match_points", "buchholz"], 1))
    assert {name: told.values[name]["buchholz"] for name in "abcde"} == {
        "a": 2,
        "b": 2,
        "c": 1,
        "d": 3,
        "e": 1,
    }


def test_a_bye_is_worth_a_match_won() -> None:
    told = table(
        "ab",
        [Pairing("a", None), match("b", "x", 1, 1)],
        Scoring(worth(3, 1, 0), "match", ["match_points", "wins"], 2),
    )
    assert told.ties == [["a", "b"]]


# Cuts.
def test_the_best_of_every_group_go_on_winners_first() -> None:
    stages = GROUPS + "groups = 3\nadvance = 2\n" + '[[stages]]\nkind = "knockout"\n'
    progress = play_out(contest(stages, names(12), 'seeding = "listed"'), by_strength(names(12)))
    groups, knockout = progress.stages
    assert [table.names for table in groups.tables] == [
        ["bot 01", "bot 06", "bot 07", "bot 12"],
        ["bot 02", "bot 05", "bot 08", "bot 11"],
        ["bot 03", "bot 04", "bot 09", "bot 10"],
    ]
    assert set(knockout.names[:3]) == {"bot 01", "bot 02", "bot 03"}
    assert set(knockout.names[3:]) == {"bot 04", "bot 05", "bot 06"}
    assert progress.ranked()[0] == ["bot 01"]


def test_a_class_of_forty_qualifies_sixteen() -> None:
    progress = play_out(contest(TEACHER + CLASS_STAGES, names(40)), by_chance(5))
    assert [len(stage.names) for stage in progress.stages] == [40, 16]
    assert progress.stages[0].tables[0].criteria == ("wins", "tanks", "boxes")
    assert len(progress.stages[0].pairings) == 780
    assert [len(round_.matches) for round_ in progress.stages[1].brackets[0].rounds] == [8, 4, 2, 1]
    assert sum(map(len, progress.ranked())) == 40


def test_seeding_in_a_playoff_is_that_of_the_stage_before_and_not_the_alphabet() -> None:
    stages = GROUPS + 'advance = 1\nranking = ["wins"]\n[[stages]]\nkind = "playoff"\nranking = ["seeding"]\n'
    level = contest(stages, ["c", "a", "b"], 'seeding = "listed"')
    progress = play_out(level, lambda _slot: Ending(None, NOTHING))
    assert progress.ranked() == [["c"], ["a"], ["b"]]


def test_who_is_level_at_a_cut_without_playoff_is_drawn_by_lot() -> None:
    stages = GROUPS + 'advance = 1\nranking = ["match_points"]\n[[stages]]\nkind = "knockout"\n'
    progress = play_out(contest(stages, ["a", "b", "c"]), lambda _slot: Ending(None, NOTHING))
    assert progress.stages[0].by_lot == ["a", "b", "c"]
    assert len(progress.stages[1].names) == 1
    assert progress.done


def test_finals_are_between_the_best_four_of_those_that_come() -> None:
    stages = GROUPS + '[[stages]]\nkind = "finals"\n'
    progress = play_out(contest(stages, names(6)), by_strength(names(6)))
    assert progress.stages[1].names == names(4)
    assert progress.ranked() == [[name] for name in names(6)]


# Winter Games.
def winter(group: dict[str, int], replays: Callable[[Slot], int | None]) -> Progress:
    """Group play by strength; in additional matches `replays` says who wins."""

    def ending(slot: Slot) -> Ending:
        one, two = (group[name] for name in slot.seats)
        if slot.stage == 1 or one == two:
            return Ending(replays(slot) if slot.stage == 1 else None, NOTHING)
        return Ending(int(two > one), NOTHING)

    return play_out(contest(WINTER_STAGES, group, game="tank_duel"), ending)


def test_winter_games_without_a_tie_need_no_additional_matches() -> None:
    progress = winter({name: -number for number, name in enumerate("abcdefgh")}, lambda _slot: 0)
    groups, playoff, finals = progress.stages
    assert [len(p.slots) for p in groups.pairings] == [6] * 28
    assert {slot.board.label for p in groups.pairings for slot in p.slots} == {
        "group-play-1",
        "group-play-2",
        "group-play-3",
    }
    assert groups.tables[0].tallies["a"].match_points == 21
    assert (playoff.pairings, playoff.advancing) == ([], list("abcd"))
    assert [len(p.slots) for p in finals.pairings if p.round == 1 or p == finals.pairings[-1]] == [8, 8, 10]
    assert progress.ranked()[:4] == [["a"], ["b"], ["c"], ["d"]]


def test_a_tie_at_the_fourth_place_is_resolved_by_additional_matches() -> None:
    strength = {"a": 9, "b": 8, "c": 7, "d": 5, "e": 5, "f": 5, "g": 1, "h": 0}
    progress = winter(strength, lambda slot: slot.seats.index(min(slot.seats, key="fedabcgh".index)))
    _, playoff, finals = progress.stages
    assert {frozenset((p.first, p.second)) for p in playoff.pairings} == set(
        map(frozenset, ("de", "df", "ef"))
    )
    assert all(len(p.slots) == 6 for p in playoff.pairings)
    assert playoff.names == list("abcdef")
    assert playoff.advancing == ["a", "b", "c", "f"]
    assert finals.names == ["a", "b", "c", "f"]
    assert not progress.stages[0].by_lot
    assert not playoff.by_lot
    assert progress.ranked()[4:] == [["e"], ["d"], ["g"], ["h"]]


def test_those_still_level_play_again_and_the_lot_comes_last() -> None:
    strength = {"a": 9, "b": 8, "c": 7, "d": 5, "e": 5, "f": 5, "g": 1, "h": 0}

    def f_is_worst(slot: Slot) -> int | None:
        return 1 - slot.seats.index("f") if "f" in slot.seats else None

    progress = winter(strength, f_is_worst)
    playoff = progress.stages[1]
    by_round = [
        [frozenset((p.first, p.second)) for p in playoff.pairings if p.round == r] for r in (1, 2, 3, 4)
    ]
    assert [len(matches) for matches in by_round] == [3, 1, 1, 0]
    assert by_round[2] == [frozenset("de")]
    boards = [{s.board.label for p in playoff.pairings if p.round == r for s in p.slots} for r in (1, 2)]
    assert not boards[0] & boards[1]
    assert playoff.by_lot == ["d", "e"]
    assert progress.done


def test_several_places_may_be_played_for_in_several_rounds() -> None:
    stages = GROUPS + 'advance = 3\nranking = ["match_points"]\n[[stages]]\nkind = "playoff"\n'
    # All level; first f is worst and a is best, then e is worst and b is best, and c and d stay level.
    order = {1: ["a", "bcde", "f"], 2: ["b", "cd", "e"], 3: ["cd"]}

    def ending(slot: Slot) -> Ending:
        if slot.stage == 0:
            return Ending(None, NOTHING)
        one, two = (next(n for n, level in enumerate(order[slot.round]) if s in level) for s in slot.seats)
        return Ending(None if one == two else int(two < one), NOTHING)

    progress = play_out(contest(stages, "abcdef"), ending)
    playoff = progress.stages[1]
    assert {name for p in playoff.pairings if p.round == 2 for name in (p.first, p.second)} == set("bcde")
    assert {name for p in playoff.pairings if p.round == 3 for name in (p.first, p.second)} == set("cd")
    assert progress.ranked() == [["a"], ["b"], ["c", "d"], ["e"], ["f"]]
    assert (playoff.by_lot, len(playoff.advancing), playoff.advancing[:2]) == (["c", "d"], 3, ["a", "b"])


@pytest.mark.parametrize(("entrants", "matches"), [(2, 1), (3, 2), (4, 4), (5, 5), (8, 8), (9, 9)])
def test_a_knockout_has_a_match_for_each_who_is_out_and_one_for_the_third_place(
    entrants: int, matches: int
) -> None:
    progress = play_out(
        contest('[[stages]]\nkind = "knockout"', names(entrants)), by_strength(names(entrants))
    )
    assert len(progress.stages[0].pairings) == matches


def test_a_final_that_is_level_goes_on_board_by_board() -> None:
    def ending(slot: Slot) -> Ending:
        if slot.board.label == "finals-final-7":
            return Ending(slot.seats.index("b"), NOTHING)
        both_best = {"a", "b"} == set(slot.seats)
        return Ending(None if both_best else slot.seats.index(min(slot.seats)), NOTHING)

    progress = play_out(contest(WINTER_STAGES, "abcdefgh", game="tank_duel"), ending)
    final = progress.stages[2].brackets[0].rounds[-1].matches[0].pairing
    assert final is not None
    assert (final.winner, final.why, len(final.slots)) == ("b", "extra boards", 2 * 7)


def test_boards_that_are_drawn_differ_by_stage_and_seed_and_are_the_same_every_time() -> None:
    texts = {}
    for seed in ("1", "frost"):
        told = contest(WINTER_STAGES, "abcdefgh", game="tank_duel", drawn=seed)
        progress = play_out(told, by_chance(1))
        boards = {slot.board for p in progress.pairings() for slot in p.slots}
        drawn = [board.setup(told, {}) for board in sorted(boards, key=lambda board: board.label)]
        assert drawn == [board.setup(told, {}) for board in sorted(boards, key=lambda board: board.label)]
        assert len(set(drawn)) == len(drawn) >= 3 + 4 + 5
        texts[seed] = set(drawn)
    assert not texts["1"] & texts["frost"]


# What goes wrong, and what is decided about it.
def failing(name: str, other: Callable[[Slot], Ending]) -> Callable[[Slot], Ending]:
    def ending(slot: Slot) -> Ending:
        return Ending(None, NOTHING, failed=slot.seats.index(name)) if name in slot.seats else other(slot)

    return ending


@pytest.mark.parametrize("order", [None, 1, 2, 3])
def test_a_bot_that_fails_three_times_forfeits_the_rest_whatever_the_order(order: int | None) -> None:
    told = contest(TEACHER + GROUPS, names(6))
    progress = play_out(told, failing("bot 03", by_chance(1)), rng=Random(order) if order else None)
    mine = [(s, r) for p in progress.pairings() for s, r in p.games() if "bot 03" in s.seats]
    assert [result.reason for _, result in mine[:3]] == ["crashed"] * 3
    assert {result.reason for _, result in mine[3:]} == {"forfeit"}
    assert all(result.points[slot.seats.index("bot 03")] == 0 for slot, result in mine)
    assert progress.suspended == {"bot 03": mine[2][0].id}


def failing_from(name: str, first_failure: int) -> Callable[[Slot], Ending]:
    """Everybody gets three tanks and 18 boxes of everybody; that bot fails from its n-th game on."""
    seen: list[str] = []

    def ending(slot: Slot) -> Ending:
        seen.append(slot.id) if name in slot.seats else None
        failed = slot.seats.index(name) if name in slot.seats and len(seen) >= first_failure else None
        winner = None if failed is None else 1 - failed
        return Ending(winner, {"tanks": (3, 3), "boxes": (18, 18)}, failed=failed)

    return ending


@pytest.mark.parametrize("first_failure", [1, 2, 5])
def test_what_was_counted_in_games_against_a_suspended_bot_ranks_nobody(first_failure: int) -> None:
    """Its first opponents would have figures that its later ones, who win by forfeit, cannot get."""
    stage = GROUPS + 'ranking = ["tanks", "boxes"]\n'
    progress = play_out(contest(stage, names(8)), failing_from("bot 03", first_failure))
    assert "bot 03" in progress.suspended
    table_ = progress.stages[0].tables[0]
    others = [tally.figures for tally in table_.tallies.values() if tally.name != "bot 03"]
    assert others == [{"tanks": 36, "boxes": 216}] * 7
    assert len(table_.ties[0]) == 7
    played_games = [r for p in progress.pairings() for s, r in p.games() if "bot 03" in s.seats and r.played]
    assert any(result.figures["tanks"] != (0, 0) for result in played_games), "the games themselves show it"


def test_a_spoiled_game_is_tried_again_and_drawn_after_three_times() -> None:
    told = contest(GROUPS, "ab")
    journal_state = JournalState(admitted(told))
    (first, second) = unfold(told, journal_state).missing
    journal_state.add(played(second, Ending(0, NOTHING)))
    for _ in range(3):
        assert unfold(told, journal_state).missing == [first]
        journal_state.add(played(first, Ending(None, NOTHING, spoiled=True)))
    progress = unfold(told, journal_state)
    assert progress.done
    assert progress.pairings()[0].score() == (0.5, 1.5)


def test_who_fails_has_nothing_left_and_the_other_what_stood_on_the_board() -> None:
    told = contest(GROUPS, "ab")
    progress = play_out(told, lambda slot: Ending(None, {"tanks": (5, 4)}, failed=slot.seats.index("a")))
    tallies = progress.stages[0].tables[0].tallies
    assert (tallies["a"].figures["tanks"], tallies["b"].figures["tanks"]) == (0, 9)
    assert (tallies["a"].failures, tallies["b"].wins) == (2, 2)


def test_a_game_that_is_played_again_counts_anew() -> None:
    told = contest(GROUPS, "ab")
    progress = play_out(told, by_strength("ab"))
    game = progress.pairings()[0].slots[0]
    progress.journal_state.add(Rerun(id=game.id, stage=0, reason="power cut", at="now"))
    again = unfold(told, progress.journal_state)
    assert [slot.id for slot in again.missing] == [game.id]
    progress.journal_state.add(played(game, Ending(None, NOTHING)))
    assert sorted(unfold(told, progress.journal_state).pairings()[0].score()) == [0.5, 1.5]


def replaced(name: str, stage: int, round_: int) -> Replaced:
    return Replaced(
        name=name, bot="x", version=2, fingerprint="", stage=stage, round=round_, reason="fixed", at="now"
    )


def test_a_replaced_bot_plays_what_the_old_one_forfeited_in_this_round() -> None:
    told = contest(GROUPS, names(5))
    broken = play_out(told, failing("bot 02", by_chance(1)))
    assert broken.done
    broken.journal_state.add(replaced("bot 02", *broken.now()))
    again = unfold(told, broken.journal_state)
    assert len(again.missing) == 8 - 3
    assert all("bot 02" in slot.seats for slot in again.missing)
    assert broken.journal_state.version("bot 02", 0, 0) == 2
    assert broken.journal_state.version("bot 01", 0, 0) == 1


def test_a_bot_in_quarantine_takes_no_part_until_it_is_replaced() -> None:
    told = contest(GROUPS, names(4))
    bad = Quarantined(name="bot 04", bot="x", fault="failed_to_build", detail="an error")
    progress = play_out(told, by_chance(1), before=[bad])
    assert len(progress.pairings()) == 3
    progress.journal_state.add(replaced("bot 04", -1, 0))
    again = unfold(told, progress.journal_state)
    assert len(again.pairings()) == 6
    assert len(again.missing) == 6


def test_the_teachers_bot_is_played_by_all_and_ranked_nowhere() -> None:
    progress = play_out(contest(TEACHER + GROUPS, names(4)), by_strength(names(4)))
    assert progress.teacher is not None
    assert [len(p.slots) for p in progress.teacher.pairings] == [2] * 4
    assert sorted(name for level in progress.ranked() for name in level) == names(4)


# Grades.
GRADES = '[grades]\nformula = "100 * max_tanks + max_boxes + 1000 * beat_teacher"\n'


def test_maxima_come_from_any_game_that_ended_by_the_rules() -> None:
    told = contest(TEACHER + GROUPS + GRADES, "ab")

    def ending(slot: Slot) -> Ending:
        a = slot.seats.index("a") if "a" in slot.seats else None
        if a is None:
            return Ending(None, {"tanks": (2, 2), "boxes": (20, 16)})
        if slot.stage == -1:
            return Ending(a, {"tanks": (1, 1), "boxes": (30, 30)})
        if a == 0:
            return Ending(None, {"tanks": (6, 6), "boxes": (18, 18)}, failed=1)
        return Ending(1, {"tanks": (3, 4), "boxes": (16, 20)})

    a, b = grades(play_out(told, ending))
    assert (a.name, a.number) == ("a", 100 * 4 + 30 + 1000)
    assert (b.name, b.number) == ("b", 100 * 3 + 20)
    assert a.games["max_tanks"] == "groups/b_v_a/1"
    assert a.games["max_boxes"].startswith("teacher/")


@pytest.mark.parametrize(
    ("other", "told"),
    [
        (Fault.CRASHED, "Nobody won: both bots crashed"),
        (Fault.TIME_OUT, "Nobody won: a's bot crashed and b's bot ran out of time"),
    ],
)
def test_a_game_in_which_both_failed_is_lost_by_both_and_says_nothing_of_seats_or_strength(
    other: Fault, told: str
) -> None:
    def ending(slot: Slot) -> Ending:
        if slot.seats == ("a", "b"):
            return Ending(None, {"tanks": (6, 6)}, failed=0, other=other)
        return Ending(0, NOTHING)

    progress = play_out(contest(GROUPS, ["a", "b"]), ending)
    table = progress.stages[0].tables[0]
    counts = {
        name: (tally.wins, tally.draws, tally.losses, tally.failures) for name, tally in table.tallies.items()
    }
    assert counts == {"a": (0, 0, 2, 1), "b": (1, 0, 1, 1)}
    slot, result = next(each for each in statistics_tables.played(progress) if each[0].seats == ("a", "b"))
    assert (result_words(progress.contest.game, slot, result), result.figures) == (told, {"tanks": (0, 0)})
    assert [each.games for each in statistics_tables.rated(progress)] == [1, 1]
    whole = statistics_tables.seat_sheet(progress, Links(progress.contest)).rows[0]
    assert [cell.text for cell in whole[1:6]] == ["2", "1", "0", "0", "100.0 %"]
    failures = statistics_tables.verdict_sheet(progress, Links(progress.contest))
    assert [row[1].text for row in failures.rows] == ["crashed", in_words(other)]


def test_one_in_quarantine_has_a_grade_too_with_the_reason() -> None:
    told = contest(GROUPS + GRADES, names(3))
    bad = Quarantined(name="bot 02", bot="x", fault="failed_to_build", detail="an error")
    last = grades(play_out(told, by_chance(1), before=[bad]))[-1]
    assert (last.name, last.number, last.note) == ("bot 02", 0, "quarantined: it could not be built")


def test_an_estimate_of_what_is_to_come_is_right_where_nothing_is_open() -> None:
    told = contest(TEACHER + CLASS_STAGES, names(20))
    journal_state = JournalState([Admitted(name=name, bot="x") for name in names(20)])
    progress = unfold(told, journal_state)
    assert progress.games_to_come() == 2 * 20 + 2 * 190 + 2 * 16


@pytest.mark.parametrize(
    ("stages", "count", "told"),
    [
        ('[[stages]]\nkind = "knockout"', 5, ["Winner", "Final", *["Semi-final"] * 2, "Quarter-final"]),
        (
            '[[stages]]\nkind = "groups"\nadvance = 4\n[[stages]]\nkind = "finals"',
            6,
            ["Winner", "Final", *["Semi-final"] * 2, *["Group stage"] * 2],
        ),
        (
            '[[stages]]\nkind = "double_elimination"',
            4,
            ["Winner", "Final", "Losers' final", "Losers' round 1"],
        ),
        ('[[stages]]\nkind = "swiss"\nname = "League"', 2, ["League", "League"]),
    ],
)
def test_the_ranking_says_how_far_each_came(stages: str, count: int, told: list[str]) -> None:
    progress = play_out(contest(stages, names(count), 'seeding = "listed"'), by_strength(names(count)))
    sheet = final_ranking(progress, Links(progress.contest))
    assert [row[sheet.columns.index("came to")].text for row in sheet.rows] == told


def test_a_finalist_whose_opponent_is_not_known_has_come_to_the_final() -> None:
    told = contest('[[stages]]\nkind = "knockout"', names(3), 'seeding = "listed"')
    progress = play_out(told, by_strength(names(3)), most=0)
    came = {row[1].text: row[2].text for row in final_ranking(progress, Links(told)).rows}
    assert came == {"bot 01": "Final", "bot 02": "Semi-final", "bot 03": "Semi-final"}
