"""`steelyard check`: what it says of a bot that fails, and whose time it counts."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from steelyard import games
from steelyard.arena.check import checks
from steelyard.arena.check.checks import Fitness
from steelyard.arena.program import find
from steelyard.arena.referee import listener
from steelyard.arena.referee.player import Player
from steelyard.arena.sandbox.cpu_starvation import Starvation

if TYPE_CHECKING:
    from pathlib import Path

    from steelyard.arena.check.checks import Finding
    from tests.conftest import Command

BOT = """
import json, sys, time

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "ready"}), flush=True)
    elif message["type"] == "turn":
        TURN
        print(json.dumps({"type": "move", "move": message["legal"][0]}), flush=True)
    elif message["type"] == "bye":
        LEAVE
"""


@pytest.fixture
def steelyard(steelyard_here: Command) -> Command:
    return steelyard_here


def make(folder: Path, turn: str = "pass", leave: str = "break") -> Path:
    folder.mkdir()
    (folder / "bot.py").write_text(BOT.replace("TURN", turn).replace("LEAVE", leave))
    (folder / "bot.toml").write_text(f'game = "tank_war"\nrun = "{sys.executable} bot.py"\n')
    return folder


def findings(folder: Path, clock: str = "none") -> list[Finding]:
    program = find(str(folder), "tank_war", [])
    return list(Fitness(program, games.get("tank_war"), clock, isolated=False).findings())


def test_one_cause_is_shown_once_and_time_that_was_not_measured_is_not_fine(
    steelyard: Command, tmp_path: Path
) -> None:
    make(tmp_path / "bot", turn="sys.exit('out of ideas')")
    shown = steelyard("check", "./bot", "--no-sandbox")
    assert shown.returncode == 1
    assert shown.stdout.count("out of ideas") == 1
    lines = shown.stdout.splitlines()
    assert lines[2].startswith(" 3 FAIL it answers its first turn with a legal move: it crashed: ")
    assert [line for line in lines if "as in check" in line] == [
        " 4 FAIL it plays a whole game at seat 0: as in check 3",
        " 5 FAIL it plays a whole game at seat 1: as in check 3",
        " 6 FAIL it plays many games in one process: as in check 3",
        " 7 FAIL it answers positions it has not seen coming: as in check 3",
        " 8 FAIL it plays every variant of the game: as in check 3",
        " 9 FAIL it stays well within its time: as in check 3",
    ]
    assert lines[-2:] == ["10 ok   it leaves on `bye`", "Not fit to submit yet."]


def test_the_game_is_the_one_of_bot_toml_unless_one_is_named(steelyard: Command, tmp_path: Path) -> None:
    bot = make(tmp_path / "bot")
    other = steelyard("check", "./bot", "--game", "tank_duel", "--no-sandbox")
    assert (other.returncode, other.stderr) == (
        2,
        "steelyard: ./bot: its bot.toml says that it plays tank_war, not tank_duel\n",
    )
    (bot / "bot.toml").write_text('run = "python3 bot.py"\n')
    for word in ("./bot", "random"):
        none = steelyard("check", word, "--no-sandbox")
        assert (none.returncode, "--game is missing: which game does the bot play?" in none.stderr) == (
            2,
            True,
        )


def test_a_folder_that_is_no_bot_is_refused_for_that_and_not_for_its_game(
    steelyard: Command, tmp_path: Path
) -> None:
    missing = steelyard("check", "./bto", "--no-sandbox")
    assert missing.returncode == 2
    assert missing.stderr.startswith(
        "steelyard: './bto' is not a bot: there is no such folder; it should be "
    )
    (tmp_path / "bare").mkdir()
    bare = steelyard("check", "./bare", "--no-sandbox")
    assert (bare.returncode, "the folder has no bot.toml" in bare.stderr) == (2, True)
    misspelt = steelyard("check", "gredy", "--no-sandbox")
    assert (misspelt.returncode, "'gredy' is not a bot" in misspelt.stderr) == (2, True)


def test_a_bot_that_prints_something_else_is_told_where_that_belongs(tmp_path: Path) -> None:
    third = findings(make(tmp_path / "bot", turn="print('thinking', flush=True)"))[2]
    assert third.came_back == "'thinking'"
    assert third.right.endswith("; whatever else a bot prints belongs on standard error, its log")


def test_a_bot_that_is_silent_is_told_to_flush(tmp_path: Path) -> None:
    third = findings(make(tmp_path / "bot", turn="time.sleep(60)"), "round:100ms")[2]
    assert third.right.endswith(" in time; if the bot answers, it must flush standard output after each line")


def test_a_bot_that_hangs_costs_its_time_once(steelyard: Command, tmp_path: Path) -> None:
    """With 120 seconds a game, each more check would keep the bots of others waiting for two minutes."""
    hangs = make(tmp_path / "bot", turn='time.sleep(60 * (message["turn"] == 4))')
    told = findings(hangs, "bank:1s")
    assert [each.passed for each in told] == [True, True, True, False]
    shown = steelyard("check", "./bot", "--clock", "bank:1s", "--no-sandbox")
    assert shown.stdout.splitlines()[-2:] == ["The checks after it were not run.", "Not fit to submit yet."]


def test_a_bot_that_stays_is_told_what_it_was_sent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "GOODBYE_S", 0.05)
    last = findings(make(tmp_path / "bot", leave="time.sleep(60)"))[-1]
    assert (last.passed, last.sent) == (False, '\'{"type":"bye"}\'')


def test_time_in_which_others_had_the_cpu_is_not_the_bots(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Here the machine seems to give the bot no CPU whenever it is slow."""
    monkeypatch.setattr(checks, "GOODBYE_S", 0.05)
    monkeypatch.setattr(listener, "MOST_POSTPONED_MS", 60_000.0)
    monkeypatch.setattr(Player, "waits_for_cpu", lambda _player: True)
    monkeypatch.setattr(Starvation, "total_ms", 1e9)
    bot = make(
        tmp_path / "bot", turn='time.sleep(0.06 * (message["turn"] == 2))', leave="time.sleep(0.2); break"
    )
    told = findings(bot, "round:100ms")
    assert [finding.number for finding in told if not finding.passed] == []
