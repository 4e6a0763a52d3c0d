"""Submitted bots: copied, built in a second copy, and started once; a bot that fails is kept out."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from steelyard import bots
from steelyard.arena.execution.build_work import StartWork, read_name
from steelyard.arena.execution.executors import LocalExecutor
from steelyard.arena.match.match_file import COMPILED, program_fingerprint
from steelyard.arena.program import InvalidBot, find
from steelyard.arena.sandbox import untrusted_folders, untrusted_zips
from steelyard.arena.sandbox.folder_walk import RefusedFolder
from steelyard.arena.sandbox.process import Limits
from steelyard.arena.sandbox.untrusted_zips import InvalidZip
from steelyard.arena.verdicts import BotFailure, Fault
from steelyard.contest.file.submissions import is_zip
from steelyard.core import files

if TYPE_CHECKING:
    from steelyard.arena.execution.work import Executor
    from steelyard.arena.program import Program
    from steelyard.contest.file.definition import Policy

PROBLEM = ".problem"
NEW = files.NEW


@dataclass(frozen=True, slots=True)
class EntrantBots:
    """The folder of a contest in which bots are kept."""

    folder: Path
    game: str
    policy: Policy
    isolated: bool
    executor: Executor = field(default_factory=LocalExecutor)
    """Where bots are built and started."""

    def submit(self, bot: Path | None, key: str) -> str:
        """Copy a bot's folder or zip under that key; returns its fingerprint. A failure to copy is noted.

        Of a bot that is neither (None) nothing is copied. What an earlier attempt left there is removed.
        """
        kept = self._submitted_folder(key)
        files.make_folder(kept.parent)
        problem = kept.with_name(key + PROBLEM)
        problem.unlink(missing_ok=True)
        fresh = kept.with_name(f"{key}{NEW}")
        for earlier in (fresh, self.built_folder(key)):  # what was built from another folder under that key
            untrusted_folders.remove(earlier)
        if bot is None:
            untrusted_folders.remove(kept)
            files.sync_folder(kept.parent)
            return ""
        try:
            if is_zip(bot):
                with bot.open("rb") as data:
                    untrusted_zips.unpack(data, fresh)
            else:
                untrusted_folders.copy(bot, fresh, Limits())
            files.put_folder(fresh, kept)
        except (FileNotFoundError, NotADirectoryError, RefusedFolder, InvalidZip) as error:
            for folder in (fresh, kept):
                untrusted_folders.remove(folder)
            files.write(problem, f"its folder could not be copied: {error}")
            return ""
        return untrusted_folders.fingerprint(kept)

    def files(self, bot: str, key: str) -> Path:
        """Where the files are that its fingerprint is of: the folder, or the program of a command."""
        kept = self._submitted_folder(key)
        return kept if kept.is_dir() else Path(find(bot, self.game, bots.names(self.game)).run[0])

    def fingerprint(self, bot: str, key: str) -> str:
        """A hash of the files that were submitted, or of the program that a command names; else empty."""
        kept = self._submitted_folder(key)
        if kept.is_dir():
            return untrusted_folders.fingerprint(kept)
        try:
            return program_fingerprint(find(bot, self.game, [])) if bot.startswith("cmd:") else ""
        except (InvalidBot, OSError):
            return ""

    def program(self, name: str, bot: str, key: str, built: str | None = None) -> Program:
        """A bot ready to be started, built if necessary; raises BotFailure.

        `bot` is how the contest names it; one that was submitted is run from its copy. What was built before
        is used if it has that fingerprint, where it is known.
        """
        problem = self._submitted_folder(key).with_name(key + PROBLEM)
        if problem.exists():
            raise BotFailure(Fault.FAILED_TO_BUILD, problem.read_text("utf-8"))
        try:
            if not self._submitted_folder(key).is_dir():
                return replace(find(bot, self.game, bots.names(self.game)), name=name, bot=bot)
            return replace(self._build(name, key, built), name=name, bot=bot)
        except InvalidBot as error:
            told = str(error).replace(str(self._submitted_folder(key)), bot)
            raise BotFailure(Fault.FAILED_TO_START, told) from None

    def try_out(self, program: Program) -> str:
        """Start it and wait until it is ready; returns how it calls itself; raises BotFailure."""
        limits = Limits(memory_mb=self.policy.memory_mb, processes=self.policy.processes)
        startup_ms = round(self.policy.startup_s * 1000)
        work = StartWork(program, self.isolated, self.game, limits, startup_ms)
        return read_name(self.executor.run(work, None))

    def _submitted_folder(self, key: str) -> Path:
        return self.folder / "handed-in" / key

    def built_folder(self, key: str) -> Path:
        """Where a bot that was submitted is built, and plays from."""
        return self.folder / "bots" / key

    def _made_of(self, key: str) -> Path:
        """The file that says what was built from what: a built bot that has changed is built anew."""
        return self.built_folder(key).with_name(f"{key}.made-of")

    def built_fingerprint(self, key: str) -> str:
        """A hash of what was built; empty if nothing was."""
        built = self.built_folder(key)

        def own(path: Path) -> bool:
            return COMPILED in path.parts and not self.isolated

        return untrusted_folders.fingerprint(built, own) if built.is_dir() else ""

    def _fingerprints(self, key: str) -> str:
        return f"{untrusted_folders.fingerprint(self._submitted_folder(key))} {self.built_fingerprint(key)}\n"

    def _built_is_right(self, key: str) -> bool:
        made_of = self._made_of(key)
        known = self.built_folder(key).is_dir() and made_of.is_file()
        return known and made_of.read_bytes() == self._fingerprints(key).encode()

    def _build(self, name: str, key: str, expected: str | None) -> Program:
        """The built program. Its description comes from the submitted folder, not from the build."""
        built = self.built_folder(key)
        submitted = replace(find(str(self._submitted_folder(key)), self.game, []), name=name)
        if not self._built_is_right(key) or expected not in {None, self.built_fingerprint(key)}:
            fresh = built.with_name(f"{key}{NEW}")
            untrusted_folders.remove(fresh)
            files.make_folder(built.parent)
            try:
                self.executor.build(submitted, fresh, isolated=self.isolated)
                files.put_folder(fresh, built)
                files.write(self._made_of(key), self._fingerprints(key))
            except BaseException:
                untrusted_folders.remove(fresh)
                raise
        return replace(submitted, folder=built)
