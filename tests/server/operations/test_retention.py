"""What the machine made goes after a while, a little at a time; what people did stays."""

from __future__ import annotations

import json
import os
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest
import sqlalchemy as sql

from steelyard.cli import main
from steelyard.server.accounts.schema import accounts, audit, guests
from steelyard.server.analysis.schema import reviews
from steelyard.server.bots.schema import bots, matches, trials, versions
from steelyard.server.database.database import Database
from steelyard.server.database.engine import connected
from steelyard.server.jobs.schema import jobs
from steelyard.server.operations import removal
from steelyard.server.operations.removal import DAY_MS, Place
from steelyard.server.operations.retention import RULES, clean, due
from steelyard.server.operations.space import measured
from steelyard.server.settings import Keep, read_keep
from steelyard.server.tables.schema import entries, plans, player_networks, running_positions, seats, tables
from steelyard.server.time_source import now_ms
from steelyard.server.tournaments.schema import games as tournament_games
from steelyard.server.tournaments.schema import tournaments
from tests.server.database.cluster import name_of
from tests.timeouts import TIMEOUT_S, wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.server.database.cluster import Cluster

NOW_MS = now_ms()
OLD_MS = NOW_MS - 2000 * DAY_MS
KEEP = Keep(ladder_games=2)


@pytest.fixture
def place(database: str, tmp_path: Path) -> Iterator[Place]:
    with closing(Database(database)) as store:
        yield Place(store.engine, tmp_path / "data", KEEP, NOW_MS)


def put(place: Place, table: sql.Table, *rows: dict[str, Any]) -> None:
    """Rows of which only what matters is said."""
    usual = {
        column.name: 0.0
        if isinstance(column.type, sql.Double)
        else ""
        if hasattr(column.type, "length")
        else 0
        for column in table.c
        if not column.nullable and column.name not in {"number"} | ({"id"} if table is audit else set())
    }
    with place.engine.begin() as connection:
        for row in rows:
            connection.execute(sql.insert(table).values(usual | row))


def left(place: Place, column: sql.Column[Any]) -> list[Any]:
    with place.engine.connect() as connection:
        return list(connection.execute(sql.select(column).order_by(column)).scalars())


def job(state: str, at_ms: float) -> dict[str, Any]:
    return {"kind": "ladder", "state": state, "beat_ms": at_ms, "created_ms": OLD_MS}


def game(number: int, first: str, second: str, at_ms: float, **more: Any) -> dict[str, Any]:
    told = {"number": number, "id": f"g{number}", "kind": "ladder", "game": "tank_war", "rated": True}
    return {**told, "first": first, "second": second, "ended_ms": at_ms, **more}


def somebody(place: Place) -> None:
    known = {"id": 1, "name": "Ada", "folded": "ada", "guest": "ada", "disabled": False}
    put(place, accounts, known)
    put(
        place,
        bots,
        *({"id": name, "owner": 1, "name": name, "remote": False, "rated": True} for name in "ab"),
    )


def test_jobs_that_are_over_go_and_no_number_is_given_twice(place: Place) -> None:
    put(place, jobs, job("waiting", OLD_MS), job("claimed", OLD_MS), job("done", NOW_MS))
    put(place, jobs, job("done", OLD_MS), job("failed", OLD_MS), job("done", OLD_MS))
    assert due(place)["jobs"] == 2
    assert dict(clean(place)) == {"jobs": 2}
    assert left(place, jobs.c.number) == [1, 2, 3, 6]
    put(place, jobs, job("waiting", 0.0))
    assert left(place, jobs.c.number)[-1] == 7, "games of the ladder are known by their job's number"


def test_old_games_of_the_ladder_go_but_for_the_latest_of_each_bot(place: Place) -> None:
    somebody(place)
    put(place, matches, *(game(n, "a", "greedy", OLD_MS + n) for n in range(1, 5)))
    put(place, matches, game(5, "random", "b", OLD_MS + 5), game(6, "random", "greedy", OLD_MS + 6))
    put(place, matches, *(game(n, "random", "greedy", NOW_MS) for n in (7, 8)))
    assert dict(clean(place)) == {"ladder games": 3}
    assert left(place, matches.c.number) == [3, 4, 5, 7, 8]


