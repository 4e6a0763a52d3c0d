"""What is read of bots' games: by bot, by ladder, page by page; what was lost; what only an owner sees."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
import sqlalchemy as sql

from steelyard.server.accounts.schema import accounts
from steelyard.server.bots import queries
from steelyard.server.bots import ratings as bots_ratings
from steelyard.server.bots.game_job import add
from steelyard.server.bots.queries import FEW, Row
from steelyard.server.bots.ratings import Rating
from steelyard.server.bots.schema import matches, ratings, trials, versions
from steelyard.server.bots.service import new_bot
from steelyard.server.bots.store import BotStore
from steelyard.server.http.access import Account
from steelyard.server.rating_model import MIDDLE_ELO
from tests.server.running_server import opened

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

GAME = "tank_war"
VERDICT = {"seat": 0, "fault": "crashed", "detail": "my secret", "turn": 3, "line": "x", "stderr": "oh"}


@pytest.fixture
def bot_store(tmp_path: Path) -> Iterator[BotStore]:
    database = opened(f"sqlite:///{tmp_path}/tables.db")
    yield BotStore(database.engine, tmp_path)
    database.close()


def add_bot(connection: sql.Connection, name: str, **more: Any) -> None:
    """A bot of Ada's, whose number is 7."""
    if not connection.execute(sql.select(accounts.c.id)).first():
        ada = {"id": 7, "name": "Ada", "folded": "ada", "role": "player", "password": "x", "guest": "hers"}
        connection.execute(sql.insert(accounts).values(**ada, disabled=False, created_ms=0.0))
    change = new_bot(name, Account(7, "Ada", "player"), GAME, name.upper())
    connection.execute(change.statement, change.values | more)


def play(store: BotStore, first: str, second: str, **more: Any) -> None:
    """Keep a game, won by the first unless it is said otherwise; games are numbered as they come."""
    with store.engine.begin() as connection:
        place = int(connection.execute(sql.select(sql.func.count()).select_from(matches)).scalar_one())
        row = {
            "id": f"{place:010d}",
            "kind": "ladder",
            "occasion": "1",
            "place": place,
            "game": GAME,
            "first": first,
            "second": second,
            "first_version": "",
            "second_version": "",
            "names": json.dumps([first, second]),
            "winner": 0,
            "reason": "tanks",
            "rated": True,
            "verdict": "",
            "record": "the record",
            "ended_ms": 5.4,
        }
        assert add(connection, row | more)


def numbers(found: list[Row]) -> list[int]:
    return [row.number for row in found]


def test_games_are_listed_from_the_latest_page_by_page(bot_store: BotStore) -> None:
    for _ in range(5):
        play(bot_store, "a", "b")
    play(bot_store, "a", "b", kind="trial")
    play(bot_store, "a", "b", game="tank_duel")
    engine = bot_store.engine
    assert numbers(queries.games(engine, limit=3)) == [7, 5, 4]
    assert numbers(queries.games(engine, limit=3, after=4)) == [3, 2, 1]
    assert numbers(queries.games(engine, limit=9, game="tank_duel")) == [7]
    assert numbers(queries.games(engine, limit=9, trials_too=True)) == [7, 6, 5, 4, 3, 2, 1]
    assert "record" not in queries.games(engine, limit=1)[0]._fields


def test_games_of_a_bot_are_those_at_either_seat_but_not_against_closed_ones(bot_store: BotStore) -> None:
    for first, second in (("a", "b"), ("b", "a"), ("b", "c"), ("c", "a"), ("a", "d")):
        play(bot_store, first, second)
    engine = bot_store.engine
    assert numbers(queries.games(engine, bot="a", limit=9)) == [5, 4, 2, 1]
    assert numbers(queries.games(engine, bot="a", limit=2)) == [5, 4]
    assert numbers(queries.games(engine, bot="a", limit=2, after=4)) == [2, 1]
    assert numbers(queries.games(engine, bot="a", limit=9, without={"c", "d"})) == [2, 1]
    assert numbers(queries.games(engine, without=["b"], limit=9)) == [5, 4]


def test_a_game_is_lost_at_either_seat_or_by_both_who_failed(bot_store: BotStore) -> None:
    play(bot_store, "a", "b")
    play(bot_store, "b", "a")
    play(bot_store, "a", "b", winner=1)
    play(bot_store, "a", "b", winner=None)
    play(bot_store, "a", "b", winner=None, verdict=json.dumps(VERDICT))
    assert numbers(queries.lost_games(bot_store.engine, "a", 9)) == [5, 3, 2]
    assert numbers(queries.lost_games(bot_store.engine, "a", 2)) == [5, 3]
    assert numbers(queries.lost_games(bot_store.engine, "b", 9)) == [5, 1]


