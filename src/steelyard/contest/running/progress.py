"""The progress of a contest, computed from its file and its journal: results, games to play, ranking."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from steelyard.contest.model import TEACHER_STAGE, board_count
from steelyard.contest.running.journal_state import JournalState, ResultLookup
from steelyard.contest.stages.base.schedule import MatchBoards, Schedule

if TYPE_CHECKING:
    from steelyard.contest.model import Contest, Pairing, Slot
    from steelyard.contest.stages.base.progress import StageProgress
    from steelyard.contest.standings.ranking import Ties


@dataclass
class Progress:
    """A contest as it stands."""

    contest: Contest
    journal_state: JournalState
    names: list[str]
    """Those who take part, the best seeded first."""
    teacher: StageProgress | None = None
    stages: list[StageProgress] = field(default_factory=list)
    """The stages that have begun."""
    suspended: dict[str, str] = field(default_factory=dict)
    journal_hash: str = ""
    """The hash of the journal's last line, which stands for all of it; empty where it is not known."""

    @property
    def done(self) -> bool:
        whole = len(self.stages) == len(self.contest.file.stages) and self.stages[-1].done
        return whole and not self._open()

    @property
    def preparing(self) -> bool:
        """Whether it is not known of all bots yet whether they start, and so who takes part."""
        known = self.journal_state.admitted.keys() | self.journal_state.quarantined.keys()
        return any(name not in known for name in self.contest.slugs)

    @property
    def missing(self) -> list[Slot]:
        """The games that can be played now, in the order of the schedule."""
        return [slot for slot in self._open() if slot.id not in self.journal_state.undecided]

    @property
    def undecided(self) -> list[Slot]:
        """The games that wait for a decision of the organiser."""
        return [slot for slot in self._open() if slot.id in self.journal_state.undecided]

    def _open(self) -> list[Slot]:
        ours = self.teacher.missing if self.teacher else []
        return ours + (self.stages[-1].missing if self.stages else [])

    def all_stages(self) -> list[StageProgress]:
        return [*([self.teacher] if self.teacher else []), *self.stages]

    def pairings(self) -> list[Pairing]:
        return [pairing for stage in self.all_stages() for pairing in stage.pairings]

    def ranked(self) -> Ties:
        """All who take part, from the best down; those of later stages come before those who went out.

        Disqualified entrants come last, whatever they had reached, and so does whoever was in no stage.
        """
        out = self.journal_state.disqualified
        ranked_so_far = {name for name in self.names if name in out and not out[name].keeps_place}
        last = set(self.names)
        levels: Ties = []
        for stage in reversed(self.stages):
            for level in stage.ranked:
                fresh = [name for name in level if name not in ranked_so_far]
                levels += [fresh] if fresh else []
                ranked_so_far.update(fresh)
                last.difference_update(fresh)
        return [*levels, sorted(last)] if last else levels

    def now(self) -> tuple[int, int]:
        """The stage and round that are being played; a decision of the organiser counts from here on."""
        return (self.stages[-1].index, self.stages[-1].round) if self.stages else (TEACHER_STAGE, 0)

    @property
    def games_played(self) -> int:
        """How many games were played and count."""
        return sum(result.played for pairing in self.pairings() for _, result in pairing.games())

    def stage_has_begun(self) -> bool:
        """Whether a game of the stage that comes last has been played, also one that counts no longer."""
        pairings = self.stages[-1].pairings if self.stages else []
        return any(slot.id in self.journal_state.records for pairing in pairings for slot in pairing.slots)

    def games_to_come(self) -> int:
        """About how many games are left, including those of stages that have not begun."""
        left = len(self.missing)
        size = len(self.names)
        for number, stage in enumerate(self.contest.file.stages):
            begun = self.stages[number] if number < len(self.stages) else None
            if begun is not None and begun.done:
                size = len(begun.advancing)
                continue
            if begun is not None and not stage.resolves_ties:
                size = len(begun.names)
            left += stage.games(size)
            if begun is not None:
                scheduled = sum(len(pairing.slots) for pairing in begun.pairings) - begun.extra_games
                left -= min(scheduled, stage.games(size))
            size = min(size, stage.advancing(size))
        return left


def unfold(contest: Contest, journal_state: JournalState) -> Progress:
    """All stages, as far as the results reach. The same file and journal give the same progress."""
    results = ResultLookup(contest, journal_state)
    progress = Progress(contest, journal_state, _seed_names(contest, journal_state))
    if contest.file.teacher is not None:
        progress.teacher = _play_teacher(contest, progress.names, results)
    entrants = [name for name in progress.names if results.in_stage(name, 0)]
    for index, stage in enumerate(contest.file.stages):
        previous = progress.stages[-1] if progress.stages else None
        played = stage.play(Schedule(contest, index, stage.called, entrants, results, previous))
        played.reached = stage.reached(played)
        progress.stages.append(played)
        following = contest.file.stages[index + 1 : index + 2]
        if not played.done or (following and following[0].resolves_ties):
            played.by_lot = []  # not decided yet, or not by lot
        if not played.done:
            break
        entrants = played.advancing
    progress.suspended = results.suspended
    return progress


def _seed_names(contest: Contest, journal_state: JournalState) -> list[str]:
    names = [e.name for e in contest.entrants if e.name not in journal_state.quarantined]
    if contest.file.seeding == "lot":
        names.sort(key=lambda name: (contest.chance("seeding", name), name))
    return names


def _play_teacher(contest: Contest, names: list[str], results: ResultLookup) -> StageProgress:
    teacher = contest.file.teacher
    if teacher is None:
        raise AssertionError("called only for contests with a teacher's bot")
    schedule = Schedule(contest, TEACHER_STAGE, f"Against {teacher.name}", names, results)
    boards = MatchBoards(teacher.boards, "teacher")
    for name in names:
        for number in range(-(-teacher.games // (2 * board_count(teacher.boards)))):
            schedule.add(schedule.match(name, teacher.name, boards, number))
    schedule.progress.done = not schedule.progress.missing
    return schedule.progress
