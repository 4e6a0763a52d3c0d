"""Clocks: the server's own, with the time passed in."""

from __future__ import annotations

import pytest

from steelyard.protocol.clock import DAY_MS
from steelyard.server.tables import log
from steelyard.server.tables.clocks import GET_READY_MS, LAG_MS, LONGEST_PAUSE_MS
from steelyard.server.tables.record import recorded
from steelyard.server.tables.table import BOT_GRACE_MS, Refused
from tests.server.tables.timed import ADA, BOT, OPEN, Timed


def test_each_spends_its_own_time_until_it_has_chosen() -> None:
    timed = Timed(clock="bank:120s").here().after(10_000)
    timed.move(0, "LA")
    timed.after(5000)
    assert timed.left_ms() == [110_000, 105_000]
    timed.move(1, "RC")
    assert timed.table.turns[-1].spent_ms == (10_000, 15_000)
    assert timed.after(1000).left_ms() == [109_000, 104_000]


def test_a_clock_waits_until_its_player_has_been_seen() -> None:
    timed = Timed(clock="bank:120s")
    assert timed.after(60_000).left_ms() == [120_000, 120_000]
    timed.add(timed.table.seen([0]))
    assert timed.after(7000).left_ms() == [113_000, 120_000]


def test_nobody_is_waited_for_for_ever() -> None:
    timed = Timed(clock="bank:120s").after(LONGEST_PAUSE_MS)
    assert timed.table.clocks.running == (True, True)
    assert timed.after(130_000).table.outcome is not None


def test_clocks_begin_when_the_second_seat_is_taken() -> None:
    timed = Timed(clock="bank:120s", chairs=(ADA, OPEN))
    timed.add(timed.table.seen([0]))
    assert timed.after(500_000).left_ms() == [120_000, 120_000]
    timed.add(timed.table.seat("b" * 64, "Bob"))
    timed.add(timed.table.seen([1]))
    assert timed.after(1000).left_ms() == [119_000, 119_000]


def test_who_runs_out_of_time_loses() -> None:
    timed = Timed(clock="bank:120s").here()
    timed.move(1, "LA")
    timed.after(120_000 + LAG_MS + 1)
    outcome, record = timed.table.outcome, recorded(timed.table)
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (1, "time_out")
    assert record.verdict is not None
    assert (record.verdict.seat, record.verdict.fault, record.verdict.both) == (0, "time_out", False)


def test_if_both_run_out_at_once_nobody_wins() -> None:
    timed = Timed(clock="bank:120s").here().after(200_000)
    assert timed.table.outcome is not None
    assert timed.table.outcome.winner is None
    assert timed.table.verdict is not None
    assert timed.table.verdict.both


def test_a_move_that_was_on_its_way_when_the_flag_fell_counts() -> None:
    timed = Timed("tank_battle", clock="bank:120s").here()
    timed.now_ms += 120_000 + LAG_MS / 2
    assert timed.table.tick(timed.now_ms) == []
    timed.move(0, "g1-f1")
    assert timed.table.turns[-1].spent_ms == (120_000, None)


def test_fischer_adds_after_each_move() -> None:
    timed = Timed("tank_battle", clock="fischer:300s+5s").here().after(8000)
    timed.move(0, "g1-f1")
    assert timed.left_ms() == [297_000, 300_000]


def test_days_are_for_each_move_and_nobody_has_to_be_there() -> None:
    timed = Timed("tank_battle", clock="days:3").after(2.9 * DAY_MS)
    timed.move(0, "g1-f1")
    assert timed.left_ms() == [3 * DAY_MS, 3 * DAY_MS]
    assert timed.after(3 * DAY_MS + LAG_MS + 1).table.outcome is not None


def test_a_vacation_stops_the_clock_and_is_limited() -> None:
    timed = Timed("tank_battle", clock="days:1").after(0.5 * DAY_MS)
    timed.add(timed.table.vacation(0, 10, timed.now_ms))
    assert timed.after(9 * DAY_MS).left_ms()[0] == 0.5 * DAY_MS
    with pytest.raises(Refused, match="4 days of vacation left"):
        timed.table.vacation(0, 5, timed.now_ms)
    timed.add(timed.table.vacation(0, 4, timed.now_ms))  # longer, while it lasts
    timed.after(5.25 * DAY_MS)
    assert timed.left_ms()[0] == 0.25 * DAY_MS
    assert timed.after(DAY_MS).table.outcome is not None


def test_vacations_are_for_games_with_days() -> None:
    with pytest.raises(Refused, match="days per move"):
        Timed(clock="bank:120s").table.vacation(0, 1, 0.0)


