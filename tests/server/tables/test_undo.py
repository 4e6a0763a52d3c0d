"""Taking a move back against a bot: the game stands where the person chose, and its record stays true."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from steelyard import games
from steelyard.arena.record import read_record, replayed, write_record
from steelyard.server.tables import agreements, log
from steelyard.server.tables import table as tables
from steelyard.server.tables.record import recorded
from steelyard.server.tables.table import Refused
from steelyard.server.thread_pools import Pool
from tests.server.running_server import ME, OPEN, RANDOM, Guest
from tests.server.tables.timed import ADA, BOB, BOT, Timed
from tests.timeouts import wait_until

if TYPE_CHECKING:
    from tests.server.running_server import RunningServer


def undo(timed: Timed) -> list[log.AnyBody]:
    return timed.add(agreements.undo(timed.table, 0))


def test_both_choices_of_the_last_round_are_taken_back() -> None:
    timed = Timed(chairs=(ADA, BOT)).both("LA", "RC")
    before = timed.table.state
    timed.both("LB", "RC")
    timed.add(timed.table.bot_move(1, 3, "RB", 1.0, timed.now_ms))
    assert undo(timed) == [log.Undone(0, 1)]
    assert (timed.table.state, timed.table.turns.written()) == (before, ["LA-RC"])
    assert not timed.table.sealed, "the bot chooses anew"
    timed.both("LC", "RB")
    assert timed.table.turns.written() == ["LA-RC", "LC-RB"]


def test_a_sealed_choice_alone_is_taken_back() -> None:
    timed = Timed(chairs=(ADA, BOT))
    timed.move(0, "LA")
    assert undo(timed) == [log.Undone(0, 0)]
    assert timed.table.owing() == (0, 1)


@pytest.mark.parametrize("moves", [["g1-e3", "a11-a10"], ["g1-e3"]])
def test_in_a_game_of_turns_it_goes_back_to_the_persons_own_move(moves: list[str]) -> None:
    timed = Timed("tank_battle", chairs=(ADA, BOT))
    start = timed.table.state
    timed.move(0, moves[0])
    if len(moves) > 1:
        word = timed.table.words(1)[0]
        timed.add(timed.table.bot_move(1, 2, word, 1.0, timed.now_ms))
    assert undo(timed) == [log.Undone(0, len(moves))]
    assert (timed.table.state, timed.table.to_move()) == (start, (0,))


def test_a_joystick_is_where_it_was() -> None:
    timed = Timed("tank_duel", chairs=(ADA, BOT)).both("R", "L").both("U!R", "D")
    undo(timed)
    held = [timed.table.game.write_move(move) for move in timed.table.held if move is not None]
    assert held == ["R", "L"]
    undo(timed)
    assert timed.table.held == [None, None]


def test_the_record_says_so_and_replays() -> None:
    timed = Timed(chairs=(ADA, BOT)).both("LA", "RC").both("LB", "RC")
    timed.add([log.Note("something in turn 2", 1)])
    undo(timed)
    timed.both("LC", "RB")
    timed.add(timed.table.resign(0))
    record = read_record(write_record(recorded(timed.table)))
    assert [event.what for event in record.events] == ["something in turn 2", "turn 2 was taken back"]
    assert all(event.turn <= len(record.turns) for event in record.events)
    assert replayed(record, games.get)[1][-1] == timed.table.state


def test_a_table_that_is_read_back_is_the_same() -> None:
    timed = Timed("tank_battle", chairs=(ADA, BOT))
    timed.move(0, "g1-e3")
    undo(timed)
    timed.move(0, "g1-f2")
    again = tables.replayed(timed.terms, timed.log)
    assert (again.state, again.turns.written(), again.undone) == (timed.table.state, ["g1-f2"], 1)
    assert again.bot_seed(1) == timed.table.bot_seed(1)


def test_a_bot_does_not_repeat_by_chance_what_the_person_has_seen() -> None:
    timed = Timed(chairs=(ADA, BOT))
    seed = timed.table.bot_seed(1)
    timed.both("LA", "RC")
    undo(timed)
    assert timed.table.bot_seed(1) != seed


@pytest.mark.parametrize(
    ("timed", "why"),
    [
        (Timed(chairs=(ADA, BOB)).both("LA", "RC"), "only against a bot"),
        (Timed(chairs=(ADA, ADA)).both("LA", "RC"), "only against a bot"),
        (Timed(chairs=(ADA, BOT)), "you have not moved yet"),
        (Timed("tank_duel", "round:1s", (ADA, BOT)), "in real time"),
    ],
)
def test_what_cannot_be_taken_back_is_refused(timed: Timed, why: str) -> None:
    with pytest.raises(Refused, match=why):
        agreements.undo(timed.table, 0)


def test_a_game_that_is_over_stays_so() -> None:
    timed = Timed(chairs=(ADA, BOT)).both("LA", "RC")
    timed.add(timed.table.resign(0))
    with pytest.raises(Refused, match="over"):
        agreements.undo(timed.table, 0)


def test_it_is_not_done_for_ever() -> None:
    timed = Timed(chairs=(ADA, BOT))
    for _ in range(agreements.MOST_UNDONE):
        timed.move(0, "LA")
        undo(timed)
    timed.move(0, "LA")
    with pytest.raises(Refused, match="at most 100 moves"):
        agreements.undo(timed.table, 0)


def test_a_page_is_told_where_the_game_stands_and_the_bot_moves_again(ada: Guest) -> None:
    table = ada.sets_up("tank_battle", ME, RANDOM)["id"]
    with ada.follows(table) as page:
        start = page.until("snapshot")
        for _ in range(2):  # twice the same turns: they are in the database once
            for turn in (1, 3):
                page.says("move", turn=turn, move=ada.shows(table)["legal"]["0"][0])
                page.until("turn", turn=turn + 1)
            page.says("undo")
            assert page.until("undone")["turn"] == 2
            page.says("undo")
            back = page.until("undone", turn=0)
            assert (back["state"], back["legal"]) == (start["state"], start["legal"])
    shown = ada.shows(table)
    assert (shown["turn"], shown["undone"], shown["moves"]) == (0, 4, [])


class HeldPool:
    """Processes of bots that answer when the test lets them."""

    def __init__(self) -> None:
        self.answers: list[asyncio.Future[dict[str, Any]]] = []

    def was_asked(self, times: int) -> bool:
        return len(self.answers) == times

    async def ask(self, *_: Any) -> dict[str, Any]:
        self.answers.append(asyncio.get_running_loop().create_future())
        return await self.answers[-1]


def test_what_a_bot_chose_in_a_position_that_was_taken_back_is_not_played(
    quick_server: RunningServer, ada: Guest
) -> None:
    pool: Any = HeldPool()
    quick_server.registry.compute_pool = pool

    async def lets_answer(which: int, word: str) -> None:
        pool.answers[which].set_result({"move": word, "thought_ms": 1.0})

    table = ada.sets_up("tank_battle", ME, RANDOM)["id"]
    with ada.follows(table) as page:
        for asked, move in ((1, "g1-e3"), (2, "g1-f2")):
            if asked == 2:
                page.says("undo")
                page.until("undone", turn=0)
            page.says("move", turn=1, move=move)
            page.until("turn", turn=1)
            wait_until(partial(pool.was_asked, asked))
        stale, fresh = quick_server.registry.tables[table].table.words(1)[:2]
        quick_server.do(lets_answer(0, stale))
        quick_server.do(lets_answer(1, fresh))
        page.until("turn", turn=2)
    assert ada.shows(table)["moves"] == ["g1-f2", fresh]


@pytest.mark.parametrize("what", ["positions", "picture.svg?turn=2", "record"])
def test_what_is_shown_stays_as_it_was_asked_for_when_a_move_is_taken_back_meanwhile(
    quick_server: RunningServer, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    """Positions are drawn and records written in threads, and a person can go back at any moment."""
    with Guest(quick_server.address) as ada:
        name = ada.sets_up("tank_war", ME, OPEN)["id"]
        live = quick_server.registry.tables[name]
        timed = Timed().both("LA", "RC").both("LB", "RC")
        live.table = timed.table
        run = Pool.run

        async def late(*asked: Any) -> Any:
            timed.add([log.Undone(0, 1)] if timed.table.turns else [])
            return await run(*asked)

        monkeypatch.setattr(Pool, "run", late)
        answer = ada.http.get(f"/api/tables/{name}/{what}")
        assert len(timed.table.turns) < 2
    assert answer.status_code == 200, answer.text
    if what == "positions":
        assert [each["written"] for each in answer.json()["positions"]] == [None, "LA-RC", "LB-RC"]
    if what == "record":
        assert len(read_record(answer.content).turns) == 2
