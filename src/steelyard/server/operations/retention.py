"""Retention: what the machine has made by itself is removed after a while, a little at a time.

A rule finds what it would remove in pages, so that `steelyard space` can count it, and removes a page at a
time. After a kill between two of them the next clean-up goes on.

The row with the highest number always stays: SQLite would give its number away again, and the games of a
ladder's job are known by the job's number.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

import sqlalchemy as sql

from steelyard import games
from steelyard.analysis.solved import SOLVED, table_file
from steelyard.arena.sandbox import untrusted_folders
from steelyard.server.accounts.schema import accounts, audit, guests
from steelyard.server.analysis.schema import reviews
from steelyard.server.bots import disk_usage, ratings
from steelyard.server.bots.schema import SETTLED, matches, trials, versions
from steelyard.server.jobs.schema import jobs
from steelyard.server.operations.removal import (
    BATCH,
    DAY_MS,
    Conditions,
    Page,
    Place,
    Rule,
    game_tables,
    rows,
    transaction,
)
from steelyard.server.tables.schema import entries, seats, tables
from steelyard.server.tournaments.schema import games as tournament_games

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from steelyard.core.game import Game


def clean(place: Place) -> Iterator[tuple[str, int]]:
    """Clean up: after each short step, what kind was removed and how much of it."""
    for rule in RULES:
        for page in rule.find(place):
            yield rule.kind, rule.remove(place, page)


def due(place: Place) -> dict[str, int]:
    """How much of each kind a clean-up would remove now."""
    return {rule.kind: sum(map(len, rule.find(place))) for rule in RULES}


# What is found.
def _not_last(key: sql.Column[Any]) -> sql.ColumnElement[bool]:
    every = key.table.alias()
    return key < sql.select(sql.func.max(every.c[key.name])).scalar_subquery()


def _jobs(place: Place) -> Conditions:
    over = jobs.c.state.in_(["done", "failed"])
    return over, place.old(jobs.c.beat_ms, place.keep.job_days), _not_last(jobs.c.number)


def _ladder_games(place: Place) -> Iterator[Page]:
    """Old games that are not among the latest of either bot."""
    if not place.keep.ladder_games:
        return
    needed = _Needed(place)
    own = matches.c
    columns = (own.ended_ms, own.number, own.game, own.first, own.second)
    old = place.old(own.ended_ms, place.keep.ladder_days)
    query = sql.select(*columns).where(own.kind == "ladder", old).order_by(own.ended_ms, own.number)
    after = (-1.0, -1)
    while True:
        later = sql.tuple_(own.ended_ms, own.number) > sql.tuple_(*after)
        with place.engine.connect() as connection:
            older = connection.execute(query.where(own.ended_ms >= after[0], later).limit(BATCH)).all()
        found = [row.number for row in older if not needed(row)]
        if found:
            yield found
        if len(older) < BATCH:
            return
        after = (older[-1].ended_ms, older[-1].number)


class _Needed:
    """Whether a game is among the latest of an uploaded bot, or the last of all."""

    def __init__(self, place: Place) -> None:
        self._engine = place.engine
        self._most = place.keep.ladder_games
        self._from: dict[str, int] = {}
        """For each bot the number of its oldest game that is kept."""
        with place.engine.connect() as connection:
            self._last = connection.execute(sql.select(sql.func.max(matches.c.number))).scalar()

    def __call__(self, row: Any) -> bool:
        theirs = (player for player in (row.first, row.second) if not ratings.is_ours(row.game, player))
        return row.number == self._last or any(row.number >= self._oldest(player) for player in theirs)

    def _oldest(self, player: str) -> int:
        if player not in self._from:
            latest = sql.union_all(
                *(self._latest(seat, player) for seat in (matches.c.first, matches.c.second))
            )
            numbers = latest.subquery()
            query = sql.select(numbers.c.number).order_by(numbers.c.number.desc())
            with self._engine.connect() as connection:
                found = connection.execute(query.offset(self._most - 1).limit(1)).scalar()
            self._from[player] = found or 0
        return self._from[player]

    def _latest(self, seat: sql.ColumnElement[str], player: str) -> sql.Select[Any]:
        games = sql.select(matches.c.number).where(seat == player, matches.c.kind == "ladder")
        return sql.select(games.order_by(matches.c.number.desc()).limit(self._most).subquery())


def _trial_games(place: Place) -> Conditions:
    running = sql.select(trials.c.id).where(trials.c.state == "running")
    return (
        matches.c.kind == "trial",
        place.old(matches.c.ended_ms, place.keep.trial_days),
        matches.c.occasion.not_in(running),
        _not_last(matches.c.number),
    )


def _watched_games(place: Place) -> Conditions:
    """Of bots alone: nobody ever had a seat."""
    return (
        ~tables.c.live,
        place.old(tables.c.created_ms, place.keep.watched_days),
        ~sql.exists().where(seats.c.table_id == tables.c.id),
        _not_last(tables.c.number),
    )


def unplayed() -> sql.ColumnElement[bool]:
    """A table that is not over and at which no turn was ever played, or one that was cancelled."""
    own = entries.alias().c
    played = sql.exists().where(own.table_id == tables.c.id, own.body.startswith('{"kind":"turn"'))
    return (tables.c.live & ~played) | tables.c.cancelled


def _unplayed_games(place: Place) -> Conditions:
    """Where no clock runs, and nobody has come for long; with days per move people take their time."""
    old = place.old(entries.c.at_ms, place.keep.unplayed_days)
    return (
        place.old(tables.c.created_ms, place.keep.unplayed_days),
        unplayed(),
        ~sql.exists().where(entries.c.table_id == tables.c.id, ~old),
        tables.c.due_ms.is_(None),
        ~tables.c.terms.contains('"clock":"days:'),
        ~sql.exists().where(tournament_games.c.table_id == tables.c.id),
        _not_last(tables.c.number),
    )


def _guests(place: Place) -> Conditions:
    return (
        place.old(guests.c.created_ms, place.keep.guest_days),
        ~sql.exists().where(seats.c.guest == guests.c.id),
        ~sql.exists().where(tables.c.owner == guests.c.id),
        ~sql.exists().where(accounts.c.guest == guests.c.id),
    )


def _audit(place: Place) -> Conditions:
    return place.old(audit.c.at_ms, place.keep.audit_days), _not_last(audit.c.id)


def _reviews(place: Place) -> Conditions:
    return (place.old(reviews.c.made_ms, place.keep.review_days),)


def _superseded() -> sql.ColumnElement[bool]:
    """There is a later version that is fit, or it is not fit itself and there is a later one at all."""
    other = versions.alias("other")
    later = (other.c.bot == versions.c.bot) & (other.c.number > versions.c.number)
    return versions.c.state.in_(SETTLED) & sql.exists().where(
        later, (other.c.state == "fit") | (versions.c.state != "fit")
    )


def _builds(place: Place) -> Iterator[Page]:
    tried = sql.exists().where(
        trials.c.state == "running", (trials.c.newer == versions.c.id) | (trials.c.older == versions.c.id)
    )
    there = versions.c.built_bytes.is_(None) | (versions.c.built_bytes > 0)
    old = place.old(versions.c.created_ms, place.keep.build_days)
    for page in place.pages(versions.c.id, there, old, _superseded(), ~tried):
        if idle := [version for version in page if version not in place.at_tables]:
            yield idle


def _deleted(place: Place) -> Iterator[Page]:
    """Versions that somebody has deleted while the server was killed."""
    left = versions.c.source_bytes.is_(None) | (versions.c.source_bytes > 0)
    return place.pages(versions.c.id, versions.c.state == "deleted", left)


def _logs(place: Place) -> Iterator[Page]:
    written = (versions.c.log != "") | (versions.c.report != "")
    old = place.old(versions.c.created_ms, place.keep.log_days)
    return place.pages(versions.c.id, written, old, _superseded())


def solved_games(place: Place) -> list[Path]:
    if place.solved is None:
        return []
    return sorted(file for game in SOLVED for file in place.solved.glob(f"{game}-*.table"))


def _solved_games(place: Place) -> Iterator[Page]:
    """Of boards that are not ours; what nobody has read for long, as far as the disk notes that."""
    since_s = (place.now_ms - place.keep.solved_days * DAY_MS) / 1000
    ours = {table_file(game).name for game in _shipped()}
    unused = [
        file
        for file in solved_games(place)
        if file.name not in ours and max(file.stat().st_atime, file.stat().st_mtime) < since_s
    ]
    if unused and place.keep.solved_days:
        yield unused


def _shipped() -> Iterator[Game[Any]]:
    """Every solved game with every choice of options that it suggests."""
    for name in SOLVED:
        options = games.game_class(name).options
        for values in product(*(option.samples for option in options)):
            yield games.get(
                name, **{option.name: value for option, value in zip(options, values, strict=True)}
            )


# How it is removed.
def _remove_ladder_games(place: Place, page: Page) -> int:
    with transaction(place) as connection:
        return connection.execute(sql.delete(matches).where(matches.c.number.in_(page))).rowcount


def _remove_builds(place: Place, page: Page) -> int:
    for version in page:
        untrusted_folders.remove(place.built(version))
    return _change_versions(place, page, built_bytes=0)


def _remove_versions(place: Place, page: Page) -> int:
    for version in page:
        disk_usage.remove(place.engine, place.data / "bots", version)
    return len(page)


def _remove_logs(place: Place, page: Page) -> int:
    return _change_versions(place, page, log="", report="")


def _remove_files(_: Place, page: Page) -> int:
    for file in page:
        file.unlink(missing_ok=True)
    return len(page)


def _change_versions(place: Place, page: Page, **values: Any) -> int:
    with transaction(place) as connection:
        return connection.execute(
            sql.update(versions).where(versions.c.id.in_(page)).values(**values)
        ).rowcount


RULES = (
    rows("jobs", jobs.c.number, _jobs),
    Rule("ladder games", _ladder_games, _remove_ladder_games),
    rows("trial games", matches.c.number, _trial_games),
    game_tables("watched games", _watched_games),
    game_tables("unplayed games", _unplayed_games),
    rows("guests", guests.c.id, _guests),
    rows("reviews", reviews.c.table_id, _reviews),
    rows("audit entries", audit.c.id, _audit),
    Rule("builds", _builds, _remove_builds),
    Rule("sources", _deleted, _remove_versions),
    Rule("build logs", _logs, _remove_logs),
    Rule("solved games", _solved_games, _remove_files),
)
