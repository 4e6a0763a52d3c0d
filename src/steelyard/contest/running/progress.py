"""The whole contest as a function of its file and its journal: what was, what is due, who leads."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from steelyard.contest.file.definition import Finals, Groups, Knockout, Playoff, Qualification, Swiss
from steelyard.contest.model import TEACHER_STAGE, how_many
from steelyard.contest.running.journal_state import Book, JournalState
from steelyard.contest.stages import brackets, tables
from steelyard.contest.stages.stage import Ground, StageProgress, Venue

if TYPE_CHECKING:
    from steelyard.contest.file.definition import AnyStage
    from steelyard.contest.model import Contest, Pairing, Slot
    from steelyard.contest.standings.table import Ties


@dataclass
class Progress:
    """A contest as it stands."""

    contest: Contest
    journal_state: JournalState
    names: list[str]
    """Who takes part, the best seeded first."""
    teacher: StageProgress | None = None
    stages: list[StageProgress] = field(default_factory=list)
    """Those that have begun."""
    suspended: dict[str, str] = field(default_factory=dict)

    @property
    def done(self) -> bool:
        whole = len(self.stages) == len(self.contest.file.stages) and self.stages[-1].done
        return whole and not self._open()

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
        """Everyone who takes part, from the best down: those of later stages before those who went out.

        Who is disqualified comes last, whatever it had reached.
        """
        out = sorted(name for name in self.names if name in self.journal_state.disqualified)
        placed = set(out)
        levels: Ties = []
        for stage in reversed(self.stages):
            for level in stage.ranked:
                fresh = [name for name in level if name not in placed]
                levels += [fresh] if fresh else []
                placed.update(fresh)
        return [*levels, out] if out else levels

    def now(self) -> tuple[int, int]:
        """The stage and round that are being played: from where on a decision of the organiser counts."""
        return (self.stages[-1].index, self.stages[-1].round) if self.stages else (TEACHER_STAGE, 0)

    def games_to_come(self) -> int:
        """About how many games are left, those of stages that have not begun included."""
        left = len(self.missing)
        size = len(self.names)
        for number, stage in enumerate(self.contest.file.stages):
            begun = self.stages[number] if number < len(self.stages) else None
            if begun is None or not begun.done:
                whole = _games(stage, size)
                played = sum(len(p.slots) for p in begun.pairings) if begun is not None else 0
                left += max(0, whole - played)
            size = min(size, _advancing(stage, size))
        return left


def unfold(contest: Contest, journal_state: JournalState) -> Progress:
    """Stage after stage, as far as the results reach. Always the same for the same file and journal."""
    book = Book(contest, journal_state)
    progress = Progress(contest, journal_state, _seeded(contest, journal_state))
    if contest.file.teacher is not None:
        progress.teacher = _against_the_teacher(contest, progress.names, book)
    entrants = progress.names
    for index, stage in enumerate(contest.file.stages):
        ground = Ground(contest, index, stage.called, entrants, book)
        played = _unfold_stage(ground, stage, progress.stages[-1] if progress.stages else None)
        progress.stages.append(played)
        following = contest.file.stages[index + 1 : index + 2]
        if not played.done or (following and isinstance(following[0], Playoff)):
            played.by_lot = []  # not yet, or not by lot
        if not played.done:
            break
        entrants = played.advancing
    progress.suspended = book.suspended
    return progress


def _unfold_stage(ground: Ground, stage: AnyStage, before: StageProgress | None) -> StageProgress:
    match stage:
        case Groups():
            return tables.groups(ground, stage)
        case Swiss():
            return tables.swiss_rounds(ground, stage)
        case Qualification():
            return tables.qualification(ground, stage)
        case Playoff():
            if before is None:
                raise AssertionError("a playoff follows a table; the file was checked for it")
            return tables.playoff(ground, stage, before)
        case Knockout():
            return brackets.knockout(ground, stage)
        case Finals():
            return brackets.finals(ground, stage)


def _seeded(contest: Contest, journal_state: JournalState) -> list[str]:
    names = [e.name for e in contest.entrants if e.name not in journal_state.quarantined]
    if contest.file.seeding == "lot":
        names.sort(key=lambda name: (contest.chance("seeding", name), name))
    return names


def _against_the_teacher(contest: Contest, names: list[str], book: Book) -> StageProgress:
    teacher = contest.file.teacher
    if teacher is None:
        raise AssertionError("asked for only where there is one")
    ground = Ground(contest, TEACHER_STAGE, f"Against {teacher.name}", names, book)
    per_board = how_many(teacher.boards)
    for name in names:
        for number in range(-(-teacher.games // (2 * per_board))):
            venue = Venue(teacher.boards, "teacher")
            ground.add(ground.match(name, teacher.name, venue, number))
    ground.progress.done = not ground.progress.missing
    return ground.progress


def _games(stage: AnyStage, size: int) -> int:
    """How many games a stage of that size has, at least."""
    legs = how_many(stage.boards) * (2 if stage.twice else 1)
    match stage:
        case Groups():
            sizes = [size // stage.groups + (place < size % stage.groups) for place in range(stage.groups)]
            return legs * sum(each * (each - 1) // 2 for each in sizes)
        case Qualification(system="round-robin"):
            return legs * (size * (size - 1) // 2)
        case Qualification() | Swiss():
            return legs * (size // 2) * (stage.rounds or tables.rounds_for(size))
        case Playoff():
            return 0
        case Knockout():
            return legs * (max(0, size - 1) + (stage.third_place and size >= 4))
        case Finals():
            semi, final = (how_many(boards or stage.boards) for boards in (stage.semi_finals, stage.final))
            return (2 if stage.twice else 1) * (2 * semi + final + (semi if stage.third_place else 0))


def _advancing(stage: AnyStage, size: int) -> int:
    if isinstance(stage, Groups | Swiss | Qualification) and stage.advance is not None:
        return stage.advance * (stage.groups if isinstance(stage, Groups) else 1)
    return size
