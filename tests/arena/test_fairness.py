"""Nobody loses through no fault of their own, and nobody gains by disturbing others."""

from __future__ import annotations

import json
import sys
import time
from contextlib import ExitStack, closing
from itertools import count
from typing import TYPE_CHECKING, Any, cast

import pytest

from steelyard.arena.match.plan import MatchPlan, MatchRunner
from steelyard.arena.program import Program
from steelyard.arena.record import game_seed
from steelyard.arena.referee import listener
from steelyard.arena.referee.listener import LONGEST_SAID, Listener, handshake
from steelyard.arena.referee.player import Player
from steelyard.arena.referee.stalls import now_ms
from steelyard.arena.referee.timing import RefereeTurn
from steelyard.arena.sandbox import cgroups, process
from steelyard.arena.sandbox.faults import PlatformFault
from steelyard.arena.verdicts import Fault
from steelyard.protocol import lines, messages
from tests.arena.scripted import Steady, at_turn, first_legal, player
from tests.arena.test_referee import Seats

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from steelyard.arena.record import Record, TurnFacts
    from steelyard.arena.referee.stalls import Heartbeat
    from tests.arena.scripted import Answer


needs_cage = pytest.mark.skipif(process.available() is not None, reason=str(process.available()))


@pytest.fixture
def open_players() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


@pytest.fixture
def seats(open_players: ExitStack) -> Seats:
    return Seats(open_players)


def slow_to_tell(monkeypatch: pytest.MonkeyPatch, seconds: float, turn: int) -> None:
    """The referee does nothing for a while between telling seat 1 and looking for the first answer."""
    tell = Player.tell

    def slowly(self: Player, data: bytes) -> float:
        unread_ms = tell(self, data)
        if self.name == "b" and f'"turn":{turn},'.encode() in data:
            time.sleep(seconds)
        return unread_ms

    monkeypatch.setattr(Player, "tell", slowly)


@pytest.mark.parametrize("stalled", [0.0, 15.0])
def test_a_line_that_is_read_late_counts_if_it_came_in_time(
    seats: Seats, monkeypatch: pytest.MonkeyPatch, stalled: float
) -> None:
    read, reads = Player.read_stdout, count(1)

    def late(self: Player) -> Any:
        if next(reads) == 5:  # the first answer of the second turn, after both have said that they are ready
            time.sleep(2.1)  # longer than a whole round, after the poll has seen the line
        return read(self)

    monkeypatch.setattr(Player, "read_stdout", late)
    record = seats.play(first_legal, first_legal, clock="round:2s", stalled=stalled)
    assert next(reads) > 5
    assert record.verdict is None
    assert all(wall is not None and wall <= 2000 + stalled for turn in record.turns for wall in turn.wall_ms)
    assert min(wall for wall in record.turns[1].wall_ms if wall is not None) < 1000, "it was seen in time"


LAST_ROUND = "5x6/5x6/5x6/5x6/5x6/133"


def last_words(said: Answer) -> Answer:
    """As `said`, and it exits with its first move."""

    def answer(message: dict[str, Any]) -> bytes | None:
        told = said(message)
        return told + b"exit" if told is not None and message["type"] == "turn" else told

    return answer


@pytest.mark.parametrize("delay", [0.0, 0.1], ids=["read at once", "line and exit in one look"])
def test_a_bot_that_plays_its_last_move_and_exits_has_played_it(
    seats: Seats, monkeypatch: pytest.MonkeyPatch, delay: float
) -> None:
    slow_to_tell(monkeypatch, delay, turn=1)
    record = seats.play(last_words(first_legal), first_legal, start=LAST_ROUND, clock="bank:5s")
    assert record.verdict is None
    assert len(record.turns) == 1


