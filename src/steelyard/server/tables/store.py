"""Queries of tables: one by its id, lists, logs, and the times when no server ran."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import sqlalchemy as sql

from steelyard.core.game import SEATS
from steelyard.server.accounts.schema import accounts
from steelyard.server.database.schema import heartbeat
from steelyard.server.tables import log, schema
from steelyard.server.tables.outages import Alive, Outage
from steelyard.server.tables.plans import Plan
from steelyard.server.tables.summary import Summary, read_summary
from steelyard.server.tables.terms import ANYONE, Terms

if TYPE_CHECKING:
    from collections.abc import Collection

    from steelyard.core.game import Seat
    from steelyard.server.http.clients import Asker
    from steelyard.server.tables.log import Entry

PAGE = 24
RANKS = 1 << 40  # more than there are tables: your own lines come first, then those of people with an account

_terms = msgspec.json.Decoder(Terms)


class Row(NamedTuple):
    """A table as lists need it."""

    number: int
    terms: Terms
    summary: Summary | None
    """None: it was last written by an older server, and has to be read."""


class Offered(NamedTuple):
    """A line of the lobby: a challenge, and how many are folded into it."""

    row: Row
    rank: int
    """What lines are ordered by, the highest first."""
    more: int
    of_one_person: bool
    """Whether all of them are of the same person, and not only from one address."""


class LobbyPage(NamedTuple):
    """Which lines of the lobby are asked for."""

    limit: int
    after: int | None = None
    """Those of a lower rank."""
    same_as: str | None = None
    """What is folded into the line of that challenge, each by itself."""
    hidden: frozenset[int] = frozenset()
    """Without the challenges of these accounts."""


class Wanted(NamedTuple):
    """Which tables are asked for; all that everybody may see, where nothing is said."""

    live: bool | None = None
    game: str | None = None
    guest: str | None = None
    """Whose."""
    private: bool = False
    """Whether that guest asks: their private tables, their challenges, and those where only bots play."""
    pace: str | None = None
    result: str | None = None
    rated: bool | None = None
    find: str = ""
    """A part of the other player's name, folded."""
    watched: frozenset[str] | None = None
    """Without games between bots, other than these: they go on only while somebody watches."""

    def conditions(self) -> list[sql.ColumnElement[bool]]:
        columns = schema.tables.c
        asked = [
            column == value
            for column, value in ((columns.live, self.live), (columns.game, self.game))
            if value is not None
        ]
        if self.watched is not None:
            has_people = sql.exists().where(schema.seats.c.table_id == columns.id)
            asked.append(has_people | columns.id.in_(self.watched))
        if not self.private:
            asked += [~columns.private, columns.open_to.is_(None)]
        if self.guest is not None:
            asked.append(self._of_guest(self.guest))
        return [~columns.cancelled, *asked]

    def results(self) -> list[sql.ColumnElement[bool]]:
        """What is asked of games that are over, as the guest's results have it."""
        own = schema.results.c
        asked = [
            column == value
            for column, value in ((own.pace, self.pace), (own.result, self.result), (own.rated, self.rated))
            if value is not None
        ]
        return asked + ([own.opponent.contains(self.find, autoescape=True)] if self.find else [])

    def _of_guest(self, guest: str) -> sql.ColumnElement[bool]:
        columns, own, seats = schema.tables.c, schema.results.c, schema.seats.c
        if asked := self.results():
            return columns.id.in_(sql.select(own.table_id).where(own.guest == guest, *asked))
        sat = columns.id.in_(sql.select(seats.table_id).where(seats.guest == guest))
        return sat | (columns.owner == guest) if self.private else sat


