"""Following a contest on a socket: what is new, and games while they are played."""

from __future__ import annotations

import json
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from steelyard import games
from steelyard.arena.record import TurnFacts
from steelyard.contest.running.live_games import Broadcast, announce, remove_all
from steelyard.protocol.messages import Result
from steelyard.server.contests.follower import Follower
from tests.server.contests.contest_server import TWO_BOTS
from tests.server.running_server import wanted
from tests.timeouts import TIMEOUT_S

if TYPE_CHECKING:
    from collections.abc import Iterator

    from websockets.sync.client import ClientConnection

    from tests.server.contests.contest_server import ContestServer, Visitor


@contextmanager
def stand(visitor: Visitor, contest: str) -> Iterator[ClientConnection]:
    address = f"ws://{visitor.address}/ws/contests/{contest}"
    cookie = {"Cookie": visitor.cookie}
    with connect(address, additional_headers=cookie, max_size=None, open_timeout=TIMEOUT_S) as line:
        yield line


def until(line: ClientConnection, kind: str, **fields: Any) -> dict[str, Any]:
    return wanted(lambda: json.loads(line.recv(timeout=TIMEOUT_S)), kind, **fields)


def running(teacher: Visitor) -> str:
    contest = teacher.makes(TWO_BOTS)
    for to in ("open", "frozen", "running"):
        teacher.moves(contest, to)
    return contest


def test_everybody_in_the_stands_hears_of_every_step(contest_server: ContestServer, teacher: Visitor) -> None:
    contest = teacher.makes(TWO_BOTS)
    teacher.moves(contest, "open")
    with stand(contest_server.stranger(), contest) as line:
        assert until(line, "news")["state"] == "open"
        teacher.moves(contest, "frozen")
        until(line, "news", state="frozen")
        teacher.moves(contest, "running")
        until(line, "news", state="running")
        teacher.moves(contest, "paused")
        until(line, "news", state="paused")


def test_a_game_is_followed_turn_by_turn_while_it_is_played(
    contest_server: ContestServer, teacher: Visitor
) -> None:
    contest = running(teacher)
    live = contest_server.data / "contests" / contest / "live"
    start = games.get("tank_war").write_state(games.get("tank_war").start())
    told = Broadcast(live, 0, "qualification/random_v_other/1", ("random", "other"), start)
    facts = TurnFacts(("LA", "RA"), (1.0, 1.0), (None, None), (0.0, 0.0))
    with stand(contest_server.stranger(), contest) as line:
        until(line, "news", state="running")
        told.begin()
        first = until(line, "live")
        assert (first["players"], first["turn"], first["phases"]) == (["random", "other"], 0, [])
        told.turn(facts)
        second = until(line, "live", turn=1)
        assert second["phases"], "what happened in the turn is shown as a movement"
        assert second["svg"] != first["svg"]
        with stand(contest_server.stranger(), contest) as late:
            assert until(late, "live")["turn"] == 1, "who comes later sees what is on"
        told.end(Result(1, "tanks", (0, 1)))
        last = until(line, "live", over=True)
        assert (last["winner"], last["reason"]) == (1, "tanks")
        remove_all(live)
        assert until(line, "off")["place"] == 0


def test_what_comes_next_is_told_by_names_alone(contest_server: ContestServer, teacher: Visitor) -> None:
    contest = running(teacher)
    follower = Follower(
        contest_server.contest_service.folder(contest_server.contest_service.contest_store.all()[0])
    )
    progress = follower.view("course", lambda progress, _: progress)
    announce(contest_server.data / "contests" / contest / "live", progress.missing[:2])
    with stand(contest_server.stranger(), contest) as line:
        coming = until(line, "news")["coming"]
    assert [game.keys() for game in coming] == [{"id", "seats"}] * 2


def test_who_talks_without_end_is_sent_away(contest_server: ContestServer, teacher: Visitor) -> None:
    contest = running(teacher)
    with (
        stand(contest_server.stranger(), contest) as line,
        pytest.raises(ConnectionClosed, match="too many messages"),
    ):
        chatter(line)


def chatter(line: ClientConnection) -> None:
    for _ in range(500):
        line.send("{}")
    while True:
        line.recv(timeout=TIMEOUT_S)
