"""Bots and analyses live in processes of their own; whatever becomes of those, games go on."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
from random import Random
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest
from websockets.sync.client import connect

from steelyard import bots, games
from steelyard.bots.player import Line, Study
from steelyard.core.notation import WrittenGame
from steelyard.server.analysis import service as study
from steelyard.server.analysis import store
from steelyard.server.analysis.studies import MOST_EACH, MOST_HERE, MOST_KEPT, Studies
from steelyard.server.compute.pool import CannotBeDone, ComputePool, ProcessLost
from steelyard.server.compute.progress import GETTING_READY, with_progress
from steelyard.server.http.concurrency import Count
from steelyard.server.settings import Limits
from steelyard.server.tables import bot_moves
from steelyard.server.thread_pools import NOBODY, Payer
from tests.server.running_server import GREEDY, ME, Guest, RunningServer, plays_to_the_end
from tests.timeouts import TIMEOUT_S, wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from steelyard.server.tables.table import Table

START = {"game": "tank_war", "options": {}, "state": "053/053/053/053/053/053"}
CHOOSE = {"task": "choose", "bot": "random", "seed": 1, "seat": 0, "seconds": None, **START}


def pids(compute_pool: ComputePool) -> list[int]:
    return [worker._process.pid for worker in compute_pool._all]


def test_a_bots_process_that_dies_is_replaced_and_the_game_goes_on(quick_server: RunningServer) -> None:
    with Guest(quick_server.address) as ada:
        table = ada.sets_up("tank_war", ME, GREEDY)["id"]
        compute_pool = quick_server.registry.compute_pool
        with ada.follows(table) as page:
            page.until("snapshot")
            wait_until(lambda: pids(compute_pool))
            first = pids(compute_pool)
            os.kill(first[0], signal.SIGKILL)
            plays_to_the_end_from_here(page, ada, table)
        assert pids(compute_pool) != first


def plays_to_the_end_from_here(page: Any, ada: Guest, table: str) -> None:
    shown = ada.shows(table)
    page.says("move", turn=shown["turn"] + 1, move=shown["legal"]["0"][0])
    assert plays_to_the_end(page, Random(1).choice)["reason"] in {"tanks", "boxes", "level"}


def test_a_bots_process_that_hangs_is_replaced_and_the_game_goes_on(
    quick_server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_moves, "PATIENCE_S", 2.0)
    with Guest(quick_server.address) as ada:
        table = ada.sets_up("tank_war", ME, GREEDY)["id"]
        compute_pool = quick_server.registry.compute_pool
        with ada.follows(table) as page:
            page.until("sealed", seat=1)
            first = pids(compute_pool)
            os.kill(first[0], signal.SIGSTOP)
            plays_to_the_end_from_here(page, ada, table)
        assert pids(compute_pool) != first


def test_where_no_process_lives_long_enough_chance_plays_on_and_the_record_says_so(
    quick_server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def lost(*_: Any) -> dict[str, Any]:
        raise ProcessLost("gone")

    monkeypatch.setattr(quick_server.registry.compute_pool, "ask", lost)
    with Guest(quick_server.address) as ada:
        table = ada.sets_up("tank_war", ME, GREEDY)["id"]
        with ada.follows(table) as page:
            plays_to_the_end(page, Random(1).choice)
        events = json.loads(ada.http.get(f"/api/tables/{table}/record").text)["events"]
    assert "chance chose for it" in events[0]["what"]


def test_a_crew_does_what_it_is_asked_and_says_what_cannot_be_done() -> None:
    async def ask() -> None:
        compute_pool = ComputePool(1)
        try:
            assert (await compute_pool.ask(CHOOSE, TIMEOUT_S))["move"] in {
                "LA",
                "LB",
                "LC",
                "RC",
                "RB",
                "RA",
            }
            with pytest.raises(CannotBeDone, match="no bot 'nobody'"):
                await compute_pool.ask({**CHOOSE, "bot": "nobody"}, TIMEOUT_S)
            first = pids(compute_pool)
            with pytest.raises(ProcessLost):
                await compute_pool.ask(
                    {**CHOOSE, "task": "no such task"}, TIMEOUT_S
                )  # a mistake of ours kills it
            assert (await compute_pool.ask(CHOOSE, TIMEOUT_S))["move"]
            assert pids(compute_pool) != first
            (idle,) = compute_pool._all
            os.kill(idle._process.pid, signal.SIGKILL)
            await idle._process.wait()
            assert (await compute_pool.ask(CHOOSE, TIMEOUT_S))["move"], "whoever asks next need not know"
            assert len(pids(compute_pool)) == 1
        finally:
            await compute_pool.close()

    asyncio.run(ask())


def test_people_who_wait_for_a_process_take_turns() -> None:
    """Whoever has asked for much waits for it; the others get in between."""
    order: list[str] = []

    async def asks(compute_pool: ComputePool, person: str) -> None:
        await compute_pool.ask(CHOOSE, TIMEOUT_S, Payer("here", person))
        order.append(person)

    async def everybody() -> None:
        compute_pool = ComputePool(1)
        try:
            await asyncio.gather(*(asks(compute_pool, person) for person in "aaaab"))
        finally:
            await compute_pool.close()

    asyncio.run(everybody())
    assert "".join(order) == "aabaa"


def test_a_process_ends_with_the_server_whatever_it_is_doing() -> None:
    async def abandon() -> int:
        compute_pool = ComputePool(1)
        await compute_pool.ask(CHOOSE, TIMEOUT_S)
        (worker,) = compute_pool._all
        assert worker._process.stdin is not None
        worker._process.stdin.close()  # what is left of a server that was killed
        return await asyncio.wait_for(worker._process.wait(), TIMEOUT_S)

    assert asyncio.run(abandon()) == 0


# Analyses.
def analysed(server: RunningServer, guest: Guest, **asked: Any) -> list[dict[str, Any]]:
    answer = guest.http.post("/api/analysis", json=asked)
    assert answer.status_code == 201, answer.text
    url = f"ws://{server.address}/ws/analysis/{answer.json()['id']}"
    cookie = {"Cookie": guest.cookie}
    with connect(url, additional_headers=cookie, max_size=None, open_timeout=TIMEOUT_S) as socket:
        return [json.loads(text) for text in socket]


def test_a_game_without_search_or_table_cannot_be_analysed_and_says_so(quick_server: RunningServer) -> None:
    with Guest(quick_server.address) as ada:
        state = games.get("tank_war").write_state(games.get("tank_war").start())
        for asked in ({"game": "tank_war", "state": "x"}, {"game": "chess", "state": state}):
            assert ada.http.post("/api/analysis", json=asked).status_code == 422
        for half in ({}, {"game": "tank_war"}, {"table": "nqsuchtab2", "state": state}):
            assert ada.http.post("/api/analysis", json=half).status_code == 422
        assert ada.http.post("/api/analysis", json={"table": "nqsuchtab2"}).status_code == 404
        with connect(f"ws://{quick_server.address}/ws/analysis/none", open_timeout=TIMEOUT_S) as socket:
            assert "no such analysis" in json.loads(socket.recv(timeout=TIMEOUT_S))["error"]


def test_an_analysis_answers_pings_and_ends_when_its_page_is_left(
    quick_server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process is free for the next one at once, or gone."""
    stopped: list[bool] = []
    studies = quick_server.app.state.studies

    async def endless(*_: Any) -> Any:
        try:
            while True:
                yield {"result": {"score": 0.0}}
                await asyncio.sleep(0.01)
        finally:
            stopped.append(True)

    monkeypatch.setattr(studies.compute_pool, "stream", endless)
    with Guest(quick_server.address) as ada:
        answer = ada.http.post("/api/analysis", json={"game": "tank_war", "state": START["state"]})
        address = f"ws://{quick_server.address}/ws/analysis/{answer.json()['id']}"
        with connect(address, open_timeout=TIMEOUT_S) as socket:
            assert json.loads(socket.recv(timeout=TIMEOUT_S)) == {"type": "result", "score": 0.0}
            socket.send('{"type":"ping"}')
            wait_until(lambda: json.loads(socket.recv(timeout=TIMEOUT_S))["type"] == "pong")
        wait_until(lambda: stopped)


