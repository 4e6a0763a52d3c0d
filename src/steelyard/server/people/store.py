"""Queries of people: ratings, results, blocks, reports."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any, NamedTuple

import sqlalchemy as sql

from steelyard.server.people import schema
from steelyard.server.people.ratings import AGAINST_BOTS, PROVISIONAL, WITHIN_MS, Rating
from steelyard.server.rating_model import SIGMA, Skill
from steelyard.server.tables.schema import results, seats, tables
from steelyard.server.tables.store import read_terms

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

MOST_POINTS = 200  # of a curve
MOST_OPENINGS = 5  # of a game
MOST_RANKED = 100

_own = schema.ratings.c
_result = results.c


class Finished(NamedTuple):
    """A rated game that is yet to be counted."""

    table: str
    game: str
    pace: str
    seats: tuple[int, ...]
    """Of the people in it."""
    guests: tuple[str, ...]
    """Those people."""
    bot: str | None
    """Whom the only person has played."""
    winner: int | None
    """0: the first of those people."""
    began_ms: float
    """When both had made their first move."""


class PeopleStore:
    """What is written goes through the `Writer`."""

    def __init__(self, engine: sql.Engine) -> None:
        self.engine = engine

    # Ratings.
    def ratings(self, accounts: Iterable[int]) -> dict[tuple[int, str, str], Rating]:
        """By account, game and pace."""
        query = sql.select(schema.ratings).where(_own.account.in_(set(accounts)))
        with self.engine.connect() as connection:
            return {(row.account, row.game, row.pace): Rating(*row[3:]) for row in connection.execute(query)}

    def ranked(self, game: str, pace: str) -> list[tuple[int, Rating]]:
        """Accounts with enough rated games, the best first."""
        limit = _own.bot_mu - _own.bot_sigma + SIGMA
        enough = (_own.games >= PROVISIONAL, _own.bot_games >= AGAINST_BOTS)
        query = (
            sql.select(schema.ratings)
            .where(_own.game == game, _own.pace == pace, *enough)
            .order_by(sql.case((_own.mu < limit, _own.mu), else_=limit).desc())
            .limit(MOST_RANKED)
        )
        with self.engine.connect() as connection:
            return [(row.account, Rating(*row[3:])) for row in connection.execute(query)]

    def uncounted(self, limit: int) -> list[Finished]:
        """Rated games that are over and have not changed any rating yet, in the order in which they ended."""
        waiting = (
            sql.select(_result.table_id)
            .where(_result.rated, _result.mu.is_(None), (_result.seat == 0) | _result.bot.is_not(None))
            .order_by(_result.ended_ms, _result.table_id)
            .limit(limit)
        )
        query = (
            sql.select(results, tables.c.rated_from_ms)
            .join(tables, tables.c.id == _result.table_id)
            .where(_result.table_id.in_(waiting))
            .order_by(_result.ended_ms, _result.table_id, _result.seat)
        )
        found: dict[str, list[Any]] = defaultdict(list)
        with self.engine.connect() as connection:
            for row in connection.execute(query):
                found[row.table_id].append(row)
        return [
            Finished(
                table,
                rows[0].game,
                rows[0].pace,
                tuple(row.seat for row in rows),
                tuple(row.guest for row in rows),
                rows[0].bot,
                _winner(rows[0].result),
                rows[0].rated_from_ms,
            )
            for table, rows in found.items()
        ]

    def rated_between(self, guests: Iterable[str], until_ms: float) -> int:
        """Rated games of two people that began within a day before that moment, running ones included."""
        own = tables.c
        sat = [sql.exists().where(seats.c.table_id == own.id, seats.c.guest == guest) for guest in guests]
        query = sql.select(sql.func.count()).where(
            own.rated_from_ms > until_ms - WITHIN_MS, own.rated_from_ms < until_ms, *sat
        )
        with self.engine.connect() as connection:
            return int(connection.execute(query).scalar_one())

    def has_rated_with_bot(self, guest: str) -> bool:
        """Whether a rated game of that guest against a bot goes on."""
        query = sql.select(tables.c.terms).where(tables.c.owner == guest, tables.c.live)
        with self.engine.connect() as connection:
            running = [read_terms(row.terms) for row in connection.execute(query)]
        return any(terms.rated and any(chair.bot for chair in terms.chairs) for terms in running)

    # Profiles.
    def curves(self, guest: str) -> dict[tuple[str, str], list[tuple[float, Skill]]]:
        """The latest ratings by game and pace, oldest first."""
        query = (
            sql.select(_result.game, _result.pace, _result.ended_ms, _result.mu, _result.sigma)
            .where(_result.guest == guest, _result.mu.is_not(None))
            .order_by(_result.ended_ms.desc())
            .limit(20 * MOST_POINTS)
        )
        found: dict[tuple[str, str], list[tuple[float, Skill]]] = defaultdict(list)
        with self.engine.connect() as connection:
            for row in connection.execute(query):
                points = found[row.game, row.pace]
                if len(points) < MOST_POINTS:
                    points.append((row.ended_ms, Skill(row.mu, row.sigma)))
        return {key: points[::-1] for key, points in found.items()}

    def tallies(self, guest: str, *, private: bool) -> list[Any]:
        """How many games ended how, by game and first move; those that only some may watch where asked."""
        query = (
            sql.select(_result.game, _result.opening, _result.result, sql.func.count().label("games"))
            .where(_result.guest == guest)
            .group_by(_result.game, _result.opening, _result.result)
        )
        if not private:
            query = query.join(tables, tables.c.id == _result.table_id).where(~tables.c.private)
        with self.engine.connect() as connection:
            return list(connection.execute(query))

    # Who wants nothing to do with whom.
    def blocks_of(self, account: int) -> tuple[set[int], set[int]]:
        """Whom an account has blocked, and who has blocked it."""
        own = schema.blocks.c
        query = sql.select(own.account, own.blocked).where(
            (own.account == account) | (own.blocked == account)
        )
        with self.engine.connect() as connection:
            rows = connection.execute(query).all()
        return (
            {row.blocked for row in rows if row.account == account},
            {row.account for row in rows if row.blocked == account},
        )

    def blocks_among(self, accounts: Iterable[int], before_ms: float) -> list[tuple[int, int]]:
        """Who of these accounts had blocked which other of them by that moment."""
        own, asked = schema.blocks.c, set(accounts)
        query = sql.select(own.account, own.blocked).where(
            own.account.in_(asked), own.blocked.in_(asked), own.at_ms < before_ms
        )
        with self.engine.connect() as connection:
            return [(row.account, row.blocked) for row in connection.execute(query)]

    def open_reports_of(self, account: int) -> set[tuple[int, str, str]]:
        """What an account has reported that no organiser has settled: whom, where and why."""
        own = schema.reports.c
        query = sql.select(own.reported, own.table_id, own.reason).where(
            own.settled_by.is_(None), own.account == account
        )
        with self.engine.connect() as connection:
            return {(row.reported, row.table_id, row.reason) for row in connection.execute(query)}

    def open_reports(self, limit: int) -> Sequence[Any]:
        """Those that no organiser has settled, the latest first."""
        own = schema.reports.c
        query = (
            sql.select(schema.reports).where(own.settled_by.is_(None)).order_by(own.id.desc()).limit(limit)
        )
        with self.engine.connect() as connection:
            return connection.execute(query).all()


def _winner(result_of_first: str) -> int | None:
    return {"won": 0, "lost": 1}.get(result_of_first)
