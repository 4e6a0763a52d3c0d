"""A process that ends between two games has failed in neither: it is started anew for the second."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, cast

import pytest

from steelyard import games
from steelyard.arena.bot_log import read_log
from steelyard.arena.program import Program
from steelyard.arena.record import Event
from steelyard.arena.referee.bot_session import BotSession
from steelyard.arena.referee.game_runner import GameRunner
from steelyard.arena.referee.player import Player
from steelyard.arena.referee.timing import RefereeTurn, TimedLine
from steelyard.arena.sandbox.faults import PlatformFault
from steelyard.arena.verdicts import Fault
from tests.arena.orders import order
from tests.arena.scripted import ScriptedSandbox, first_legal
from tests.timeouts import wait_until

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from steelyard.arena.record import Record
    from steelyard.arena.sandbox.process import Sandbox
    from steelyard.core.game import Game, Seat
    from tests.arena.scripted import Answer

    SeatBots = Callable[..., "Table"]


class ScriptedSession(BotSession):
    """Its processes are scripted: an answering function for each start, the last one for all that follow."""

    def __init__(self, name: str, *answers: Answer) -> None:
        super().__init__(Program(name, f"scripted:{name}", ("true",)), "tank_war", core=None, isolated=False)
        self._answers = answers
        self.starts = 0
        self.told: list[dict[str, Any]] = []
        self.sandbox: ScriptedSandbox

    def _start_sandbox(self) -> Sandbox:
        answer = self._answers[min(self.starts, len(self._answers) - 1)]

        def polite(message: dict[str, Any]) -> bytes | None:
            self.told.append(message)
            return b"exit" if message["type"] == "bye" else answer(message)

        self.starts += 1
        self.sandbox = ScriptedSandbox(polite)
        return cast("Sandbox", self.sandbox)


class Table:
    """Two bots that play one game after the other."""

    def __init__(self, runner: GameRunner, *sessions: ScriptedSession) -> None:
        self.runner = runner
        self.sessions = sessions

    def play(self, number: int = 0) -> Record:
        first, second = self.sessions
        return self.runner.play(order(self.runner.game.id, clock="bank:5s", number=number), (first, second))


@pytest.fixture
def seat_bots() -> Iterator[SeatBots]:
    with ExitStack() as stack:

        def make(one: ScriptedSession, two: ScriptedSession, game: Game[Any] | None = None) -> Table:
            runner = GameRunner(game or games.get("tank_war"))
            for each in (runner, one, two):
                stack.callback(each.close)
            return Table(runner, one, two)

        yield make


def at(kind: str, said: bytes, game: str | None = None) -> Answer:
    """Says that to such a message, of any game or of that one, and is good otherwise."""

    def answer(message: dict[str, Any]) -> bytes | None:
        if message["type"] == kind and game in {None, message.get("game")}:
            return said
        return first_legal(message)

    return answer


LEAVES = at("over", b"exit")


def leaves_after(turns: int) -> Answer:
    """Ends right after its answer in that turn."""

    def answer(message: dict[str, Any]) -> bytes | None:
        said = first_legal(message)
        return said + b"exit" if said and message["type"] == "turn" and message["turn"] == turns else said

    return answer


def test_a_bot_that_leaves_after_its_last_move_plays_its_next_game(seat_bots: SeatBots) -> None:
    turns = len(seat_bots(ScriptedSession("a", first_legal), ScriptedSession("b", first_legal)).play().turns)
    table = seat_bots(ScriptedSession("a", leaves_after(turns)), ScriptedSession("b", first_legal))
    played = [table.play(number) for number in range(3)]
    assert [record.verdict for record in played] == [None, None, None]
    assert [session.starts for session in table.sessions] == [3, 1]


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("game", [games.get("tank_war"), games.get("tank_battle", quiet_limit=4)])
def test_a_bot_that_leaves_when_it_reads_over_plays_its_next_game(
    seat_bots: SeatBots, seat: Seat, game: Game[Any]
) -> None:
    """It reads `over` together with its first turn of the next game; the other bot keeps its process."""
    bots = [ScriptedSession("a", LEAVES), ScriptedSession("b", first_legal)]
    table = seat_bots(*(bots if seat == 0 else bots[::-1]), game=game)
    first, second = table.play(0), table.play(1)
    assert (first.verdict, second.verdict) == (None, None)
    assert [turn.moves for turn in second.turns] == [turn.moves for turn in first.turns]
    assert {session.program.name: session.starts for session in table.sessions} == {"a": 2, "b": 1}
    turn = 2 if first.turns[0].moves[seat] is None else 1  # where one moves after the other
    assert second.events == [
        Event(turn, "started anew: since its last game it ended with exit code 7", seat, "restarted")
    ]
    assert [session.player().seat for session in table.sessions] == [0, 1]


def test_its_clock_goes_on(seat_bots: SeatBots) -> None:
    table = seat_bots(ScriptedSession("a", LEAVES), ScriptedSession("b", first_legal))
    table.play(0), table.play(1)
    clocks = [told["clocks_ms"] for told in table.sessions[0].told if told.get("turn") == 1]
    assert clocks == [[5000.0, 5000.0], [clocks[1][0], 5000.0]]
    assert clocks[1][0] < 5000.0


def test_the_time_of_both_processes_adds_up() -> None:
    turn, again = RefereeTurn(100.0, {0: 1000.0, 1: 1000.0}), RefereeTurn(5000.0, {0: 600.0})
    turn.line(1, TimedLine(1, 100.0, 110.0, "b"))
    turn.end(0, 500.0)
    turn.starve(0, 50.0)
    assert turn.tick(500.0) is None
    again.line(0, TimedLine(1, 5040.0, 5050.0, "a"))
    assert again.tick(5050.0) is None
    turn.go_on(0, again)
    share = turn.shares[0]
    assert share.answer is not None
    assert (share.answer.said, share.crashed, share.at_ms, share.lost_ms) == ("a", False, 550.0, 50.0)


@pytest.mark.parametrize(
    ("second", "fault"),
    [(at("turn", b"exit"), Fault.CRASHED), (at("hello", b"exit"), Fault.FAILED_TO_START)],
)
def test_the_new_process_has_no_third_chance(seat_bots: SeatBots, second: Answer, fault: Fault) -> None:
    table = seat_bots(ScriptedSession("a", LEAVES, second), ScriptedSession("b", first_legal))
    table.play(0)
    verdict = table.play(1).verdict
    assert verdict is not None
    assert verdict.faults == {0: fault}


def test_a_bot_that_steered_in_this_game_and_left_has_failed_in_it(seat_bots: SeatBots) -> None:
    steers = at("turn", b'{"type":"joystick","MoveDirection":"Up"}\nexit', "1")
    table = seat_bots(ScriptedSession("a", steers), ScriptedSession("b", first_legal), games.get("tank_duel"))
    assert table.play(0).verdict is None
    verdict = table.play(1).verdict
    assert verdict is not None
    assert verdict.faults == {0: Fault.CRASHED}


def test_a_failure_of_the_other_bot_in_the_same_turn_stands(seat_bots: SeatBots) -> None:
    babbles = at("turn", b"?\n", "1")
    table = seat_bots(ScriptedSession("a", LEAVES), ScriptedSession("b", babbles))
    table.play(0)
    verdict = table.play(1).verdict
    assert verdict is not None
    assert verdict.faults == {1: Fault.UNREADABLE}


def test_a_limit_that_is_exceeded_between_games_loses_none(seat_bots: SeatBots) -> None:
    table = seat_bots(ScriptedSession("a", first_legal), ScriptedSession("b", first_legal))
    table.play(0)
    table.sessions[0].sandbox.limit = "out_of_memory"
    assert table.play(1).verdict is None
    assert [session.starts for session in table.sessions] == [2, 1]


def test_a_game_stands_whose_bot_cannot_be_ended(
    seat_bots: SeatBots, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise a bot that resists its end would play again what it has lost."""
    table = seat_bots(ScriptedSession("a", at("turn", b"?\n")), ScriptedSession("b", first_legal))
    with monkeypatch.context() as patch:
        close = ScriptedSandbox.close

        def resist(sandbox: ScriptedSandbox) -> None:
            close(sandbox)
            raise PlatformFault("it cannot be killed")

        patch.setattr(ScriptedSandbox, "close", resist)
        record = table.play(0)
    assert record.verdict is not None
    assert (record.verdict.fault, record.events) == (Fault.UNREADABLE, [])


