"""The uploaded bots: what is known of them, and where their files are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import msgspec
import sqlalchemy as sql

from steelyard.server.bots.schema import bots, trials, versions

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable
    from pathlib import Path

    from steelyard.server.http.access import Account
    from steelyard.server.jobs.context import JobContext

State = Literal["waiting", "building", "checking", "fit", "unfit", "unchecked", "deleted"]
SOURCE = "source"
ONLINE_MS = 30_000.0  # a remote bot that was not heard of for so long has gone
CLOSED = (bots.c.closed_for != "") & ~bots.c.open_in_contests
"""Its team is in a contest: others neither play against it nor see its games."""


class Bot(NamedTuple):
    id: str
    owner: int
    game: str
    name: str
    remote: bool
    rated: bool
    online_ms: float
    off: str
    """Why it is not on the ladder; empty if it is."""
    created_ms: float
    played_ms: float
    """When its last game on the ladder ended."""
    closed_for: str
    """The contest that its team is in, in words: "the contest NAME"; empty if it is in none."""
    open_in_contests: bool
    """Whether its owner wants it open to others all the same."""

    @property
    def why_closed(self) -> str:
        """Why others neither play against it nor see its games; empty if they may."""
        if not self.closed_for or self.open_in_contests:
            return ""
        return f"{self.name} is in {self.closed_for} and closed until it is over"


class Version(NamedTuple):
    """One state of a bot's sources."""

    id: str
    bot: str
    name: str
    """Of the bot."""
    owner: int
    game: str
    number: int
    state: State
    reason: str
    """Why it is unfit or unchecked."""
    place: Path
    """Where all versions are."""
    created_ms: float

    @property
    def folder(self) -> Path:
        """The sources as they were uploaded; they never change."""
        return self.place / self.id / SOURCE

    @property
    def built(self) -> Path:
        """Where its program lies once it was built."""
        return self.folder.parent / "built"


