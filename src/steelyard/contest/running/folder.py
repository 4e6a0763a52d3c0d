"""The folder of a contest: its journal, its boards, the submitted bots, its report."""

from __future__ import annotations

import json
import logging
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from steelyard.arena.sandbox import process
from steelyard.arena.verdicts import BotFailure
from steelyard.contest.file.loader import bot_folder, check_unchanged, contest_of, known_texts
from steelyard.contest.file.names import LONGEST
from steelyard.contest.file.parser import InvalidContest
from steelyard.contest.running import journal
from steelyard.contest.running.entrants import EntrantBots
from steelyard.contest.running.journal_entries import Admitted, Quarantined, Rebuilt
from steelyard.contest.running.journal_state import JournalState
from steelyard.contest.running.progress import unfold
from steelyard.core import files
from steelyard.core.game import listed
from steelyard.core.names import shown_name
from steelyard.core.toml_text import read_toml
from steelyard.protocol.lines import UNDECODABLE

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator
    from pathlib import Path

    from steelyard.arena.execution.work import Executor
    from steelyard.arena.program import Program
    from steelyard.contest.file.loader import Opened
    from steelyard.contest.model import Contest
    from steelyard.contest.running.journal import ContestJournal
    from steelyard.contest.running.journal_entries import ContestHeading
    from steelyard.contest.running.journal_state import Key
    from steelyard.contest.running.progress import Progress

    Say = Callable[[str, float], None]
    """Shows what is being done, and the share that is done."""

logger = logging.getLogger(__name__)

TEACHER = "teacher"


@dataclass(frozen=True, slots=True)
class Folder:
    path: Path

    @property
    def journal(self) -> Path:
        return self.path / "journal.jsonl"

    @property
    def report(self) -> Path:
        return self.path / "report"

    @property
    def logs(self) -> Path:
        return self.path / "logs"

    @property
    def begun(self) -> bool:
        return self.journal.exists()

    @property
    def length(self) -> int:
        """The size of the journal in bytes; it grows with every game and every decision."""
        return self.journal.stat().st_size if self.begun else 0

    def begin(
        self,
        opened: Opened,
        executor: Executor | None = None,
        *,
        isolated: bool = True,
        say: Say = lambda _doing, _share: None,
    ) -> None:
        """Write everything that the contest needs, and its journal last.

        Bots that were submitted are built and asked how they call themselves, unless the file names them.
        Raises InvalidContest if another process begins it or has begun it.
        """
        files.make_folder(self.path)
        try:
            with files.alone_in(self.path):
                if self.begun:
                    told = f"{self.path} has been begun by another process"
                    raise InvalidContest(f"{told}; run the same command to go on with it")
                self._begin(opened, executor, isolated=isolated, say=say)
        except BlockingIOError:
            raise InvalidContest(f"{self.path} is being begun by another process; wait for it") from None

    def _begin(self, opened: Opened, executor: Executor | None, *, isolated: bool, say: Say) -> None:
        told = opened.contest.file
        entrant_bots = self.entrant_bots(opened.contest, executor, isolated=isolated)
        bots = [(entrant.slug, entrant.bot) for entrant in opened.contest.entrants]
        if told.teacher is not None:
            bots.append((TEACHER, told.teacher.bot))
        for slug, bot in bots:
            entrant_bots.submit(bot_folder(bot, opened.folder, told.game), key(slug, 1))
        opened = opened.with_names(dict(_names_said(opened, entrant_bots, say)))
        files.write(self._boards, json.dumps(opened.texts))
        files.write(self.path / "contest.toml", opened.heading.file)
        weaker = tuple(process.not_enforced()) if isolated else ()
        heading = msgspec.structs.replace(opened.heading, isolated=isolated, not_enforced=weaker)
        journal.begin(self.journal, heading)

    def texts(self, heading: ContestHeading) -> dict[str, str]:
        """The listed boards, as they were when the contest began."""
        known = known_texts(contest_of(heading))
        if not self._boards.exists() and heading.boards.keys() <= known.keys():
            check_unchanged(heading, known)  # of a journal that was copied elsewhere alone
            return known
        try:
            texts = msgspec.json.decode(self._boards.read_bytes(), type=dict[str, str])
        except (OSError, *UNDECODABLE):
            raise InvalidContest(
                f"{self._boards} cannot be read; it should have the contest's boards"
            ) from None
        check_unchanged(heading, texts)
        return texts

    def entrant_bots(
        self, contest: Contest, executor: Executor | None = None, *, isolated: bool
    ) -> EntrantBots:
        from steelyard.arena.execution.executors import LocalExecutor  # noqa: PLC0415 - only where bots are built

        policy, where = contest.file.policy, executor or LocalExecutor()
        return EntrantBots(self.path.resolve(), contest.file.game, policy, isolated, where)

    def progress(self) -> Progress:
        """The progress of the contest, from its journal alone."""
        return progress_of(self.journal)

    @property
    def _boards(self) -> Path:
        return self.path / "boards.json"