def test_games_of_trials_go_when_the_trial_is_over(place: Place) -> None:
    somebody(place)
    put(place, versions, {"id": "v1", "bot": "a", "number": 1}, {"id": "v2", "bot": "a", "number": 2})
    for name, state in (("over", "better"), ("on", "running")):
        put(place, trials, {"id": name, "bot": "a", "newer": "v2", "older": "v1", "state": state})
    put(place, matches, game(1, "a", "a", OLD_MS, kind="trial", occasion="over"))
    put(place, matches, game(2, "a", "a", OLD_MS, kind="trial", occasion="on"))
    put(place, matches, game(3, "a", "a", NOW_MS, kind="trial", occasion="over"))
    assert dict(clean(place)) == {"trial games": 1}
    assert left(place, matches.c.number) == [2, 3]


def test_games_of_people_stay_and_those_of_bots_alone_go(place: Place) -> None:
    for name, live in (("people", False), ("bots", False), ("going", True), ("last", False)):
        put(place, tables, {"id": name, "live": live, "private": False, "owner": "ada", "created_ms": OLD_MS})
        put(place, entries, {"table_id": name, "seq": 1, "body": '{"kind":"turn"}'})
    put(place, seats, {"table_id": "people", "seat": 0, "guest": "ada"})
    assert dict(clean(place)) == {"watched games": 1}
    assert left(place, tables.c.id) == ["going", "last", "people"]
    assert left(place, entries.c.table_id) == ["going", "last", "people"]


def test_tables_at_which_nobody_ever_moved_go(place: Place) -> None:
    waiting, turn = '{"kind":"seated"}', '{"kind":"turn","moves":["LA","RA"]}'
    for name, at_ms, body, told in (
        ("empty", OLD_MS, waiting, {}),
        ("joined", NOW_MS, waiting, {}),
        ("played", OLD_MS, turn, {}),
        ("days", OLD_MS, waiting, {"terms": '{"clock":"days:3"}'}),
        ("due", OLD_MS, waiting, {"due_ms": 0.0}),
        ("round1", OLD_MS, waiting, {"cancelled": True}),
        ("last", OLD_MS, waiting, {}),
    ):
        put(place, tables, {"id": name, "live": True, "private": False, "created_ms": OLD_MS, **told})
        put(place, entries, {"table_id": name, "seq": 1, "at_ms": at_ms, "body": body})
        put(place, seats, {"table_id": name, "guest": "ada"})
        put(place, running_positions, {"table_id": name})
        put(place, player_networks, {"table_id": name})
        put(place, reviews, {"table_id": name, "made_ms": NOW_MS})
        put(place, plans, {"table_id": name})
    somebody(place)
    put(place, tournaments, {"id": "cup", "owner": 1, "rated": False})
    put(place, tournament_games, {"tournament_id": "cup", "swapped": False, "table_id": "round1"})
    assert dict(clean(place)) == {"unplayed games": 1}
    parts = (entries, seats, running_positions, player_networks, reviews, plans)
    for column in (tables.c.id, *(part.c.table_id for part in parts)):
        assert left(place, column) == ["days", "due", "joined", "last", "played", "round1"]


def test_whoever_comes_back_at_that_moment_keeps_what_is_theirs(place: Place) -> None:
    put(place, guests, {"id": "ada", "created_ms": OLD_MS})
    for name in ("theirs", "last"):
        put(place, tables, {"id": name, "live": True, "private": False, "created_ms": OLD_MS})
    rules = [rule for rule in RULES if rule.kind in {"unplayed games", "guests"}]
    found = [list(rule.find(place)) for rule in rules]
    assert found == [[[1]], [["ada"]]]
    put(place, seats, {"table_id": "theirs", "guest": "ada"})
    put(place, entries, {"table_id": "theirs", "seq": 1, "at_ms": NOW_MS, "body": '{"kind":"seated"}'})
    for rule, [page] in zip(rules, found, strict=True):
        rule.remove(place, page)
    assert left(place, tables.c.id) == ["last", "theirs"]
    assert left(place, seats.c.guest) == left(place, guests.c.id) == ["ada"]


