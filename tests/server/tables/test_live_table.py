"""Games as players and watchers see them, over real sockets, on each database."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
from random import Random
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest

from steelyard import games
from steelyard.server.http.sockets import FRAMES, MOST_UNSENT, MOST_WRITTEN_BYTES, Line, until_one_ends
from steelyard.server.tables import running_positions
from steelyard.server.tables.followers import Followers
from steelyard.server.tables.live_table import LiveTable
from tests.server.running_server import GREEDY, ME, OPEN, RANDOM, Guest, RunningServer, plays_to_the_end
from tests.timeouts import TIMEOUT_S, wait_until

if TYPE_CHECKING:
    from pathlib import Path

CLOCKS = {"tank_war": "bank:120s", "tank_duel": "round:0.5s", "tank_battle": "fischer:300s+5s"}


def verified(record: bytes, folder: Path) -> bool:
    """Whether `steelyard replay --verify` accepts it."""
    (folder / "record.jsonl").write_bytes(record)
    shown = subprocess.run(
        [sys.executable, "-m", "steelyard", "replay", str(folder / "record.jsonl"), "--verify"],
        capture_output=True,
        text=True,
        check=False,
    )
    return shown.returncode == 0 and shown.stdout.startswith("verified: 1 game")


@pytest.mark.parametrize("game", games.names())
@pytest.mark.parametrize("clock", ["none", "a clock"])
def test_a_person_plays_a_bot_to_the_end_and_the_record_verifies(
    ada: Guest, tmp_path: Path, game: str, clock: str
) -> None:
    clock = CLOCKS.get(game, "none") if clock != "none" else clock
    table = ada.sets_up(game, GREEDY, ME, clock=clock, seed=1)["id"]
    with ada.follows(table) as page:
        outcome = plays_to_the_end(page, Random(7).choice)
    shown = ada.shows(table)
    assert (shown["outcome"], shown["live"]) == (outcome, False)
    last = [message for message in page.heard if message["type"] in {"snapshot", "turn"}][-1]
    assert last["outcome"] == outcome  # the last turn says so itself
    assert len(shown["moves"]) == shown["turn"] > 0
    assert verified(ada.http.get(f"/api/tables/{table}/record").content, tmp_path)


def test_two_people_on_two_machines_play_by_invitation(ada: Guest, bob: Guest, tmp_path: Path) -> None:
    table = ada.sets_up("tank_war", OPEN, ME, clock="bank:120s")
    with ada.follows(table["id"]) as adas:
        start = adas.until("snapshot")
        assert (start["you"], start["started"], start["invite"]) == ([1], False, table["invite"])
        assert "open" in adas.refused("move", turn=1, move="LA")
        assert bob.joins(table) == 0
        assert [player["name"] for player in adas.until("seated")["players"]] == ["Bob", "Ada"]
        with bob.follows(table["id"]) as bobs:
            theirs = bobs.until("snapshot")
            assert (theirs["you"], theirs["invite"], set(theirs["legal"])) == ([0], None, {"0"})
            assert [player["connected"] for player in adas.until("players")["players"]] == [True, True]
            while True:
                state = ada.shows(table["id"])
                if not state["live"]:
                    break
                for page, guest, seat in ((bobs, bob, "0"), (adas, ada, "1")):
                    legal = guest.shows(table["id"])["legal"][seat]
                    page.says("move", turn=state["turn"] + 1, move=legal[0])
                for page in (bobs, adas):
                    page.until("turn", turn=state["turn"] + 1)
            assert bobs.until("over")["outcome"] == adas.until("over")["outcome"]
    assert verified(ada.http.get(f"/api/tables/{table['id']}/record").content, tmp_path)


def test_two_people_at_one_screen_have_both_seats(ada: Guest) -> None:
    table = ada.sets_up("tank_war", ME, ME)["id"]
    with ada.follows(table) as page:
        start = page.until("snapshot")
        assert (start["you"], set(start["legal"]), set(start["picks"])) == ([0, 1], {"0", "1"}, {"0", "1"})
        page.says("move", turn=1, move="LA", seat=0)
        assert page.until("sealed")["chosen"] == {"0": "LA"}
        page.says("move", turn=1, move="RC")  # the seat that is still awaited
        turn = page.until("turn")
        assert (turn["moves"], set(turn["legal"])) == (["LA", "RC"], {"0", "1"})


def test_bots_play_each_other_for_whoever_watches(ada: Guest) -> None:
    table = ada.sets_up("tank_duel", RANDOM, GREEDY, seed=3)["id"]
    with ada.follows(table) as page:
        page.until("over")
        seen = page.heard[0]["turn"] + sum(message["type"] == "turn" for message in page.heard)
    assert ada.shows(table)["turn"] == seen
    assert all("legal" not in message or not message["legal"] for message in page.heard)


def test_the_same_seed_makes_bots_play_the_same(ada: Guest) -> None:
    def moves(seed: int) -> Any:
        table = ada.sets_up("tank_war", RANDOM, RANDOM, seed=seed)["id"]
        with ada.follows(table) as page:
            if page.until("snapshot")["live"]:
                page.until("over")
        return ada.shows(table)["moves"]

    assert moves(5) == moves(5) != moves(6)


def test_an_idle_server_does_nothing(
    server: RunningServer, ada: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tables that were left, in whatever state, cost nothing until somebody comes back."""
    tables = [
        ada.sets_up(game, *seats, clock=clock)["id"]
        for game, clock in [("tank_duel", "none"), ("tank_war", "bank:120s"), ("tank_duel", "round:10s")]
        for seats in [(ME, GREEDY), (ME, OPEN), (ME, ME)]
    ]
    for table in tables[::2]:
        with ada.follows(table) as page:
            if page.until("snapshot")["started"]:
                page.says("resign")
                page.until("over")
    for table in tables[1::2]:
        with ada.follows(table) as page:
            page.until("snapshot")
    lives = [server.registry.tables[table] for table in tables]
    wait_until(lambda: not any(live._thinking or live.followers.pages for live in lives))
    calls: list[str] = []
    for owner, name in [
        (LiveTable, "add"),
        (LiveTable, "_go_on"),
        (LiveTable, "_tick"),
        (Followers, "announce"),
    ]:
        monkeypatch.setattr(owner, name, _noted(getattr(owner, name), calls))

    async def let_everything_run() -> None:
        for _ in range(200):
            await asyncio.sleep(0)

    def nothing_is_done() -> bool:  # once what was under way when the pages left is over
        calls.clear()
        server.do(let_everything_run())
        return calls == []

    wait_until(nothing_is_done)


