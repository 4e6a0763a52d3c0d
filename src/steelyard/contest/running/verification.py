"""Verifies a journal: goes through it line by line and computes again all that can be computed.

Each game must have been due when it was played, be the game that was ordered, and replay to what the journal
says; each decision must be what the contest made of it at that moment.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from steelyard import bots, games
from steelyard.arena.match.journal import OtherFormat
from steelyard.arena.record import InvalidRecord, unchecked_record
from steelyard.arena.verification import NEVER_BEFORE_A_GAME, UNKNOWN_HASH, check_order, verified
from steelyard.contest.file.loader import all_listed_boards, entrants_fit
from steelyard.contest.model import FORFEIT, SPOILED
from steelyard.contest.running import decisions, journal
from steelyard.contest.running.decisions import CannotDecide
from steelyard.contest.running.folder import Folder, compare_bots, contest_by_these_rules, edited_copy
from steelyard.contest.running.journal_entries import (
    Admitted,
    Disqualified,
    Played,
    Quarantined,
    Rebuilt,
    Reinstated,
    Replaced,
    Rerun,
    Ruled,
    Unfit,
)
from steelyard.contest.running.journal_state import JournalState
from steelyard.contest.running.progress import unfold
from steelyard.contest.running.runner import SPOILED_IN_A_ROW
from steelyard.core import views
from steelyard.core.errors import SteelyardError
from steelyard.core.game import listed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from pathlib import Path

    from steelyard.arena.record import GameOrder
    from steelyard.contest.model import Contest, Slot
    from steelyard.contest.running.folder import ComparedBots
    from steelyard.contest.running.journal_entries import AnyEntry, ContestHeading
    from steelyard.contest.running.progress import Progress

WORDS = {"reason", "at", "fingerprint", "built"}
"""What is not computed of a decision; fingerprints are compared with the files."""


def verify(file: Path, published: str | None = None) -> Iterator[str]:
    """What does not fit in a journal and the folder it is in; `published` is its hash at some time.

    Raises InvalidJournal if there is none, OtherFormat if it is of another version.
    """
    try:
        heading, entries, links = journal.read(file)
        contest, texts = contest_by_these_rules(heading, file), Folder(file.parent).texts(heading)
    except OtherFormat:
        raise
    except SteelyardError as error:
        if not file.exists():
            raise
        yield str(error)
        return
    if published is not None and published not in links:
        yield f"{UNKNOWN_HASH}; {journal.INCOMPLETE}" if journal.is_torn(file) else UNKNOWN_HASH
    yield from _heading_problems(contest, heading)
    if edited := edited_copy(file):
        yield edited
    yield from JournalCheck(contest, texts).problems(entries)
    compared = compared_bots(file)
    for name, where in compared.changed.items():
        yield f"{name}'s bot is not the one that was admitted: {where} was changed"
    for name in compared.changed_builds:
        yield f"{name}'s bot is not the one that played: what was built of it was changed"


def _heading_problems(contest: Contest, heading: ContestHeading) -> Iterator[str]:
    told = contest.file
    if told.seed is not None and str(told.seed) != heading.seed:
        yield f"the contest file says the seed {told.seed}, the heading {heading.seed}"
    if not entrants_fit(told, heading.entrants):
        yield "the entrants are not those of the contest file"
    if {*heading.boards} != all_listed_boards(told):
        yield "the boards are not those of the contest file"


def compared_bots(file: Path) -> ComparedBots:
    """The files of the bots in the contest's folder, compared with what its journal says."""
    heading, entries, _ = journal.read(file)
    contest = contest_by_these_rules(heading, file)
    entrant_bots = Folder(file.parent).entrant_bots(contest, isolated=heading.isolated)
    return compare_bots(JournalState(entries), contest, entrant_bots)


def bots_words(found: ComparedBots) -> str:
    """What was compared, in a sentence."""
    if not found.same and not found.missing:
        return "no bot has files here to compare"
    same = f"the files of {views.count(len(found.same), 'bot')} are those that were admitted"
    gone = f"those of {listed(found.missing)} are not here and were not compared"
    return "; ".join([*([same] if found.same else []), *([gone] if found.missing else [])])


def game_problem(entry: Played, order: GameOrder) -> str | None:
    """What is wrong with a game that was to be played so."""
    try:
        record = unchecked_record(bytes(entry.record))
        check_order(record, order)
        game, states = verified(record, games.get)
    except InvalidRecord as error:
        return str(error)
    counted = game.figures(states[-1])
    if entry.figures != counted and (record.outcome is not None or entry.figures):
        return f"the figures are {counted}, the journal says {entry.figures}"
    return None


