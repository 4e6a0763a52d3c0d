"""A bot that is let in late takes nothing from those who have played: neither grades nor results."""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING

import pytest

from steelyard.contest.report.writer import write_report
from steelyard.contest.standings.grades import grades
from tests.contest.decided_contests import GROUPS, KNOCKOUT, SWISS, TO_THE_END, after, fields, let_in, out
from tests.contest.simulation import Ending, by_chance, by_strength, names

if TYPE_CHECKING:
    from pathlib import Path

    from steelyard.contest.model import Slot
    from steelyard.contest.running.progress import Progress
    from tests.contest.decided_contests import Decision

QUALIFICATION = '[[stages]]\nkind = "qualification"\nadvance = 4\n'
CLASS = QUALIFICATION + KNOCKOUT
FORMATS = {
    "class": CLASS,
    "swiss": SWISS + "advance = 4\n" + KNOCKOUT,
    "several groups": GROUPS + "groups = 2\nadvance = 2\n" + KNOCKOUT,
    "knockout": KNOCKOUT,
}
MOST_BOXES = '[grades]\nformula = "max_boxes"\n'
MOST_WINS = '[grades]\nformula = "wins"\n'


def graded(progress: Progress) -> dict[str, float]:
    return {each.name: each.number or 0.0 for each in grades(progress)}


def weakest_out(slot: Slot) -> Ending:
    """Everybody wins against bot 01, with many boxes; otherwise the lower number wins, with few."""
    if "bot 01" in slot.seats:
        seat = slot.seats.index("bot 01")
        return Ending(1 - seat, {"tanks": (5, 5), "boxes": (30 * seat, 30 * (1 - seat))})
    return Ending(int(slot.seats[1] < slot.seats[0]), {"tanks": (3, 3), "boxes": (18, 18)})


@pytest.mark.parametrize("stages", FORMATS.values(), ids=FORMATS)
@pytest.mark.parametrize("decisions", [(), (out("bot 02"),)], ids=["nobody is out", "one is out"])
def test_the_most_boxes_of_the_games_ever_played_stay(stages: str, decisions: tuple[Decision, ...]) -> None:
    """What is drawn anew takes nobody's best game away, whoever it was played against."""
    for seed in range(2):
        play = partial(after, TO_THE_END, stages, *decisions, head=MOST_BOXES, size=7, ending=by_chance(seed))
        before, then = graded(play()), graded(play(let_in("bot 07")))
        assert {name for name in before if then[name] < before[name]} == set()


def test_results_against_whoever_is_disqualified_later_stand_where_everybody_meets() -> None:
    """The qualification was over when it was disqualified: the newcomer alone wins by forfeit."""
    before = after(TO_THE_END, CLASS, out("bot 01"), head=MOST_WINS)
    progress = after(TO_THE_END, CLASS, out("bot 01"), let_in("bot 06"), head=MOST_WINS)
    table, was = (each.stages[0].tables[0].tallies for each in (progress, before))
    assert {name: was[name].losses for name in names(5)} == {
        name: table[name].losses - 2 * (name == "bot 01") for name in names(5)
    }
    assert fields(progress)[0] == names(6)
    assert "bot 01" not in fields(progress)[1], "in the knockout it is drawn no more"
    assert progress.ranked()[-1] == ["bot 01"]
    forfeited = [r for p in progress.pairings() for _, r in p.games() if not r.played]
    assert [result.absent for result in forfeited] == [{0: "disqualified"}, {1: "disqualified"}]


def test_wins_that_a_disqualified_entrant_forfeited_stay() -> None:
    """The newcomer wins against all of them, so nobody gains from it."""
    newcomer_first = by_strength(["bot 06", *names(5)])
    for stages in (GROUPS, QUALIFICATION):
        play = partial(after, TO_THE_END, stages, out("bot 01"), head=MOST_WINS, ending=newcomer_first)
        before, then = graded(play()), graded(play(let_in("bot 06")))
        assert {name: then[name] for name in names(5)} == {name: before[name] for name in names(5)}


def test_boxes_from_games_against_it_rank_nobody_once_it_forfeits_to_the_newcomer() -> None:
    """The newcomer cannot get any from it, so nobody has any."""
    stages = QUALIFICATION.replace("advance", 'ranking = ["boxes"]\nadvance') + KNOCKOUT
    progress = after(TO_THE_END, stages, out("bot 02"), let_in("bot 06"), ending=weakest_out)
    tallies = progress.stages[0].tables[0].tallies
    assert tallies["bot 02"].matches == 5
    assert [tallies[name].figures["boxes"] for name in ("bot 03", "bot 06")] == [2 * (30 + 3 * 18)] * 2


@pytest.mark.parametrize("stages", [SWISS, CLASS], ids=["swiss", "class"])
def test_what_it_lost_when_it_was_disqualified_does_not_come_back(stages: str) -> None:
    """Its games of that round are forfeits, also where the new draw is without them."""
    progress = after(1, stages, out("bot 01"), let_in("bot 06"), head=MOST_BOXES, ending=weakest_out)
    assert graded(progress) == dict.fromkeys(names(6), 18.0) | {"bot 01": 0.0}


def test_a_game_that_is_drawn_no_more_is_named_beside_the_grade(tmp_path: Path) -> None:
    """It has no page among the games of the schedule, so the grade links to its record."""
    progress = after(
        TO_THE_END, KNOCKOUT, out("bot 02"), let_in("bot 08"), head=MOST_BOXES, size=8, ending=by_chance(1)
    )
    scheduled = {slot.id for pairing in progress.pairings() for slot in pairing.slots}
    elsewhere = {each.games["max_boxes"] for each in grades(progress)} - scheduled
    assert elsewhere
    write_report(progress, tmp_path / "report")
    page = (tmp_path / "report/grades.html").read_text("utf-8")
    for game in elsewhere:
        record = f"records/{game.replace('/', '.')}.json"
        assert f'href="{record}"' in page
        assert json.loads((tmp_path / "report" / record).read_bytes())
        assert f"games/{game.replace('/', '.')}.html" not in page