def test_a_bot_that_exits_before_the_end_has_crashed_in_the_turn_it_does_not_answer(seats: Seats) -> None:
    record = seats.play(last_words(first_legal), first_legal)
    assert record.verdict is not None
    assert (record.verdict.fault, record.verdict.seat, record.verdict.turn) == (Fault.CRASHED, 0, 2)


FAILURES: dict[str, tuple[bytes | None, Fault]] = {
    "crash": (b"exit", Fault.CRASHED),
    "nonsense": (b"?\n", Fault.UNREADABLE),
    "silence": (None, Fault.TIME_OUT),
}


@pytest.mark.parametrize("first", FAILURES)
@pytest.mark.parametrize("second", FAILURES)
@pytest.mark.parametrize("delay", [0.0, 0.1], ids=["one by one", "in one look"])
def test_two_failures_in_one_turn_are_judged_alike_whatever_their_order(
    seats: Seats, monkeypatch: pytest.MonkeyPatch, first: str, second: str, delay: float
) -> None:
    slow_to_tell(monkeypatch, delay, turn=2)
    said, word = FAILURES[first]
    other_said, other_word = FAILURES[second]
    record = seats.play(at_turn(2, said), at_turn(2, other_said), clock="round:1s")
    assert record.verdict is not None
    assert record.verdict.both
    assert (record.verdict.fault, record.verdict.other or record.verdict.fault) == (word, other_word)
    assert record.outcome is not None
    assert (record.outcome.winner, record.outcome.score) == (None, (0, 0))


def test_a_bot_that_fails_alone_loses_once_the_other_has_answered(seats: Seats) -> None:
    def slow(message: dict[str, Any]) -> bytes | None:
        if message["type"] == "turn" and message["turn"] == 2:
            time.sleep(0.1)
        return first_legal(message)

    record = seats.play(at_turn(2, b"exit"), slow, clock="bank:5s")
    assert record.verdict is not None
    assert (record.verdict.fault, record.verdict.seat, record.verdict.both) == (Fault.CRASHED, 0, False)
    assert seats.referee.owing == [seats.players[0]]


def played(*programs: Program, clock: str = "none") -> Record:
    one, two = programs
    plan = MatchPlan.of("tank_war", {}, (one, two), 2, ("",), "1", clock, isolated=False, startup_ms=2000)
    with closing(MatchRunner(plan)) as runner:
        return runner.play(0)


def program(*run: str) -> Program:
    return Program(run[0], run[0], run)


GOOD = Program(
    "random", "random", (sys.executable, "-m", "steelyard.bots", "tank_war", "random"), trusted=True
)


def test_when_neither_bot_starts_neither_wins() -> None:
    record = played(program("false"), program("true"))
    assert record.verdict is not None
    assert record.verdict.both
    assert record.outcome is not None
    assert record.outcome.winner is None


def test_the_second_bot_is_tried_although_the_first_did_not_start() -> None:
    record = played(program("false"), GOOD)
    assert record.verdict is not None
    assert (record.verdict.fault, record.verdict.seat, record.verdict.both) == ("failed_to_start", 0, False)


def test_all_of_a_match_is_ended_although_one_bot_cannot_be(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = MatchPlan.of("tank_war", {}, (GOOD, GOOD), 2, ("",), "1", "none", isolated=False, startup_ms=2000)
    runner = MatchRunner(plan)
    runner.play(0)
    first, second = (session.player() for session in runner._sessions)
    with monkeypatch.context() as patch:

        def resist() -> None:
            raise PlatformFault("it cannot be killed")

        patch.setattr(first.sandbox, "close", resist)
        with pytest.raises(PlatformFault):
            runner.close()
    first.sandbox.close()
    assert second.sandbox.exit_status() is not None


def test_bots_are_ended_although_the_wait_for_their_goodbye_is_interrupted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plan = MatchPlan.of("tank_war", {}, (GOOD, GOOD), 2, ("",), "1", "none", isolated=False, startup_ms=2000)
    runner = MatchRunner(plan)
    runner.play(0)
    players = [session.player() for session in runner._sessions]

    def interrupted(_player: Player) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Player, "_say_bye", interrupted)
    with pytest.raises(KeyboardInterrupt):
        runner.close()
    assert all(each.sandbox.exit_status() is not None for each in players)


