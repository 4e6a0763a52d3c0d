"""The deadline has passed: the teams' sources are copied, and nothing later changes what plays."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from steelyard.arena.sandbox import untrusted_folders
from steelyard.arena.sandbox.limits import Limits
from steelyard.contest.file.loader import open_contest
from steelyard.contest.file.parser import InvalidContest, read_file
from steelyard.contest.running.folder import TEACHER, Folder
from steelyard.core import files
from steelyard.server.contests.file import Team, own_teacher, with_teams
from steelyard.server.contests.folders import FILE, TEACHER_FOLDER, contest_folder

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from steelyard.server.bots.store import BotStore, Version
    from steelyard.server.contests.store import Entry, Row

ENTRIES = "entries"


class Taken(NamedTuple):
    """What an account enters with: that version's sources lie in the contest's folder now."""

    account: int
    version: str


def eligible(bot_store: BotStore, bot: str, before_ms: float | None) -> list[Version]:
    """The versions that were uploaded by then, the newest first."""
    return [
        version
        for version in bot_store.versions(bot)
        if version.state != "deleted" and (before_ms is None or version.created_ms <= before_ms)
    ]


def version_to_play(bot_store: BotStore, entry: Entry, before_ms: float | None) -> Version | None:
    """The one that was chosen; else the newest that has not failed its checks; else the newest of all."""
    if not entry.bot:
        return None
    found = eligible(bot_store, entry.bot, before_ms)
    chosen = [version for version in found if version.id == entry.chosen]
    return chosen[0] if chosen else newest_fit(bot_store, entry.bot, before_ms)


def newest_fit(bot_store: BotStore, bot: str, before_ms: float | None) -> Version | None:
    """The newest version that has not failed its checks; else the newest of all."""
    found = eligible(bot_store, bot, before_ms)
    usable = [version for version in found if version.state != "unfit"]
    return next(iter([*usable, *found]), None)


def take(
    data: Path, row: Row, bot_store: BotStore, entries: Iterable[Entry], before_ms: float | None
) -> list[Taken]:
    """Copy the sources of everybody who has a bot in the contest."""
    taken = []
    for entry in entries:
        version = version_to_play(bot_store, entry, before_ms)
        if version is not None:
            copy_in(data, row, entry.account, version)
            taken.append(Taken(entry.account, version.id))
    return taken


def take_again(data: Path, row: Row, bot_store: BotStore, entries: Iterable[Entry]) -> list[Taken]:
    """For versions that have failed their checks since the deadline: what plays in their place."""
    failed = [entry for entry in entries if replaces_at_start(entry, bot_store.version(entry.version))]
    again = take(data, row, bot_store, failed, row.deadline_ms)
    return [each for each in again if each.version not in {entry.version for entry in failed}]


def replaces_at_start(entry: Entry, taken: Version | None) -> bool:
    """Whether another version is looked for: the one that was taken has failed its checks since."""
    return taken is not None and taken.state == "unfit" and not entry.late


def take_teacher(data: Path, row: Row, bot_store: BotStore, before_ms: float | None) -> None:
    """Copy the sources of the organiser's own bot, if that is the teacher's and is not there yet."""
    name = own_teacher(read_file(row.file, FILE))
    if name is None or (contest_folder(data, row.id) / TEACHER_FOLDER).is_dir():
        return
    bot = bot_store.named(row.owner, row.game, name)
    version = newest_fit(bot_store, bot.id, before_ms) if bot is not None else None
    if version is not None:
        copy_in(data, row, TEACHER, version)
    elif before_ms is None:
        raise InvalidContest(f"{name}, the teacher's bot, has no version; upload one, then start")


def copy_in(data: Path, row: Row, account: int | str, version: Version) -> Path:
    """There whole, or as it was before."""
    to = contest_folder(data, row.id) / ENTRIES / str(account)
    fresh = to.with_name(f"{account}{files.NEW}")
    untrusted_folders.remove(fresh)
    files.make_folder(to.parent)
    untrusted_folders.copy(version.folder, fresh, Limits())
    files.put_folder(fresh, to)
    return to


def begin(data: Path, row: Row, teams: list[tuple[int, str]]) -> dict[int, str]:
    """Begin the contest's journal; what each account's entrant is called in it.

    One that was begun when the server died is begun anew: nothing of it was announced or played.
    """
    path = contest_folder(data, row.id)
    files.make_folder(path)
    folder = Folder(path)
    text, names = with_teams(row.file, [Team(name, f"{ENTRIES}/{account}") for account, name in teams])
    folder.journal.unlink(missing_ok=True)
    files.write(path / FILE, text)
    folder.begin(open_contest(path / FILE))
    return dict(zip([account for account, _ in teams], names, strict=True))