class BotStore:
    """Queries of bots. What is written goes through the `Writer`, or is written by a worker."""

    def __init__(self, engine: sql.Engine, data: Path) -> None:
        self.engine = engine
        self.place = data / "bots"
        self.shared_with: Callable[[int], Collection[str]] = lambda _: ()
        """The bots of others that play for an account's teams; contests know."""

    def source(self, version: str) -> Path:
        return self.place / version / SOURCE

    # Bots.
    def bot(self, name: str) -> Bot | None:
        found = self._bots(sql.select(*_BOT).where(bots.c.id == name))
        return found[0] if found else None

    def bots_of(self, owner: int) -> list[Bot]:
        return self._bots(sql.select(*_BOT).where(bots.c.owner == owner).order_by(bots.c.created_ms.desc()))

    def named(self, owner: int, game: str, name: str) -> Bot | None:
        same = (bots.c.owner == owner, bots.c.game == game, bots.c.name == name)
        found = self._bots(sql.select(*_BOT).where(*same))
        return found[0] if found else None

    def bots_by_id(self, names: Iterable[str]) -> dict[str, Bot]:
        wanted = sorted(set(names))
        return {bot.id: bot for bot in self._bots(sql.select(*_BOT).where(bots.c.id.in_(wanted)))}

    def bots_where(self, *where: sql.ColumnElement[bool]) -> list[Bot]:
        return self._bots(sql.select(*_BOT).where(*where))

    def is_closed_to(self, bot: Bot, me: Account | None) -> bool:
        """Its owner, those in a team that it plays for, and administrators are no others."""
        if not bot.why_closed:
            return False
        return me is None or not (
            me.role == "admin" or me.id == bot.owner or bot.id in self.shared_with(me.id)
        )

    def closed_to(self, me: Account | None) -> dict[str, Bot]:
        """The bots that are closed to somebody, by their ids."""
        return {bot.id: bot for bot in self.bots_where(CLOSED) if self.is_closed_to(bot, me)}

    def closed_versions(self, names: Iterable[str], me: Account | None) -> dict[str, Bot]:
        """Those of versions whose bots are closed to somebody, with their bots."""
        query = sql.select(versions.c.id, *_BOT).select_from(versions.join(bots))
        with self.engine.connect() as connection:
            rows = connection.execute(query.where(versions.c.id.in_(sorted(names)), CLOSED))
            found = {version: Bot(*bot) for version, *bot in rows}
        return {version: bot for version, bot in found.items() if self.is_closed_to(bot, me)}

    def _bots(self, query: sql.Select[Any]) -> list[Bot]:
        with self.engine.connect() as connection:
            return [Bot(*row) for row in connection.execute(query)]

    # Versions.
    def version(self, name: str) -> Version | None:
        found = self._versions(versions.c.id == name)
        return found[0] if found else None

    def versions(self, bot: str) -> list[Version]:
        """All of a bot, the newest first."""
        return self._versions(versions.c.bot == bot)

    def versions_by_bot(self, names: Iterable[str]) -> dict[str, list[Version]]:
        """All of several bots, the newest first."""
        found: dict[str, list[Version]] = {}
        for version in self._versions(versions.c.bot.in_(sorted(names))):
            found.setdefault(version.bot, []).append(version)
        return found

    def numbered(self, bot: str, number: int) -> Version | None:
        found = self._versions(versions.c.bot == bot, versions.c.number == number)
        return found[0] if found else None

    def newest_fit(self, game: str | None = None) -> list[Version]:
        """Of every bot the newest version that passed its checks."""
        fit = versions.alias("fit")
        newest = (
            sql.select(fit.c.bot, sql.func.max(fit.c.number)).where(fit.c.state == "fit").group_by(fit.c.bot)
        )
        only = () if game is None else (bots.c.game == game,)
        return self._versions(sql.tuple_(versions.c.bot, versions.c.number).in_(newest), *only)

    def unfinished(self, owner: int) -> int:
        """How many versions of theirs are still to be built or checked."""
        busy = versions.c.state.in_(["waiting", "building", "checking"])
        query = (
            sql.select(sql.func.count()).select_from(versions.join(bots)).where(bots.c.owner == owner, busy)
        )
        with self.engine.connect() as connection:
            return int(connection.execute(query).scalar_one())

    def uploads_since(self, owner: int, since_ms: float) -> int:
        lately = versions.c.created_ms >= since_ms
        query = (
            sql.select(sql.func.count()).select_from(versions.join(bots)).where(bots.c.owner == owner, lately)
        )
        with self.engine.connect() as connection:
            return int(connection.execute(query).scalar_one())

    def is_tried(self, version: str) -> bool:
        """Whether a trial of it is running."""
        either = (trials.c.newer == version) | (trials.c.older == version)
        return self._any(sql.select(trials.c.id).where(trials.c.state == "running", either))

    def _any(self, query: sql.Select[Any]) -> bool:
        with self.engine.connect() as connection:
            return connection.execute(query.limit(1)).first() is not None

    def all_versions(self) -> set[str]:
        with self.engine.connect() as connection:
            return set(connection.execute(sql.select(versions.c.id)).scalars())

    def findings(self, version: str) -> tuple[str, list[dict[str, Any]]]:
        """The build's log and the report of the checks: for the owner alone."""
        query = sql.select(versions.c.log, versions.c.report).where(versions.c.id == version)
        with self.engine.connect() as connection:
            log, report = connection.execute(query).one()
        return log, msgspec.json.decode(report) if report else []

    def _versions(self, *where: sql.ColumnElement[bool]) -> list[Version]:
        own = versions.c
        columns = (own.id, own.bot, bots.c.name, bots.c.owner, bots.c.game, own.number, own.state, own.reason)
        query = (
            sql.select(*columns, own.created_ms)
            .select_from(versions.join(bots))
            .where(*where)
            .order_by(own.created_ms.desc(), own.number.desc())
        )
        with self.engine.connect() as connection:
            rows = connection.execute(query).all()
        return [Version(*row[:8], self.place, row.created_ms) for row in rows]


def bot_store(context: JobContext) -> BotStore:
    """For a job."""
    return BotStore(context.engine, context.data)


_BOT = (
    bots.c.id,
    bots.c.owner,
    bots.c.game,
    bots.c.name,
    bots.c.remote,
    bots.c.rated,
    bots.c.online_ms,
    bots.c.off,
    bots.c.created_ms,
    bots.c.played_ms,
    bots.c.closed_for,
    bots.c.open_in_contests,
)
