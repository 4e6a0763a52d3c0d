"""A bot's log of one game: what it wrote in which turn, what is cut, and that the last words are there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import pytest

from steelyard import games
from steelyard.arena import bot_log
from steelyard.arena.bot_log import BotLog, read_log, write_log
from steelyard.arena.referee.listener import handshake
from steelyard.arena.referee.player import STDERR_PER_TURN, Player
from steelyard.arena.referee.referee import Referee
from tests.arena.orders import order
from tests.arena.scripted import ScriptedSandbox, Steady, at_turn, first_legal, player

if TYPE_CHECKING:
    from pathlib import Path

    from steelyard.arena.referee.stalls import Heartbeat
    from tests.arena.scripted import Answer


def written(*turns: tuple[int, bytes]) -> str:
    log = BotLog()
    for number, data in turns:
        log.begin_turn(number)
        log.add(data)
    return log.text()


def test_a_line_stands_before_the_text_of_each_turn() -> None:
    text = written((0, b"loading\n"), (1, b"one\n"), (2, b""), (3, b"no line end"))
    assert text == ("--- before turn 1 ---\nloading\n--- turn 1 ---\none\n--- turn 3 ---\nno line end\n")
    assert read_log(text) == {0: "loading\n", 1: "one\n", 3: "no line end\n"}


def test_a_long_turn_is_cut_in_the_middle_and_the_next_turn_has_room() -> None:
    text = written((1, b"a" * bot_log.MOST_IN_TURN + b"b" * 9000 + b"\nlast words\n"), (2, b"on\n"))
    one = read_log(text)[1].splitlines()
    assert one == ["a" * bot_log.MOST_IN_TURN, "[cut here: more than 64 KiB in this turn]"]
    assert read_log(text)[2] == "on\n"


def test_the_last_words_of_a_game_are_there_however_much_was_written_before() -> None:
    flood = (b"x" * 79 + b"\n") * 500
    text = written(*((turn, flood) for turn in range(1, 400)), (400, b"ValueError: last words\n"))
    assert len(text) < bot_log.MOST_IN_GAME + 2 * bot_log.END_KEPT
    assert text.endswith(
        "--- turn 400 ---\n[cut here: more than 256 KiB in this game]\n"
        "[the last 23 bytes:]\nValueError: last words\n"
    )
    assert max(turn for turn in read_log(text) if turn < 400) == 7  # the turn in which it was cut


def test_a_log_cannot_control_a_terminal_or_pretend_to_be_another_turn(tmp_path: Path) -> None:
    text = written((1, b"\x1b[2J\xff\x00ok\n--- turn 9 ---\nfake\n"))
    assert read_log(text) == {1: "\\x1b[2J\\xff\\x00ok\n --- turn 9 ---\nfake\n"}
    write_log(tmp_path / "a.log", "game 1, seat 0: odd\nname", text)
    first, rest = (tmp_path / "a.log").read_text().split("\n", 1)
    assert (first, rest) == ("Steelyard log of game 1, seat 0: odd name", text)


def logs_of(first: Answer, second: Answer = first_legal, game: str = "tank_war") -> list[str]:
    """The logs of a game between two scripted players, who find their sandboxes in `PLAYERS`."""
    PLAYERS[:] = [player(first, "a"), player(second, "b")]
    for one in PLAYERS:
        handshake(one, game)
    ordered = order(game, clock="bank:5s", number=3)
    Referee(games.get(game), (PLAYERS[0], PLAYERS[1]), ordered, cast("Heartbeat", Steady())).play()
    TAILS[:] = [one.log_tail() for one in PLAYERS]
    logs = [one.take_log().text() for one in PLAYERS]
    for one in PLAYERS:
        one.sandbox.close()
    return logs


PLAYERS: list[Player] = []
TAILS: list[str] = []


def note(text: str) -> None:
    cast("ScriptedSandbox", PLAYERS[0].sandbox).log(text)


@pytest.mark.parametrize("game", ["tank_war", "tank_battle"])
def test_what_is_written_before_an_answer_belongs_to_its_turn(game: str) -> None:
    def chatty(message: dict[str, Any]) -> bytes | None:
        if message["type"] == "turn":
            note(f"this is {message['turn']}\n")
        return first_legal(message)

    turns = read_log(logs_of(chatty, game=game)[0])
    assert len(turns) > 3
    assert turns == {turn: f"this is {turn}\n" for turn in turns}


def test_the_last_words_before_a_crash_are_in_the_log() -> None:
    def dies(message: dict[str, Any]) -> bytes | None:
        if message["type"] == "turn" and message["turn"] == 2:
            note("last words\n")
        return at_turn(2, b"exit")(message)

    ours, theirs = logs_of(dies)
    assert ours.endswith("--- turn 2 ---\nlast words\n")
    assert theirs == ""


def test_a_flood_stays_in_its_turn_and_the_words_after_it_are_not_lost() -> None:
    def floods(message: dict[str, Any]) -> bytes | None:
        if message["type"] == "turn" and message["turn"] in {2, 4}:
            note("x" * STDERR_PER_TURN + "y" * 30_000)
            note(f"\nend of turn {message['turn']}\n")
        return at_turn(4, b"exit")(message)

    turns = read_log(logs_of(floods)[0])
    assert "[cut here: more than 64 KiB in this turn]" in turns[2]
    assert 3 not in turns
    assert turns[4].endswith("y\nend of turn 4\n")
    assert TAILS[0].endswith("y\nend of turn 4\n")


def test_the_end_of_a_log_has_nothing_of_an_earlier_game() -> None:
    one = player(first_legal, "a")
    sandbox = cast("ScriptedSandbox", one.sandbox)
    sandbox.log("in game one\n")
    assert "in game one" in one.take_log().text()
    sandbox.log("in game two\n")
    assert one.log_tail() == "in game two\n"
    sandbox.close()