def progress_of(file: Path) -> Progress:
    heading, entries, links = journal.read(file)
    contest = contest_by_these_rules(heading, file)
    progress = unfold(contest, JournalState(entries))
    progress.journal_hash = links[-1]
    return progress


def edited_copy(file: Path) -> str:
    """A remark on the copy of the contest file beside a journal; empty unless it was edited."""
    with file.open("rb") as lines:
        heading = journal.decode_heading(lines.readline())
    copy = file.with_name("contest.toml")
    if not copy.is_file() or copy.read_bytes() == heading.file.encode():
        return ""
    what = "was edited since the contest began; it is a copy and changes nothing"
    return f"{copy} {what}: the contest goes by its journal"


def contest_by_these_rules(heading: ContestHeading, file: Path) -> Contest:
    """The contest of a journal; InvalidContest if it was begun by other rules than today's."""
    contest = contest_of(heading)
    if contest.game.rules_version != heading.rules_version:
        raise InvalidContest(
            f"{file}: played by rules version {heading.rules_version} of {contest.game.id}, "
            f"not {contest.game.rules_version}"
        )
    return contest


def key(slug: str, version: int) -> str:
    """The name of the folder that holds a version of an entrant's program."""
    return f"{slug}-{version}"


def same_contest(opened: ContestHeading, begun: ContestHeading, folder: Path) -> None:
    """Raises InvalidContest if the file has changed since the contest began."""
    if msgspec.structs.replace(opened, isolated=begun.isolated, not_enforced=begun.not_enforced) == begun:
        return
    old, new = read_toml(begun.file), read_toml(opened.file)
    keys = listed(key for key in sorted({**old, **new}) if old.get(key) != new.get(key))
    were, are = ([each.name for each in heading.entrants] for heading in (begun, opened))
    both = {"new": [name for name in are if name not in were], "gone": [n for n in were if n not in are]}
    who = "; ".join(f"{what}: {listed(names)}" for what, names in both.items() if names)
    parts = {
        "file": f"the text of {opened.file_name}{f' ({keys})' if keys else ''}",
        "entrants": f"its entrants{f' ({who})' if who else ''}",
        "boards": "its boards",
    }
    changed = [told for name, told in parts.items() if getattr(opened, name) != getattr(begun, name)]
    raise InvalidContest(
        f"{folder} holds a contest that has begun, and {(changed or ['the rules'])[0]} changed since; "
        f"`steelyard contest run {folder}` goes on with it as it began, --into FOLDER begins a new one"
    )


def _names_said(opened: Opened, entrant_bots: EntrantBots, say: Say) -> Iterator[tuple[str, str]]:
    """How bots call themselves when they are ready, by bot; one that fails is told so when it is admitted."""
    pairs = zip(opened.candidates, opened.contest.entrants, strict=True)
    asked = [entrant for candidate, entrant in pairs if candidate.is_folder and not candidate.fixed]
    for number, entrant in enumerate(asked):
        say(f"building and starting {entrant.name}", number / len(asked))
        with suppress(BotFailure):
            program = entrant_bots.program(entrant.name, entrant.bot, key(entrant.slug, 1))
            yield entrant.bot, entrant_bots.try_out(program)


def admit(
    journal_file: ContestJournal,
    journal_state: JournalState,
    contest: Contest,
    entrant_bots: EntrantBots,
    say: Say,
) -> None:
    """Build and start every bot that was not started yet; one that fails is quarantined."""
    waiting = [
        e for e in contest.entrants if e.name not in journal_state.admitted | journal_state.quarantined.keys()
    ]
    for number, entrant in enumerate(waiting):
        say(f"building and starting {entrant.name}", number / len(waiting))
        name, bot, folder_key = entrant.name, entrant.bot, key(entrant.slug, 1)
        entry: Admitted | Quarantined
        try:
            said = entrant_bots.try_out(entrant_bots.program(name, bot, folder_key))
            entry = _admitted(entrant_bots, name, bot, folder_key, shown_name(said, LONGEST))
        except BotFailure as failure:
            detail, log = failure.detail.removeprefix(f"{name}: "), failure.log or failure.line
            entry = Quarantined(name=name, bot=bot, fault=failure.fault, detail=detail, log=log)
        journal_file.add(entry)
        journal_state.add(entry)
    teacher = contest.file.teacher
    if teacher is not None and (teacher.name, 1) not in journal_state.bots:
        folder_key = key(TEACHER, 1)
        with suppress(BotFailure):  # that it cannot be built is said before the first game against it
            entrant_bots.program(teacher.name, teacher.bot, folder_key)
        entry = _admitted(entrant_bots, teacher.name, teacher.bot, folder_key)
        journal_file.add(entry)
        journal_state.add(entry)
    journal_file.sync()