class TableStore:
    """Queries of tables. What is written goes through the `Writer`: see `changes`."""

    def __init__(self, engine: sql.Engine) -> None:
        self.engine = engine

    def bot_is_playing(self, version: str) -> bool:
        """Whether somebody plays against that version of a bot now."""
        columns = schema.tables.c
        there = columns.terms.contains(f'"@{version}"')
        query = sql.select(columns.id).where(columns.live, there).limit(1)
        with self.engine.connect() as connection:
            return connection.execute(query).first() is not None

    def plans(self, name: str) -> dict[Seat, Plan]:
        """The conditional moves of both players."""
        columns = schema.plans.c
        query = sql.select(columns.seat, columns.plan).where(columns.table_id == name)
        with self.engine.connect() as connection:
            rows = connection.execute(query).all()
        return {SEATS[row.seat]: msgspec.json.decode(row.plan, type=Plan) for row in rows}

    def table(self, name: str) -> Row | None:
        query = _rows().where(schema.tables.c.id == name)
        with self.engine.connect() as connection:
            found = connection.execute(query).one_or_none()
        return None if found is None else _row(found)

    def tables(self, names: Collection[str]) -> list[Row]:
        query = _rows().where(schema.tables.c.id.in_(names))
        with self.engine.connect() as connection:
            return [_row(found) for found in connection.execute(query)]

    def entries(self, table: str) -> list[Entry]:
        columns = schema.entries.c
        query = (
            sql.select(columns.seq, columns.at_ms, columns.body)
            .where(columns.table_id == table)
            .order_by(columns.seq)
        )
        with self.engine.connect() as connection:
            return [
                log.Entry(seq, at_ms, log.read_body(body)) for seq, at_ms, body in connection.execute(query)
            ]

    def due(self, now_ms: float, limit: int) -> list[str]:
        """The tables that a server has to look after by now, those first that are due the longest."""
        columns = schema.tables.c
        query = sql.select(columns.id).where(columns.due_ms <= now_ms).order_by(columns.due_ms).limit(limit)
        with self.engine.connect() as connection:
            return list(connection.execute(query).scalars())

    def listed(self, wanted: Wanted, after: int | None = None, limit: int = PAGE) -> list[Row]:
        """Tables, newest first, from before `after`."""
        columns = schema.tables.c
        query = _rows().where(*wanted.conditions()).order_by(columns.number.desc()).limit(limit)
        if after is not None:
            query = query.where(columns.number < after)
        with self.engine.connect() as connection:
            return [_row(found) for found in connection.execute(query)]

    def challenges(self, asker: Asker, page: LobbyPage) -> list[Offered]:
        """Those that stand: your own, those to you, and what one person or one address offers in one line.

        Whoever asks from the same address sees a line for each person there. A line shows the challenge of
        somebody with an account if there is one, and of those the oldest.
        """
        columns, guest = schema.tables.c, asker.guest
        own, for_you = columns.owner == guest, columns.open_to == guest
        is_near = sql.false() if asker.network is None else columns.network == asker.network
        known = sql.exists().where(accounts.c.guest == columns.owner)
        is_hidden = sql.exists().where(accounts.c.guest == columns.owner, accounts.c.id.in_(page.hidden))
        stands = (columns.open_to.is_not(None), columns.live)
        one = sql.case((is_near, columns.owner), else_=sql.func.coalesce(columns.network, columns.owner))
        by_itself = own if page.same_as is None else sql.true()
        line = sql.case((by_itself, columns.id), else_=one)
        together: dict[str, Any] = {"partition_by": (for_you, line)}
        rank_class = sql.case((own | for_you, 2), (known, 1), else_=0)
        rank = (columns.number + sql.literal(RANKS, sql.BigInteger) * rank_class).label("rank")
        lines = (
            sql.select(columns.number, rank)
            .add_columns(
                (sql.func.count().over(**together) - 1).label("more"),
                sql.func.min(columns.owner).over(**together).label("first_owner"),
                sql.func.max(columns.owner).over(**together).label("last_owner"),
                sql.func.row_number()
                .over(**together, order_by=(rank_class.desc(), columns.number))
                .label("place"),
            )
            .where(*stands, (columns.open_to == ANYONE) | own | for_you, ~is_hidden)
        )
        with self.engine.connect() as connection:
            if page.same_as is not None:
                named = sql.select(one, for_you).where(columns.id == page.same_as, *stands)
                same, same_for_you = connection.execute(named).one_or_none() or (None, False)
                lines = lines.where(~own, one == same, for_you == sql.literal(same_for_you))
            found = lines.subquery()
            query = _rows().add_columns(found.c.rank, found.c.more, found.c.first_owner, found.c.last_owner)
            query = query.join(found, found.c.number == columns.number).where(found.c.place == 1)
            query = query.order_by(found.c.rank.desc()).limit(page.limit)
            if page.after is not None:
                query = query.where(found.c.rank < page.after)
            return [
                Offered(_row(each), each.rank, each.more, each.first_owner == each.last_owner)
                for each in connection.execute(query)
            ]

    def challenges_to(self, guest: str, limit: int) -> list[Row]:
        """Those that somebody has made to that guest, by name; the newest first."""
        return self._standing(schema.tables.c.open_to == guest, limit)

    def challenges_of(self, owner: str, limit: int) -> list[Row]:
        """Those of that guest's own, the newest first."""
        return self._standing(schema.tables.c.owner == owner, limit)

    def _standing(self, whose: sql.ColumnElement[bool], limit: int) -> list[Row]:
        columns = schema.tables.c
        query = _rows().where(columns.open_to.is_not(None), columns.live, whose)
        with self.engine.connect() as connection:
            found = connection.execute(query.order_by(columns.number.desc()).limit(limit))
            return [_row(each) for each in found]

    def challenges_from(self, network: str) -> int:
        """How many stand that one address has made."""
        columns = schema.tables.c
        query = sql.select(sql.func.count()).where(
            columns.open_to.is_not(None), columns.live, columns.network == network
        )
        with self.engine.connect() as connection:
            return int(connection.execute(query).scalar_one())

    def live_of(self, owner: str) -> int:
        """How many tables that guest has set up that are not over."""
        columns = schema.tables.c
        query = sql.select(sql.func.count()).where(columns.owner == owner, columns.live)
        with self.engine.connect() as connection:
            return int(connection.execute(query).scalar_one())

    def last_alive(self) -> Alive | None:
        """When the last server was known to run; an older one has written down only the date."""
        query = sql.select(heartbeat.c.alive_ms).order_by(heartbeat.c.id)
        with self.engine.connect() as connection:
            found = list(connection.execute(query).scalars())
        return Alive(found[0], found[-1]) if found else None

    def outages(self) -> list[Outage]:
        columns = schema.outages.c
        query = sql.select(columns.stopped_ms, columns.started_ms).order_by(columns.started_ms)
        with self.engine.connect() as connection:
            return [Outage(*found) for found in connection.execute(query)]


def _rows() -> sql.Select[tuple[int, str, str | None]]:
    columns = schema.tables.c
    return sql.select(columns.number, columns.terms, columns.summary)


def read_terms(text: str) -> Terms:
    return _terms.decode(text)


def _row(found: Any) -> Row:
    return Row(
        found.number,
        read_terms(found.terms),
        None if found.summary is None else read_summary(found.summary),
    )