def test_a_game_that_the_machine_spoils_at_its_start_is_given_up_as_ours(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tries = []

    def no_more(*_: Any, **__: Any) -> Any:
        tries.append(1)
        raise PlatformFault("no more files can be opened")

    monkeypatch.setattr("steelyard.arena.referee.bot_session.Sandbox", no_more)
    record = played(GOOD, GOOD)
    assert record.verdict is not None
    assert (record.verdict.fault, record.outcome) == (Fault.PLATFORM, None)
    assert record.verdict.detail == "given up after 3 replays: no more files can be opened"
    assert len(tries) == 4
    assert [event.seat for event in record.events] == [None] * 4


def test_chance_replaces_a_bad_answer_differently_at_each_seat_in_each_turn_and_with_each_seed(
    seats: Seats,
) -> None:
    legal: list[list[str]] = []

    def nonsense(message: dict[str, Any]) -> bytes | None:
        if message["type"] == "turn":
            legal.append(message["legal"])
            return b"?\n"
        return first_legal(message)

    record = seats.play(nonsense, nonsense, strikes=99)
    assert record.verdict is None
    assert any(one != two for one, two in (turn.moves for turn in record.turns))
    of_six = {turn.moves for turn, moves in zip(record.turns, legal[::2], strict=True) if len(moves) == 6}
    assert len(of_six) > 1
    other = seats.play(nonsense, nonsense, strikes=99, seed=game_seed("another", "game", 0))
    assert [turn.moves for turn in other.turns] != [turn.moves for turn in record.turns]


@pytest.mark.parametrize("waits", [True, False], ids=["kept from the CPU", "asleep"])
def test_a_bot_that_the_machine_let_wait_gets_that_time_back(seats: Seats, *, waits: bool) -> None:
    """It answers late. That is its own fault, unless it was ready to run and kept from the CPU by others."""

    def held_up(message: dict[str, Any]) -> bytes | None:
        if message["type"] == "turn" and message["turn"] == 2:
            time.sleep(1.4)
        elif message["type"] == "turn" and waits:
            seats.sandbox(0).waits_since_ns = time.monotonic_ns()
        return first_legal(message)

    record = seats.play(held_up, first_legal, clock="round:1s")
    faults = [] if record.verdict is None else [record.verdict.fault]
    assert faults == ([] if waits else [Fault.TIME_OUT])


def test_a_stall_between_the_question_and_the_first_look_is_not_the_bots(open_players: ExitStack) -> None:
    """The referee does other work in between; the stall is over and counted when it begins to listen."""

    class Stalled(Steady):
        stall: tuple[float, float] | None = None

        @property
        def pauses(self) -> int:
            return 2 if self.stall else 1

        def pauses_from(self, number: int) -> list[tuple[float, float]]:
            before = (turn.sent_ms - 5000, turn.sent_ms - 2000)  # a long one that this turn has not seen
            return [each for each in (before, self.stall) if each is not None][number:]

    def held_up(message: dict[str, Any]) -> bytes | None:
        if message["type"] == "turn":
            time.sleep(0.2)
        return first_legal(message)

    machine, one = Stalled(), player(held_up)
    open_players.callback(one.sandbox.close)
    handshake(one, "tank_war")
    listening = Listener({0: one}, cast("Heartbeat", machine))
    one.tell(lines.write(messages.Turn("1", 1, None, ["LA"], (50.0, 50.0), 0.0)))
    turn = RefereeTurn(now_ms(), {0: 50.0})
    machine.stall = (turn.sent_ms - 1, turn.sent_ms + 10_000)
    listening.settle(turn, lambda _seat, line: line)
    assert turn.shares[0].answer is not None
    assert turn.paused_ms == pytest.approx(10_000)
    assert turn.on_the_move == (0,)


def test_a_machine_that_stands_still_while_a_bot_starts_does_not_make_it_slow(
    open_players: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[float] = []

    def after_a_minute() -> float:
        looks.append(now_ms() + (60_000 if len(looks) > 2 else 0))
        return looks[-1]

    def starting(message: dict[str, Any]) -> bytes | None:
        time.sleep(0.3)
        return first_legal(message)

    monkeypatch.setattr(listener, "now_ms", after_a_minute)
    one = player(starting)
    open_players.callback(one.sandbox.close)
    handshake(one, "tank_war", 10_000)
    assert len(looks) > 3


def test_what_a_bot_says_of_itself_is_cut(open_players: ExitStack) -> None:
    """It is in the record of every game."""
    one = player(
        lambda _: json.dumps({"type": "ready", "name": "n" * 9000, "version": "v" * 9000}).encode() + b"\n"
    )
    open_players.callback(one.sandbox.close)
    handshake(one, "tank_war")
    assert (len(one.said_name), len(one.version)) == (LONGEST_SAID, LONGEST_SAID)


def test_a_bot_that_is_ready_and_has_not_run_yet_is_waited_for(seats: Seats) -> None:
    """The kernel counts a wait only when it is over; until then it is known by the thread's state."""

    def held_up(message: dict[str, Any]) -> bytes | None:
        if message["type"] == "turn" and message["turn"] == 2:
            since = time.monotonic_ns()
            seats.sandbox(0).ready_to_run = True
            time.sleep(1.2)  # no CPU for it until now
            seats.sandbox(0).waited += time.monotonic_ns() - since
            seats.sandbox(0).ready_to_run = False
        return first_legal(message)

    record = seats.play(held_up, first_legal, clock="round:1s")
    assert record.verdict is None


DISTURBING = {
    "blank lines": "while True: os.write(1, b'\\n' * 65536)",
    "moves for another game": """
line = b'{"type":"move","move":"LA","game":"none"}\\n' * 1000
while True: os.write(1, line)""",
    "answers to earlier turns": """
line = b'{"type":"move","move":"LA","turn":0}\\n' * 1000
while True: os.write(1, line)""",
    "threads": """
for _ in range(12): threading.Thread(target=spin, daemon=True).start()
spin()""",
    "threads that wake together": """
def wake():
    while True:
        time.sleep(max(0, 0.01 - time.monotonic() % 0.01))
        for _ in range(3000): pass
for _ in range(12): threading.Thread(target=wake, daemon=True).start()
wake()""",
    "children that come and go": """
while True:
    if os.fork() == 0:
        for _ in range(20000): pass
        os._exit(0)
    os.wait()""",
    "memory that comes and goes": "while True: bytearray(48 << 20)",
    "a flood of its log": "while True: os.write(2, b'x' * 65536)",
    "stopping itself": "os.kill(os.getpid(), signal.SIGSTOP)",
    "sleeping": "time.sleep(60)",
}
IDLE = {"sleeping", "stopping itself"}
FLOODS = {"blank lines", "moves for another game", "answers to earlier turns"}
BAD_LOSER = """
import json, os, signal, sys, threading, time
def spin():
    while True: pass
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print('{"type":"ready"}', flush=True)
    elif message["type"] == "turn" and message["turn"] < 3:
        print(json.dumps({"type": "move", "move": message["legal"][0], "turn": message["turn"]}), flush=True)
    elif message["type"] == "turn":
        exec(open("disturbance.py").read())
"""


@needs_cage
@pytest.mark.parametrize("clock", ["round:1s", "bank:1s"])
@pytest.mark.parametrize("what", DISTURBING)
def test_a_bot_that_disturbs_the_referee_loses_and_gains_no_time(
    what: str, clock: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bot.py").write_text(BAD_LOSER)
    (tmp_path / "disturbance.py").write_text(DISTURBING[what])
    tmp_path.chmod(0o755)
    bad = Program("bad", "bad", ("python3", "bot.py"), tmp_path)
    plan = MatchPlan.of("tank_war", {}, (bad, GOOD), 2, ("",), "1", clock)
    with closing(MatchRunner(plan)) as runner:
        watch = runner.game_runner.observer = Watch()
        monkeypatch.setattr(Player, "close", lambda player: watch.closing(player))  # noqa: PLW0108 - not bound again
        again: list[str] = []
        for seat in range(2):
            record = runner.play(seat)
            assert record.verdict is not None
            assert (record.verdict.seat, record.verdict.both, record.verdict.turn) == (seat, False, 3)
            assert record.verdict.fault == (Fault.TOO_LONG if what in FLOODS else Fault.TIME_OUT)
            again += [event.what for event in record.events]
            assert len(again) < 2, "whoever could stall the machine would do it in both games"
            assert all("this machine stalled" in each for each in again), "it really did, beside other work"
            assert watch.cpu_s < 1.4, "its start, and no more CPU than its clock had time"
            if what in IDLE | FLOODS:
                assert watch.wall_s < 3, "it did not wait for a CPU, so nothing is given back"


# Children that come and go between two samples, and a byte for the log that makes us take the next one.
UNSEEN_CHILDREN = """
while True:
    os.write(2, b".")
    time.sleep(0.008)
    until = time.monotonic() + 0.02
    while time.monotonic() < until:
        for _ in range(4):
            if os.fork() == 0:
                end = time.monotonic() + 0.002
                while time.monotonic() < end: pass
                os._exit(0)
        left = 4
        while left: left -= os.waitpid(-1, os.WNOHANG)[0] != 0
"""


@needs_cage
def test_children_that_nobody_sees_give_no_time_back_where_their_time_is_not_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cgroups, "bases", list)
    monkeypatch.setattr(process.Sandbox, "stolen_ns", lambda _sandbox: 0)
    given_back: list[float] = []
    monkeypatch.setattr(RefereeTurn, "starve", lambda _turn, _seat, total_ms: given_back.append(total_ms))
    (tmp_path / "bot.py").write_text(BAD_LOSER)
    (tmp_path / "disturbance.py").write_text(UNSEEN_CHILDREN)
    tmp_path.chmod(0o755)
    bad = Program("bad", "bad", ("python3", "bot.py"), tmp_path)
    plan = MatchPlan.of("tank_war", {}, (bad, GOOD), 2, ("",), "1", "round:1s")
    with closing(MatchRunner(plan)) as runner:
        verdict = runner.play(0).verdict
    assert verdict is not None
    assert verdict.fault == Fault.TIME_OUT
    assert set(given_back) == {0.0}


class Watch:
    """Measures the bad bot until it is sent away: its CPU in all, and the time of its last turn."""

    cpu_s = wall_s = 0.0

    def begin(self) -> None:
        self._turns: list[float] = []

    def turn(self, _facts: TurnFacts, /) -> None:
        self._turns.append(time.monotonic())

    def closing(self, player: Player) -> None:
        if player.name == "bad":
            self.wall_s = time.monotonic() - self._turns[-1]
            self.cpu_s = player.sandbox.cpu_ns() / 1e9
        player.sandbox.close()


def test_a_bot_has_as_long_to_start_as_the_match_says() -> None:
    slow = program("sleep", "60")
    plan = MatchPlan.of("tank_war", {}, (slow, GOOD), 1, ("",), "1", "none", isolated=False, startup_ms=300)
    with closing(MatchRunner(plan)) as runner:
        verdict = runner.play(0).verdict
    assert verdict is not None
    assert (verdict.fault, verdict.detail) == (Fault.SLOW_START, "no `ready` within 0.3 s")
