"""How a contest stands, for a terminal and for a program."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from steelyard.contest.report.bracket import bracket_text
from steelyard.contest.report.results_sheets import Links, final_ranking, standings
from steelyard.contest.report.sheets import to_text
from steelyard.contest.running import voids

if TYPE_CHECKING:
    from steelyard.contest.running.progress import Course

RATE_OVER = 50  # of the last games, to guess how long it takes


def status_text(course: Course) -> str:
    """The stage that is being played, or the end."""
    contest = course.contest
    head = f"{contest.file.name}: {len(course.annals.records)} games played, "
    if course.done:
        ranking = to_text(final_ranking(course, Links(contest)))
        bracket = "\n\n".join(bracket_text(stage) for stage in course.stages if stage.bracket)
        return "\n\n".join(filter(None, (f"{head}over", ranking, bracket, voids.told(course))))
    return "\n\n".join(filter(None, (f"{head}{_to_come(course)}", stage_text(course), voids.told(course))))


def stage_text(course: Course, most: int | None = None) -> str:
    """The tables or the bracket of the stage that is being played."""
    if not course.stages:
        return ""
    stage = course.stages[-1]
    links = Links(course.contest)
    shown = [to_text(standings(stage, table, links), most) for table in stage.tables]
    if stage.bracket:
        shown.append(bracket_text(stage))
    return "\n\n".join([stage.title, *shown])


def status_json(course: Course) -> dict[str, Any]:
    stage = course.stages[-1] if course.stages else None
    return {
        "contest": course.contest.file.name,
        "game": course.contest.game.id,
        "done": course.done,
        "games": len(course.annals.records),
        "games_to_come": course.games_to_come(),
        "seconds_left": seconds_left(course),
        "stage": stage.title if stage is not None else None,
        "round": stage.round if stage is not None else None,
        "ranking": course.ranked(),
        "quarantined": {name: entry.fault for name, entry in sorted(course.annals.quarantined.items())},
        "disqualified": sorted(course.annals.disqualified),
        "suspended": sorted(course.suspended),
        "undecided": [slot.id for slot in course.undecided],
        "voids": [void._asdict() for its in voids.repeated(course.annals.voids).values() for void in its],
    }


def seconds_left(course: Course) -> float | None:
    """At the rate of the last games; None before there are any."""
    ended = sorted(entry.ended for entry, _ in course.annals.records.values() if entry.ended)[-RATE_OVER:]
    if len(ended) < 2 or ended[-1] == ended[0]:
        return None
    return round(course.games_to_come() * (ended[-1] - ended[0]) / (len(ended) - 1), 1)


def _to_come(course: Course) -> str:
    left = seconds_left(course)
    time = "" if left is None else f" ({left / 60:.0f} min)" if left > 90 else f" ({left:.0f} s)"
    return f"about {course.games_to_come()} to come{time}"
