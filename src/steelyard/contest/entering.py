"""Bots handed in: copied, built in a copy of that, started to see that they do; what fails is kept out."""

from __future__ import annotations

import shutil
from contextlib import closing
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from steelyard import bots
from steelyard.arena import folders
from steelyard.arena.building import build
from steelyard.arena.fingerprint import fingerprint
from steelyard.arena.jail import Limits
from steelyard.arena.program import InvalidBot, find
from steelyard.arena.team import Team
from steelyard.arena.verdict import BotFailure, Fault
from steelyard.core import files
from steelyard.core.errors import SteelyardError

if TYPE_CHECKING:
    from pathlib import Path

    from steelyard.arena.program import Program
    from steelyard.contest.file import Policy

PROBLEM = ".problem"
NEW = files.NEW


@dataclass(frozen=True, slots=True)
class Workshop:
    """The folder of a contest in which bots are kept."""

    folder: Path
    game: str
    policy: Policy
    isolated: bool

    def hand_in(self, bot: Path, key: str) -> str:
        """Keep a bot's folder as it is now, under that key; its fingerprint. A failure to copy is noted."""
        kept = self._handed_in(key)
        files.make_folder(kept.parent)
        problem = kept.with_name(key + PROBLEM)
        problem.unlink(missing_ok=True)
        fresh = kept.with_name(f"{key}{NEW}")
        shutil.rmtree(fresh, ignore_errors=True)
        try:
            _copy(bot, fresh)
            files.put_folder(fresh, kept)
        except (OSError, InvalidBot) as error:  # shutil's own errors are of the first kind
            for folder in (fresh, kept):
                shutil.rmtree(folder, ignore_errors=True)
            files.write(problem, f"its folder could not be copied: {error}")
            return ""
        return fingerprint(kept)

    def fingerprint(self, key: str) -> str:
        kept = self._handed_in(key)
        return fingerprint(kept) if kept.is_dir() else ""

    def program(self, name: str, bot: str, key: str) -> Program:
        """A bot ready to be started, built if it was not; raises the BotFailure.

        `bot` is how the contest names it; one that was handed in is run from its copy.
        """
        problem = self._handed_in(key).with_name(key + PROBLEM)
        if problem.exists():
            raise BotFailure(Fault.FAILED_TO_BUILD, problem.read_text("utf-8"))
        try:
            if not self._handed_in(key).is_dir():
                return replace(find(bot, self.game, bots.names(self.game)), name=name, bot=bot)
            return replace(self._built(name, key), name=name, bot=bot)
        except InvalidBot as error:
            told = str(error).replace(f"{self._made(key)}{NEW}", bot).replace(str(self._made(key)), bot)
            raise BotFailure(Fault.FAILED_TO_START, told) from None

    def try_out(self, program: Program) -> None:
        """Start it and wait until it is ready; raises the BotFailure."""
        limits = Limits(memory_mb=self.policy.memory_mb, processes=self.policy.processes)
        startup_ms = round(self.policy.startup_s * 1000)
        team = Team(
            program, self.game, core=None, isolated=self.isolated, limits=limits, startup_ms=startup_ms
        )
        with closing(team):
            try:
                team.player()
            except BotFailure:
                raise
            except SteelyardError as error:
                raise BotFailure(Fault.FAILED_TO_START, str(error)) from None

    def _handed_in(self, key: str) -> Path:
        return self.folder / "handed-in" / key

    def _made(self, key: str) -> Path:
        return self.folder / "bots" / key

    def _built(self, name: str, key: str) -> Program:
        made = self._made(key)
        if made.is_dir():
            return find(str(made), self.game, [])
        fresh = made.with_name(f"{key}{NEW}")
        shutil.rmtree(fresh, ignore_errors=True)
        files.make_folder(made.parent)
        shutil.copytree(self._handed_in(key), fresh, symlinks=True)
        open_to_all(fresh)
        build(replace(find(str(fresh), self.game, []), name=name), isolated=self.isolated)
        files.put_folder(fresh, made)
        return find(str(made), self.game, [])


def _copy(folder: Path, to: Path) -> None:
    if folders.size_mb(folder) > Limits().folder_mb:
        raise InvalidBot(f"it has more than {Limits().folder_mb} MB")
    shutil.copytree(folder, to, symlinks=True)


def open_to_all(folder: Path) -> None:
    """A caged bot is somebody else: let it read what is its own."""
    for path in (folder, *folder.rglob("*")):
        if not path.is_symlink():
            mode = path.stat().st_mode & 0o777
            path.chmod(mode | 0o444 | (0o111 if path.is_dir() or mode & 0o100 else 0))
