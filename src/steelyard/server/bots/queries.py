"""What is read of the ladder and of the games that bots have played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import sqlalchemy as sql

from steelyard.server.bots import ratings as bots_ratings
from steelyard.server.bots.ratings import Rating
from steelyard.server.bots.schema import bots, matches, ratings, trials, versions

if TYPE_CHECKING:
    from collections.abc import Collection

    from steelyard.server.bots.store import BotStore

FEW = 10
"""Before so many games a place on the ladder means little: such bots stand below the others."""
Row = Any


def ratings_of(engine: sql.Engine, players: Collection[str]) -> dict[str, Rating]:
    """Of bots that have played at all."""
    return _ratings(engine, ratings.c.player.in_(sorted(players)))


def ratings_in(engine: sql.Engine, game: str) -> dict[str, Rating]:
    """Of everybody who has played that game on the ladder."""
    return _ratings(engine, ratings.c.game == game)


def _ratings(engine: sql.Engine, which: sql.ColumnElement[bool]) -> dict[str, Rating]:
    own = ratings.c
    query = sql.select(own.player, own.mu, own.sigma, own.games, own.version, own.failed)
    with engine.connect() as connection:
        rows = connection.execute(query.where(which)).all()
    return {row.player: Rating(*row[1:]) for row in rows}


def lines(bot_store: BotStore, game: str, owners: dict[int, str]) -> list[dict[str, Any]]:
    """A game's ladder from the top: by what each is worth at least, newcomers last."""
    known = ratings_in(bot_store.engine, game)
    on = bot_store.bots_where(bots.c.game == game, bots.c.off == "")
    theirs = {bot.id: bot for bot in on if bot.id in known}
    ours = {
        name: known.get(name, bots_ratings.start(game, name)) for name in bots_ratings.on_every_ladder(game)
    }
    shown = {name: known[name] for name in theirs} | ours
    fixed = {name for name in ours if bots_ratings.fixed(game, name)}
    ordered = sorted(shown.items(), key=lambda each: _order(each[0] in fixed, each[1]))
    return [
        {
            "place": place,
            "player": name,
            "name": theirs[name].name if name in theirs else name,
            "owner": owners.get(theirs[name].owner, "") if name in theirs else None,
            "ours": name in ours,
            "remote": name in theirs and theirs[name].remote,
            "elo": each.elo,
            "doubt": 0.0 if name in fixed else each.doubt,
            "games": each.games,
        }
        for place, (name, each) in enumerate(ordered, 1)
    ]


def _order(fixed: bool, each: Rating) -> tuple[bool, float]:  # noqa: FBT001 - it is known for good
    if fixed:
        return False, -each.elo
    return each.games < FEW, -each.elo if each.games < FEW else -(each.elo - each.doubt / 2)


def games(  # noqa: PLR0913 - each narrows the list
    engine: sql.Engine,
    *,
    game: str | None = None,
    bot: str | None = None,
    after: int | None = None,
    trials_too: bool = False,
    without: Collection[str] = (),
    limit: int,
) -> list[Row]:
    """Games that bots have played, the latest first; those of trials are for the bot's owner.

    Games of the bots in `without` are left out.
    """
    own = matches.c
    query = sql.select(own.number).order_by(own.number.desc()).limit(limit)
    if not trials_too:
        query = query.where(own.kind == "ladder")
    if game is not None:
        query = query.where(own.game == game)
    if after is not None:
        query = query.where(own.number < after)
    if without:
        query = query.where(own.first.not_in(list(without)), own.second.not_in(list(without)))
    seats = (own.first, own.second) if bot is not None else ()  # the latest at each, by its index
    return _latest(engine, [query.where(seat == bot) for seat in seats] or [query], limit)


def lost_games(engine: sql.Engine, bot: str, limit: int) -> list[Row]:
    """Games that a bot has lost, the latest first; of trials, those that the newer version lost."""
    own = matches.c
    newer = sql.select(trials.c.newer).where(trials.c.id == own.occasion).scalar_subquery()
    query = sql.select(own.number).order_by(own.number.desc()).limit(limit)
    both_failed = sql.and_(own.winner.is_(None), own.verdict != "")
    parts = [
        query.where(
            player == bot,
            sql.or_(own.winner == 1 - seat, both_failed),
            sql.or_(own.kind == "ladder", version == newer),
        )
        for seat, player, version in ((0, own.first, own.first_version), (1, own.second, own.second_version))
    ]
    return _latest(engine, parts, limit)


def _latest(engine: sql.Engine, parts: list[sql.Select[tuple[int]]], limit: int) -> list[Row]:
    """The latest of all games whose numbers these queries find."""
    own = matches.c
    shown = sql.select(*(column for column in own if column.name != "record"))
    with engine.connect() as connection:
        numbers = {number for part in parts for number in connection.execute(part).scalars()}
        latest = sorted(numbers, reverse=True)[:limit]
        return list(connection.execute(shown.where(own.number.in_(latest)).order_by(own.number.desc())))


def shown_game(row: Row, mine: Collection[str]) -> dict[str, Any]:
    """A game in a list; with what went wrong, for the owner of the bot that failed."""
    players = (row.first, row.second)
    verdict = msgspec.json.decode(row.verdict) if row.verdict else {}
    both = bool(verdict) and row.winner is None
    if both and players[verdict["seat"]] not in mine:  # the words are the other owner's
        verdict = {
            "seat": 1 - verdict["seat"],
            "fault": verdict.get("other") or verdict["fault"],
            "detail": "",
        }
    seen = bool(verdict) and players[verdict["seat"]] in mine
    return {
        "id": row.id,
        "kind": row.kind,
        "game": row.game,
        "names": msgspec.json.decode(row.names),
        "bots": [None if bots_ratings.is_ours(row.game, each) else each for each in players],
        "winner": row.winner,
        "both_failed": both,
        "reason": row.reason,
        "rated": row.rated,
        "ended_ms": round(row.ended_ms),
        "verdict": _shown_verdict(verdict) if seen else None,
    }


def _shown_verdict(verdict: dict[str, Any]) -> dict[str, Any]:
    return {
        "fault": verdict["fault"],
        "detail": verdict["detail"],
        "turn": verdict.get("turn", 0),
        "line": verdict.get("line", ""),
        "stderr": verdict.get("stderr", ""),
    }


def record(engine: sql.Engine, game: str) -> Row | None:
    """A game that bots have played, by its id."""
    with engine.connect() as connection:
        return connection.execute(sql.select(matches).where(matches.c.id == game)).one_or_none()


def trials_of(engine: sql.Engine, bot: str) -> list[dict[str, Any]]:
    newer, older = versions.alias("newer"), versions.alias("older")
    query = (
        sql.select(
            trials.c.id,
            newer.c.number.label("newer"),
            older.c.number.label("older"),
            trials.c.state,
            trials.c.told,
            trials.c.created_ms,
        )
        .join(newer, newer.c.id == trials.c.newer)
        .join(older, older.c.id == trials.c.older)
        .where(trials.c.bot == bot)
        .order_by(trials.c.created_ms.desc())
        .limit(20)
    )
    with engine.connect() as connection:
        rows = connection.execute(query).all()
    return [
        dict(row._mapping)  # noqa: SLF001 - SQLAlchemy's public name for it
        | {"told": msgspec.json.decode(row.told), "created_ms": round(row.created_ms)}
        for row in rows
    ]