def _admitted(entrant_bots: EntrantBots, name: str, bot: str, folder_key: str, says: str = "") -> Admitted:
    fingerprint, built = entrant_bots.fingerprint(bot, folder_key), entrant_bots.built_fingerprint(folder_key)
    return Admitted(name=name, bot=bot, fingerprint=fingerprint, built=built, says=says)


class ComparedBots(NamedTuple):
    """The bots of a contest that have files, by name, compared with those that were admitted."""

    same: list[str]
    changed: dict[str, Path]
    """With the folder, or the program of a command."""
    missing: list[str]
    changed_builds: dict[str, Path]
    """Whose built program, in that folder, is not the one that played; it would be built again."""


SPOILT = "games that this spoilt do not count; start the contest again to go on: it is built again"
OVER = "the contest is over, so the games stand; a game that is to be played again has it built again"


def compare_bots(
    journal_state: JournalState,
    contest: Contest,
    entrant_bots: EntrantBots,
    names: Collection[str] | None = None,
) -> ComparedBots:
    """Compare the bots of all entrants and the teacher, or of those with these names."""
    found = ComparedBots([], {}, [], {})
    for (name, version), entry in journal_state.bots.items():
        if names is not None and name not in names:
            continue
        folder_key = key(contest.slugs[name], version)
        now = entrant_bots.fingerprint(entry.bot, folder_key)
        if entrant_bots.built_fingerprint(folder_key) not in {"", journal_state.built[name, version]}:
            found.changed_builds[name] = entrant_bots.built_folder(folder_key)
        if now and now == entry.fingerprint:
            found.same.append(name)
        elif now:
            found.changed[name] = entrant_bots.files(entry.bot, folder_key)
        elif entry.fingerprint:
            found.missing.append(name)
    return found


def check_bots(
    journal_state: JournalState,
    contest: Contest,
    entrant_bots: EntrantBots,
    names: Collection[str] | None = None,
    *,
    playing: str = "",
) -> None:
    """Raise InvalidContest if a bot's files have changed since it was admitted.

    `playing` is what follows from a change of what was built since the games began; without it, such a
    change is left to `programs`. A bot that is not isolated may have written there itself.
    """
    found = compare_bots(journal_state, contest, entrant_bots, names)
    for name in found.missing:
        raise InvalidContest(f"the files of {name}'s bot in {entrant_bots.folder} are gone; put them back")
    for name, where in found.changed.items():
        raise InvalidContest(
            f"{name}'s bot is not the one that was admitted: {where} was changed; put it back"
        )
    if playing and entrant_bots.isolated:
        for name, where in found.changed_builds.items():
            raise InvalidContest(f"what was built of {name}'s bot was changed: {where}; {playing}")


def programs(
    journal_file: ContestJournal, journal_state: JournalState, contest: Contest, entrant_bots: EntrantBots
) -> dict[Key, Program]:
    """Every program that may have to play, by entrant and version; one that is built again is journalled."""
    found: dict[Key, Program] = {}

    def ready(name: str, version: int, bot: str) -> Program:
        folder_key = key(contest.slugs[name], version)
        expected = journal_state.built.get((name, version))
        before = entrant_bots.built_fingerprint(folder_key)
        program = entrant_bots.program(name, bot, folder_key, expected)
        built = entrant_bots.built_fingerprint(folder_key)
        if expected not in {None, before}:
            logger.warning("%s: what was built %s; built again", name, "was changed" if before else "is gone")
        if expected not in {None, built}:
            entry = Rebuilt(name=name, version=version, built=built)
            journal_file.add(entry)
            journal_state.add(entry)
        return program

    for entrant in contest.entrants:
        if entrant.name in journal_state.quarantined:
            continue
        changes = {each.version: each.bot for each in journal_state.replaced if each.name == entrant.name}
        for version, bot in {1: entrant.bot, **changes}.items():
            try:
                found[entrant.name, version] = ready(entrant.name, version, bot)
            except BotFailure:
                if version == max(changes, default=1):
                    raise
    teacher = contest.file.teacher
    if teacher is not None:
        found[teacher.name, 1] = ready(teacher.name, 1, teacher.bot)
    return found