def test_guests_who_never_played_go(place: Place) -> None:
    somebody(place)
    put(place, guests, *({"id": name, "created_ms": OLD_MS} for name in ("ada", "idle", "owner", "player")))
    put(place, guests, {"id": "new", "created_ms": NOW_MS})
    put(place, tables, {"id": "t", "live": False, "private": False, "owner": "owner", "created_ms": OLD_MS})
    put(place, seats, {"table_id": "t", "seat": 0, "guest": "player"})
    assert dict(clean(place)) == {"guests": 1}
    assert left(place, guests.c.id) == ["ada", "new", "owner", "player"]


def test_reviews_go_and_are_made_again_when_somebody_asks(place: Place) -> None:
    put(place, reviews, {"table_id": "old", "made_ms": OLD_MS}, {"table_id": "new", "made_ms": NOW_MS})
    assert dict(clean(place)) == {"reviews": 1}
    assert left(place, reviews.c.table_id) == ["new"]


def test_audit_entries_go_after_years(place: Place) -> None:
    put(place, audit, {"at_ms": OLD_MS}, {"at_ms": NOW_MS - 900 * DAY_MS}, {"at_ms": NOW_MS})
    assert dict(clean(place)) == {"audit entries": 1}
    assert left(place, audit.c.id) == [2, 3]


def test_builds_and_logs_go_of_versions_that_something_better_has_replaced(place: Place) -> None:
    somebody(place)
    states = ("fit", "unfit", "fit", "fit", "fit", "unchecked", "unfit")
    for number, state in enumerate(states, 1):
        told = {"id": f"v{number}", "bot": "a", "number": number, "state": state, "created_ms": OLD_MS}
        put(place, versions, told | {"log": "built", "source_bytes": 1, "built_bytes": 5})
        place.built(f"v{number}").mkdir(parents=True)
    put(place, trials, {"id": "t", "bot": "a", "newer": "v5", "older": "v3", "state": "running"})
    terms = '{"chairs":[{"kind":"bot","bot":"@v4"}]}'
    put(place, tables, {"id": "t", "live": True, "private": False, "terms": terms, "created_ms": OLD_MS})
    assert dict(clean(place)) == {"builds": 3, "build logs": 5}
    there = [each for each in left(place, versions.c.id) if place.built(each).exists()]
    assert there == ["v3", "v4", "v5", "v7"], "in a trial, at a table, the one that plays, the last"
    with place.engine.connect() as connection:
        logged = connection.execute(sql.select(versions.c.id).where(versions.c.log != "")).scalars()
        assert sorted(logged) == ["v5", "v7"]
    assert sum(due(place).values()) == 0


def test_a_clean_up_is_many_short_steps_and_goes_on_where_it_was_killed(place: Place) -> None:
    many = 3 * removal.BATCH
    put(place, jobs, *(job("done", OLD_MS) for _ in range(many)))
    steps = clean(place)
    assert next(steps) == ("jobs", removal.BATCH)
    assert len(left(place, jobs.c.number)) == 2 * removal.BATCH
    del steps  # killed
    assert list(clean(place)) == [("jobs", removal.BATCH), ("jobs", removal.BATCH - 1)]
    assert left(place, jobs.c.number) == [many]


def test_two_clean_ups_take_turns(postgresql: Cluster, tmp_path: Path) -> None:
    """Two that read the same rows in opposite orders, as plans of PostgreSQL may, do not block each other."""
    url = postgresql.database()
    Database(url).close()
    by_index, by_scan = (
        connected(f"{url}&options=" + quote(" ".join(f"-c enable_{kind}=off" for kind in kinds)))
        for kinds in (["seqscan", "hashjoin", "mergejoin"], ["indexscan", "indexonlyscan", "bitmapscan"])
    )
    places = [Place(engine, tmp_path / "data", KEEP, NOW_MS) for engine in (by_index, by_scan)]
    for name in "abcd":
        put(places[0], tables, {"id": name, "live": False, "private": False, "created_ms": OLD_MS})
    for name in "cba":
        put(places[0], entries, {"table_id": name, "seq": 1})
    with ThreadPoolExecutor() as threads, closing(by_index.connect()) as third:
        third.execute(sql.select(entries).where(entries.c.table_id == "b").with_for_update())
        cleaning = [threads.submit(list, clean(place)) for place in places]
        waits = "SELECT count(*) FROM pg_stat_activity WHERE datname = %s AND wait_event_type = 'Lock'"
        wait_until(lambda: postgresql.does(waits, name_of(url)) == [(2,)])
        third.rollback()
        removed = sorted(cleaned.result(TIMEOUT_S) for cleaned in cleaning)
    assert removed == [[("watched games", 0)], [("watched games", 3)]]
    assert left(places[0], tables.c.id) == ["d"]
    for place in places:
        place.engine.dispose()


