"""Uploads of bots: the zip is on the disk first, then in the database, then the request is answered."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from datetime import UTC, datetime
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

import sqlalchemy as sql

from steelyard import games
from steelyard.arena.program import InvalidBot, find
from steelyard.arena.sandbox import untrusted_folders, untrusted_zips
from steelyard.arena.sandbox.folder_walk import RefusedFolder
from steelyard.arena.sandbox.untrusted_zips import InvalidZip
from steelyard.core import files
from steelyard.core.errors import SteelyardError
from steelyard.core.names import shown_name
from steelyard.core.toml_text import read_toml
from steelyard.server.accounts.audit import audited
from steelyard.server.accounts.names import check_reserved
from steelyard.server.bots import disk_usage, remote
from steelyard.server.bots.disk_usage import MB
from steelyard.server.bots.job_kinds import BUILD
from steelyard.server.bots.schema import SETTLED, bots, versions
from steelyard.server.database.writer import Change
from steelyard.server.http.responses import ApiError
from steelyard.server.ids import new_id
from steelyard.server.jobs import queue
from steelyard.server.time_source import now_ms

if TYPE_CHECKING:
    from collections.abc import AsyncIterable, Callable
    from pathlib import Path

    from steelyard.server.bots.store import Bot, BotStore, Version
    from steelyard.server.database.writer import Writer
    from steelyard.server.http.access import Account
    from steelyard.server.settings import Limits
    from steelyard.server.thread_pools import Payer, Pool

logger = logging.getLogger(__name__)

SET_ASIDE = "set-aside"
LONGEST_NAME = 60
MOST_BOTS, MOST_VERSIONS, MOST_UNFINISHED = 30, 500, 5
MOST_AN_HOUR, HOUR_MS = 100, 3_600_000.0
SET_BOT = sql.update(bots).where(bots.c.id == sql.bindparam("bot"))
ADD_BOT, ADD_VERSION = sql.insert(bots), sql.insert(versions)
DELETE_VERSION = (
    sql.update(versions)
    .where(versions.c.id == sql.bindparam("version"))
    .values(state="deleted", log="", report="")
)


class InvalidUpload(SteelyardError):
    """A zip that is not taken; the message says why, and what would be right."""


class Upload(NamedTuple):
    bot: str
    version: str
    number: int


class _Laid(NamedTuple):
    """A zip that lies on the disk, and of which the database knows nothing yet."""

    id: str
    game: str
    name: str
    size: int


class BotService:
    """What can be done with bots: upload, register remote ones, delete versions."""

    def __init__(
        self,
        bot_store: BotStore,
        writer: Writer,
        limits: Limits,
        pool: Pool,
        is_playing: Callable[[str], bool],
    ) -> None:
        self._store = bot_store
        self._writer = writer
        self._is_playing = is_playing
        """Whether somebody plays against that version at a table."""
        self.needed_for: list[Callable[[str], str]] = []
        """What other features need a version for, in words; one function for each feature."""
        self._most_bytes = limits.account_mb * MB
        self._upload_bytes = limits.upload_bytes
        self._pool = pool
        self._turns: dict[int, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def take(
        self, me: Account, payer: Payer, parts: AsyncIterable[bytes], bot: Bot | None, asked: dict[str, str]
    ) -> Upload:
        """A new version of a bot, or of the one that its bot.toml names; a new bot if there is none.

        The zip comes in parts, which go to the disk, and nothing is read of one that would not be taken.
        """
        async with self._turns[me.id]:
            await asyncio.to_thread(self._check_share, me)
            with TemporaryFile(dir=self._store.place.parent) as data:
                await _read(parts, data)
                laid = await self._pool.run(payer, self._lay_out, data, bot, asked)
            try:
                return await self._enter(me, laid, bot)
            except Exception:  # not when only interrupted: the database may know of it already
                untrusted_folders.remove(self._store.place / laid.id)
                raise

    def _check_share(self, me: Account) -> None:
        if self._store.unfinished(me.id) >= MOST_UNFINISHED:
            raise ApiError(
                "too_many_uploads", f"{MOST_UNFINISHED} versions of yours are not checked yet; wait for them"
            )
        if self._store.uploads_since(me.id, now_ms() - HOUR_MS) >= MOST_AN_HOUR:
            raise ApiError(
                "too_many_uploads",
                f"you have uploaded {MOST_AN_HOUR} versions within an hour; wait a little",
            )
        self.check_space(me)

    def check_space(self, me: Account) -> None:
        """Refuse what would take more room than an account has."""
        if self._is_full(me.id):
            used = disk_usage.used_by(self._store.engine, me.id)
            raise ApiError(
                "no_space_left",
                f"your bots take {used.in_words()}, and an account has {self._most_bytes // MB} MB; "
                "delete old versions on their bots' pages",
            )

    def _is_full(self, owner: int) -> bool:
        return disk_usage.used_by(self._store.engine, owner).total >= self._most_bytes

    def check_bots(self, me: Account) -> None:
        """Refuse one more bot than an account may have, at home or uploaded."""
        if len(self._store.bots_of(me.id)) >= MOST_BOTS:
            raise ApiError(
                "too_many_bots",
                f"you have {MOST_BOTS} bots, those at home included; make this a new version of one of them",
            )

    def _lay_out(self, data: BinaryIO, bot: Bot | None, asked: dict[str, str]) -> _Laid:
        version = new_id()
        folder = self._store.source(version)
        try:
            untrusted_zips.unpack(data, folder, self._upload_bytes)
            return _described(version, folder, bot, asked)
        except BaseException as error:
            untrusted_folders.remove(folder.parent)
            if isinstance(error, InvalidZip):
                raise InvalidUpload(str(error)) from None
            raise

    async def _enter(self, me: Account, laid: _Laid, bot: Bot | None) -> Upload:
        bot = bot or await asyncio.to_thread(self._store.named, me.id, laid.game, laid.name)
        changes: list[Change] = []
        if bot is None:
            await asyncio.to_thread(self.check_bots, me)
            name, number = new_id(), 1
            changes.append(new_bot(name, me, laid.game, laid.name))
        elif bot.remote:
            raise ApiError(
                "bot_name_taken", f"{bot.name} runs at home; give this one another name in its bot.toml"
            )
        else:
            name, number = bot.id, await asyncio.to_thread(self._next_number, bot.id)
        row = {"id": laid.id, "bot": name, "number": number, "state": "waiting", "created_ms": now_ms()}
        changes += [
            Change(ADD_VERSION, row | {"reason": "", "log": "", "report": "", "source_bytes": laid.size}),
            queue.added(BUILD, {"version": laid.id}, me.id),
            audited(me, "bot.hand_in", f"bot:{name}", {"name": laid.name, "version": number}),
        ]
        await self._writer.kept(changes)
        return Upload(name, laid.id, number)

    async def take_remote(self, me: Account, game: str, name: str) -> tuple[str, str]:
        """A bot that runs at home: its id, and the token it shows."""
        async with self._turns[me.id]:
            if await asyncio.to_thread(self._store.named, me.id, game, name) is not None:
                raise ApiError("bot_name_taken", f"you have a bot called {name} already")
            await asyncio.to_thread(self.check_bots, me)
            (token, _), bot = remote.new_token(), new_id()
            told = audited(me, "bot.remote", f"bot:{bot}", {"name": name})
            await self._writer.kept([new_bot(bot, me, game, name, token), told])
            return bot, token

    async def delete(self, me: Account, version: Version) -> None:
        """Its sources and what was built of them; should the server be killed, the clean-up goes on."""
        async with self._turns[me.id]:
            if (why := await asyncio.to_thread(self._needed, version)) is not None:
                raise ApiError("version_in_use", f"version {version.number} cannot be deleted: {why}")
            told = audited(me, "bot.delete_version", f"bot:{version.bot}", {"version": version.number})
            await self._writer.kept([Change(DELETE_VERSION, {"version": version.id}, exactly=1), told])
            await asyncio.to_thread(disk_usage.remove, self._store.engine, self._store.place, version.id)

    def _needed(self, version: Version) -> str | None:
        """What an old version is still needed for."""
        if version.state not in SETTLED:
            return "it is deleted already" if version.state == "deleted" else "it is not checked yet"
        later = [each for each in self._store.versions(version.bot) if each.number > version.number]
        replaced = any(each.state == "fit" or version.state != "fit" for each in later)
        if not replaced and not self._is_full(version.owner):  # else nothing could be uploaded any more
            return "it is the one that plays; upload a better one first"
        if self._store.is_tried(version.id):
            return "it plays in a trial; wait for its end"
        if self._is_playing(version.id):
            return "somebody plays against it; wait for the end of that game"
        return next((why for needed in self.needed_for if (why := needed(version.id))), None)

    def set_aside_unknown(self) -> None:
        """Folders that the database does not know of: a server was killed before it could tell it, say.

        They are moved, not removed: the database may be the wrong one.
        """
        known = self._store.all_versions()
        place = self._store.place
        unknown = [each for each in place.iterdir() if each.name not in known] if place.is_dir() else []
        if not unknown:
            return
        aside = place.parent / SET_ASIDE / _stamp() / place.name
        try:
            files.make_folder(aside)
            for folder in unknown:
                folder.rename(aside / folder.name)
            files.sync_folder(aside)
            files.sync_folder(place)
        except OSError as error:  # a disk of its own, say: they do no harm where they are
            logger.warning("%s has folders that the database does not know: %s", place, error)
            return
        logger.warning(
            "%d folders of bots that the database does not know are set aside in %s", len(unknown), aside
        )

    def _next_number(self, bot: str) -> int:
        known = self._store.versions(bot)
        if len(known) >= MOST_VERSIONS:
            raise ApiError(
                "too_many_versions", f"{MOST_VERSIONS} versions of this bot were uploaded; upload a new bot"
            )
        return max((each.number for each in known), default=0) + 1


async def _read(parts: AsyncIterable[bytes], data: BinaryIO) -> None:
    """Write the parts to a file; nobody may send more than `upload_bytes`."""
    async for part in parts:
        await asyncio.to_thread(data.write, part)


def _facts(folder: Path) -> dict[str, str]:
    """The name and the game that its bot.toml tells, where it does; the rest is checked when it is built."""
    try:
        told = read_toml(untrusted_folders.read_text(folder, "bot.toml"))
    except (ValueError, RecursionError, OSError, RefusedFolder) as error:
        raise InvalidUpload(f"bot.toml: {error}") from None
    return {key: value for key in ("name", "game") if isinstance(value := told.get(key), str)}


def _described(version: str, folder: Path, bot: Bot | None, asked: dict[str, str]) -> _Laid:
    """Which game it plays and what it is called, once its bot.toml is found to be right."""
    told = _facts(folder)
    game = told.get("game") or asked.get("game") or (bot.game if bot else "")
    name = bot.name if bot else checked_name(asked.get("name") or told.get("name", ""))
    if not game:
        raise InvalidUpload('which game does it play? Its bot.toml should say so: game = "tank_war"')
    if bot is not None and bot.game != game:
        raise InvalidUpload(f"{bot.name} plays {bot.game}, and this one {game}; upload it as a new bot")
    games.game_class(game)
    try:
        find(str(folder), game, [])
    except InvalidBot as error:
        plain = str(error).replace(f"{folder}/", "").replace(str(folder), "bot")
        raise InvalidUpload(plain) from None
    return _Laid(version, game, name, untrusted_folders.size(folder))


def new_bot(name: str, me: Account, game: str, called: str, token: str = "") -> Change:
    """A bot's row; one with a token is remote, and plays unrated until somebody allows more."""
    row = {
        "id": name,
        "owner": me.id,
        "game": game,
        "name": called,
        "remote": bool(token),
        "rated": not token,
        "token": remote.hashed(token) if token else "",
        "online_ms": 0.0,
        "off": "",
        "created_ms": now_ms(),
    }
    return Change(ADD_BOT, row)


def _stamp() -> str:
    """Now, as the name of a folder."""
    return datetime.fromtimestamp(now_ms() / 1000, UTC).strftime("%Y-%m-%dT%H-%M-%S.%f")


def checked_name(written: str) -> str:
    """A bot's name as it is shown: printable, with single spaces, not too long."""
    name = shown_name(written, LONGEST_NAME)
    if not name:
        raise InvalidUpload('the bot has no name; its bot.toml should say one: name = "Ada"')
    check_reserved(name)
    return name


async def change_bot(writer: Writer, me: Account, bot: Bot, action: str, values: dict[str, Any]) -> None:
    """Other values for a bot, with an audit entry."""
    change = Change(SET_BOT.values(**values), {"bot": bot.id}, exactly=1)
    await writer.kept([change, audited(me, action, f"bot:{bot.id}", {"name": bot.name})])
