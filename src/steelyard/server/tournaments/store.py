"""Queries of tournaments. What is written goes through the `Writer`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import sqlalchemy as sql

from steelyard.server.tables.schema import results, seats, tables
from steelyard.server.tournaments import schema
from steelyard.server.tournaments.model import Entrant, Format, Game, Kind, Score

if TYPE_CHECKING:
    from collections.abc import Collection

MOST_LISTED = 50


class Tournament(NamedTuple):
    id: str
    name: str
    game: str
    clock: str
    rated: bool
    kind: Kind
    team_size: int
    rounds: int | None
    most: int
    round_ms: float | None
    owner: int
    state: str
    starts_ms: float | None
    round: int
    round_started_ms: float | None
    created_ms: float
    ended_ms: float | None

    @property
    def format(self) -> Format:
        return Format(self.kind, self.team_size, self.rounds)


class TournamentStore:
    def __init__(self, engine: sql.Engine) -> None:
        self.engine = engine

    def find(self, name: str) -> Tournament | None:
        found = self._tournaments(schema.tournaments.c.id == name)
        return found[0] if found else None

    def listed(self, state: str, limit: int = MOST_LISTED) -> list[Tournament]:
        """In that state, the newest first."""
        return self._tournaments(schema.tournaments.c.state == state, limit)

    def unfinished_of(self, account: int) -> int:
        """How many of somebody's own are not over."""
        own = schema.tournaments.c
        query = sql.select(sql.func.count()).where(own.owner == account, own.state.in_(["open", "running"]))
        with self.engine.connect() as connection:
            return int(connection.execute(query).scalar_one())

    def unfinished_with(self, account: int) -> list[Tournament]:
        """Those that are not over and that somebody has made or joined."""
        own, who = schema.tournaments.c, schema.players.c
        joined = own.id.in_(sql.select(who.tournament_id).where(who.account == account))
        going_on = own.state.in_(["open", "running"])
        return self._tournaments(going_on & (joined | (own.owner == account)), 1000)

    def _tournaments(self, where: sql.ColumnElement[bool], limit: int = 1) -> list[Tournament]:
        query = (
            sql.select(schema.tournaments)
            .where(where)
            .order_by(schema.tournaments.c.created_ms.desc(), schema.tournaments.c.id)
            .limit(limit)
        )
        with self.engine.connect() as connection:
            return [Tournament(*row) for row in connection.execute(query)]

    def due(self, now_ms: float) -> list[Tournament]:
        """Those that are played, and those that should start."""
        own = schema.tournaments.c
        starting = (own.state == "open") & (own.starts_ms <= now_ms)
        return self._tournaments((own.state == "running") | starting, 1000)

    def entrants(self, name: str) -> list[Entrant]:
        """By number, each with the players in the order of their boards."""
        own, who = schema.entrants.c, schema.players.c
        numbered = sql.select(schema.entrants).where(own.tournament_id == name).order_by(own.number)
        players = (
            sql.select(who.entrant, who.account)
            .where(who.tournament_id == name)
            .order_by(who.joined_ms, who.account)
        )
        with self.engine.connect() as connection:
            rows, people = connection.execute(numbered).all(), connection.execute(players).all()
        accounts: dict[int, list[int]] = {}
        for each in people:
            accounts.setdefault(each.entrant, []).append(each.account)
        return [
            Entrant(row.number, row.name, tuple(accounts.get(row.number, ())), row.left_after) for row in rows
        ]

    def was_removed(self, name: str, entrant: int, account: int) -> bool:
        """Whether a captain has removed somebody from that team."""
        own = schema.removed.c
        query = sql.select(own.account).where(
            own.tournament_id == name, own.entrant == entrant, own.account == account
        )
        with self.engine.connect() as connection:
            return connection.execute(query).first() is not None

    def games(self, name: str) -> list[Game]:
        own = schema.games.c
        query = (
            sql.select(schema.games)
            .where(own.tournament_id == name)
            .order_by(own.round, own.match, own.board)
        )
        with self.engine.connect() as connection:
            return [Game(*row[1:]) for row in connection.execute(query)]

    def tables_of(self, name: str, guest: str) -> set[str]:
        """Where somebody sits: a team that has lost a player closes up, so boards do not tell."""
        own = schema.games.c
        query = (
            sql.select(own.table_id)
            .join(seats, seats.c.table_id == own.table_id)
            .where(own.tournament_id == name, seats.c.guest == guest)
        )
        with self.engine.connect() as connection:
            return set(connection.execute(query).scalars())

    def player_counts(self, names: Collection[str]) -> dict[str, int]:
        own = schema.players.c
        query = (
            sql.select(own.tournament_id, sql.func.count())
            .where(own.tournament_id.in_(names))
            .group_by(own.tournament_id)
        )
        with self.engine.connect() as connection:
            return {name: int(count) for name, count in connection.execute(query)}

    def ended(self, names: Collection[str]) -> dict[str, Score]:
        """How games ended, from the side of seat 0; those still played are left out."""
        own, seen = tables.c, results.c
        query = (
            sql.select(own.id, own.live, seen.seat, seen.result, seen.opening)
            .select_from(tables.outerjoin(results, seen.table_id == own.id))
            .where(own.id.in_(names))
        )
        found: dict[str, list[Any]] = {}
        with self.engine.connect() as connection:
            for row in connection.execute(query):
                found.setdefault(row.id, []).append(row)
        ended: dict[str, Score] = {name: "none" for name in names if name not in found}
        for name, rows in found.items():
            if not rows[0].live:
                ended[name] = _score(rows)
        return ended


def _score(rows: list[Any]) -> Score:
    """From the side of seat 0. Where it is drawn and nobody has made a move, nobody came."""
    first = next((row for row in rows if row.seat == 0), None)
    if first is None or (first.result == "drawn" and all(row.opening is None for row in rows)):
        return "none"
    scores: dict[str, Score] = {"won": "first", "lost": "second", "drawn": "draw"}
    return scores[first.result]
