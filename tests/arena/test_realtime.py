"""Time as players meet it: paced rounds, lockstep, stalls, and bots at the other end of a WebSocket."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import ExitStack, closing, contextmanager
from typing import TYPE_CHECKING, Any, cast

import pytest
from websockets.sync.server import ServerConnection, serve

from steelyard import bots, games
from steelyard.arena.match.plan import MatchPlan, MatchRunner
from steelyard.arena.program import find
from steelyard.arena.referee import heartbeat as heartbeat_process
from steelyard.arena.referee.listener import handshake
from steelyard.arena.referee.referee import Referee
from steelyard.arena.referee.stalls import Heartbeat, now_ms
from steelyard.arena.sandbox import process as sandbox_process
from steelyard.bots.__main__ import Process
from steelyard.protocol import lines
from tests.arena.orders import order
from tests.arena.scripted import Steady, player
from tests.timeouts import wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from steelyard.arena.record import Record
    from tests.arena.scripted import Answer

needs_cage = pytest.mark.skipif(
    sandbox_process.available() is not None, reason=str(sandbox_process.available())
)


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def duel(stack: ExitStack, *answers: Answer, realtime: bool = False, pace: str = "round:60s") -> Record:
    """One game; its rounds are long, so that no stall of the machine is longer."""
    players = [player(answer) for answer in answers]
    for one in players:
        stack.callback(one.sandbox.close)
        handshake(one, "tank_duel")
    ordered = order("tank_duel", clock=pace, number=1, realtime=realtime)
    return Referee(
        games.get("tank_duel"), (players[0], players[1]), ordered, cast("Heartbeat", Steady())
    ).play()


def ready(message: dict[str, Any]) -> bytes | None:
    return b'{"type":"ready"}\n' if message["type"] == "hello" else None


def says(*told: dict[str, Any]) -> Answer:
    """A player that sends the same messages every turn."""
    data = b"".join(json.dumps(one).encode() + b"\n" for one in told)
    return lambda message: data if message["type"] == "turn" else ready(message)


UP = {"type": "joystick", "MoveDirection": "Up", "TowerDirection": None, "Fire": False}
DOWN = {"type": "joystick", "MoveDirection": "Down"}
DONE = {"type": "done"}


def test_a_joystick_may_be_set_many_times_and_the_last_one_counts(stack: ExitStack) -> None:
    record = duel(stack, says(DOWN, UP, DONE), says({"type": "move", "move": "D"}))
    assert {turn.moves for turn in record.turns} == {("U", "D")}


def test_a_silent_player_repeats_its_joystick_and_starts_with_none(stack: ExitStack) -> None:
    speaks, done = says(UP, DONE), says(DONE)

    def once(message: dict[str, Any]) -> bytes | None:
        """Silent at turns 1 and 3, which take their full time."""
        turn = message["turn"] if message["type"] == "turn" else 0
        return {1: None, 2: speaks(message), 3: None}.get(turn, done(message))

    record = duel(stack, once, says({"type": "move", "move": "U"}), pace="round:1s")
    assert [turn.moves[0] for turn in record.turns][:4] == ["-", "U", "U", "U"]
    assert [round((turn.wall_ms[0] or 0) // 1000) for turn in record.turns][:4] == [1, 0, 1, 0]
    assert record.verdict is None
    late = "no answer within 1 s: the joystick stays at"
    assert [(event.turn, event.seat, event.what) for event in record.events] == [
        (1, 0, f"{late} -"),
        (3, 0, f"{late} U"),
    ]


def test_a_joystick_that_was_set_in_time_is_not_late_without_done(stack: ExitStack) -> None:
    record = duel(stack, says(UP), says(DOWN, DONE), realtime=True, pace="round:1s")
    assert record.events == []


def test_lockstep_goes_on_as_soon_as_both_are_done_and_real_time_waits_for_the_round(
    stack: ExitStack,
) -> None:
    began = time.monotonic()
    quick = duel(stack, says(UP, DONE), says(DOWN, DONE), pace="round:60s")
    between = time.monotonic()
    paced = duel(stack, says(UP, DONE), says(DOWN, DONE), realtime=True, pace="round:300ms")
    assert between - began < 60, "not even one round lasted its time"
    assert time.monotonic() - between >= 0.3 * len(paced.turns), "every round lasted its time"
    assert [turn.moves for turn in quick.turns] == [turn.moves for turn in paced.turns]
    assert quick.outcome == paced.outcome


def test_an_unknown_direction_cannot_be_read(stack: ExitStack) -> None:
    record = duel(stack, says({**UP, "MoveDirection": "North"}), says(DOWN, DONE))
    assert record.verdict is not None
    assert record.verdict.fault == "unreadable_answer"


def test_with_a_joystick_only_a_move_a_setting_or_done_is_an_answer(stack: ExitStack) -> None:
    record = duel(stack, says({"type": "ready"}), says(UP, DONE))
    assert record.verdict is not None
    assert record.verdict.faults == {0: "unreadable_answer"}
    assert record.verdict.detail == "a `move` is expected here, not `ready`"


@pytest.mark.long
@needs_cage
def test_real_time_and_lockstep_agree_for_seeded_bots() -> None:
    built_ins = bots.names("tank_duel")
    programs = (find("random", "tank_duel", built_ins), find("random", "tank_duel", built_ins))
    played = []
    for realtime in (False, True):
        plan = MatchPlan.of("tank_duel", {}, programs, 4, ("meadow",), "5", "round:2s", realtime=realtime)
        with closing(MatchRunner(plan)) as runner:
            played.append([runner.play(number) for number in range(2)])
    moves = [[[turn.moves for turn in record.turns] for record in records] for records in played]
    assert moves[0] == moves[1]
    assert [record.outcome for record in played[0]] == [record.outcome for record in played[1]]
    assert all(
        wall is not None and wall < 2000 for record in played[1] for t in record.turns for wall in t.wall_ms
    )


@needs_cage
def test_a_referee_that_is_stopped_for_two_seconds_plays_the_game_again_and_nobody_loses(
    tmp_path: Path,
) -> None:
    file = tmp_path / "match.jsonl"
    command = [sys.executable, "-m", "steelyard", "match", "tank_duel", "random", "greedy", "--games", "6"]
    command += ["--clock", "round:500ms", "--realtime", "--record", str(file), "--json"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    wait_until(lambda: file.exists() and file.read_bytes().count(b"\n") >= 2)
    time.sleep(0.2)  # in the middle of the second game, both have answered and may still change their minds
    os.kill(process.pid, signal.SIGSTOP)
    time.sleep(2)
    os.kill(process.pid, signal.SIGCONT)
    told = json.loads(process.communicate()[0])
    assert told["games"] == 6
    assert told["verdicts"] == [{}, {}]
    assert told["replayed"] >= 1
    assert "played again: this machine stalled for" in file.read_text()


@contextmanager
def beating() -> Iterator[Heartbeat]:
    """A heartbeat after its first beat."""
    with closing(Heartbeat()) as heartbeat:
        wait_until(lambda: heartbeat._times_ms[0] > 0)
        yield heartbeat


def test_the_heartbeat_sees_that_the_machine_stood_still_and_for_how_long() -> None:
    with beating() as heartbeat:
        pid = heartbeat._process.pid
        before, since = heartbeat.pauses, now_ms()
        os.kill(pid, signal.SIGSTOP)
        os.waitid(os.P_PID, pid, os.WSTOPPED | os.WNOWAIT)
        stopped = now_ms()
        wait_until(lambda: now_ms() - stopped > 300)
        assert heartbeat.overdue(now_ms())
        least = now_ms() - stopped - heartbeat_process.BEAT_MS
        os.kill(pid, signal.SIGCONT)
        wait_until(lambda: heartbeat.worst_lately_ms >= least and heartbeat.pauses > before)
        pauses, most = heartbeat.pauses_from(before), now_ms() - since + heartbeat_process.BEAT_MS
    assert least <= max(end - begin for begin, end in pauses)
    assert sum(end - begin for begin, end in pauses) <= most


def test_how_long_it_waited_for_a_cpu_is_the_second_figure_of_the_kernel(tmp_path: Path) -> None:
    """Waiting is no stall: something else ran, perhaps a bot that does so on purpose."""
    (tmp_path / "schedstat").write_text("900000000 2500000 77\n")
    with (tmp_path / "schedstat").open() as file:
        assert heartbeat_process._waited_ms(file.fileno()) == 2.5


def test_a_heartbeat_that_was_killed_is_started_again_and_puts_no_verdict_off() -> None:
    with beating() as heartbeat:
        killed = heartbeat._process.pid
        os.kill(killed, signal.SIGKILL)
        os.waitid(os.P_PID, killed, os.WEXITED | os.WNOWAIT)
        assert not heartbeat.overdue(now_ms() + 1000)
        assert heartbeat._process.pid != killed
        wait_until(lambda: heartbeat._times_ms[0] > 0)


def test_the_referees_own_work_is_no_pause() -> None:
    with beating() as heartbeat:
        busy_until = time.monotonic() + 0.3
        before, began = heartbeat.pauses, now_ms()
        while time.monotonic() < busy_until:
            "x\n" * 1_000_000  # noqa: B018 - holds the interpreter
        pauses = heartbeat.pauses_from(before)
    assert sum(until - max(since, began) for since, until in pauses) < 100


@needs_cage
def test_a_bot_at_the_other_end_of_a_web_socket_plays_like_any_other() -> None:
    def converse(connection: ServerConnection) -> None:
        process = Process("tank_war", "random")
        for message in connection:
            answer = process.answer(lines.read_to_bot(cast("str", message).encode()))
            if answer is not None:
                connection.send(lines.write(answer).decode())

    with serve(converse, "127.0.0.1", 0, compression=None) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        address = f"ws://127.0.0.1:{server.socket.getsockname()[1]}"
        built_ins = bots.names("tank_war")
        programs = (find(address, "tank_war", built_ins), find("random", "tank_war", built_ins))
        plan = MatchPlan.of("tank_war", {}, programs, 2, ("",), "3", "bank:20s")
        with closing(MatchRunner(plan)) as runner:
            records = [runner.play(number) for number in range(2)]
        server.shutdown()
        thread.join()
    assert [record.verdict for record in records] == [None, None]


@needs_cage
def test_a_web_socket_nobody_answers_is_a_bot_that_failed_to_start() -> None:
    built_ins = bots.names("tank_war")
    programs = (find("ws://127.0.0.1:1", "tank_war", built_ins), find("random", "tank_war", built_ins))
    with closing(MatchRunner(MatchPlan.of("tank_war", {}, programs, 2, ("",), "3", "none"))) as runner:
        record = runner.play(0)
    assert record.verdict is not None
    assert record.verdict.fault == "failed_to_start"
    assert "refused" in record.verdict.stderr
