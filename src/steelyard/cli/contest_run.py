"""`steelyard contest run`: play a contest from its file to the last game, and show the standings."""

from __future__ import annotations

import shlex
import shutil
import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from steelyard.arena.execution.connection import connect
from steelyard.arena.execution.executors import LocalExecutor, RayExecutor
from steelyard.arena.sandbox import untrusted_folders
from steelyard.arena.verdicts import Fault, in_words
from steelyard.cli.arguments import check_control_groups
from steelyard.cli.progress import Bar, isolation, rate_words
from steelyard.cli.terminal import clear_lines, show, show_json, uninterrupted
from steelyard.contest.file.loader import contest_of, open_contest
from steelyard.contest.file.parser import InvalidContest
from steelyard.contest.report.status import stage_text, status_json, status_text
from steelyard.contest.report.writer import write_report
from steelyard.contest.running.folder import Folder, edited_copy, same_contest
from steelyard.contest.running.journal import ContestJournal
from steelyard.contest.running.journal_entries import Quarantined, Replaced
from steelyard.contest.running.runner import NeedsRuling, conditions
from steelyard.contest.running.session import bots_in, contest_runner
from steelyard.core import files, views
from steelyard.core.errors import InvalidOption, SteelyardError
from steelyard.core.plain_text import plain

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from steelyard.arena.execution.work import Executor, Workers
    from steelyard.arena.program import Program
    from steelyard.contest.file.loader import Opened
    from steelyard.contest.model import Contest
    from steelyard.contest.running.journal_state import Key
    from steelyard.contest.running.progress import Progress
    from steelyard.contest.running.runner import ContestRunner

BEGINNING = {"handed-in", "bots", "boards.json", "contest.toml", "journal.jsonl"}
"""What a contest's folder may contain before its journal is complete."""
SHOWN_S = 1.0  # between two updates of the view
LINE_S = 15.0  # between two lines where there is no terminal
TABLE_SHOWN = 10  # rows of the standings
LOG_SHOWN = 3  # lines of a quarantined bot's log


class ReportMissing(SteelyardError):
    """The games are played, and their report could not be written."""


def organise(arguments: Namespace) -> int:
    check_control_groups(arguments)
    if arguments.jobs is not None and arguments.jobs < 1:
        raise InvalidOption("--jobs must be at least 1")
    with _executor(arguments.ray) as executor:
        return _organise(arguments, executor)


def _organise(arguments: Namespace, executor: Executor) -> int:
    bar = Bar()
    folder, isolated = _begun(arguments, executor, bar)
    before = bar.share

    def open_workers(contest: Contest, ready: Mapping[Key, Program]) -> tuple[Workers, int]:
        asked: int | None = arguments.jobs
        work = conditions(contest, ready, asked, isolated=isolated)
        workers, jobs = executor.open_workers(work, asked)
        if asked is not None and jobs < asked:
            show(
                f"playing {jobs} at a time: under {contest.clock} more games would disturb each other",
                error=True,
            )
        return workers, jobs

    def say(doing: str, share: float) -> None:
        bar(doing, before + (1 - before) * share)

    def admitted(quarantined: list[Quarantined]) -> None:
        bar.clear()
        _tell_quarantined(quarantined, folder)

    try:
        with contest_runner(
            folder, executor, open_workers, isolated=isolated, say=say, admitted=admitted
        ) as runner:
            _play(runner, folder, as_json=arguments.json)
    except KeyboardInterrupt:
        with uninterrupted():
            bar.clear()
            done = views.count(len(folder.progress().journal_state.records), "game")
            show(f"stopped after {done}; run the same command to continue", error=True)
        raise
    return 0


def _play(runner: ContestRunner, folder: Folder, *, as_json: bool) -> None:
    view = View()
    try:
        progress = runner.run(view.show)
    except NeedsRuling as needed:
        view.clear()
        _report(runner.progress, folder, needed)
        raise
    finally:
        view.clear()
    if as_json:
        show_json(status_json(progress))
    else:
        show(status_text(progress))
    _report(progress, folder)
    if not as_json:
        show(f"\n{folder.report / 'index.html'}")
        show(f"hash, which shows everybody later that nothing was changed: {progress.journal_hash}")


def _report(progress: Progress, folder: Folder, needed: NeedsRuling | None = None) -> None:
    """Write the report; if that fails, the games count all the same, and what is needed is still said."""
    try:
        write_report(progress, folder.report)
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        raise ReportMissing(
            f"{f'{needed}; ' if needed else ''}{where}{error.strerror}: the report could not be written, but "
            f"all games are kept; steelyard contest report {folder.path} writes it"
        ) from error


