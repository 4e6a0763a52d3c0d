"""What a bot is asked about single positions, and what is made of its answers, without a process."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import pytest

from steelyard import games
from steelyard.arena.referee.examiner import Examiner
from steelyard.arena.verdicts import BotFailure, Fault
from steelyard.protocol import lines
from steelyard.protocol.clock import read_clock
from tests.arena.scripted import first_legal, player
from tests.timeouts import TIMEOUT_S

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steelyard.core.game import Seat
    from tests.arena.scripted import Answer


@pytest.fixture
def open_players() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


class Examined:
    """A scripted bot and its examiner."""

    def __init__(self, stack: ExitStack, answer: Answer, game: str = "tank_war", **options: Any) -> None:
        self.told: list[dict[str, Any]] = []

        def noted(message: dict[str, Any]) -> bytes | None:
            self.told.append(message)
            return answer(message)

        one = player(noted)
        stack.callback(one.sandbox.close)
        self.game = games.get(game)
        self.examiner = Examiner(one, self.game, read_clock(options.pop("clock", "bank:5s")), **options)

    def ask(self, seat: Seat = 0) -> str:
        self.examiner.start("e1", seat, 7)
        return self.game.write_move(self.examiner.ask(self.game.start(""), 1))


@pytest.mark.parametrize("seat", [0, 1])
def test_a_bot_is_told_where_it_sits_and_asked_as_in_a_game(open_players: ExitStack, seat: Seat) -> None:
    examined = Examined(open_players, first_legal)
    assert examined.ask(seat) == examined.examiner.legal[0] == "LA"
    start, turn = examined.told
    assert (start["game"], start["seat"], start["seed"], start["clock"]) == ("e1", seat, 7, "bank:5s")
    assert (start["name"], start["rules_version"], start["options"]) == ("tank_war", 1, {})
    assert start["players"] == [("examined", "examiner")[seat], ("examiner", "examined")[seat]]
    assert (turn["game"], turn["turn"], turn["clocks_ms"]) == ("e1", 1, [5000.0, 5000.0])
    assert turn["state"] == examined.game.to_json(examined.game.start(""))


def test_its_clock_goes_on_in_a_game_and_begins_again_with_the_next(open_players: ExitStack) -> None:
    examined = Examined(open_players, first_legal)
    examined.ask()
    left_ms = examined.examiner.clock.allowed_ms
    assert left_ms == 5000.0 - examined.examiner.slowest_ms < 5000.0
    examined.examiner.ask(examined.game.start(""), 2)
    assert examined.told[-1]["clocks_ms"] == [left_ms, left_ms]
    examined.ask()
    assert examined.told[-1]["clocks_ms"] == [5000.0, 5000.0]


def test_an_illegal_move_is_a_failure_with_its_line(open_players: ExitStack) -> None:
    line = b'{"type":"move","move":"RA"}'
    examiner = Examined(open_players, lambda _: line + b"\n").examiner
    examiner.start("e1", 0, 7)
    with pytest.raises(BotFailure) as failed:
        examiner.ask(examiner.game.start("5x6/053/053/053/053/053"), 1)
    assert (failed.value.fault, failed.value.line) == (Fault.ILLEGAL_MOVE, lines.shown(line))
    assert failed.value.detail.startswith("U cannot play RA here; ")


@pytest.mark.parametrize("options", [{"clock": "round:50ms"}, {"patience_ms": 50.0}])
def test_a_silent_bot_is_waited_for_as_long_as_its_clock_or_our_patience_says(
    open_players: ExitStack, options: dict[str, Any]
) -> None:
    with pytest.raises(BotFailure) as failed:
        Examined(open_players, lambda _: None, **options).ask()
    assert (failed.value.fault, failed.value.detail) == (Fault.TIME_OUT, "no answer within 0.05 s")


def test_a_joystick_stays_as_it_was_set_until_the_next_game(open_players: ExitStack) -> None:
    said = iter(
        [b'{"type":"joystick","MoveDirection":"Left"}\n{"type":"done"}\n'] + [b'{"type":"done"}\n'] * 2
    )
    examined = Examined(
        open_players, lambda message: next(said) if message["type"] == "turn" else None, game="tank_duel"
    )
    state = examined.game.start("")
    assert examined.ask() == examined.game.write_move(examined.examiner.ask(state, 2)) == "L"
    assert examined.ask() == "-"


def test_the_end_of_a_game_is_told_where_it_has_ended(open_players: ExitStack) -> None:
    examined = Examined(open_players, lambda message: b"see you\nexit" if message["type"] == "bye" else None)
    state = examined.game.start("5x6/5x6/5x6/5x6/5x6/133")
    examined.examiner.start("e1", 0, 7)
    examined.examiner.over(state)
    while seats := examined.game.to_move(state):
        state = examined.game.apply(
            state, {seat: examined.game.legal_moves(state, seat)[0] for seat in seats}
        )
    examined.examiner.over(state)
    assert examined.examiner.leaves(TIMEOUT_S * 1000)
    start, over, bye = examined.told
    outcome = examined.game.outcome(state)
    assert outcome is not None
    assert (start["type"], over["game"], bye) == ("start", "e1", {"type": "bye"})
    assert over["outcome"] == {"winner": outcome.winner, "reason": outcome.reason, "score": [*outcome.score]}
    assert (over["state"], over["verdict"], over["detail"]) == (examined.game.to_json(state), None, None)


def test_a_bot_that_stays_after_bye_has_not_left(open_players: ExitStack) -> None:
    assert not Examined(open_players, lambda _: None).examiner.leaves(50.0)
