"""What the listener makes of output, ends and deadlines, without a process; a test passes the time in."""

from __future__ import annotations

import os
import select
import threading
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, cast

import pytest

from steelyard.arena.referee import listener
from steelyard.arena.referee.listener import MOST_POSTPONED_MS, Listener, handshake
from steelyard.arena.referee.player import BYTES_PER_TURN, END, LINES_PER_TURN
from steelyard.arena.referee.stalls import now_ms
from steelyard.arena.referee.timing import RefereeTurn
from steelyard.arena.sandbox.faults import PlatformFault
from steelyard.arena.verdicts import BotFailure, Fault
from steelyard.protocol import lines
from tests.arena.scripted import ScriptedSandbox, Steady, player
from tests.timeouts import TIMEOUT_S, wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steelyard.arena.referee.player import Player
    from steelyard.arena.referee.stalls import Heartbeat
    from tests.arena.scripted import Answer


@pytest.fixture
def open_players() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def silent(_message: dict[str, Any]) -> None:
    return None


def scripted(stack: ExitStack, answer: Answer = silent) -> tuple[Player, ScriptedSandbox]:
    one = player(answer)
    stack.callback(one.sandbox.close)
    return one, cast("ScriptedSandbox", one.sandbox)


def test_a_time_out_is_postponed_for_two_seconds_then_the_machine_has_failed(
    open_players: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is ready to run and gets no CPU: nobody should lose by that, and nobody wait for ever."""
    one, sandbox = scripted(open_players)
    sandbox.ready_to_run = True
    looks: list[float] = []

    def half_a_second_later() -> float:
        looks.append(began + 500 * len(looks))
        return looks[-1]

    began = now_ms()
    monkeypatch.setattr(listener, "now_ms", half_a_second_later)
    turn = RefereeTurn(began, {0: 1000.0})
    with pytest.raises(PlatformFault, match="this machine gave scripted no CPU for 2 s") as fault:
        Listener({0: one}, cast("Heartbeat", Steady())).settle(turn, lambda _seat, line: line)
    assert fault.value.seats == (0,)
    readings = 3  # of the clock at each look
    assert looks[-2 * readings] <= turn.shares[0].due_ms + MOST_POSTPONED_MS < looks[-readings]


@pytest.mark.parametrize("answers_meanwhile", [True, False])
def test_nobody_is_charged_for_a_look_at_the_limits_of_another(
    open_players: ExitStack, monkeypatch: pytest.MonkeyPatch, *, answers_meanwhile: bool
) -> None:
    """It may take long, as the other bot chooses; whoever answers after it has used that time, though."""
    may_answer = threading.Event()
    one, _ = scripted(open_players, lambda _: b"move\n" if may_answer.wait(TIMEOUT_S) else None)
    other, others = scripted(open_players)
    time_ms = [began := now_ms()]
    looks: list[float] = []

    def read_clock() -> float:
        time_ms[0] += 10.0
        return time_ms[0]

    def look_long() -> None:
        looks.append(time_ms[0])
        if len(looks) == (1 if answers_meanwhile else 2):
            may_answer.set()
            wait_until(lambda: readable(one.sandbox.stdout))
        if len(looks) == 1:
            time_ms[0] += 5000.0

    monkeypatch.setattr(others, "exceeded_limit", look_long)
    monkeypatch.setattr(listener, "now_ms", read_clock)
    one.tell(b"{}\n")
    turn = RefereeTurn(began, {0: 60_000.0})
    Listener({0: one, 1: other}, cast("Heartbeat", Steady())).settle(turn, lambda _seat, line: line)
    answered = looks[0] if answers_meanwhile else looks[1]
    assert answered <= turn.shares[0].at_ms <= answered + 100.0
    assert turn.shares[0].lost_ms == 0.0


def readable(file: int) -> bool:
    return bool(select.select([file], [], [], 0)[0])


def test_a_process_has_ended_although_its_child_holds_its_output_open(open_players: ExitStack) -> None:
    one, sandbox = scripted(open_players)
    os.close(sandbox._lives)
    turn = RefereeTurn(now_ms(), {0: 1000.0})
    Listener({0: one}).settle(turn, lambda _seat, line: line)
    assert (turn.shares[0].crashed, one.last) == (True, END)
    assert one.read_rest() == []


@pytest.mark.parametrize("all_lines", [True, False])
def test_of_two_lines_the_first_counts_and_the_second_belongs_to_the_next_turn_or_to_nothing(
    open_players: ExitStack, *, all_lines: bool
) -> None:
    one, _ = scripted(open_players, lambda _: b"one\ntwo\n")
    one.tell(b"{}\n")
    turn = RefereeTurn(now_ms(), {0: 50.0}, realtime=True)
    Listener({0: one}).settle(turn, lambda _seat, line: line, all_lines=all_lines)
    answer = turn.shares[0].answer
    assert answer is not None
    assert answer.said == b"one"
    assert [*one.waiting] == ([] if all_lines else [b"two"])


def test_lines_up_to_the_limit_of_a_turn_are_read_and_the_next_is_too_much(open_players: ExitStack) -> None:
    one, _ = scripted(open_players, lambda _: b"x\n" * (LINES_PER_TURN + 1))
    one.tell(b"{}\n")
    taken: list[bytes] = []
    turn = RefereeTurn(now_ms(), {0: 5000.0})
    Listener({0: one}).settle(turn, lambda _seat, line: taken.append(line))
    answer = turn.shares[0].answer
    assert answer is not None
    assert answer.said.fault is Fault.TOO_LONG
    assert taken == [b"x"] * LINES_PER_TURN


def test_as_many_bytes_as_a_turn_has_room_for_are_read(open_players: ExitStack) -> None:
    said = b"move".rjust(BYTES_PER_TURN // 256 - 1) + b"\n"
    one, _ = scripted(open_players, lambda _: (b" " * (len(said) - 1) + b"\n") * 255 + said)
    one.tell(b"{}\n")
    turn = RefereeTurn(now_ms(), {0: 5000.0})
    Listener({0: one}).settle(turn, lambda _seat, line: line.strip() or None)
    answer = turn.shares[0].answer
    assert answer is not None
    assert (answer.said, one.last) == (b"move", None)


def test_a_wait_for_the_cpu_between_two_turns_gives_nothing_in_the_second(open_players: ExitStack) -> None:
    one, sandbox = scripted(open_players)
    listening = Listener({0: one}, cast("Heartbeat", Steady()))
    for _ in range(2):
        one.tell(b"{}\n")
        turn = RefereeTurn(now_ms(), {0: 100.0})
        listening.settle(turn, lambda _seat, line: line)
        sandbox.waited += 10**9
        assert turn.shares[0].lost_ms == 0.0


@pytest.mark.parametrize(
    ("line", "detail"),
    [
        (b'{"type":"done"}', "the first message should be `ready`"),
        (b"hello", "before `ready`: 'hello' is not a message"),
    ],
)
def test_a_bot_that_begins_with_something_else_is_shown_its_line(
    open_players: ExitStack, line: bytes, detail: str
) -> None:
    one, _ = scripted(open_players, lambda _: line + b"\n")
    with pytest.raises(BotFailure) as failed:
        handshake(one, "tank_war")
    assert (failed.value.fault, failed.value.line) == (Fault.UNREADABLE, lines.shown(line))
    assert failed.value.detail.startswith(detail)


def test_output_that_has_ended_is_looked_at_no_more(
    open_players: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[float] = []

    def noted() -> float:
        looks.append(now_ms())
        return looks[-1]

    monkeypatch.setattr(listener, "now_ms", noted)
    one, _ = scripted(open_players, lambda _: b"exit")
    two, _ = scripted(open_players)
    one.tell(b"{}\n")
    turn = RefereeTurn(now_ms(), {0: 200.0, 1: 200.0})
    Listener({0: one, 1: two}, cast("Heartbeat", Steady())).settle(turn, lambda _seat, line: line)
    assert turn.shares[0].crashed
    assert len(looks) < 20, "one every 50 ms, and a few more"


def test_half_a_line_is_shown_when_the_time_is_up(open_players: ExitStack) -> None:
    one, _ = scripted(open_players, lambda _: b'{"type":"rea')
    with pytest.raises(BotFailure, match="no `ready` within") as failed:
        handshake(one, "tank_war", 100)
    assert (failed.value.fault, failed.value.line) == (Fault.SLOW_START, lines.shown(b'{"type":"rea'))