def _begun(arguments: Namespace, executor: Executor, bar: Bar) -> tuple[Folder, bool]:
    """The contest's folder, created if necessary, and whether its bots run in sandboxes."""
    given: Path = arguments.contest
    if given.is_dir() and arguments.into is None:
        folder = Folder(given)
        if not folder.begun:
            raise InvalidContest(
                f"{given} is not the folder of a contest; a contest begins with a file, say {given}.toml"
            )
        return folder, _isolation(folder, arguments)
    folder = Folder(arguments.into or given.with_suffix(""))
    if folder.begun:
        return folder, _isolation(folder, arguments, given)
    opened = open_contest(given)
    if folder.path == given:
        raise InvalidContest(f"rename {given} to {given}.toml, or use --into FOLDER")
    named = bots_in(opened.contest, [])
    isolated = isolation(named, opened.contest.file.game, practice=arguments.no_sandbox, contest=True)
    _check_free(folder, opened)
    is_new = not folder.path.exists()
    try:  # every bot is started once more when it is admitted
        folder.begin(opened, executor, isolated=isolated, say=lambda doing, share: bar(doing, share / 2))
    except KeyboardInterrupt:
        with uninterrupted():
            if is_new:
                untrusted_folders.remove(folder.path)
            bar.clear()
            kept = "nothing was kept, " if is_new else ""
            show(f"stopped before the contest began; {kept}run the same command to begin", error=True)
        raise
    bar.clear()
    for remark in folder.progress().contest.remarks:
        show(f"{remark.about}: {remark.text}", error=True)
    return folder, isolated


def _isolation(folder: Folder, arguments: Namespace, file: Path | None = None) -> bool:
    """Whether the bots of a contest that has begun, and is still the one in the file, run in sandboxes."""
    with ContestJournal(folder.journal) as journal:
        if edited := edited_copy(folder.journal):
            show(edited, error=True)
        if file is not None:
            same_contest(open_contest(file, journal.heading).heading, journal.heading, folder.path)
        contest = contest_of(journal.heading)
        named = bots_in(contest, [entry for entry in journal.entries if isinstance(entry, Replaced)])
    isolated = isolation(named, contest.file.game, practice=arguments.no_sandbox, contest=True)
    if journal.heading.isolated not in {None, isolated}:
        began = "in the sandbox" if journal.heading.isolated else "without the sandbox (--no-sandbox)"
        raise InvalidContest(f"{folder.path} was started {began} and can only be continued like that")
    return isolated


def _check_free(folder: Folder, opened: Opened) -> None:
    """Raise InvalidContest if the folder contains anything but the remains of an interrupted start."""
    there = sorted(each.name for each in folder.path.iterdir()) if folder.path.exists() else []
    unknown = [name for name in there if name.removesuffix(files.NEW) not in BEGINNING]
    copy = folder.path / "contest.toml"
    if copy.exists() and copy.read_bytes() != opened.heading.file.encode():
        unknown.insert(0, copy.name)
    if unknown:
        raise InvalidContest(
            f"{folder.path} is not the folder of a contest: it has {unknown[0]}; name a new one with --into"
        )


def _tell_quarantined(quarantined: list[Quarantined], folder: Folder) -> None:
    for entry in quarantined:
        show(f"quarantined: {entry.name}: it {in_words(entry.fault)}: {entry.detail}", error=True)
        log = entry.log.strip().splitlines()
        for line in log[:LOG_SHOWN] if entry.fault == Fault.FAILED_TO_BUILD else log[-LOG_SHOWN:]:
            show(f"  {line}", error=True)
    if quarantined:
        command = f"steelyard contest replace {shlex.quote(str(folder.path))} NAME FOLDER --reason TEXT"
        show(f"a fixed bot takes part after: {command}", error=True)


@contextmanager
def _executor(address: str | None) -> Iterator[Executor]:
    """Where games are played: here, or on a Ray cluster, which is connected before anything else is done."""
    if address is None:
        yield LocalExecutor()
        return
    cluster = connect(address)
    try:
        yield RayExecutor(cluster)
    finally:
        cluster.shutdown()


class View:
    """Progress, remaining time and standings of a contest; without a terminal, a line now and then."""

    def __init__(self) -> None:
        self._live = sys.stderr.isatty()
        self._began = time.monotonic()
        self._next = 0.0 if self._live else self._began + LINE_S
        self._lines = 0

    def show(self, runner: ContestRunner) -> None:
        now = time.monotonic()
        if now < self._next:
            return
        progress = runner.look()
        rate = (runner.games_done - runner.done_before) / (now - self._began)
        line = _progress(runner.games_done, progress.games_to_come(), rate)
        if self._live:
            self._draw(f"{line}\n{stage_text(progress, TABLE_SHOWN)}")
        else:
            show(line, error=True)
        took = time.monotonic() - now
        pause_s = SHOWN_S if self._live else LINE_S
        self._next = now + max(pause_s, 20 * took)  # updates take at most a twentieth of the time

    def clear(self) -> None:
        if self._lines:
            clear_lines(self._lines)
        self._lines = 0

    def _draw(self, text: str) -> None:
        width, height = shutil.get_terminal_size()
        lines = [line[: width - 1] for line in plain(text).splitlines()][: height - 1]
        self.clear()
        show("\n".join(lines), error=True)
        self._lines = len(lines)


def _progress(done: int, left: int, rate: float) -> str:
    games = f"{views.count(done, 'game')} played, about {left} to come"
    return games if rate <= 0 else f"{games}: {_time(left / rate)} at {rate_words(rate)}"


def _time(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