def test_a_task_that_goes_on_is_stopped_or_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    async def leave() -> None:
        compute_pool = ComputePool(1)
        try:
            await compute_pool.ask(CHOOSE, TIMEOUT_S)
            (first,) = pids(compute_pool)
            os.kill(first, signal.SIGSTOP)  # it neither answers nor stops
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.1):
                    await compute_pool.ask(CHOOSE, TIMEOUT_S)
            assert (await compute_pool.ask(CHOOSE, TIMEOUT_S))["move"]
            assert pids(compute_pool) != [first]
        finally:
            await compute_pool.close()

    monkeypatch.setattr("steelyard.server.compute.pool.STOP_S", 0.2)
    asyncio.run(leave())


def test_only_so_many_analyses_go_on_for_one_guest_and_one_address() -> None:
    count = Count("analyses", per_address=5, per_guest=3)
    with contextlib.ExitStack() as stack:
        adas = [stack.enter_context(count.one_more("school", "ada")) for _ in range(4)]
        assert adas == [None, None, None, "you have 3 analyses open already; close some"]
        bobs = [stack.enter_context(count.one_more("school", "bob")) for _ in range(3)]
        assert bobs == [None, None, "5 analyses are open from your address already; close some"]
        assert stack.enter_context(count.one_more("home", "eve")) is None
        assert count.total == 6
    assert count.total == 0
    with count.one_more("school", "ada") as refusal:
        assert refusal is None


