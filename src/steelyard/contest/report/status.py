"""The status of a contest, as text for a terminal and as JSON."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from steelyard.arena.verdicts import in_words
from steelyard.contest.report.bracket import bracket_text
from steelyard.contest.report.grade_tables import grades_text
from steelyard.contest.report.standings_tables import Links, final_ranking, standings
from steelyard.contest.running import voids
from steelyard.contest.standings.grades import grades
from steelyard.core import views
from steelyard.core.sheets import to_text

if TYPE_CHECKING:
    from steelyard.contest.running.progress import Progress

RATE_OVER = 50  # the last games, from whose rate the remaining time is estimated
RATE_FROM = 6  # games; fewer do not tell a rate
PAUSE = 10  # times as long as the others: nothing was played meanwhile


def status_text(progress: Progress, *, computed: bool = False, stopped: str = "") -> str:
    """The stage that is being played, or the final ranking; grades, on request with their computation.

    `stopped` is the command that goes on with a contest that nobody plays.
    """
    contest = progress.contest
    head = f"{contest.file.name}: {views.count(progress.games_played, 'game')} played, "
    if progress.done:
        ranking = to_text(final_ranking(progress, Links(contest)))
        bracket = "\n\n".join(bracket_text(progress, stage) for stage in progress.stages if stage.brackets)
        shown = [f"{head}over", ranking, bracket]
    else:
        shown = [f"{head}{_to_come(progress, stopped)}", stage_text(progress)]
    return "\n\n".join(
        filter(
            None,
            (
                *shown,
                grades_text(progress, computed=computed),
                _quarantined(progress),
                voids.summary(progress),
            ),
        )
    )


def _quarantined(progress: Progress) -> str:
    """Those who do not play, and why."""
    return "\n".join(
        f"quarantined: {name}: it {in_words(entry.fault)}"
        for name, entry in sorted(progress.journal_state.quarantined.items())
    )


def stage_text(progress: Progress, most: int | None = None) -> str:
    """The tables or the bracket of the stage that is being played."""
    if not progress.stages:
        return ""
    stage = progress.stages[-1]
    links = Links(progress.contest)
    shown = [to_text(standings(progress, stage, table, links), most) for table in stage.tables]
    if stage.brackets:
        shown.append(bracket_text(progress, stage))
    return "\n\n".join([stage.title, *shown])


def status_json(progress: Progress) -> dict[str, Any]:
    stage = progress.stages[-1] if progress.stages else None
    out = progress.journal_state.disqualified
    return {
        "contest": progress.contest.file.name,
        "game": progress.contest.game.id,
        "done": progress.done,
        "games": progress.games_played,
        "games_to_come": progress.games_to_come(),
        "seconds_left": seconds_left(progress),
        "stage": stage.title if stage is not None else None,
        "round": stage.round if stage is not None else None,
        "ranking": progress.ranked(),
        "grades": [
            {"name": each.name, "grade": each.number, "computed": each.computed, "note": each.note}
            for each in grades(progress)
        ],
        "quarantined": {
            name: entry.fault for name, entry in sorted(progress.journal_state.quarantined.items())
        },
        **{
            word: sorted(name for name, entry in out.items() if entry.word == word)
            for word in ("disqualified", "withdrawn")
        },
        "suspended": sorted(progress.suspended),
        "journal_hash": progress.journal_hash,
        "undecided": [slot.id for slot in progress.undecided],
        "voids": [
            void._asdict() for its in voids.repeated(progress.journal_state.voids).values() for void in its
        ],
    }


def seconds_left(progress: Progress) -> float | None:
    """The estimated time left, at the rate of the last games; None if it is not known."""
    ended = sorted(entry.ended for entry, _ in progress.journal_state.records.values() if entry.ended)[
        -RATE_OVER:
    ]
    if len(ended) < RATE_FROM or ended[-1] == ended[0]:
        return None
    *others, longest = sorted(later - earlier for earlier, later in pairwise(ended))
    usual = sum(others) / len(others)
    typical = (sum(others) + (min(longest, PAUSE * usual) if usual else longest)) / (len(others) + 1)
    return round(progress.games_to_come() * typical, 1)


def _to_come(progress: Progress, stopped: str) -> str:
    told, left = f"about {progress.games_to_come()} to come", seconds_left(progress)
    time = "" if left is None else f"{left / 60:.0f} min" if left > 90 else f"{left:.0f} s"
    if stopped:
        return f"{told}, stopped; {f'about {time} of play left, ' if time else ''}{stopped} goes on"
    return f"{told}, {time} left" if time else told
