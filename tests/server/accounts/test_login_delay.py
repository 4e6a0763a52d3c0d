"""Guessing is slowed down: how many attempts are free, how long the next one waits, and for whom."""

from __future__ import annotations

import pytest

from steelyard.server.accounts import login_delay
from steelyard.server.accounts.login_delay import FORGOTTEN_S, Attempts, LoginDelay
from steelyard.server.http.responses import ApiError


class Clock:
    """Stands still until it is set."""

    now_s = 1000.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def clock() -> Clock:
    return Clock()


def waits(delay: LoginDelay, key: str = "ada") -> int:
    """How long somebody is asked to wait; 0 if the attempt is let through, and counted."""
    try:
        delay.attempt(key)
    except ApiError as error:
        refusal = error
    else:
        return 0
    assert refusal.headers == {"Retry-After": refusal.error.split()[-2]}
    assert refusal.code == "too_many_attempts"
    return int(refusal.headers["Retry-After"])


def test_after_the_free_attempts_the_wait_doubles_from_a_second_up_to_the_longest(clock: Clock) -> None:
    delay = LoginDelay(free=2, longest_s=10.0, clock=clock)
    assert [waits(delay), waits(delay)] == [0, 0]
    for seconds in (1, 2, 4, 8, 10, 10):
        assert waits(delay) == seconds
        clock.now_s += seconds - 0.5
        assert waits(delay) == 1, "a refused attempt counts for nothing, and what is left is rounded up"
        clock.now_s += 0.5
        assert waits(delay) == 0


def test_no_number_of_attempts_is_too_much_to_reckon_with(clock: Clock) -> None:
    delay = LoginDelay(free=1, longest_s=1.0, clock=clock)
    for _ in range(1100):
        assert waits(delay) == 0
        clock.now_s += 1


def test_attempts_are_forgotten_an_hour_after_the_last(clock: Clock) -> None:
    delay = LoginDelay(free=1, longest_s=2 * FORGOTTEN_S, clock=clock)
    assert waits(delay) == 0
    assert waits(delay) == 1
    clock.now_s += 1
    assert waits(delay) == 0
    clock.now_s += FORGOTTEN_S
    assert waits(delay) == 0, "the wait was over long ago, but the attempt counts"
    assert waits(delay) == 4
    clock.now_s += FORGOTTEN_S + 1
    assert [waits(delay), waits(delay)] == [0, 1]


def test_each_name_waits_by_itself_and_so_many_are_remembered(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(login_delay, "MOST_KEPT", 3)
    delay = LoginDelay(free=1, longest_s=60.0, clock=clock)
    assert [waits(delay, each) for each in ("ada", "bob", "eve")] == [0, 0, 0]
    assert waits(delay, "ada") == 1, "asking once more makes it the latest"
    assert waits(delay, "dan") == 0
    assert [waits(delay, each) for each in ("ada", "eve", "dan")] == [1, 1, 1]
    assert waits(delay, "bob") == 0, "it was quiet longest, and is forgotten"


def test_a_right_attempt_is_taken_back_and_earlier_ones_count_on(clock: Clock) -> None:
    delay = LoginDelay(free=2, longest_s=60.0, clock=clock)
    assert [waits(delay) for _ in range(3)] == [0, 0, 1]
    clock.now_s += 1
    assert waits(delay) == 0
    delay.succeeded("ada")
    assert waits(delay) == 0, "counted from the wrong attempt a second ago"
    assert waits(delay) == 2
    delay.forget("ada")
    assert waits(delay) == 0
    delay.succeeded("ada")
    assert [waits(delay) for _ in range(3)] == [0, 0, 1]
    delay.succeeded("nobody")
    delay.forget("nobody")


def tries(attempts: Attempts, name: str, address: str, person: str = "", device: str = "") -> bool:
    """Whether somebody may try to sign in."""
    try:
        attempts.attempt(name, address, person or address, device)
    except ApiError:
        return False
    return True


def test_one_name_is_guessed_five_times_from_an_address_and_twenty_times_from_everywhere(
    clock: Clock,
) -> None:
    attempts = Attempts(clock)
    assert [tries(attempts, "ada", "here") for _ in range(7)] == [True] * 5 + [False] * 2
    assert tries(attempts, "bob", "here"), "others at that address do not wait"
    assert [tries(attempts, "ada", f"there {number}") for number in range(16)] == [True] * 15 + [False]


def test_a_browser_that_is_known_waits_for_itself_alone(clock: Clock) -> None:
    attempts = Attempts(clock)
    for number in range(21):
        tries(attempts, "ada", f"there {number}")
    assert [tries(attempts, "ada", "there 1", device="hers") for _ in range(6)] == [True] * 5 + [False]
    attempts.succeeded("ada", "there 1", "hers")
    assert tries(attempts, "ada", "there 1", device="hers")
    assert not tries(attempts, "ada", "elsewhere"), "and nothing is forgiven to others"


def test_sixty_attempts_of_an_address_are_free_then_each_person_there_has_one_a_second(clock: Clock) -> None:
    attempts = Attempts(clock)
    assert all(tries(attempts, f"name {number}", "school", "eve") for number in range(60))
    clock.now_s += 0.5
    assert tries(attempts, "name 61", "school", "eve"), "her own first one beside the address's"
    assert not tries(attempts, "name 62", "school", "eve")
    assert tries(attempts, "bob", "school", "bob")
    assert not tries(attempts, "bob", "school", "bob")
    clock.now_s += 1.5
    assert tries(attempts, "name 63", "school", "eve")


def test_signing_in_takes_back_what_was_counted(clock: Clock) -> None:
    attempts = Attempts(clock)
    for number in range(100):
        assert tries(attempts, "ada", f"there {number}")
        attempts.succeeded("ada", f"there {number}", "")
    for number in range(100):
        assert tries(attempts, f"name {number}", "school")
        attempts.succeeded(f"name {number}", "school", "")
    for _ in range(20):
        assert tries(attempts, "eve", "home")
        attempts.succeeded("eve", "home", "")


def test_waits_at_sign_in_grow_to_minutes(clock: Clock) -> None:
    attempts = Attempts(clock)

    def longest(delay: LoginDelay) -> int:
        found = 0
        for _ in range(100):
            found = max(found, seconds := waits(delay))
            clock.now_s += seconds
        return found

    delays = (attempts.by_address, attempts.by_person, attempts.by_name_and_address, attempts.by_name)
    assert [longest(each) for each in delays] == [300, 1, 300, 60]