def test_analyses_that_nobody_fetches_are_in_the_way_of_whoever_asked_for_them_only() -> None:
    waiting = Studies(ComputePool(0), Limits())
    ada = Payer("home", "ada")
    adas = waiting.ask({"task": "hers"}, ada)
    bobs = [waiting.ask({"task": "bob's"}, Payer("flood", "bob")) for _ in range(MOST_EACH + 1)]
    assert (waiting.take(bobs[0]), waiting.take(bobs[1])) == (None, {"task": "bob's"})
    many = [waiting.ask({}, Payer("flood", str(number))) for number in range(MOST_HERE + 1)]
    assert (waiting.take(many[0]), waiting.take(many[-1])) == (None, {})
    for number in range(MOST_KEPT - 2):
        waiting.ask({}, Payer(str(number), ""))
    assert waiting.take(adas) == {"task": "hers"}


def test_a_game_becomes_a_film(quick_server: RunningServer) -> None:
    with Guest(quick_server.address) as ada:
        table = ada.sets_up("tank_war", ME, ME)["id"]
        with ada.follows(table) as page:
            page.says("move", turn=1, move="LA", seat=0)
            page.says("move", turn=1, move="RC", seat=1)
            page.until("turn")
        film = ada.http.get(f"/api/tables/{table}/gif")
    assert (film.status_code, film.headers["content-type"]) == (200, "image/gif")
    assert film.content.startswith(b"GIF8")


def test_a_film_calls_built_in_bots_as_its_page_does_and_people_by_their_names(
    quick_server: RunningServer,
) -> None:
    with Guest(quick_server.address) as ada:
        table = ada.sets_up("tank_war", ME, {"kind": "bot", "bot": "random"})["id"]
        film = ada.http.get(f"/api/tables/{table}/gif", params={"first": "Nobody", "second": "Dice"})
        long = ada.http.get(f"/api/tables/{table}/gif", params={"second": "x" * 31})
    assert "dice" in film.headers["content-disposition"].lower()
    assert "nobody" not in film.headers["content-disposition"].lower()
    assert long.status_code == 422


