"""One table, by its log: what may be added, and what follows."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard import games
from steelyard.arena.record import read_record, replayed, write_record
from steelyard.core.errors import SteelyardError
from steelyard.core.game import SEATS
from steelyard.server.tables import agreements, log, views
from steelyard.server.tables import table as tables
from steelyard.server.tables.record import recorded
from steelyard.server.tables.table import Refused
from steelyard.server.tables.turns import Played, Turns
from tests.server.tables.timed import ADA, BOB, BOT, OPEN, Timed

if TYPE_CHECKING:
    from steelyard.server.tables.terms import Chair


def test_a_turn_is_played_once_both_have_chosen() -> None:
    timed = Timed()
    assert timed.move(0, "LA") == [log.Sealed(0, "LA", 0.0)]
    assert not timed.table.turns
    timed.move(1, "RC")
    assert [turn.written for turn in timed.table.turns] == ["LA-RC"]


def test_where_one_seat_moves_at_a_time_nothing_is_sealed() -> None:
    timed = Timed("tank_battle")
    move = timed.table.game.write_move(timed.table.game.legal_moves(timed.table.state, 0)[0])
    assert [type(body) for body in timed.move(0, move)] == [log.Turn]


@pytest.mark.parametrize(
    ("seat", "turn", "word", "why"),
    [
        (0, 1, "LB", "sealed"),
        (1, 2, "LA", "has not come"),
        (1, 0, "LA", "is over"),
        (1, 1, "LZ", "is not a tank"),
        (1, 1, "", "is not a tank"),
    ],
)
def test_what_is_not_allowed_is_refused_and_changes_nothing(
    seat: Any, turn: int, word: str, why: str
) -> None:
    timed = Timed()
    timed.move(0, "LA")
    with pytest.raises(Refused, match=why):
        timed.table.move(seat, turn, word, timed.now_ms)
    assert (timed.table.seq, set(timed.table.sealed)) == (1, {0})


def test_a_move_that_is_sent_again_changes_nothing() -> None:
    """A page that has lost its connection cannot know whether its move has arrived."""
    timed = Timed()
    timed.move(0, "LA")
    assert timed.table.move(0, 1, "LA", timed.now_ms) == []
    timed.move(1, "RC")
    assert timed.table.move(0, 1, "LA", timed.now_ms) == []
    with pytest.raises(Refused, match="turn 1 is over"):
        timed.table.move(0, 1, "LB", timed.now_ms)
    timed.add(timed.table.resign(0))
    assert timed.table.move(1, 1, "RC", timed.now_ms) == []


def test_a_seat_that_is_not_to_move_is_refused() -> None:
    with pytest.raises(Refused, match="Black is not to move"):
        Timed("tank_battle").move(1, "a11-a10")


def test_an_illegal_move_is_refused_with_what_can_be_played() -> None:
    with pytest.raises(Refused, match="White cannot play a1-a2 here; legal moves are"):
        Timed("tank_battle").move(0, "a1-a2")


def test_nobody_moves_before_both_seats_are_taken() -> None:
    timed = Timed(chairs=(ADA, OPEN))
    with pytest.raises(Refused, match="still open"):
        timed.move(0, "LA")
    timed.add(timed.table.seat(BOB.guest, "Bob"))
    timed.move(0, "LA")
    with pytest.raises(Refused, match="already sit"):
        timed.table.seat(ADA.guest, "Ada")
    with pytest.raises(Refused, match="both seats are taken"):
        timed.table.seat("c" * 64, "Carl")


def test_the_last_turn_brings_the_end_and_then_nothing_follows() -> None:
    timed = Timed()
    rng = Random(1)
    while timed.table.outcome is None:
        game, state = timed.table.game, timed.table.state
        words = [game.write_move(rng.choice(game.legal_moves(state, seat))) for seat in (0, 1)]
        timed.both(words[0], words[1])
    reached = timed.table.game.outcome(timed.table.state)
    assert timed.table.outcome == reached
    with pytest.raises(Refused, match="over"):
        timed.move(0, "LA")
    with pytest.raises(Refused, match="over"):
        timed.table.resign(0)


def test_who_resigns_loses_and_the_record_says_so() -> None:
    timed = Timed().both("LA", "RC")
    timed.add(timed.table.resign(0))
    record = recorded(timed.table)
    assert record.outcome is not None
    assert record.seed == f"{timed.table.terms.seed:032x}"
    assert (record.outcome.winner, record.outcome.reason) == (1, "resigned")
    assert replayed(read_record(write_record(record)), games.get)[1][-1] == timed.table.state


def test_both_can_end_tank_battle_by_points() -> None:
    timed = Timed("tank_battle")
    with pytest.raises(Refused, match="no such offer"):
        agreements.accept(timed.table, 1, "points")
    timed.add(agreements.offer(timed.table, 0, "points"))
    with pytest.raises(Refused, match="stands already"):
        agreements.offer(timed.table, 0, "points")
    timed.add(agreements.accept(timed.table, 1, "points"))
    assert timed.table.outcome == timed.table.game.by_agreement(timed.table.state)
    assert replayed(read_record(write_record(recorded(timed.table))), games.get)


def test_two_offers_are_an_agreement() -> None:
    timed = Timed("tank_battle")
    timed.add(agreements.offer(timed.table, 1, "points"))
    timed.add(agreements.offer(timed.table, 0, "points"))
    assert timed.table.outcome is not None


def test_a_declined_offer_can_be_made_again_after_a_move() -> None:
    timed = Timed("tank_battle")
    timed.add(agreements.offer(timed.table, 0, "points"))
    timed.add(agreements.decline(timed.table, 1, "points"))
    with pytest.raises(Refused, match="declined"):
        agreements.offer(timed.table, 0, "points")
    for seat in (0, 1):
        legal = timed.table.game.legal_moves(timed.table.state, timed.table.to_move()[0])
        timed.move(seat, timed.table.game.write_move(legal[0]))
    assert agreements.offer(timed.table, 0, "points") == [log.Offered(0, "points")]


def test_an_offer_lapses_when_the_other_moves_on() -> None:
    timed = Timed("tank_battle")
    move = timed.table.game.write_move(timed.table.game.legal_moves(timed.table.state, 0)[0])
    timed.add(agreements.offer(timed.table, 1, "points"))
    timed.move(0, move)
    assert not timed.table.offers


def test_an_offer_is_for_the_points_that_there_are() -> None:
    """Else one offers a level game, and captures just before the other agrees."""
    board = "Bbbbb6/bbbb7/bbb8/1b9/11/11/11/4b4ww/8www/4w2wwww/7wwwW"
    for move, stands in (("e2-e3", True), ("e2xe4", False)):
        timed = Timed("tank_battle", setup=f"{board} w 0")
        timed.add(agreements.offer(timed.table, 0, "points"))
        timed.move(0, move)
        assert timed.table.offers == ({(0, "points")} if stands else set()), move


def test_a_game_without_that_end_cannot_be_ended_by_points() -> None:
    with pytest.raises(Refused, match="cannot be ended by agreement"):
        agreements.offer(Timed().table, 0, "points")


def test_a_rematch_comes_after_the_game_with_the_seats_exchanged() -> None:
    timed = Timed()
    with pytest.raises(Refused, match="comes after"):
        agreements.offer(timed.table, 0, "rematch")
    timed.add(timed.table.resign(1))
    timed.add(agreements.offer(timed.table, 0, "rematch"))
    assert timed.table.turned() == (BOB, ADA)


def test_a_rematch_that_was_declined_is_not_offered_again() -> None:
    """Else two could let the log of a finished game grow for ever."""
    timed = Timed()
    timed.add(timed.table.resign(0))
    for seat in SEATS:
        timed.add(agreements.offer(timed.table, seat, "rematch"))
        timed.add(agreements.decline(timed.table, SEATS[1 - seat], "rematch"))
        with pytest.raises(Refused, match="declined a rematch"):
            agreements.offer(timed.table, seat, "rematch")


def test_a_bot_takes_points_by_which_it_wins_and_a_draw_only_in_a_long_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    level = Timed("tank_battle", chairs=(ADA, BOT))
    assert not agreements.bot_accepts(level.table, 1, "points"), "nothing has been played"
    monkeypatch.setattr(agreements, "DRAWN_AFTER", 0)
    assert agreements.bot_accepts(level.table, 1, "points")
    ahead = Timed("tank_battle", setup="B10/11/11/11/11/11/11/11/11/9ww/10W w 0", chairs=(BOT, ADA))
    assert agreements.bot_accepts(ahead.table, 0, "points")
    assert not agreements.bot_accepts(ahead.table, 1, "points")


def test_a_running_game_is_a_record_too() -> None:
    table = Timed().both("LA", "RC").table
    record = recorded(table)
    assert (record.outcome, record.verdict) == (None, None)
    assert (record.seed, table.terms.seed) == ("", 1)  # it would lead to what a bot will choose
    assert len(replayed(read_record(write_record(record)), games.get)[1]) == 2


def _goes_on(timed: Timed) -> None:
    """Nothing is due that brings nothing about, and nobody is waited for in vain: a server would spin."""
    table = timed.table
    if (due := table.due_ms()) is not None:
        assert table.tick(max(due, timed.now_ms))
    if waited_for := table.bots_waited_for():
        assert table.seen(waited_for)
    if table.outcome is not None:
        assert (table.due_ms(), table.bots_to_ask(), table.bots_waited_for()) == (None, [], [])


def _anything(timed: Timed, rng: Random) -> None:  # noqa: C901 - a table of cases
    """One thing that players or time might do, allowed or not."""
    table, seat = timed.table, rng.choice(SEATS)
    try:
        match rng.randrange(13):
            case 0:
                timed.add(agreements.offer(table, seat, rng.choice(get_args(log.Chance))))
            case 1:
                timed.add(agreements.accept(table, seat, "points"))
            case 2:
                timed.add(agreements.decline(table, seat, rng.choice(get_args(log.Chance))))
            case 3 if rng.random() < 0.1:
                timed.add(table.resign(seat))
            case 4:
                timed.after(rng.choice((1.0, 700.0, 5000.0)))
            case 5 if rng.random() < 0.3:
                timed.add([log.Paused()])
            case 6:
                timed.add(table.seen([seat]))
            case 8 if seat in table.bots_to_ask():
                word = rng.choice(table.words(seat))
                timed.add(table.bot_move(seat, len(table.turns) + 1, word, 5.0, timed.now_ms))
            case 7:
                timed.add(table.vacation(seat, 1, timed.now_ms))
            case _:
                legal = table.game.legal_moves(table.state, seat)
                timed.move(seat, table.game.write_move(rng.choice(legal)) if legal else "LA")
    except SteelyardError:
        return


@given(
    seed=st.integers(0, 2**32),
    other=st.sampled_from([BOB, BOT]),
    played=st.sampled_from(
        [
            ("tank_war", "none"),
            ("tank_war", "bank:20s"),
            ("tank_battle", "fischer:30s+1s"),
            ("tank_battle", "days:2"),
            ("tank_duel", "none"),
            ("tank_duel", "round:1s"),
            ("tank_duel", "bank:5s"),
        ]
    ),
)
def test_the_log_alone_tells_where_a_game_stands(seed: int, played: tuple[str, str], other: Chair) -> None:
    """Read back, a log gives the same table to the last byte, and its record verifies."""
    rng, timed = Random(seed), Timed(*played, chairs=(ADA, other))
    for _ in range(40):
        timed.now_ms += rng.choice((0.0, 10.0, 300.0))
        _anything(timed, rng)
        _goes_on(timed)
    again = tables.replayed(
        timed.terms, [log.Entry(e.seq, e.at_ms, log.read_body(log.write_body(e.body))) for e in timed.log]
    )
    for guest in (ADA.guest, ""):
        first, second = (
            views.snapshot(each, (), 0, timed.now_ms) | views.own_snapshot(each, guest)
            for each in (timed.table, again)
        )
        if timed.table.clocks.realtime:
            first["chosen"] = second["chosen"] = {}  # a joystick is no part of the log until it is read
        assert first == second
    record = recorded(again)
    assert replayed(read_record(write_record(record)), games.get)


def test_turns_come_out_as_they_went_in() -> None:
    turns = Turns(games.get("tank_battle"))
    played = [
        Played(("a1-e1", None), "a1xe1", (1.25, None), (99.75, 100.0), 1e12 + 0.125),
        Played((None, "a11-a10"), "a11-a10", (None, 0.0), (None, None), 2e12),
    ]
    for turn in played:
        turns.append(turn)
    assert list(turns) == turns[:] == played
    assert (turns[-1], len(turns), turns.written()) == (played[1], 2, ["a1xe1", "a11-a10"])
    with pytest.raises(IndexError):
        turns[2]


def test_a_game_that_no_rule_ends_is_ended_by_points_when_the_table_is_full(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tables, "MOST_TURNS", 3)
    timed = Timed("tank_battle", options={"quiet_limit": 0})
    while timed.table.outcome is None:
        (seat,) = timed.table.owing()
        timed.move(seat, timed.table.words(seat)[0])
        assert len(timed.table.turns) <= 3
    assert (len(timed.table.turns), timed.table.outcome.reason) == (3, "agreement")
    assert "holds 3 turns" in timed.table.notes[-1][1]
    assert replayed(read_record(write_record(recorded(timed.table))), games.get)