@pytest.mark.parametrize("seat", [0, 1])
def test_what_a_bot_wrote_that_does_not_start_is_the_log_of_its_seat(seat_bots: SeatBots, seat: int) -> None:
    def fails(message: dict[str, Any]) -> bytes | None:
        bad.sandbox.log("no such module\n")
        return b"exit" if message["type"] == "hello" else None

    bad, good = ScriptedSession("bad", fails), ScriptedSession("good", first_legal)
    table = seat_bots(*((bad, good) if seat == 0 else (good, bad)))
    verdict = table.play().verdict
    assert verdict is not None
    assert (verdict.faults, verdict.turn) == ({seat: Fault.FAILED_TO_START}, 0)
    logs = [read_log(log.text()) for log in table.runner.last_logs]
    assert (logs[seat], logs[1 - seat]) == ({0: "no such module\n"}, {})


def test_a_bot_that_fails_to_start_twice_is_not_started_again(seat_bots: SeatBots) -> None:
    table = seat_bots(ScriptedSession("a", at("hello", b"exit")), ScriptedSession("b", first_legal))
    verdicts = [table.play(number).verdict for number in range(4)]
    assert len({verdict.detail for verdict in verdicts if verdict is not None}) == 1
    assert [session.starts for session in table.sessions] == [2, 1]


