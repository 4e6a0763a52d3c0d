"""What the referee makes of what players say, without a process."""

from __future__ import annotations

import errno
import os
import time
from contextlib import ExitStack, suppress
from typing import TYPE_CHECKING, Any, cast

import pytest

from steelyard import games
from steelyard.arena.record import InvalidRecord, Record, read_record, replayed, write_record
from steelyard.arena.referee.listener import Listener, handshake
from steelyard.arena.referee.player import FULL_PIPE_MS, LINES_PER_TURN, Player
from steelyard.arena.referee.referee import Referee
from steelyard.arena.referee.stalls import now_ms
from steelyard.arena.sandbox.faults import PlatformFault
from steelyard.arena.verdicts import Fault
from steelyard.arena.verification import verified
from steelyard.protocol.messages import Result
from tests.arena.orders import SEED, order
from tests.arena.scripted import DEAF, ScriptedSandbox, Steady, at_turn, first_legal, move, player
from tests.timeouts import TIMEOUT_S

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from steelyard.arena.referee.stalls import Heartbeat
    from steelyard.core.game import Move, Seat
    from tests.arena.scripted import Answer


@pytest.fixture
def open_players() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


class Seats:
    """Two scripted players and a game between them."""

    def __init__(self, stack: ExitStack) -> None:
        self._stack = stack
        self.players: list[Player] = []

    def play(  # noqa: PLR0913 - what a test may say of a game
        self,
        *answers: Answer,
        clock: str = "bank:5s",
        game: str = "tank_war",
        strikes: int = 0,
        stalled: float | Steady = 0.0,
        start: str = "",
        seed: str = SEED,
    ) -> Record:
        first, second = (player(answer, name) for answer, name in zip(answers, "ab", strict=True))
        self.players = [first, second]
        for one in self.players:
            self._stack.callback(one.sandbox.close)
            handshake(one, game)
        ordered = order(game, clock=clock, number=3, setup=start, strikes=strikes, seed=seed)
        heartbeat = cast("Heartbeat", stalled if isinstance(stalled, Steady) else Steady(stalled))
        self.referee = Referee(games.get(game), (first, second), ordered, heartbeat)
        return self.referee.play()

    def sandbox(self, seat: int) -> ScriptedSandbox:
        return cast("ScriptedSandbox", self.players[seat].sandbox)


@pytest.fixture
def seats(open_players: ExitStack) -> Seats:
    return Seats(open_players)


def test_a_game_between_two_good_players_is_recorded_and_replays(seats: Seats) -> None:
    record = seats.play(first_legal, first_legal)
    assert record.verdict is None
    assert record.outcome is not None
    game, states = replayed(read_record(write_record(record)), games.get)
    assert game.outcome(states[-1]) is not None
    assert next(turn.moves for turn in record.turns) == ("LA", "LA")
    walls = [wall for turn in record.turns for wall in turn.wall_ms if wall is not None]
    assert len(walls) == 2 * len(record.turns)
    assert all(wall > 0 and wall == round(wall, 3) for wall in walls), "in microseconds"