def _noted(method: Any, calls: list[str]) -> Any:
    def noted(*arguments: Any) -> Any:
        calls.append(method.__name__)
        return method(*arguments)

    return noted


def test_a_page_that_was_away_catches_up_without_a_gap(ada: Guest) -> None:
    table = ada.sets_up("tank_war", ME, ME)["id"]

    def turn(number: int) -> None:
        with ada.follows(table) as page:
            legal = page.until("snapshot")["legal"]
            for seat in (0, 1):
                page.says("move", turn=number, move=legal[str(seat)][0], seat=seat)
            page.until("turn")

    with ada.follows(table) as page:
        seq = page.until("snapshot")["seq"]
    turn(1)
    with ada.follows(table, after=seq) as page:
        assert [page.next()["type"] for _ in range(2)] == ["sealed", "turn"]  # few: the messages themselves
        seq = page.seq or 0
    for number in range(2, 8):
        turn(number)
    with ada.follows(table, after=seq) as page:
        assert (page.next()["type"], page.heard[0]["turn"]) == ("snapshot", 7)  # many: everything anew
    with ada.follows(table, after=page.seq) as page:
        page.says("ping")
        assert page.until("pong")["now_ms"] > 0
        assert all("seq" not in message for message in page.heard)  # nothing was missed
    with ada.follows(table, after=10**6) as page:
        assert page.next()["type"] == "snapshot"  # a page from another life


