"""Clocks are values: told what was spent, they say what is left."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.protocol.clock import HANG_MS, InvalidClock, read_clock

SPENDING = st.lists(st.floats(0, 500))


def test_a_bank_is_for_all_decisions_together() -> None:
    clock = read_clock("bank:120s").spend(50_000).spend(60_000)
    assert clock.allowed_ms == 10_000
    assert clock.spend(10_001).allowed_ms == 0


def test_a_round_clock_begins_anew_each_time() -> None:
    assert read_clock("round:1s").spend(900).spend(900).allowed_ms == 1000


def test_fischer_adds_after_each_answer_but_not_after_the_flag_fell() -> None:
    clock = read_clock("fischer:300s+5s")
    assert clock.spend(100_000).allowed_ms == 205_000
    assert clock.spend(300_001).allowed_ms == 0


def test_no_clock_still_notices_a_hung_bot() -> None:
    clock = read_clock("none")
    assert (clock.allowed_ms, clock.patience_ms, clock.timed) == (None, HANG_MS, False)


@given(SPENDING)
def test_a_bank_never_grows(spent: list[float]) -> None:
    clock = read_clock("bank:1s")
    for elapsed in spent:
        after = clock.spend(elapsed)
        assert after.left_ms <= clock.left_ms
        clock = after


@pytest.mark.parametrize(
    ("text", "ms"),
    [("bank:1.5s", 1500), ("bank:2m", 120_000), ("round:250ms", 250), ("fischer:1s+100ms", 1000)],
)
def test_units_are_read(text: str, ms: float) -> None:
    assert read_clock(text).allowed_ms == ms
    assert read_clock(text).text == text


@pytest.mark.parametrize(
    "text",
    [
        *("", "bank", "bank:", "bank:1", "bank:-1s", "bank:0s", "bank:1s+1s", "fischer:1s", "round:1h"),
        *("120s", "bank:\u0663s", "days:1\u0663", "round:0.9ms", "bank:144001m", "fischer:1s+144001m"),
        f"bank:{'9' * 400}s",
    ],
)
def test_what_is_no_clock_is_refused_with_what_would_be_one(text: str) -> None:
    with pytest.raises(InvalidClock, match="bank:120s, round:1s, fischer:300s"):
        read_clock(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("none", "no clock"),
        ("bank:5s", "5 s each for the whole game"),
        ("bank:2m", "2 min each for the whole game"),
        ("bank:90s", "90 s each for the whole game"),
        ("round:100ms", "0.1 s per round"),
        ("fischer:300s+5s", "5 min + 5 s per move"),
        ("days:1", "1 day per move"),
        ("days:3", "3 days per move"),
    ],
)
def test_a_clock_in_words(text: str, words: str) -> None:
    assert read_clock(text).words == words


@pytest.mark.parametrize("rest", [1e-10, -1e-10, 0.0, 0.004, -0.004])
def test_an_answer_at_the_deadline_has_used_up_all_however_its_time_was_added_up(rest: float) -> None:
    clock = read_clock("fischer:0.3s+0.2s")
    assert clock.spend(300 - rest).left_ms == 200