def test_after_a_restart_clocks_stand_still_until_each_player_is_back() -> None:
    timed = Timed(clock="bank:120s").here().after(10_000)
    timed.add([log.Paused()])  # dated when the server was last alive
    timed.after(200_000)
    assert timed.left_ms() == [110_000, 110_000]
    timed.add(timed.table.seen([1]))
    assert timed.after(5000).left_ms() == [110_000, 105_000]
    timed.add(timed.table.seen([0]))
    timed.both("LA", "RC")
    assert timed.table.turns[-1].spent_ms == (10_000, 15_000)


def test_a_bot_of_ours_never_loses_on_time() -> None:
    timed = Timed(clock="bank:1s", chairs=(BOT, ADA)).here()
    timed.move(1, "LA")
    timed.after(60_000)
    assert timed.table.outcome is None
    timed.add(timed.table.bot_move(0, 1, "RC", 45_000.0, timed.now_ms))
    assert timed.table.turns[-1].spent_ms == (900.0, timed.table.turns[-1].spent_ms[1])


# In real time.
def duel(clock: str = "round:1s") -> Timed:
    return Timed("tank_duel", clock, setup="prairie").here()


def test_in_real_time_rounds_begin_once_both_are_there_and_ready() -> None:
    timed = Timed("tank_duel", "round:1s")
    timed.add(timed.table.seen([0]))
    assert not timed.after(10_000).table.turns
    timed.add(timed.table.seen([1]))
    assert not timed.after(GET_READY_MS + 999).table.turns
    assert len(timed.after(1).table.turns) == 1


def test_a_joystick_is_read_at_the_end_of_the_round_and_stays_as_it_was_set() -> None:
    """Rule 4, as in the arena: before the first word all null; then the last thing said, again and again."""
    timed = duel().after(GET_READY_MS)
    timed.table.joystick(0, "U")
    timed.table.joystick(0, "R!U")
    assert not timed.after(999).table.turns
    timed.after(1)
    assert timed.table.turns[-1].moves == ("R!U", "-")
    timed.after(1000)
    assert timed.table.turns[-1].moves == ("R!U", "-")
    timed.move(1, "D")
    timed.after(1000)
    assert [turn.moves for turn in timed.table.turns] == [("R!U", "-"), ("R!U", "-"), ("R!U", "D")]
    assert [turn.at_ms for turn in timed.table.turns] == [
        timed.terms.created_ms + GET_READY_MS + 1000 * n for n in (1, 2, 3)
    ]


def test_a_joystick_needs_rounds_of_fixed_length() -> None:
    with pytest.raises(Refused, match="send a move"):
        Timed("tank_duel").table.joystick(0, "U")
    with pytest.raises(Refused, match="send a move"):
        Timed("tank_war", "round:1s").table.joystick(0, "LA")


def test_waiting_for_both_takes_as_long_as_it_takes() -> None:
    timed = Timed("tank_duel")
    timed.move(0, "U")
    assert not timed.after(10 * DAY_MS).table.turns
    timed.move(1, "D")
    assert [turn.moves for turn in timed.table.turns] == [("U", "D")]


def test_with_a_bank_a_silent_joystick_repeats_itself_when_time_is_up() -> None:
    timed = duel("bank:10s")
    timed.both("U", "D")
    timed.move(0, "L")
    timed.after(10_000 + LAG_MS + 1)
    assert timed.table.turns[1].moves == ("L", "D")


def test_a_round_waits_a_moment_for_a_bot_of_ours_and_no_longer() -> None:
    timed = Timed("tank_duel", "round:1s", chairs=(BOT, ADA), setup="prairie").here().after(GET_READY_MS)
    assert not timed.after(1500).table.turns
    timed.add(timed.table.bot_move(0, 1, "U", 900.0, timed.now_ms))
    assert timed.table.turns[-1].moves == ("U", "-")
    timed.after(1000 + BOT_GRACE_MS)
    assert [turn.moves for turn in timed.table.turns] == [("U", "-"), ("U", "-")]


def test_a_bot_that_answers_in_time_does_not_end_the_round_early() -> None:
    timed = Timed("tank_duel", "round:1s", chairs=(BOT, ADA), setup="prairie").here().after(GET_READY_MS)
    timed.add(timed.table.bot_move(0, 1, "U", 5.0, timed.now_ms))
    assert not timed.after(999).table.turns
    assert len(timed.after(1).table.turns) == 1


def test_after_a_restart_the_round_begins_anew() -> None:
    timed = duel().after(GET_READY_MS + 900)
    timed.add([log.Paused()])
    timed.after(5000)
    timed.here()
    assert not timed.after(GET_READY_MS + 999).table.turns
    assert len(timed.after(1).table.turns) == 1
