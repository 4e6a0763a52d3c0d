"""Prepares a contest's folder for playing: admits its bots, starts workers, makes the runner."""

from __future__ import annotations

from contextlib import closing, contextmanager
from functools import partial
from typing import TYPE_CHECKING

from steelyard import bots
from steelyard.arena.verdicts import BotFailure, in_words
from steelyard.contest.file.loader import contest_of
from steelyard.contest.file.parser import InvalidContest
from steelyard.contest.running.folder import OVER, SPOILT, admit, check_bots, programs
from steelyard.contest.running.game_logs import GameLogs
from steelyard.contest.running.journal import ContestJournal
from steelyard.contest.running.journal_state import JournalState
from steelyard.contest.running.progress import unfold
from steelyard.contest.running.runner import ContestRunner

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from steelyard.arena.execution.work import Executor, Workers
    from steelyard.arena.program import Program
    from steelyard.contest.model import Contest
    from steelyard.contest.running.entrants import EntrantBots
    from steelyard.contest.running.folder import Folder
    from steelyard.contest.running.journal_entries import Quarantined, Replaced
    from steelyard.contest.running.journal_state import Key
    from steelyard.contest.running.progress import Progress

    OpenWorkers = Callable[[Contest, Mapping[Key, Program]], tuple[Workers, int]]
    """Starts workers; returns them and how many there are."""
    Say = Callable[[str, float], None]


@contextmanager
def contest_runner(  # noqa: PLR0913 - all that a contest is played with
    folder: Folder,
    executor: Executor,
    open_workers: OpenWorkers,
    *,
    isolated: bool,
    say: Say,
    admitted: Callable[[list[Quarantined]], None] = lambda _quarantined: None,
) -> Iterator[ContestRunner]:
    """The runner of a contest that has begun; nobody else can play it meanwhile.

    `admitted` gets the bots that were quarantined now. Raises InvalidContest if a bot's files have changed,
    before the first game, when a bot has failed, or at the end, what was built of it included.
    """
    with ContestJournal(folder.journal) as journal:
        journal_state, contest = JournalState(journal.entries), contest_of(journal.heading)
        texts = folder.texts(journal.heading)
        entrant_bots = folder.entrant_bots(contest, executor, isolated=isolated)
        _prepare(contest, journal_state, say)
        before = {**journal_state.quarantined}
        admit(journal, journal_state, contest, entrant_bots, say)
        admitted([entry for name, entry in journal_state.quarantined.items() if name not in before])
        check_bots(journal_state, contest, entrant_bots)
        progress = unfold(contest, journal_state)
        # Nothing is built for a contest that is over: what played stays as it is.
        ready = {} if progress.done else programs(journal, journal_state, contest, entrant_bots)
        _check_enough(contest, journal_state)
        _check_teacher(progress, ready, entrant_bots)
        workers, jobs = open_workers(contest, ready)
        with closing(workers):
            logs = GameLogs(folder.logs, contest)
            check = partial(check_bots, journal_state, contest, entrant_bots)
            check_failed = partial(check, playing=SPOILT)
            runner = ContestRunner(contest, journal_state, journal, texts, workers, jobs, logs, check_failed)
            yield runner
        if runner.progress.done:
            check(playing=OVER)


def bots_in(contest: Contest, replaced: Iterable[Replaced]) -> set[str]:
    """Every bot that plays or has played in it, as the file or the organiser named it."""
    teacher = contest.file.teacher
    named = {entrant.bot for entrant in contest.entrants} | {each.bot for each in replaced}
    return named | ({teacher.bot} if teacher is not None else set())


def _prepare(contest: Contest, journal_state: JournalState, say: Say) -> None:
    """Compute what built-in bots need before they can play."""
    for bot in sorted(bots_in(contest, journal_state.replaced)):
        bots.prepare(contest.game, bot, say)


def _check_teacher(progress: Progress, ready: Mapping[Key, Program], entrant_bots: EntrantBots) -> None:
    """A teacher's bot that does not start would be beaten by everybody: nothing is played then."""
    teacher = progress.contest.file.teacher
    if teacher is None or progress.teacher is None or not progress.teacher.missing:
        return
    try:
        entrant_bots.try_out(ready[teacher.name, 1])
    except BotFailure as failure:
        told = f"the teacher's bot {in_words(failure.fault)}: {failure.detail}"
        raise InvalidContest(f"{told}; repair {teacher.bot} and start again") from None


def _check_enough(contest: Contest, journal_state: JournalState) -> None:
    left = [entrant for entrant in contest.entrants if entrant.name not in journal_state.quarantined]
    if len(left) < 2:
        raise InvalidContest(f"{len(left)} of {len(contest.entrants)} bots can play; at least two are needed")
