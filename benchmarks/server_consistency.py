"""What a server that was killed has kept, compared with what people were told."""

from __future__ import annotations

import time
from collections import Counter
from typing import TYPE_CHECKING, Any

import sqlalchemy as sql
from kills import Failed
from tests.server.running_server import Guest

from steelyard import games
from steelyard.arena.record import read_record, replayed
from steelyard.contest.running import journal
from steelyard.contest.running.journal_entries import Played
from steelyard.contest.running.verification import verify
from steelyard.server.accounts.schema import audit
from steelyard.server.bots import ladder_job
from steelyard.server.bots.schema import matches, ratings, versions
from steelyard.server.contests.schema import contests
from steelyard.server.database import migration
from steelyard.server.jobs.schema import jobs
from steelyard.server.tables import schema

if TYPE_CHECKING:
    from pathlib import Path

    from server_load import Load

SETTLED_S = 300.0  # until nothing is built any more
DIED = "each time its worker died"


def compare(load: Load, database: str, data: Path) -> None:
    engine = migration.opened(database)
    try:
        _settle(engine)
        _tables(load, engine)
        _bots(load, engine, data)
        _ladder(load, engine)
        _contests(load, engine, data)
    finally:
        engine.dispose()


def _need(fine: object, why: str) -> None:
    if not fine:
        raise Failed(why)


def _rows(engine: sql.Engine, *columns: Any) -> list[Any]:
    with engine.connect() as connection:
        return list(connection.execute(sql.select(*columns)).all())


def _settle(engine: sql.Engine) -> None:
    """Until all that was uploaded is judged: no kill interrupts that any more."""
    ends = time.monotonic() + SETTLED_S
    while pending := {state for (state,) in _rows(engine, versions.c.state)} - {"fit", "unfit"}:
        _need(time.monotonic() < ends, f"versions are {pending} for {SETTLED_S:g} s")
        time.sleep(0.5)


def _tables(load: Load, engine: sql.Engine) -> None:
    seqs: dict[str, list[int]] = {}
    for table, seq in _rows(engine, schema.entries.c.table_id, schema.entries.c.seq):
        seqs.setdefault(table, []).append(seq)
    for table, found in seqs.items():
        _need(sorted(found) == list(range(1, len(found) + 1)), f"table {table}: its log has a gap")
    with Guest(load.address) as guest:
        for table in load.tables.values():
            _need(guest.shows(table.id)["seq"] >= table.seq, f"table {table.id}: announced entries are lost")
            record = read_record(guest.http.get(f"/api/tables/{table.id}/record").content)
            replayed(record, games.get)
            for turn, moves in table.turns.items():
                _need(list(record.turns[turn - 1].moves) == moves, f"table {table.id}: turn {turn} differs")
            _need(not table.over or record.outcome is not None, f"table {table.id}: it was over, and is not")


def _bots(load: Load, engine: sql.Engine, data: Path) -> None:
    known = {row.id: row for row in _rows(engine, versions)}
    for upload in load.uploads:
        version = known.get(upload["version"])
        _need(version is not None, f"version {upload['version']} was taken, and is lost")
        _need((version.bot, version.number) == (upload["bot"], upload["number"]), f"{version.id} is another")
        _need((data / "bots" / version.id / "source" / "bot.toml").is_file(), f"{version.id} has no source")
    for version in known.values():
        judged = version.state == "fit" or DIED in version.reason
        _need(judged, f"version {version.id} is unfit by mistake: {version.reason}")
    told = [row for row in _rows(engine, audit.c.action) if row.action == "bot.hand_in"]
    _need(len(told) == len(known), f"{len(known)} versions, and {len(told)} audit entries")
    builds = Counter(row.payload for row in _rows(engine, jobs.c.kind, jobs.c.payload) if row.kind == "build")
    _need(len(builds) == builds.total() == len(known), "a version has another number of jobs than one")


def _ladder(load: Load, engine: sql.Engine) -> None:
    rows = _rows(engine, matches.c.id, matches.c.winner, matches.c.occasion, matches.c.place)
    kept = {row.id: row.winner for row in rows}
    for game, winner in load.ladder.items():
        _need(kept.get(game, "lost") == winner, f"ladder game {game} was shown, and is lost or another")
    places = Counter((row.occasion, row.place) for row in rows)
    _need(set(places.values()) <= {1}, "a ladder game is kept twice")
    with engine.begin() as connection:  # workers may still play: all of it at one moment
        if engine.dialect.name == "postgresql":
            connection.execute(sql.text("SELECT pg_advisory_xact_lock(1458402093)"))
        anew = ladder_job.recount(connection, "tank_war")
        own = ratings.c
        found = connection.execute(
            sql.select(own.player, own.mu, own.sigma, own.games).where(own.game == "tank_war")
        )
        rated = {row.player: tuple(row[1:]) for row in found}
    counted = {player: (each.mu, each.sigma, each.games) for player, each in anew.items()}
    _need(rated == counted, "the ratings do not follow from the games")


def _contests(load: Load, engine: sql.Engine, data: Path) -> None:
    states = {row.id: row.state for row in _rows(engine, contests.c.id, contests.c.state)}
    steps: dict[str, Counter[str]] = {}
    for action, subject in _rows(engine, audit.c.action, audit.c.subject):
        steps.setdefault(subject, Counter())[action] += 1
    for contest in load.contests:
        _need(contest.id in states, f"contest {contest.id} was made, and is lost")
        _need(
            "over" not in contest.steps or states[contest.id] == "over", f"contest {contest.id} is not over"
        )
        done = steps[f"contest:{contest.id}"]
        once = ("create", "open", "frozen", "start", "over")
        _need(all(done[f"contest.{step}"] <= 1 for step in once), f"contest {contest.id}: {dict(done)}")
        file = data / "contests" / contest.id / "journal.jsonl"
        if not contest.games:
            continue
        played = Counter(entry.id for entry in journal.read(file)[1] if isinstance(entry, Played))
        _need(set(played.values()) <= {1}, f"contest {contest.id}: a game counts twice")
        _need(len(played) >= contest.games, f"contest {contest.id}: games that were told are lost")
        _need(not list(verify(file)), f"contest {contest.id}: its journal does not verify")
