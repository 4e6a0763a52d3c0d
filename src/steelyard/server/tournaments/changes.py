"""What tournaments write to the database: the statements, each with what has to be so before."""

from __future__ import annotations

import sqlalchemy as sql

from steelyard.server.database.writer import Change
from steelyard.server.tournaments import schema

_own = schema.tournaments.c
_game = schema.games.c

ADD_TOURNAMENT = sql.insert(schema.tournaments)
ADD_ENTRANT = sql.insert(schema.entrants)
ADD_PLAYER = sql.insert(schema.players)
ADD_GAME = sql.insert(schema.games)
_STILL = (
    sql.update(schema.tournaments)
    .where(_own.id == sql.bindparam("tournament"), _own.state == sql.bindparam("before"))
    .values(state=sql.bindparam("after"))
)
_BEGIN_ROUND = (
    sql.update(schema.tournaments)
    .where(
        _own.id == sql.bindparam("tournament"),
        _own.state.in_(["open", "running"]),
        _own.round == sql.bindparam("before"),
    )
    .values(state="running", round=sql.bindparam("number"), round_started_ms=sql.bindparam("now_ms"))
)
_END = (
    sql.update(schema.tournaments)
    .where(_own.id == sql.bindparam("tournament"), _own.state.in_(["open", "running"]))
    .values(state=sql.bindparam("after"), ended_ms=sql.bindparam("now_ms"))
)
_LEAVE = sql.delete(schema.players).where(
    schema.players.c.tournament_id == sql.bindparam("tournament"),
    schema.players.c.account == sql.bindparam("who"),
)
_DROP = sql.delete(schema.entrants).where(
    schema.entrants.c.tournament_id == sql.bindparam("tournament"),
    schema.entrants.c.number == sql.bindparam("entrant"),
)
ADD_REMOVED = sql.insert(schema.removed)
_FORGET_REMOVED = sql.delete(schema.removed).where(
    schema.removed.c.tournament_id == sql.bindparam("tournament"),
    schema.removed.c.entrant == sql.bindparam("entrant"),
)
_WITHDRAW = (
    sql.update(schema.entrants)
    .where(
        schema.entrants.c.tournament_id == sql.bindparam("tournament"),
        schema.entrants.c.number == sql.bindparam("entrant"),
        schema.entrants.c.left_after.is_(None),
    )
    .values(left_after=sql.bindparam("round_"))
)
_SCORE = (
    sql.update(schema.games)
    .where(
        _game.tournament_id == sql.bindparam("tournament"),
        _game.table_id == sql.bindparam("table"),
        _game.result.is_(None),
    )
    .values(result=sql.bindparam("score"))
)


def still(tournament: str, state: str) -> Change:
    """It is in that state, at the moment in which the rest is written."""
    return Change(_STILL, {"tournament": tournament, "before": state, "after": state}, exactly=1)


def round_begun(tournament: str, number: int, now_ms: float) -> Change:
    """A round begins once, whoever else wants to begin it too."""
    values = {"tournament": tournament, "before": number - 1, "number": number, "now_ms": now_ms}
    return Change(_BEGIN_ROUND, values, exactly=1)


def ended(tournament: str, state: str, now_ms: float) -> Change:
    return Change(_END, {"tournament": tournament, "after": state, "now_ms": now_ms}, exactly=1)


def left(tournament: str, account: int) -> Change:
    return Change(_LEAVE, {"tournament": tournament, "who": account}, exactly=1)


def dropped(tournament: str, entrant: int) -> list[Change]:
    """An entrant without players; a later one may get its number."""
    which = {"tournament": tournament, "entrant": entrant}
    return [Change(_FORGET_REMOVED, which), Change(_DROP, which, exactly=1)]


def removed(tournament: str, entrant: int, account: int) -> list[Change]:
    """A captain wants somebody out of the team, and not in it again."""
    row = {"tournament_id": tournament, "entrant": entrant, "account": account}
    return [left(tournament, account), Change(ADD_REMOVED, row)]


def withdrawn(tournament: str, entrant: int, after: int) -> Change:
    return Change(_WITHDRAW, {"tournament": tournament, "entrant": entrant, "round_": after}, exactly=1)


def scored(tournament: str, table: str, score: str) -> Change:
    return Change(_SCORE, {"tournament": tournament, "table": table, "score": score})
