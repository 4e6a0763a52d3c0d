"""What changed among the entrants during a contest, in sentences for whoever reads the results."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steelyard.contest.model import TEACHER_STAGE
from steelyard.contest.running.journal_entries import Reinstated
from steelyard.contest.running.progress import unfold

if TYPE_CHECKING:
    from steelyard.contest.running.journal_entries import Disqualified, Replaced
    from steelyard.contest.running.progress import Progress
    from steelyard.contest.stages.base.progress import StageProgress

KEPT = "it keeps its place and the games that it has played, and forfeits the others"
LOST = "in the bracket it stands where it came to and loses that round, in the ranking it comes last"


def is_replaced(progress: Progress, name: str) -> bool:
    """Whether another version plays for the entrant than at its beginning."""
    return any(each.name == name for each in progress.journal_state.replaced)


def replacement_words(progress: Progress, name: str) -> list[str]:
    """Since when another version plays, and why: a sentence for each replacement."""
    return [
        f"Another version plays since {_since(progress, each)}: {each.reason}"
        for each in progress.journal_state.replaced
        if each.name == name
    ]


def _since(progress: Progress, entry: Replaced) -> str:
    if entry.stage == TEACHER_STAGE:
        return "the beginning"
    stage = progress.contest.file.stages[entry.stage].called
    return f"round {entry.round} of {stage}" if entry.round else f"the stage {stage}"


def stage_remarks(progress: Progress, stage: StageProgress) -> list[str]:
    """Why somebody who is out stands in this stage, or does not: it depends on when that was decided."""
    told = []
    for name, entry in sorted(progress.journal_state.disqualified.items()):
        if entry.stage != stage.index:
            continue
        was = f"{name} {'withdrew' if entry.withdrew else 'was disqualified'}"
        if name not in stage.names:
            if _belonged_in(progress, stage, entry):
                told.append(f"{was}, and this stage was drawn anew without it.")
        elif stage.brackets and entry.games_stand:
            told.append(f"{was} during this stage: {KEPT}.")
        elif stage.brackets:
            told.append(f"{was} during this stage: {LOST}.")
    return told


def _belonged_in(progress: Progress, stage: StageProgress, entry: Disqualified) -> bool:
    """Whether the entrant would be in a stage of which nothing had been played when it was decided."""
    if entry.last_stage is None or entry.last_stage >= stage.index:
        return False
    back = Reinstated(name=entry.name, was=entry.word, stage=stage.index, reason="", at="")
    instead = unfold(progress.contest, progress.journal_state.with_entry(back))
    return any(each.index == stage.index and entry.name in each.names for each in instead.stages)
