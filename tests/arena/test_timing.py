"""Turns judged under fake time: the same events give the same verdict, in whatever order they are told."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from steelyard.arena.referee.timing import RefereeTurn, TimedLine
from steelyard.arena.sandbox.cpu_starvation import CpuSchedule, Sample, Starvation
from tests.arena.timelines import Timeline, judged, oracle, timelines, wronged


@given(timelines(), st.randoms(use_true_random=False), st.randoms(use_true_random=False))
def test_the_verdict_is_the_same_for_every_order_and_every_moment_of_looking(
    timeline: Timeline, one: object, two: object
) -> None:
    assert judged(timeline, one) == judged(timeline, two) == oracle(timeline)  # type: ignore[arg-type]


@given(timelines(), st.floats(0, 40), st.randoms(use_true_random=False))
def test_a_line_that_came_in_time_never_loses_however_late_it_is_seen(
    timeline: Timeline, late_ms: float, chance: object
) -> None:
    assert not wronged(timeline, judged(timeline, chance, late_ms))  # type: ignore[arg-type]


def test_pauses_that_overlap_are_counted_once() -> None:
    turn = RefereeTurn(0.0, {0: 100.0})
    turn.pause(20.0, 40.0)
    turn.pause(10.0, 30.0)
    turn.pause(-50.0, 5.0)
    assert turn.paused_ms == 35.0
    assert turn.tick(60.0) == 135.0


def test_whoever_had_not_answered_when_the_longest_pause_began_was_on_the_move() -> None:
    turn = RefereeTurn(0.0, {0: 100.0, 1: 100.0})
    turn.line(0, TimedLine(1, 25.0, 30.0, "move"))
    turn.pause(10.0, 20.0)
    turn.pause(40.0, 45.0)
    turn.tick(50.0)
    assert [*turn.on_the_move] == [0, 1]
    turn.pause(60.0, 80.0)
    assert [*turn.on_the_move] == [1]


def test_a_pause_after_the_time_was_up_gives_nothing_back() -> None:
    turn = RefereeTurn(0.0, {0: 100.0})
    turn.pause(100.0, 200.0)
    assert turn.tick(201.0) is None
    assert turn.shares[0].answer is None


def test_a_doubt_puts_the_verdict_off_and_gives_no_time() -> None:
    turn = RefereeTurn(0.0, {0: 100.0})
    turn.postpone(0, 110.0)
    assert turn.tick(101.0) == 110.0
    turn.line(0, TimedLine(1, 101.0, 105.0, "late"))
    assert turn.tick(110.0) is None
    assert turn.shares[0].answer is None


def test_in_real_time_a_round_lasts_to_its_end() -> None:
    turn = RefereeTurn(0.0, {0: 100.0, 1: 100.0}, realtime=True)
    for seat in (0, 1):
        turn.line(seat, TimedLine(1, 0.0, 3.0, "move"))
    assert turn.tick(5.0) == 100.0
    assert turn.tick(100.0) is None
    assert turn.shares[0].at_ms == 3.0


def test_a_seat_that_is_failed_has_that_answer_and_has_not_crashed() -> None:
    turn = RefereeTurn(0.0, {0: 100.0})
    turn.end(0, 20.0)
    turn.tick(20.0)
    turn.fail(0, "it does not start")
    share = turn.shares[0]
    assert share.answer == TimedLine(0, 20.0, 20.0, "it does not start")
    assert not share.crashed


def ms(ran: float, waited: float) -> CpuSchedule:
    return CpuSchedule(round(ran * 1e6), round(waited * 1e6))


def starved(*samples: tuple[float, float, dict[int, CpuSchedule]]) -> float:
    starvation = Starvation()
    for at, cpu, threads in samples:
        starvation.add(Sample(at, round(cpu * 1e6), threads))
    return starvation.total_ms


def test_a_thread_that_waited_while_the_bot_did_nothing_else_was_kept_waiting_by_others() -> None:
    assert starved((0, 0, {1: ms(0, 0)}), (100, 10, {1: ms(10, 90)})) == 90


def test_threads_that_wait_for_one_another_are_kept_by_nobody_else() -> None:
    before = {number: ms(0, 0) for number in range(8)}
    after = {number: ms(10, 70) for number in range(8)}
    assert starved((0, 0, before), (100, 80, after)) == 0


def test_threads_that_wake_together_and_sleep_most_of_the_time_gain_nothing() -> None:
    before = {number: ms(0, 0) for number in range(8)}
    after = {number: ms(4, 4 * number) for number in range(8)}
    assert starved((0, 0, before), (100, 32, after)) == 0


def test_a_child_that_was_not_there_before_does_not_count() -> None:
    assert starved((0, 0, {}), (100, 1, {7: ms(1, 60)})) == 0


def test_waits_that_are_longer_than_the_time_between_two_samples_are_its_own_if_it_ran_meanwhile() -> None:
    """Two threads take turns of 200 ms on one core, and the kernel counts a wait when it is over."""
    samples = []
    for at in range(0, 3001, 50):
        turn, into = divmod(at, 200)
        ran = [
            200 * ((turn + 1) // 2) + (into if turn % 2 == 0 else 0),
            200 * (turn // 2) + (into if turn % 2 else 0),
        ]
        waited = [200 * (turn // 2), 200 * ((turn + 1) // 2)]
        samples.append((at, float(sum(ran)), {1: ms(ran[0], waited[0]), 2: ms(ran[1], waited[1])}))
    assert starved(*samples) == 0


def test_what_went_before_a_turn_gives_nothing_in_it() -> None:
    starvation = Starvation()
    starvation.add(Sample(0, 0, {1: ms(0, 0)}))
    starvation.restart()  # the opponent thinks for 2.5 s
    starvation.add(Sample(2500, 0, {1: ms(0, 0)}))
    starvation.add(Sample(2600, 100_000_000, {1: ms(50, 2500)}))
    assert starvation.total_ms == 0


def test_never_more_than_the_time_in_which_it_did_not_run() -> None:
    assert starved((0, 0, {1: ms(0, 0)}), (100, 60, {1: ms(60, 90)})) == 40


def test_what_the_host_took_counts() -> None:
    starvation = Starvation()
    starvation.add(Sample(0, 0, {}, 0))
    starvation.add(Sample(100, 20_000_000, {}, 30_000_000))
    assert starvation.total_ms == 30
    starvation.restart()
    assert starvation.total_ms == 0