@pytest.mark.usefixtures("solved_data")
def test_tank_war_is_analysed_exactly_by_position_and_by_game(
    quick_server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Guest(quick_server.address) as ada:
        *progress, position = analysed(quick_server, ada, game="tank_war", state=START["state"])
        assert {message["type"] for message in progress} <= {"progress"}
        assert (position["type"], position["value"], position["final"]) == ("result", 0.0, True)
        assert len(position["matrix"]) == len(position["moves"][0]) == 6
        assert {arrow["seat"] for arrow in position["arrows"]} == {0, 1}
        table = ada.sets_up("tank_war", ME, ME)["id"]
        with ada.follows(table) as page:
            plays_to_the_end(page, Random(3).choice)
        *_, review = analysed(quick_server, ada, table=table)
        assert analysed(quick_server, ada, table=table) == [review], "kept, and told at once"
        monkeypatch.setattr(store, "REVISION", store.REVISION + 1)
        assert quick_server.app.state.reviews.find(table, "tank_war") is None, "of another version"
        assert [each["turn"] for each in review["rounds"]] == ada.shows(table)["moves"]
        assert min(review["gave_away"]) > 0


# What is found out, in the process itself.
class Fake:
    """A search that knows at once: seat 0 is a little better, and the first moves are best."""

    def __init__(self, game: Any) -> None:
        self.game = game

    def __call__(self, state: Any, seat: Any) -> Any:
        return self.game.legal_moves(state, seat)[0]

    def think(self, state: Any, seat: Any, seconds: float) -> Any:
        del seconds
        return self(state, seat)

    def study(self, state: Any) -> Iterator[Study]:
        moves = {seat: self(state, seat) for seat in self.game.to_move(state)}
        mixes = {int(seat): {self.game.write_move(move): 1.0} for seat, move in moves.items()}
        while True:
            yield Study(0.25, 100, 3, [Line(0.25, [self.game.write_moves(state, moves)])], mixes)


@pytest.mark.parametrize("name", games.names())
def test_a_search_tells_better_and_better_until_it_is_stopped(name: str) -> None:
    game = games.get(name)
    asked = iter([False, False, True])
    ready, *told = study.position(game, game.start(), lambda: next(asked), Fake(game))
    assert ready == GETTING_READY
    results = [each["result"] for each in told]
    assert [result["final"] for result in results] == [False, False, True]
    assert results[0]["score"] == 0.25
    arrows = {(arrow["seat"], arrow["move"]) for arrow in results[0]["arrows"]}
    assert arrows == {
        (seat, game.write_move(game.legal_moves(game.start(), seat)[0]))
        for seat in game.to_move(game.start())
    }


def test_a_searched_game_is_reviewed_by_what_each_turn_cost() -> None:
    game = games.get("tank_battle")
    states, turns = [game.start()], []
    for _ in range(3):
        moves = {seat: game.legal_moves(states[-1], seat)[0] for seat in game.to_move(states[-1])}
        turns.append(game.write_moves(states[-1], moves))
        states.append(game.play(states[-1], moves))
    written = WrittenGame(game, tuple(states), tuple(turns))
    *progress, last = study.played(written, lambda: False, Fake(game), most_s=0.0)
    assert [each["progress"]["share"] for each in progress] == [0.0, 0.25, 0.5, 0.75]
    review = last["result"]
    assert [each["turn"] for each in review["rounds"]] == turns
    assert [each["gave_away"] for each in review["rounds"]] == [[0.0, None], [None, 0.0], [0.0, None]]
    assert [each["found"]["score"] for each in review["rounds"]] == [0.25] * 3, "one figure for one position"
    assert review["accuracy"] == [1.0, 1.0]
    assert review["turning_points"] == []


class Changing(Fake):
    """Seat 1 wins from its second move on, which it would never have played."""

    def study(self, state: Any) -> Iterator[Study]:
        legal = [self.game.write_move(move) for move in self.game.legal_moves(state, state.mover)]
        score = 0.5 if state.mover == 0 else -0.5
        yield Study(score, 100, 3, [Line(score, legal[:1])], {state.mover: {legal[-1]: 1.0}})


def test_a_review_names_the_turning_points_and_whose_mistake_they_were() -> None:
    game = games.get("tank_battle")
    start = game.start()
    first, *_, best = game.legal_moves(start, 0)
    for move, mistake in ((first, True), (best, False)):
        after = game.play(start, {0: move})
        turn = game.write_moves(start, {0: move})
        written = WrittenGame(game, (start, after), (turn,))
        *_, last = study.played(written, lambda: False, Changing(game), most_s=0.0)
        (point,) = last["result"]["turning_points"]
        assert (point["round"], point["seat"], point["mistake"]) == (1, 0, mistake)
        assert point["best"] == game.write_move(best)
        assert (last["result"]["accuracy"][0] < 0.2) == mistake


def test_work_in_a_thread_tells_its_progress_and_its_failure() -> None:
    def fail(_: Any) -> None:
        raise CannotBeDone("no")

    with pytest.raises(CannotBeDone, match="no"):
        list(with_progress(fail))


def test_bots_are_ready_before_somebody_asks_and_the_lobby_knows(
    quick_server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With nothing solved or compiled yet, whoever comes first is offered a bot that can play at once."""
    monkeypatch.setattr(bots, "names", lambda _: ["random", "teacher"])
    asked: list[str] = []

    async def prepared(
        self: ComputePool, task: dict[str, Any], patience_s: float, payer: Payer = NOBODY
    ) -> Any:
        del self, patience_s, payer
        asked.append(f"{task['task']} {task['bot']} of {task['game']}")
        yield {"progress": {"doing": "compiling", "share": 0.5}}

    monkeypatch.setattr(ComputePool, "stream", prepared)
    monkeypatch.setattr(bots, "summary", lambda *_: "")

    def ready(guest: Guest) -> list[list[bool]]:
        return [[bot["ready"] for bot in game["bots"]] for game in guest.http.get("/api/games").json()]

    with Guest(quick_server.address) as ada:
        assert ready(ada) == [[True, False]] * len(games.names())
        quick_server.do(quick_server.registry.readiness.foresee())
        assert ready(ada) == [[True, True]] * len(games.names())
        assert len(asked) == 2 * len(games.names())
        quick_server.do(quick_server.registry.readiness.foresee())
        assert len(asked) == 2 * len(games.names())  # once is enough


def test_a_bot_that_needs_nothing_never_waits_for_a_game_that_is_solved(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Games are solved one at a time, and addresses take turns; what needs no solving goes on meanwhile."""
    monkeypatch.setattr(bot_moves, "MOST_READY", 3)
    monkeypatch.setattr(bots, "table_file", lambda _: tmp_path / "none")
    order: list[str] = []

    async def story() -> None:
        solving = asyncio.Event()

        async def prepared(
            _self: ComputePool, task: dict[str, Any], _patience_s: float, payer: Payer = NOBODY
        ) -> Any:
            order.append(f"{task['bot']} {payer.address}")
            if task["bot"] == "perfect":
                await solving.wait()
            yield {"progress": {}}

        def waits(bot: str, payer: Payer, lanes: str = "ABCCBA") -> asyncio.Future[None]:
            table = SimpleNamespace(
                game=games.get("tank_war", lanes=lanes), chairs=[SimpleNamespace(bot=bot)]
            )
            return asyncio.ensure_future(readiness.wait(cast("Table", table), 0, lambda _: None, payer))

        monkeypatch.setattr(ComputePool, "stream", prepared)
        readiness = bot_moves.Readiness(ComputePool(0))
        odd = ("AABBCC", "AABCBC", "AABCCB")
        crowd = [waits("perfect", Payer("flood", lanes), lanes) for lanes in odd]
        ada = waits("perfect", Payer("home", "ada"))
        for bot in ("greedy", "teacher", "level1"):
            await asyncio.wait_for(waits(bot, Payer("home", "bob")), TIMEOUT_S)
        solving.set()
        await asyncio.gather(*crowd, ada)
        assert order == [
            "perfect flood",
            "teacher home",
            "level1 home",
            "perfect flood",
            "perfect home",
            "perfect flood",
        ]
        known = [readiness.knows(games.get("tank_war", lanes=lanes), "perfect") for lanes in (*odd, "ABCCBA")]
        assert known == [False, True, True, True]  # the oldest was forgotten

    asyncio.run(story())