def test_a_page_that_does_not_read_is_cut_off_and_holds_up_nobody() -> None:
    class Deaf:
        """A socket whose other end takes nothing."""

        async def send(self, _: Any) -> None:
            await asyncio.sleep(3600)

    async def tell() -> None:
        line = Line(cast("Any", Deaf()), "")
        telling = asyncio.ensure_future(until_one_ends(line.deliver(), line.falls_behind()))
        for _ in range(MOST_UNSENT):
            line.send("something")  # never waits
        await asyncio.sleep(0)
        assert not telling.done()
        for _ in range(2):
            line.send("one too many")
        await asyncio.wait_for(telling, TIMEOUT_S)

    asyncio.run(tell())


def test_a_connection_that_does_not_drain_holds_few_copies() -> None:
    class Full:
        """A connection of our own whose other end takes nothing."""

        def __init__(self) -> None:
            self.unsent = 0

        def write_frame(self, frame: bytes) -> int:
            self.unsent += len(frame)
            return self.unsent

    async def tell() -> None:
        full = Full()
        line = Line(cast("Any", SimpleNamespace(scope={"extensions": {FRAMES: full}})), "")
        behind = asyncio.ensure_future(line.falls_behind())
        line.send("x" * 2 * MOST_WRITTEN_BYTES)  # one large message is none too many
        await asyncio.sleep(0)
        assert not behind.done()
        line.send("another")
        await asyncio.wait_for(behind, TIMEOUT_S)

    asyncio.run(tell())


def test_a_sealed_move_is_nobody_elses_business(server: RunningServer, ada: Guest, bob: Guest) -> None:
    """Whatever Ada has chosen, all that others can get is the same to the last byte."""

    def seen_by_others(move: str) -> list[str]:
        table = ada.sets_up("tank_war", ME, OPEN, seed=1)
        bob.joins(table)
        name = table["id"]
        with (
            Guest(server.address) as stranger,
            ada.follows(name) as adas,
            bob.follows(name) as bobs,
            stranger.follows(name) as watching,
        ):
            watching.until("snapshot")
            adas.says("move", turn=1, move=move)
            assert adas.until("sealed", seat=0)["chosen"] == {"0": move}
            assert ada.shows(name)["chosen"] == {"0": move}
            told = [json.dumps(page.until("sealed")) for page in (bobs, watching)]
            paths = [f"/api/tables/{name}{what}" for what in ("", "/positions", "/record")]
            paths.append("/api/tables?live=1&limit=1")
            told += [guest.http.get(path).text for guest in (bob, stranger) for path in paths]
            with bob.follows(name, after=0) as again:
                while "sealed" not in {message["type"] for message in again.heard}:
                    told.append(json.dumps(again.next()))
        return [_told_of_any(name, each) for each in told]

    assert seen_by_others("LA") == seen_by_others("RB")


def _told_of_any(name: str, told: str) -> str:
    """Less what differs between any two tables: ids, times, and the hash over a record."""
    told = re.sub(r'"(now_ms|created_ms|at_ms|next|hash)": ?("[^"]*"|[0-9.]+)', "", told)
    return told.replace(name, "TABLE")


def test_a_table_that_fails_while_a_move_is_made_is_as_the_database_knows_it(
    ada: Guest, server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was applied and not written is forgotten, so that nothing after it is written either."""
    table = ada.sets_up("tank_war", ME, ME)["id"]

    def fails(*_: object) -> list[Any]:
        raise RuntimeError("a mistake of ours")

    with ada.follows(table) as page:
        page.until("snapshot")
        with monkeypatch.context() as broken:
            broken.setattr(running_positions, "changed", fails)
            page.says("move", turn=1, move="LA", seat=0)
            page.drain()  # until the connection is closed
    with ada.follows(table) as page:
        assert page.until("snapshot")["sealed"] == [False, False]
        page.says("move", turn=1, move="LB", seat=0)
        page.says("move", turn=1, move="RC", seat=1)
        assert page.until("turn")["moves"] == ["LB", "RC"]
    assert [entry.seq for entry in server.registry.store.entries(table)] == [1, 2]
