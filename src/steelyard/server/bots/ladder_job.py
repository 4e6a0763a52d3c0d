"""The ladder's games: a few between two bots in one job; each counts once, as soon as it is over."""

from __future__ import annotations

import secrets
from collections import Counter
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import sqlalchemy as sql

from steelyard import games
from steelyard.arena.record import new_seed
from steelyard.arena.verdicts import in_words
from steelyard.core.game import SEATS
from steelyard.server.bots import game_job, ladder_pairing, preparation, remote
from steelyard.server.bots import ratings as bots_ratings
from steelyard.server.bots.build_job import NoLongerBuilds, make_sure
from steelyard.server.bots.game_job import Side
from steelyard.server.bots.job_kinds import AWAITED, LADDER
from steelyard.server.bots.ladder_pairing import Entrant
from steelyard.server.bots.programs import built_in, program
from steelyard.server.bots.ratings import FAILURES, Rating, Result, with_version
from steelyard.server.bots.schema import bots, matches, ratings
from steelyard.server.bots.store import CLOSED, ONLINE_MS, bot_store
from steelyard.server.jobs.queue import waiting
from steelyard.server.jobs.schema import jobs
from steelyard.server.time_source import now_ms

if TYPE_CHECKING:
    from collections.abc import Mapping

    from steelyard.arena.record import Record
    from steelyard.core.game import Seat
    from steelyard.server.bots.store import Bot
    from steelyard.server.jobs.context import JobContext
    from steelyard.server.jobs.queue import Job

PAIRS = 2  # of games in one job: each start with the seats exchanged
LATELY = 200  # games that are looked at for who has met whom


class BotUnavailable(Exception):
    """A bot that cannot play now: it was taken off, or its owner's machine has gone."""


class Standing(NamedTuple):
    """A game's ladder, as pairs are chosen from it."""

    entrants: list[Entrant]
    met: Counter[frozenset[str]]


# Choosing.
def add_next(context: JobContext) -> bool:
    """Put the next games of some ladder into the queue; False if nobody needs any."""
    chance = Random(secrets.randbits(64))
    names = list(games.names())
    chance.shuffle(names)
    for game in names:
        standing = _standing(context, game)
        pair = ladder_pairing.next_pair(standing.entrants, standing.met, chance, now_ms())
        if pair is not None:
            owner = max(each.owner for each in pair)
            payload = {"game": game, "players": [each.player for each in pair], "seed": new_seed()}
            context.queue.add(LADDER, payload, owner)
            return True
    return False


def _standing(context: JobContext, game: str) -> Standing:
    with context.engine.connect() as connection:
        known = dict(_ratings(connection, game))
        lately = connection.execute(
            sql.select(matches.c.first, matches.c.second)
            .where(matches.c.game == game, matches.c.kind == "ladder")
            .order_by(matches.c.number.desc())
            .limit(LATELY)
        ).all()
        queued = connection.execute(
            sql.select(jobs.c.payload).where(
                jobs.c.kind == "ladder", jobs.c.state.in_(["waiting", "claimed"])
            )
        ).scalars()
        busy = {player for payload in queued for player in msgspec.json.decode(payload)["players"]}
    entrants = [
        Entrant(
            bot.id,
            bot.owner,
            with_version(known.get(bot.id, Rating()), there.version),
            bot.played_ms,
            ladder_pairing.next_due_ms(there.changed_ms, bot.played_ms),
            bot.rated,
        )
        for there in _available(context, game)
        if (bot := there.bot).id not in busy
    ]
    entrants += [
        Entrant(name, 0, known.get(name) or bots_ratings.start(game, name), 0.0)
        for name in bots_ratings.on_every_ladder(game)
        if entrants and preparation.OURS.is_ready(game, name)
    ]
    met = Counter(frozenset((row.first, row.second)) for row in lately)
    return Standing(entrants, met)


class AvailableBot(NamedTuple):
    """A bot of somebody's that can play now."""

    bot: Bot
    version: str
    """That would; none of a bot at home."""
    changed_ms: float
    """When it came by that version, or to be."""


def _available(context: JobContext, game: str) -> list[AvailableBot]:
    fit = {version.bot: version for version in bot_store(context).newest_fit(game)}
    online_from = now_ms() - ONLINE_MS if context.server else float("inf")
    found = []
    for bot in bot_store(context).bots_where(bots.c.game == game, bots.c.off == "", ~CLOSED):
        if bot.id in fit:
            found.append(AvailableBot(bot, fit[bot.id].id, fit[bot.id].created_ms))
        elif bot.remote and bot.online_ms > online_from:
            found.append(AvailableBot(bot, "", bot.created_ms))
    return found


def _ratings(
    connection: sql.Connection, game: str, players: tuple[str, ...] | None = None
) -> list[tuple[str, Rating]]:
    own = ratings.c
    columns = (own.player, own.mu, own.sigma, own.games, own.version, own.failed)
    query = sql.select(*columns).where(own.game == game)
    found = connection.execute(query if players is None else query.where(own.player.in_(players)))
    return [(row.player, Rating(*row[1:])) for row in found]


