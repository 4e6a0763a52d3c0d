"""Grades by person, for a spreadsheet: everybody who has come in, with the place and grade of their team."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from steelyard.contest.report.grade_tables import grade_text
from steelyard.contest.standings.grades import grades
from steelyard.core.sheets import Sheet

if TYPE_CHECKING:
    from steelyard.contest.running.progress import Progress
    from steelyard.server.contests.follower import Follower
    from steelyard.server.contests.service import ContestService
    from steelyard.server.contests.store import Row

NOT_IN = "did not take part"


class Graded(NamedTuple):
    place: str
    grade: str
    note: str


def by_entrant(progress: Progress) -> dict[str, Graded]:
    """Of every entrant, in the order of the ranking."""
    places: dict[str, int] = {}
    for level in progress.ranked():
        places |= dict.fromkeys(level, len(places) + 1)
    told = progress.contest.file.grades
    decimals = 0 if told is None else told.decimals
    return {
        each.name: Graded(
            str(places.get(each.name, "")),
            "" if each.grade is None else grade_text(each.grade, decimals),
            each.note,
        )
        for each in grades(progress)
    }


def grade_list(service: ContestService, row: Row, follower: Follower, *, numbers: bool) -> Sheet:
    """With student numbers for the organiser alone."""
    graded = follower.view("graded", lambda progress, _: by_entrant(progress))
    order = {name: position for position, name in enumerate(graded)}
    store = service.contest_store
    entries = sorted(store.entries(row.id).values(), key=lambda each: order.get(each.name, len(order)))
    sheet = Sheet("", [*(["student number"] if numbers else []), "name", "team", "place", "grade", "note"])
    for entry in entries:
        team = store.team(entry)
        names = service.people.names(member.account for member in team)
        result = graded.get(entry.name, Graded("", "", NOT_IN))
        for member in team:
            number = [member.student_number] if numbers else []
            sheet.add(*number, names[member.account], entry.name or service.name_of(entry), *result)
    return sheet