def test_both_bots_are_told_how_each_game_ended(seat_bots: SeatBots) -> None:
    babbles = ScriptedSession("b", at("turn", b"?\n", "1"))
    table = seat_bots(ScriptedSession("a", first_legal), babbles)
    records = [table.play(number) for number in range(2)]
    for seat, session in enumerate(table.sessions):
        session.close()
        over = [message for message in session.told if message["type"] == "over"]
        assert [each["game"] for each in over] == ["0", "1"]
        assert [each["outcome"]["reason"] for each in over] == [
            each.outcome.reason for each in records if each.outcome is not None
        ]
        assert [each["verdict"] for each in over] == [None, Fault.UNREADABLE]
        verdict = records[1].verdict
        assert verdict is not None
        assert [each["detail"] for each in over] == [None, verdict.detail_for(seat)]


def test_a_game_that_the_machine_spoils_for_one_bot_counts_as_spoilt_for_it(
    seat_bots: SeatBots, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_memory(sandbox: ScriptedSandbox) -> None:
        if sandbox.status == 7:
            raise PlatformFault("no memory")

    monkeypatch.setattr(ScriptedSandbox, "exceeded_limit", no_memory)
    table = seat_bots(ScriptedSession("a", first_legal), ScriptedSession("b", leaves_after(1), first_legal))
    record = table.play()
    assert record.verdict is None
    assert record.events == [Event(0, "played again: b: no memory", 1, "replayed")]
    assert [session.starts for session in table.sessions] == [2, 2]


def test_a_bot_that_leaves_in_its_first_game_has_failed_in_it(seat_bots: SeatBots) -> None:
    table = seat_bots(ScriptedSession("a", at("turn", b"exit")), ScriptedSession("b", first_legal))
    verdict = table.play().verdict
    assert verdict is not None
    assert verdict.faults == {0: Fault.CRASHED}
    assert [session.starts for session in table.sessions] == [1, 1]


def test_a_bot_that_ended_just_before_it_is_asked_is_started_anew(
    seat_bots: SeatBots, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody sees it between the games: its first question cannot be written."""
    turns = len(seat_bots(ScriptedSession("a", first_legal), ScriptedSession("b", first_legal)).play().turns)
    monkeypatch.setattr(Player, "has_ended", lambda _player: False)
    table = seat_bots(
        ScriptedSession("a", leaves_after(turns), first_legal), ScriptedSession("b", first_legal)
    )
    table.play(0)
    wait_until(lambda: table.sessions[0].sandbox.status is not None)
    record = table.play(1)
    assert (record.verdict, [event.kind for event in record.events]) == (None, ["restarted"])