def test_solved_games_of_boards_that_are_not_shipped_go_when_nobody_has_used_them(
    place: Place, tmp_path: Path
) -> None:
    shipped, odd, used = "CBAABC-up_to_two", "AABCBC-exactly_two", "AABCCB-exactly_two"
    for board, age_ms in ((shipped, OLD_MS), (odd, OLD_MS), (used, NOW_MS)):
        file = tmp_path / f"tank_war-1-{board}.table"
        file.write_bytes(b"x" * 100)
        os.utime(file, (age_ms / 1000, OLD_MS / 1000))
    here = replace(place, solved=tmp_path)
    kind = next(kind for kind in measured(here).kinds if kind.name == "solved games")
    assert (kind.count, kind.bytes, kind.removable) == (3, 300, 1)
    assert list(clean(here)) == [("solved games", 1)]
    assert sorted(file.name for file in tmp_path.glob("*.table")) == [
        f"tank_war-1-{used}.table",
        f"tank_war-1-{shipped}.table",
    ]
    assert list(clean(replace(here, now_ms=NOW_MS + 40 * DAY_MS, keep=read_keep(["solved_days=0"])))) == []


def test_nothing_goes_with_a_time_of_0(place: Place) -> None:
    put(place, jobs, job("done", OLD_MS), job("done", OLD_MS))
    put(place, matches, *(game(n, "random", "greedy", OLD_MS) for n in (1, 2)))
    for_ever = read_keep(["job_days=0", "ladder_games=0"])
    assert list(clean(Place(place.engine, place.data, for_ever, NOW_MS))) == []


def test_space_tells_what_there_is_and_what_goes_and_gives_it_back(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STEELYARD_DATA", str(tmp_path))
    with closing(Database(f"sqlite:///{tmp_path}/tables.db")) as store:
        here = Place(store.engine, tmp_path, KEEP, NOW_MS)
        many = [game(n, "random", "greedy", OLD_MS + n, record="x" * 5000) for n in range(1, 101)]
        put(here, matches, *many)
        assert main(["space", "--data", str(tmp_path), "--vacuum"]) == 2, "its server runs"
        assert "another Steelyard server" in capsys.readouterr().err

    def told(*words: str) -> tuple[dict[str, Any], Any]:
        assert main(["space", "--data", str(tmp_path), "--json", *words]) == 0
        found = json.loads(capsys.readouterr().out)
        return {kind["name"]: kind for kind in found["kinds"]}, found

    kinds, before = told()
    ladder = kinds["ladder games"]
    assert (ladder["count"], ladder["removable"], ladder["oldest_ms"]) == (100, 99, OLD_MS + 1)
    assert ladder["bytes"] >= 500_000
    assert told("--keep", "ladder_days=0")[0]["ladder games"]["removable"] == 0
    kinds, after = told("--clean")
    assert kinds["ladder games"]["count"] == 1
    assert after["free_bytes"] > 400_000
    _, small = told("--vacuum")
    assert (small["free_bytes"], small["database_bytes"] < before["database_bytes"] / 2) == (0, True)
    assert main(["space", "--data", str(tmp_path)]) == 0
    assert "ladder games" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "why"), [(["--data", "/nowhere"], "there is no /nowhere"), (["--keep", "x=1"], "job_days")]
)
def test_a_place_or_a_time_that_makes_no_sense_is_refused(
    words: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["space", *words]) == 2
    assert why in capsys.readouterr().err
