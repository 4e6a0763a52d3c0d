"""`steelyard solve` and `steelyard analyse`, on a small data folder of their own."""

from __future__ import annotations

import json
import sys
import time
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numba
import pytest

from steelyard import bots, games
from steelyard.bots.player import Bot, Study
from steelyard.core.notation import read_game

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.conftest import Command

# Few tanks are left, so whatever follows is found on the spot.
LATE = "033/x43/5x6/x43/1x2/xx2"


@pytest.fixture
def solved(steelyard_here: Command, solved_data: Path) -> Command:
    assert solved_data.is_dir()
    return steelyard_here


def test_a_position_is_told_in_words_and_in_figures(solved: Command) -> None:
    told = json.loads(solved("analyse", "tank_war", LATE, "--json").stdout)
    assert told["value"] == pytest.approx(0.714286, abs=1e-6)
    assert sum(told["mixes"][0].values()) == pytest.approx(1)
    assert min(told["regrets"][1].values()) == 0
    assert "Value for U under best play: +0.71" in solved("analyse", "tank_war", LATE).stdout


def test_the_start_is_worth_nothing_and_the_illustration_is_reviewed(solved: Command, tmp_path: Path) -> None:
    assert json.loads(solved("analyse", "tank_war", "--json").stdout)["value"] == 0
    (tmp_path / "game.txt").write_text("tank_war\n1. LA-RC\n2. LC-RB\n3. RA-RB\n4. LA-RB\n5. LC-RA\n")
    text = solved("analyse", "tank_war", "game.txt").stdout
    assert "D gave away 0.83 in total" in text
    assert "Its most expensive move was RB in round 3" in text


def test_a_record_is_reviewed(solved: Command) -> None:
    solved("match", "tank_war", "random", "random", "--games", "2", "--clock", "none", "--record", "m.jsonl")
    told = json.loads(solved("analyse", "tank_war", "m.jsonl", "--number", "1", "--json").stdout)
    assert told["rounds"]


FIRST = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print('{"type":"ready"}', flush=True)
    elif message["type"] == "turn":
        print(json.dumps({"type": "move", "move": message["legal"][0]}), flush=True)
"""


@pytest.mark.long
def test_a_program_that_always_answers_the_same_is_beaten_by_a_line_that_replays(
    solved: Command, tmp_path: Path
) -> None:
    (tmp_path / "bot.py").write_text(FIRST)
    bot = f"cmd:{sys.executable} bot.py"
    told = json.loads(solved("analyse", "tank_war", "--against", bot, "--no-sandbox", "--json").stdout)
    assert (told["exact"], told["worst"]) == (True, [-1, -1])
    for seat in (0, 1):
        played = read_game("tank_war\n" + "\n".join(told["lines"][seat]), games.get)
        outcome = played.game.outcome(played.states[-1])
        assert outcome is not None
        assert outcome.winner == 1 - seat


class Searching:
    """A search that is compiled when it first runs."""

    def __init__(self) -> None:
        self.results = 0

    def __call__(self, state: Any, seat: Any) -> Any: ...

    def think(self, state: Any, seat: Any, seconds: float) -> Any: ...

    def study(self, _state: Any) -> Iterator[Study]:
        first = numba.njit(lambda: 0)
        while True:
            self.results += 1 + first()
            if self.results > 1:
                time.sleep(0.01)
            yield Study(0.0, self.results, 1, [], {0: {"L": 1.0}, 1: {"R": 1.0}})


def test_compiling_is_announced_and_takes_nothing_of_the_time_to_search(
    solved: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    search = Searching()
    monkeypatch.setattr(bots, "get", lambda game, *_: Bot(game, search))
    explanation = import_module("steelyard.bots.tank_duel.explanation")
    monkeypatch.setattr(
        explanation, "explain", lambda *_: explanation.Explanation(None, (1, 1), apart=False, sentences=[])
    )
    shown = solved("analyse", "tank_duel", "--seconds", "0.05")
    assert shown.returncode == 0, shown.stderr
    assert shown.stderr == "note: compiling (only the first time); this can take a minute\n"
    assert search.results > 2, "compiling took longer than the time to search"


def test_a_position_of_a_recorded_game_is_analysed_and_its_game_must_be_the_named_one(
    solved: Command, tmp_path: Path
) -> None:
    (tmp_path / "war.txt").write_text("tank_war\n1. LA-RC\n2. LC-RB\n")
    (tmp_path / "duel.txt").write_text("tank_duel\n1. L/R\n2. L/R\n")
    told = json.loads(solved("analyse", "tank_war", "war.txt", "--turn", "1", "--json").stdout)
    assert told["value"] == 0
    for words, says in (
        (
            ("tank_duel", "war.txt"),
            "war.txt is a game of tank_war, not of tank_duel: steelyard analyse tank_war war.txt",
        ),
        (
            ("tank_war", "duel.txt"),
            "duel.txt is a game of tank_duel, not of tank_war: steelyard analyse tank_duel duel.txt",
        ),
        (("tank_war", "war.txt", "--turn", "3"), "the game has turns 1 to 2, and no turn 3"),
        (
            ("tank_duel", "duel.txt"),
            (
                "tank_duel is not solved, so a whole game is not reviewed here; "
                "choose one of its turns with --turn, 1 to 2"
            ),
        ),
        (
            ("tank_war", LATE, "--turn", "1"),
            "--number and --turn go with a record: a match file, a game or a contest's folder",
        ),
    ):
        shown = solved("analyse", *words)
        assert (shown.returncode, shown.stderr) == (2, f"steelyard: {says}\n")


def test_a_game_that_is_not_solved_is_refused(solved: Command) -> None:
    for words in (("solve", "tank_duel"), ("analyse", "tank_battle")):
        shown = solved(*words)
        assert (shown.returncode, shown.stdout) == (2, "")
        assert "is not solved; solved games: tank_war" in shown.stderr


@pytest.mark.parametrize("seconds", ["nan", "inf", "-1", "0"])
@pytest.mark.parametrize("words", [["analyse", "tank_duel"], ["bench", "tank_war"]])
def test_a_time_without_an_end_is_refused(words: list[str], seconds: str, steelyard: Command) -> None:
    shown = steelyard(*words, "--seconds", seconds)
    assert (shown.returncode, shown.stderr) == (
        2,
        f"steelyard: --seconds {float(seconds):g}: it should be a number of seconds above 0, e.g. 2.5\n",
    )