def test_of_a_trial_those_games_are_lost_that_the_newer_version_lost(bot_store: BotStore) -> None:
    trial = {"id": "t", "bot": "a", "newer": "new", "older": "old", "state": "running"}
    with bot_store.engine.begin() as connection:
        add_bot(connection, "a")
        for number, name in enumerate(("old", "new")):
            texts = {"state": "fit", "reason": "", "log": "", "report": ""}
            row = {"id": name, "bot": "a", "number": number, "created_ms": 0.0} | texts
            connection.execute(sql.insert(versions).values(**row))
        connection.execute(sql.insert(trials).values(**trial, told="{}", created_ms=0.0))
    for first, second, winner in (("new", "old", 0), ("new", "old", 1), ("old", "new", 0), ("old", "new", 1)):
        seats = {"first_version": first, "second_version": second, "winner": winner}
        play(bot_store, "a", "a", kind="trial", occasion="t", **seats)
    assert numbers(queries.lost_games(bot_store.engine, "a", 9)) == [3, 2]


def shown(store: BotStore, *mine: str) -> dict[str, Any]:
    return queries.shown_game(queries.games(store.engine, limit=1)[0], mine)


def test_a_game_in_a_list_has_all_that_everybody_may_know(bot_store: BotStore) -> None:
    play(bot_store, "2222222222", "random", winner=1)
    assert shown(bot_store) == {
        "id": "0000000000",
        "kind": "ladder",
        "game": GAME,
        "names": ["2222222222", "random"],
        "bots": ["2222222222", None],
        "winner": 1,
        "both_failed": False,
        "reason": "tanks",
        "rated": True,
        "ended_ms": 5,
        "verdict": None,
    }


def test_what_a_bot_did_wrong_is_for_its_owner(bot_store: BotStore) -> None:
    play(bot_store, "a", "b", winner=1, verdict=json.dumps(VERDICT))
    assert shown(bot_store, "a")["verdict"] == {key: VERDICT[key] for key in VERDICT if key != "seat"}
    for mine in ([], ["b"]):
        assert shown(bot_store, *mine)["verdict"] is None
    assert not shown(bot_store, "a")["both_failed"]


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(("other", "fault"), [("time out", "time out"), (None, "crashed")])
def test_where_both_failed_each_owner_sees_the_own_fault_and_only_one_its_words(
    bot_store: BotStore, seat: int, other: str | None, fault: str
) -> None:
    verdict = VERDICT | {"seat": seat, "other": other}
    play(bot_store, "a", "b", winner=None, verdict=json.dumps(verdict))
    told, untold = ("a", "b") if seat == 0 else ("b", "a")
    assert shown(bot_store, told)["verdict"]["detail"] == "my secret"
    bare = {"fault": fault, "detail": "", "turn": 0, "line": "", "stderr": ""}
    assert shown(bot_store, untold)["verdict"] == bare
    assert shown(bot_store)["verdict"] is None
    assert shown(bot_store, untold)["both_failed"]


def test_a_game_is_found_by_its_id(bot_store: BotStore) -> None:
    play(bot_store, "a", "b")
    row = queries.record(bot_store.engine, "0000000000")
    assert row is not None
    assert row.record == "the record"
    assert queries.record(bot_store.engine, "1") is None


def test_a_ladder_has_whoever_is_worth_most_at_least_on_top_and_newcomers_below(
    bot_store: BotStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = {
        "sure": Rating(26.0, 0.5, FEW),
        "unsure": Rating(27.0, 3.0, FEW),
        "new": Rating(40.0, 1.0, FEW - 1),
        "newer": Rating(20.0, 1.0, 1),
        "off": Rating(30.0, 1.0, 99),
    }
    with bot_store.engine.begin() as connection:
        for name, rating in known.items():
            add_bot(connection, name, remote=name == "new", off="x" * (name == "off"))
            connection.execute(sql.insert(ratings).values(game=GAME, player=name, **rating._asdict()))
        connection.execute(sql.insert(ratings).values(game="tank_duel", player="x", **Rating()._asdict()))
    monkeypatch.setattr(bots_ratings, "OURS", ("teacher",))
    found = queries.lines(bot_store, GAME, {7: "Ada"})
    assert [each["player"] for each in found] == ["sure", "teacher", "unsure", "new", "newer"]
    assert [each["place"] for each in found] == [1, 2, 3, 4, 5]
    assert found[0] == {
        "place": 1,
        "player": "sure",
        "name": "SURE",
        "owner": "Ada",
        "ours": False,
        "remote": False,
        "elo": known["sure"].elo,
        "doubt": known["sure"].doubt,
        "games": FEW,
    }
    assert found[1] == {
        "place": 2,
        "player": "teacher",
        "name": "teacher",
        "owner": None,
        "ours": True,
        "remote": False,
        "elo": MIDDLE_ELO,
        "doubt": 0.0,
        "games": 0,
    }
    assert [each["remote"] for each in found] == [False, False, False, True, False]
    assert queries.ratings_in(bot_store.engine, GAME) == known
    two = {name: known[name] for name in ("sure", "off")}
    assert queries.ratings_of(bot_store.engine, [*two, "nobody"]) == two