# Playing.
def run(context: JobContext, job: Job) -> None:
    game = job.payload["game"]
    chance = Random(job.payload["seed"])
    first_number = 2 * chance.randrange(1000)
    numbers = [first_number + n for n in range(2 * PAIRS)]
    done = _places(context, str(job.number))
    try:
        seats = [side(context, job, player) for player in job.payload["players"]]
    except BotUnavailable as gone:
        give_up(context, job, str(gone))
        return
    rated = _all_rated(context, job.payload["players"])
    left = [number for number in numbers if number not in done]
    if left:
        pair = (seats[0], seats[1])
        for sides, record, logs in game_job.played(pair, game, left, job.payload["seed"], context.executor):
            if any(_is_gone(context, each) for each in sides):
                break  # whatever became of the game is neither the bot's fault nor the other's merit
            name = _count(context, job, sides, record, rated=rated)
            game_job.keep_logs(context.data, name, sides, logs)
            if any(_plays_no_more(context, each.player) for each in sides):
                break
            if waiting(context.engine, AWAITED):  # the bots get more games later
                break
    with context.engine.begin() as connection:
        context.queue.finish(connection, job, {})


def give_up(context: JobContext, job: Job, why: str) -> None:
    """Nothing is lost: whoever needs a game will get another."""
    with context.engine.begin() as connection:
        context.queue.fail(connection, job, why)


def side(context: JobContext, job: Job, player: str) -> Side:
    """Who is to play: the newest fit version of a bot, a remote one, or one of ours."""
    game = job.payload["game"]
    if bots_ratings.is_ours(game, player):
        return Side(player, "", built_in(game, player))
    bot = bot_store(context).bot(player)
    if bot is None or bot.off:
        raise BotUnavailable(f"{player} is not on the ladder")
    if bot.why_closed:
        raise BotUnavailable(bot.why_closed)
    if bot.remote:
        return Side(player, "", remote.program(remote.key(context.data), bot, context.server, job))
    newest = next((each for each in bot_store(context).versions(player) if each.state == "fit"), None)
    if newest is None:
        raise BotUnavailable(f"{player} has no version that passed its checks")
    try:
        make_sure(context, newest)
    except NoLongerBuilds as error:
        raise BotUnavailable(str(error)) from None
    return Side(player, newest.id, program(newest))


def _all_rated(context: JobContext, players: list[str]) -> bool:
    return all(bot.rated for bot in bot_store(context).bots_by_id(players).values())


def _places(context: JobContext, occasion: str) -> set[int]:
    """The games of this job that were finished before its worker died."""
    query = sql.select(matches.c.place).where(matches.c.occasion == occasion, matches.c.kind == "ladder")
    with context.engine.connect() as connection:
        return set(connection.execute(query).scalars())


def _plays_no_more(context: JobContext, player: str) -> bool:
    bot = bot_store(context).bot(player)
    return bot is not None and bool(bot.off or bot.why_closed)


def _is_gone(context: JobContext, side: Side) -> bool:
    """Whether the program of a version was deleted while it played."""
    version = bot_store(context).version(side.version) if side.version else None
    return version is not None and (version.state == "deleted" or not version.built.is_dir())


def _count(context: JobContext, job: Job, sides: tuple[Side, Side], record: Record, *, rated: bool) -> str:
    """Keep a game and what it changes, together; a game that was kept before changes nothing. Its id."""
    row = game_job.kept("ladder", str(job.number), record.number, sides, record, rated=rated)
    with context.engine.begin() as connection:
        if game_job.add(connection, row):
            played = bots.c.id.in_([each.player for each in sides])
            connection.execute(sql.update(bots).where(played).values(played_ms=row["ended_ms"]))
            if rated:
                _rate(connection, record, _result(row))
    name: str = row["id"]
    return name


def _rate(connection: sql.Connection, record: Record, result: Result) -> None:
    known = dict(_ratings(connection, record.game, result.players))
    first, second = (known.get(each) or bots_ratings.start(record.game, each) for each in result.players)
    after = bots_ratings.after(record.game, result, (first, second))
    for seat, player, new in zip(SEATS, result.players, after, strict=True):
        key = {"game": record.game, "player": player}
        if player in known:
            where = (ratings.c.game == record.game, ratings.c.player == player)
            connection.execute(sql.update(ratings).where(*where).values(**new._asdict()))
        else:
            connection.execute(sql.insert(ratings).values(**key, **new._asdict()))
        if new.failed >= FAILURES and not bots_ratings.is_ours(record.game, player):
            connection.execute(sql.update(bots).where(bots.c.id == player).values(off=_why_off(record, seat)))


def _why_off(record: Record, seat: Seat) -> str:
    assert record.verdict is not None  # noqa: S101 - it has just failed
    last = f"it {in_words(record.verdict.faults[seat])}"
    if record.verdict.seat == seat:
        last += f": {record.verdict.detail}"
    told = f"it failed in {FAILURES} games in a row; the last time {last}"
    return told.replace("\0", "")[:400]


def recount(connection: sql.Connection, game: str) -> dict[str, Rating]:
    """All ratings of a game, from its games: the same to the last bit, as long as none was cleaned up."""
    own = matches.c
    columns = (own.first, own.second, own.first_version, own.second_version, own.winner, own.verdict)
    counting = sql.select(*columns).where(own.game == game, own.rated, own.kind == "ladder")
    counted = connection.execute(counting.order_by(own.number)).mappings()
    return bots_ratings.recomputed(game, (_result(dict(row)) for row in counted))


def _result(row: Mapping[str, Any]) -> Result:
    winner = row["winner"]
    failed = () if not row["verdict"] else SEATS if winner is None else (SEATS[1 - winner],)
    players = (row["first"], row["second"])
    return Result(players, (row["first_version"], row["second_version"]), winner, failed)