def test_nothing_is_computed_between_telling_one_bot_and_the_other(
    seats: Seats, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    game = type(games.get("tank_war"))
    legal_moves, tell = game.legal_moves, Player.tell

    def noted_moves(self: Any, state: Any, seat: Seat) -> Sequence[Move]:
        done.append("moves")
        return legal_moves(self, state, seat)

    def noted_tell(self: Player, data: bytes) -> float:
        done.append("tell")
        return tell(self, data)

    monkeypatch.setattr(game, "legal_moves", noted_moves)
    monkeypatch.setattr(Player, "tell", noted_tell)
    record = seats.play(first_legal, first_legal)
    assert done == ["tell", "tell", *(["moves", "moves", "tell", "tell"] * len(record.turns))], (
        "after `hello`"
    )


BAD = [
    (b'{"type":"move","move":"LZ"}\n', Fault.UNREADABLE, "'LZ' is not a tank"),
    (b"LA\n", Fault.UNREADABLE, "is not a message"),
    (b'{"type":"done"}\n', Fault.UNREADABLE, "a `move` is expected here, not `done`"),
    (b'{"type":"joystick","Fire":true}\n', Fault.UNREADABLE, "not played with a joystick"),
    (b"\x00\xff\xfe\n", Fault.UNREADABLE, "is not a message"),
    (b"x" * 70_000, Fault.TOO_LONG, "65536 bytes are allowed"),
    (b"exit", Fault.CRASHED, "it ended with exit code 7"),
]


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(("said", "fault", "detail"), BAD, ids=[f"{b[1]}-{i}" for i, b in enumerate(BAD)])
def test_a_bad_answer_loses_the_game_with_its_word_and_the_line(
    seats: Seats, said: bytes, fault: Fault, detail: str, seat: int
) -> None:
    answers: list[Answer] = [first_legal, first_legal]
    answers[seat] = at_turn(2, said)
    record = seats.play(*answers)
    assert record.verdict is not None
    assert (record.verdict.fault, record.verdict.seat, record.verdict.turn) == (fault, seat, 2)
    assert detail in record.verdict.detail
    assert record.outcome is not None
    assert (record.outcome.winner, record.outcome.reason) == (1 - seat, fault)
    assert len(record.turns) == 1
    replayed(read_record(write_record(record)), games.get)


def test_an_illegal_move_is_told_apart_from_one_that_cannot_be_read(seats: Seats) -> None:
    record = seats.play(
        at_turn(1, b'{"type":"move","move":"RA"}\n'), first_legal, start="5x6/053/053/053/053/053"
    )
    assert record.verdict is not None
    assert record.verdict.fault == Fault.ILLEGAL_MOVE
    assert "U cannot play RA here; legal moves are LA, LB" in record.verdict.detail
    assert '"move":"RA"' in record.verdict.line


def test_silence_loses_on_time_and_half_a_line_is_shown(seats: Seats) -> None:
    record = seats.play(at_turn(1, b'{"type":"mo'), first_legal, clock="round:1s")
    assert record.verdict is not None
    assert record.verdict.fault == Fault.TIME_OUT
    assert "only an unfinished line" in record.verdict.detail
    assert record.verdict.line == """'{"type":"mo'"""
    waited, other = record.verdict.wall_ms
    assert waited is not None
    assert other is not None
    assert waited >= 1000 > other


@pytest.mark.parametrize("answered", [0, 1])
def test_a_player_that_closes_its_input_runs_out_of_time_whenever_it_does(
    seats: Seats, answered: int
) -> None:
    """Whether a question was written before its input was closed is chance."""

    def deaf(message: dict[str, Any]) -> bytes | None:
        said = first_legal(message)
        if message["type"] != "turn":
            return said
        return DEAF + (said or b"") if answered else DEAF

    record = seats.play(deaf, first_legal, clock="round:150ms")
    assert record.verdict is not None
    assert (record.verdict.seat, record.verdict.fault) == (0, Fault.TIME_OUT)
    assert (len(record.turns), record.verdict.wall_ms[0]) == (answered, 150.0)
    verified(record, games.get)


@pytest.mark.timeout(60)
@pytest.mark.parametrize("answers", [False, True])
def test_a_player_that_closes_its_input_has_crashed_where_no_clock_runs_out(
    seats: Seats, *, answers: bool
) -> None:
    def deaf(message: dict[str, Any]) -> bytes | None:
        said = first_legal(message) or b""
        return said if message["type"] != "turn" else DEAF + (said if answers else b"")

    record = seats.play(deaf, first_legal, clock="none")
    assert record.verdict is not None
    assert (record.verdict.seat, record.verdict.fault) == (0, Fault.CRASHED)
    assert record.verdict.detail == "it closed its input but kept running"


def test_the_end_of_the_log_is_in_the_verdict(seats: Seats) -> None:
    def complains(message: dict[str, Any]) -> bytes | None:
        if message["type"] == "turn":
            seats.sandbox(0).log("I do not know what to do\n" * 100)
            return b"?\n"
        return first_legal(message)

    record = seats.play(complains, first_legal)
    assert record.verdict is not None
    assert record.verdict.stderr == "I do not know what to do\n" * 80, "2000 characters"


@pytest.mark.parametrize(
    ("word", "detail"),
    [
        ("out_of_memory", "512 MB are allowed"),
        ("too_many_processes", "64 processes are allowed"),
    ],
)
def test_a_player_beyond_its_limits_loses_with_that_word(seats: Seats, word: str, detail: str) -> None:
    def hog(message: dict[str, Any]) -> bytes | None:
        if message["type"] == "turn":
            seats.sandbox(1).limit = word
            return None
        return first_legal(message)

    record = seats.play(first_legal, hog)
    assert record.verdict is not None
    assert (record.verdict.fault, record.verdict.seat, record.verdict.detail) == (word, 1, detail)


def test_a_player_that_the_machine_left_no_memory_has_not_failed(
    seats: Seats, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(sandbox: ScriptedSandbox) -> None:
        if sandbox.status == 7:  # not before: a slow start is looked at too
            raise PlatformFault("no memory")

    monkeypatch.setattr(ScriptedSandbox, "exceeded_limit", killed)
    with pytest.raises(PlatformFault, match="b: no memory") as fault:
        seats.play(first_legal, at_turn(2, b"exit"))
    assert fault.value.seats == (1,)  # the void counts as its own


def slowly(message: dict[str, Any]) -> bytes | None:
    time.sleep(0.02)
    return first_legal(message)


def test_time_in_which_nothing_ran_here_is_not_the_players(seats: Seats) -> None:
    record = seats.play(at_turn(2, None), slowly, clock="bank:2s", stalled=8.0)
    assert record.verdict is not None
    assert (record.verdict.fault, record.verdict.seat) == (Fault.TIME_OUT, 0)  # it had all its time
    assert record.turns[0].delay_ms == pytest.approx(8.0, abs=1)


def test_both_bots_are_told_both_clocks_which_are_charged_as_recorded(seats: Seats) -> None:
    clocks: list[list[float]] = []

    def noting(answer: Answer) -> Answer:
        def notes(message: dict[str, Any]) -> bytes | None:
            if message["type"] == "turn" and message["turn"] == 2:
                clocks.append(message["clocks_ms"])
            return answer(message)

        return notes

    record = seats.play(noting(slowly), noting(first_legal), clock="bank:5s")
    one, two = record.turns[0].wall_ms
    assert one is not None
    assert two is not None
    assert clocks == [pytest.approx([5000 - one, 5000 - two], abs=0.01)] * 2


def test_no_clock_is_charged_for_a_stall(seats: Seats) -> None:
    class Stalled(Steady):
        def pauses_from(self, _number: int) -> list[tuple[float, float]]:
            return [(0.0, now_ms() + 900)]  # nothing ran since before the turn

    clocks: list[list[float]] = []

    def notes(message: dict[str, Any]) -> bytes | None:
        if message["type"] == "turn":
            clocks.append(message["clocks_ms"])
        return slowly(message)

    assert seats.play(notes, slowly, clock="bank:5s", stalled=Stalled(1.0)).verdict is None
    assert clocks[:2] == [[5000.0, 5000.0]] * 2
    assert clocks[2] < clocks[1]


def test_a_long_stall_voids_a_timed_game_even_if_no_flag_fell(seats: Seats) -> None:
    after_one = Steady(2000.0, begins=lambda: seats.players[0]._lines_left < LINES_PER_TURN)
    with pytest.raises(PlatformFault, match="this machine stalled for") as fault:
        seats.play(slowly, at_turn(1, None), clock="bank:3s", stalled=after_one)
    assert fault.value.seats == (1,)  # alone on the move when it began
    before_both = Steady(2000.0)

    def waits(message: dict[str, Any]) -> bytes | None:
        if message["type"] == "turn":
            before_both.noticed.wait(TIMEOUT_S)
        return first_legal(message)

    with pytest.raises(PlatformFault) as fault:
        seats.play(waits, waits, clock="bank:3s", stalled=before_both)
    assert fault.value.seats == (0, 1)
    untimed = seats.play(slowly, first_legal, clock="none", stalled=2000.0)
    assert (untimed.verdict, {turn.delay_ms for turn in untimed.turns}) == (None, {0.0})


def test_strikes_forgive_so_many_mistakes_and_replace_them_by_chance(seats: Seats) -> None:
    answer = at_turn(1, b"nonsense\n")
    assert seats.play(answer, first_legal, strikes=1).verdict is None
    twice = seats.play(
        lambda m: b"nonsense\n" if m["type"] == "turn" else first_legal(m), first_legal, strikes=1
    )
    assert twice.verdict is not None
    (strike,) = twice.events
    assert (twice.verdict.turn, strike.turn, strike.seat, strike.fault) == (2, 1, 0, Fault.UNREADABLE)
    assert strike.what.startswith("strike 1: unreadable_answer: 'nonsense' is not a message")


def test_an_answer_to_an_earlier_turn_is_passed_over(seats: Seats) -> None:
    def repeats(message: dict[str, Any]) -> bytes | None:
        if message["type"] == "turn":
            return b'{"type":"move","move":"LZZ","turn":0}\n'.replace(b"LZZ", b"LA") + move(
                message, message["legal"][0]
            )
        return first_legal(message)

    assert seats.play(repeats, first_legal).verdict is None


def test_an_answer_to_a_game_that_is_over_is_passed_over(seats: Seats) -> None:
    def haunted(message: dict[str, Any]) -> bytes | None:
        if message["type"] == "turn":
            return b'{"type":"move","move":"RA","game":"2"}\n' + move(
                message, "LA" if message["turn"] == 1 else "LB"
            )
        return first_legal(message)

    record = seats.play(haunted, first_legal)
    assert record.turns[0].moves[0] == "LA"
    assert record.turns[1].moves[0] == "LB"


def test_who_still_owes_an_answer_at_the_end_is_told_apart(seats: Seats) -> None:
    seats.play(at_turn(2, None), at_turn(2, b"exit"), clock="bank:5s")
    assert seats.referee.owing == [seats.players[0], seats.players[1]]


def test_nobody_wins_when_both_are_silent(seats: Seats) -> None:
    record = seats.play(at_turn(2, None), at_turn(2, None), clock="round:1s")
    assert record.verdict is not None
    assert record.verdict.both
    assert record.outcome is not None
    assert (record.outcome.winner, record.outcome.reason, record.outcome.score) == (None, "time_out", (0, 0))
    replayed(read_record(write_record(record)), games.get)


def test_a_player_that_is_slow_to_read_costs_the_other_nothing(
    seats: Seats, monkeypatch: pytest.MonkeyPatch
) -> None:
    tell = Player.tell

    def slowly(self: Player, data: bytes) -> float:
        if self.name == "b" and b'"turn":2' in data:
            time.sleep(2.2)  # longer than a full pipe can hold the referee up, and than a round
        return tell(self, data)

    monkeypatch.setattr(Player, "tell", slowly)
    record = seats.play(first_legal, first_legal, clock="round:2s")
    assert record.verdict is None
    assert (record.turns[1].wall_ms[0] or 0) < 2000


@pytest.mark.parametrize("look_s", [0.0, 0.02], ids=["a quick referee", "a referee that looks late"])
def test_a_player_that_is_slow_to_read_pays_for_it_with_its_own_time(
    look_s: float, seats: Seats, monkeypatch: pytest.MonkeyPatch
) -> None:
    tell, settle = Player.tell, Listener.settle

    def settle_late(listener: Listener, *terms: Any, **more: Any) -> None:
        time.sleep(look_s)  # the bot answers meanwhile
        settle(listener, *terms, **more)

    monkeypatch.setattr(Listener, "settle", settle_late)
    monkeypatch.setattr(
        Player, "tell", lambda self, data: tell(self, data) + (900.0 if self.name == "b" else 0.0)
    )
    record = seats.play(first_legal, first_legal, clock="bank:2s")
    assert record.verdict is not None
    assert (record.verdict.fault, record.verdict.seat, record.verdict.turn) == (Fault.TIME_OUT, 1, 3)


def test_how_long_a_player_leaves_its_input_full_is_measured(open_players: ExitStack) -> None:
    def sleepy(message: dict[str, Any]) -> bytes | None:
        if message["type"] == "over":
            time.sleep(0.3)
        return first_legal(message)

    one = player(sleepy)
    open_players.callback(one.sandbox.close)
    handshake(one, "tank_war")
    line = b'{"type":"start"}\n'
    assert one.tell(b'{"type":"over"}\n') == 0.0
    with suppress(BlockingIOError):
        while True:
            os.write(one.sandbox.stdin, line * 100)
    with suppress(BlockingIOError):
        while True:
            os.write(one.sandbox.stdin, line)
    assert 20 < one.tell(line * 500) < FULL_PIPE_MS


def test_a_machine_that_cannot_write_is_not_a_crash_of_the_bot(
    seats: Seats, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = os.write

    def short(fd: int, data: bytes) -> int:
        if b'"turn":2' in data:
            raise OSError(errno.ENOBUFS, os.strerror(errno.ENOBUFS))
        return write(fd, data)

    monkeypatch.setattr(os, "write", short)
    with pytest.raises(PlatformFault, match="could not write to a bot"):
        seats.play(first_legal, first_legal)


def test_a_line_that_is_cut_off_where_the_turn_has_no_more_room_is_no_answer(seats: Seats) -> None:
    padding = (b" " * 999 + b"\n") * 262
    legal = b'{"type":"move","move":"LA"}' + b" " * 1000
    record = seats.play(at_turn(1, padding + legal), first_legal)
    assert record.verdict is not None
    assert (record.verdict.fault, record.verdict.seat, record.verdict.turn) == (Fault.TOO_LONG, 0, 1)


@pytest.mark.parametrize("other", [first_legal, slowly], ids=["read in the next turn", "read in this turn"])
def test_what_is_said_after_an_answer_is_read_when_the_next_turn_is_asked(
    seats: Seats, other: Answer
) -> None:
    """Whether it is read before the opponent has answered or after must not matter."""

    def chatty(message: dict[str, Any]) -> bytes | None:
        if message["type"] == "turn" and message["turn"] == 1:
            return move(message, "RB") + b"good luck\n"
        return first_legal(message)

    record = seats.play(chatty, other)
    assert record.turns[0].moves[0] == "RB"
    assert record.verdict is not None
    assert (record.verdict.fault, record.verdict.turn) == (Fault.UNREADABLE, 2)


@pytest.mark.parametrize("other", [first_legal, slowly], ids=["read in the next turn", "read in this turn"])
def test_a_second_answer_is_passed_over_by_its_number_or_answers_the_next_turn(
    seats: Seats, other: Answer
) -> None:
    def twice(message: dict[str, Any]) -> bytes | None:
        if message["type"] == "turn" and message["turn"] == 1:
            return move(message, "RB") + move(message, "LA") + b'{"type":"move","move":"LC"}\n'
        return first_legal(message) if message["type"] != "turn" or message["turn"] > 2 else None

    record = seats.play(twice, other)
    assert [turn.moves[0] for turn in record.turns][:2] == ["RB", "LC"]


def test_more_lines_than_a_turn_has_room_for_cannot_be_laid_up_for_later(seats: Seats) -> None:
    def hoards(message: dict[str, Any]) -> bytes | None:
        if message["type"] == "turn":
            return b'{"type":"move","move":"LA"}\n' * 600
        return first_legal(message)

    record = seats.play(hoards, slowly)
    assert record.verdict is not None
    assert record.verdict.fault == Fault.TOO_LONG


def test_a_deeply_nested_line_cannot_be_read(seats: Seats) -> None:
    said = b'{"type":"move","move":"LA","x":' + b"[" * 30_000 + b"]" * 30_000 + b"}\n"
    record = seats.play(at_turn(1, said), first_legal)
    assert record.verdict is not None
    assert record.verdict.fault == Fault.UNREADABLE


def test_who_waits_in_an_alternating_game_gets_no_cpu(seats: Seats, monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.toy_games.nim import Nim

    monkeypatch.setattr("tests.arena.test_referee.games.get", lambda _name, **options: Nim(**options))
    record = seats.play(first_legal, first_legal, game="nim")
    assert record.verdict is None
    assert seats.sandbox(1).frozen[0] == "freeze"
    assert seats.sandbox(0).frozen[:2] == ["thaw", "freeze"]
    assert seats.sandbox(0).frozen[-1] == seats.sandbox(1).frozen[-1] == "thaw"


def test_cpu_time_between_its_turns_is_not_in_the_record(
    seats: Seats, monkeypatch: pytest.MonkeyPatch
) -> None:
    def woken(sandbox: ScriptedSandbox) -> None:
        sandbox.used_ns += 7_000_000

    monkeypatch.setattr(ScriptedSandbox, "thaw", woken)
    record = seats.play(first_legal, first_legal, game="tank_battle")
    assert {cpu for turn in record.turns for cpu in turn.cpu_ms} == {0.0, None}


@pytest.mark.parametrize(
    ("was", "becomes"),
    [(b'"LA"', b'"LB"'), (b'"strikes":0', b'"strikes":1'), (b'"number":3', b'"number":4'), (b"}\n", b" }\n")],
)
def test_a_changed_record_is_refused(seats: Seats, was: bytes, becomes: bytes) -> None:
    line = write_record(seats.play(first_legal, first_legal))
    assert was in line
    with pytest.raises(InvalidRecord, match="its hash does not match"):
        read_record(line.replace(was, becomes, 1))


@pytest.mark.parametrize(
    "changed",
    [
        {"outcome": Result(0, "tanks", (99, 5))},
        {"outcome": None},
        {"clock": "nonsense"},
        {"game": "chess"},
        {"options": {"name": 3}},
    ],
    ids=str,
)
def test_a_forged_record_of_a_failure_is_refused(seats: Seats, changed: dict[str, Any]) -> None:
    import msgspec

    record = seats.play(at_turn(2, b"?\n"), first_legal)
    replayed(record, games.get)
    with pytest.raises(InvalidRecord):
        replayed(read_record(write_record(msgspec.structs.replace(record, **changed))), games.get)


def test_a_record_with_a_right_hash_and_a_wrong_end_is_refused(seats: Seats) -> None:
    import msgspec

    record = seats.play(first_legal, first_legal)
    shortened = msgspec.structs.replace(record, turns=record.turns[:-1])
    with pytest.raises(InvalidRecord, match="it replays to None"):
        replayed(read_record(write_record(shortened)), games.get)
    older = msgspec.structs.replace(record, rules_version=99)
    with pytest.raises(InvalidRecord, match="rules version 99"):
        replayed(read_record(write_record(older)), games.get)


def test_the_time_until_a_player_read_is_in_the_times_of_that_turn(
    seats: Seats, monkeypatch: pytest.MonkeyPatch
) -> None:
    tell = Player.tell

    def slow(self: Player, data: bytes) -> float:
        return tell(self, data) + (900.0 if self.name == "b" and b'"turn":2,' in data else 0.0)

    monkeypatch.setattr(Player, "tell", slow)
    record = seats.play(first_legal, first_legal, clock="bank:5s")
    late = [[wall is not None and wall >= 900 for wall in turn.wall_ms] for turn in record.turns]
    assert late == [[False, number == 2] for number in range(1, len(record.turns) + 1)]