class JournalCheck:
    """Goes through the journal of one contest. `texts` are those of the listed boards."""

    def __init__(
        self,
        contest: Contest,
        texts: Mapping[str, str],
        game_problem: Callable[[Played, GameOrder], str | None] = game_problem,
    ) -> None:
        self._contest = contest
        self._texts = texts
        self._problem_of = game_problem
        self._state = JournalState()
        self._progress: Progress | None = None
        """None when something was added since it was computed."""
        self._due: dict[str, Slot] = {}
        """Games that were due at some moment and have not been played since."""
        self._spoiled: list[str] = []
        """The games in a row that the machine has spoiled."""

    @property
    def progress(self) -> Progress:
        """The contest after the lines so far."""
        if self._progress is None:
            self._progress = unfold(self._contest, self._state)
        return self._progress

    def problems(self, entries: Iterable[AnyEntry]) -> Iterator[str]:
        """A line for each entry that cannot have been; after a wrong decision nothing can be computed."""
        for number, entry in enumerate(entries, start=2):
            problem = self._problem(entry)
            if problem is not None:
                yield f"line {number}: {problem}"
                if not isinstance(entry, Played):
                    yield f"the lines after line {number} were not verified"
                    return
            self._add(entry)

    def _add(self, entry: AnyEntry) -> None:
        if isinstance(entry, Played) and _is_disturbing(entry) and not self.progress.preparing:
            # Games that were handed out by now may be forfeited after this one.
            self._due |= {slot.id: slot for slot in self.progress.missing if slot.id != entry.id}
        self._state.add(entry)
        self._progress = None
        if not isinstance(entry, Played):
            self._due.clear()  # no game is being played meanwhile
            return
        result = self._state.result(entry.id)
        if result is None or result.reason == SPOILED:
            self._spoiled.append(entry.id)
        else:
            self._spoiled.clear()

    def _problem(self, entry: AnyEntry) -> str | None:
        match entry:
            case Admitted() | Quarantined():
                return self._entrant_problem(entry)
            case Rebuilt():
                there = (entry.name, entry.version) in self._state.bots
                return None if there else f"there is no version {entry.version} of {entry.name}'s bot"
            case Played():
                return self._game_problem(entry)
            case Unfit():
                return self._unfit_problem(entry)
            case _:
                return self._decision_problem(entry)

    def _entrant_problem(self, entry: Admitted | Quarantined) -> str | None:
        teacher = self._contest.file.teacher
        named = {each.name: each.bot for each in self._contest.entrants}
        if teacher is not None and isinstance(entry, Admitted):
            named[teacher.name] = teacher.bot
        if named.get(entry.name) != entry.bot:
            return f"the contest has no entrant {entry.name!r} with the bot {entry.bot!r}"
        if (entry.name, 1) in self._state.bots or entry.name in self._state.quarantined:
            return f"{entry.name} is admitted twice"
        ours = entry.bot.partition(":")[0] in bots.names(self._contest.file.game)
        if isinstance(entry, Admitted) and ours and (entry.fingerprint or entry.built):
            return f"{entry.name} is a built-in, which has no files"
        if isinstance(entry, Quarantined) and entry.fault in NEVER_BEFORE_A_GAME:
            return f"{entry.name}: {entry.fault} keeps nobody out"
        return None

    def _game_problem(self, entry: Played) -> str | None:
        slot = self._slot(entry.id)
        if slot is None:
            return f"{entry.id} was not to be played then: it is here twice, out of order, or another game"
        order = self._contest.game_order(slot, self._state.players(slot), self._texts)
        problem = self._problem_of(entry, order)
        return None if problem is None else f"{entry.id}: {problem}"

    def _slot(self, game: str) -> Slot | None:
        """The game of that name, if it was due; all bots must have been tried out before."""
        if game not in self._due and not self.progress.preparing:
            self._due |= {slot.id: slot for slot in self.progress.missing}
        return self._due.pop(game, None)

    def _unfit_problem(self, entry: Unfit) -> str | None:
        rows = range(SPOILED_IN_A_ROW, len(self._spoiled) + 1)
        if any(sorted({*self._spoiled[-length:]}) == entry.games for length in rows):
            self._spoiled.clear()
            return None
        return "these games were not spoiled by the machine one after the other"

    def _decision_problem(self, entry: AnyEntry) -> str | None:
        try:
            expected = self._decided(entry)
        except CannotDecide as error:
            return str(error)
        names = [name for name in entry.__struct_fields__ if name not in WORDS]
        different = [name for name in names if getattr(entry, name) != getattr(expected, name)]
        what = type(entry).__name__.lower()
        return f"{what}: another decision (different: {', '.join(different)})" if different else None

    def _decided(self, entry: AnyEntry) -> AnyEntry:
        """The decision as the contest would make of it; raises CannotDecide."""
        progress = self.progress
        match entry:
            case Rerun():
                return decisions.checked_rerun(progress, entry.id, entry.reason)
            case Ruled():
                return decisions.checked_ruling(progress, entry.id, entry.winner, entry.reason)
            case Replaced():
                return decisions.checked_replacement(progress, entry.name, entry.bot, entry.reason)
            case Disqualified():
                return decisions.checked_disqualification(
                    progress, entry.name, entry.reason, entry.grade, withdrew=entry.withdrew
                )
            case Reinstated():
                return decisions.checked_reinstatement(progress, entry.name, entry.reason)
        raise AssertionError(f"{type(entry).__name__} is no decision")


def _is_disturbing(entry: Played) -> bool:
    """Whether other games may be due after this one than before."""
    record = unchecked_record(bytes(entry.record))
    return record.outcome is None or record.verdict is not None


ANEW = "of a match that was drawn anew"
FORFEITED = "forfeited since, by a disqualification, withdrawal or suspension"
DECIDED = "given up or decided by the organiser"
AGAIN = "to be played again or decided"


def counted(progress: Progress) -> str:
    """How many games were played, and why some of them do not count."""
    found = progress.journal_state.records
    slots = {slot.id for pairing in progress.pairings() for slot in pairing.slots}
    results = {slot.id: result for pairing in progress.pairings() for slot, result in pairing.games()}
    why: Counter[str] = Counter()
    for game in found:
        result = results.get(game)
        if game not in slots:
            why[ANEW] += 1
        elif result is None:
            why[AGAIN] += 1
        elif not result.played:
            why[FORFEITED if result.reason == FORFEIT else DECIDED] += 1
    if not why:
        return views.count(len(found), "game")
    told = "".join(f"; {number} {'is' if number == 1 else 'are'} {each}" for each, number in why.items())
    return f"{views.count(len(found), 'game')} ({len(found) - why.total()} count{told})"
