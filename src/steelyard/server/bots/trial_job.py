"""Is the new version better? A paired sequential test against the one before, a slice of it in each job."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import msgspec
import sqlalchemy as sql

from steelyard.arena.match.score import Score, of, sprt
from steelyard.arena.record import new_seed
from steelyard.core.errors import SteelyardError
from steelyard.server.bots import game_job
from steelyard.server.bots.build_job import NoLongerBuilds, make_sure
from steelyard.server.bots.game_job import Side
from steelyard.server.bots.job_kinds import BUILD, TRIAL
from steelyard.server.bots.programs import program
from steelyard.server.bots.schema import matches, trials
from steelyard.server.bots.store import bot_store
from steelyard.server.jobs.queue import added, waiting

if TYPE_CHECKING:
    from collections.abc import Mapping

    from steelyard.server.bots.store import Version
    from steelyard.server.jobs.context import JobContext
    from steelyard.server.jobs.queue import Job

ELO0, ELO1 = 0.0, 50.0
SLICE = 8  # games in one job: then others have their turn
MOST_GAMES = 600
Points = dict[int, float | None]
"""What the newer version got, by game; nothing where both failed."""


def run(context: JobContext, job: Job) -> None:
    trial = job.payload["trial"]
    with context.engine.connect() as connection:
        row = connection.execute(sql.select(trials).where(trials.c.id == trial)).one()
        points = _points(connection, trial)
    bots = bot_store(context)
    newer, older = (bots.version(each) for each in (row.newer, row.older))
    if newer is None or older is None or "deleted" in {newer.state, older.state}:
        give_up(context, job, "one of the versions is gone")
        return
    try:
        make_sure(context, newer)
        make_sure(context, older)
    except NoLongerBuilds as error:
        give_up(context, job, str(error))
        return
    if _judged(points)["state"] == "running":
        points |= _play(context, trial, newer, older, points)
    told = _judged(points)
    with context.engine.begin() as connection:
        _write(connection, trial, told)
        context.queue.finish(connection, job, {"games": told["games"]})
        if told["state"] == "running":
            more = added(TRIAL, job.payload, job.owner)
            connection.execute(more.statement, more.values)


def give_up(context: JobContext, job: Job, why: str) -> None:
    trial = job.payload["trial"]
    with context.engine.begin() as connection:
        told = _judged(_points(connection, trial)) | {
            "state": "failed",
            "words": f"It was broken off: {why}.",
        }
        _write(connection, trial, told)
        context.queue.fail(connection, job, why)


def _play(context: JobContext, trial: str, newer: Version, older: Version, points: Points) -> Points:
    """The next games that are missing, each kept as soon as it is over."""
    sides = (_side(newer), _side(older))
    left = [number for number in range(len(points) + 2 * SLICE) if number not in points][:SLICE]
    found: Points = {}
    for seats, record, logs in game_job.played(sides, newer.game, left, new_seed(), context.executor):
        row = game_job.kept("trial", trial, record.number, seats, record, rated=False)
        with context.engine.begin() as connection:
            game_job.add(connection, row)
        game_job.keep_logs(context.data, row["id"], seats, logs)
        found[record.number] = _share(row["winner"], row["verdict"], row["first_version"] == newer.id)
        if waiting(context.engine, (BUILD,)):  # that comes first; the next slice goes on here
            break
    if not found:
        raise SteelyardError("this machine is too busy to play under a clock")
    return found


def _side(version: Version) -> Side:
    """Both are the same bot: their names say which is which."""
    made = program(version)
    return Side(version.bot, version.id, replace(made, name=f"{version.name} {version.number}"))


def _points(connection: sql.Connection, trial: str) -> Points:
    newer = sql.select(trials.c.newer).where(trials.c.id == trial).scalar_subquery()
    own = matches.c
    query = sql.select(own.place, own.winner, own.verdict, (own.first_version == newer).label("first"))
    rows = connection.execute(query.where(own.occasion == trial, own.kind == "trial"))
    return {row.place: _share(row.winner, row.verdict, bool(row.first)) for row in rows}


def _share(winner: int | None, verdict: str, first: bool) -> float | None:  # noqa: FBT001 - the newer at seat 0
    if winner is None:
        return None if verdict else 0.5
    return float((winner == 0) == first)


def _score(points: Mapping[int, float | None]) -> tuple[Score, Score]:
    """Of whole pairs, which the test goes by, and of all games."""
    pairs = alone = Score()
    for place, got in points.items():
        other = points.get(place ^ 1)
        if got is None:
            continue
        if other is None:
            alone += of(got)
        elif place % 2 == 0:
            pairs += of(got, other)
    return pairs, pairs + alone


def _judged(points: Mapping[int, float | None]) -> dict[str, Any]:
    """How a trial stands, in figures and in words."""
    pairs, score = _score(points)
    test = sprt(pairs, ELO0, ELO1)
    state = {"running": "running", "accepted": "better", "rejected": "not_better"}[test.state]
    if state == "running" and len(points) >= MOST_GAMES:
        state = "undecided"
    low, high = score.interval()
    return {
        "state": state,
        "games": score.games,
        "wins": score.wins,
        "draws": score.draws,
        "losses": score.losses,
        "score": score.share,
        "interval": [low, high],
        "llr": test.llr,
        "bounds": [test.lower, test.upper],
        "elo": [ELO0, ELO1],
        "words": _words(state, score),
    }


def _words(state: str, score: Score) -> str:
    figures = f"{score.share:.0%} of the points in {score.games} games"
    if state == "not_better" and score.interval()[1] < 0.5:
        return f"The new version is worse: {figures}."
    return {
        "running": f"So far the new version has {figures}.",
        "better": f"The new version is better: {figures}.",
        "not_better": f"The new version is not {ELO1:g} Elo better: {figures}.",
        "undecided": f"No difference could be shown: {figures}.",
    }[state]


def _write(connection: sql.Connection, trial: str, told: dict[str, Any]) -> None:
    values = {"state": told["state"], "told": msgspec.json.encode(told).decode()}
    connection.execute(sql.update(trials).where(trials.c.id == trial).values(**values))


def started(trial: str, newer: Version, older: Version, now_ms: float) -> dict[str, Any]:
    """The row of a new trial."""
    return {
        "id": trial,
        "bot": newer.bot,
        "newer": newer.id,
        "older": older.id,
        "state": "running",
        "told": msgspec.json.encode(_judged({})).decode(),
        "created_ms": now_ms,
    }


def version_before(versions_of_bot: list[Version], newer: Version) -> Version | None:
    """The last fit version before that one."""
    fit = [each for each in versions_of_bot if each.state == "fit" and each.number < newer.number]
    return max(fit, key=lambda each: each.number, default=None)
