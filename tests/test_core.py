"""What can be said of any game."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

import steelyard
from steelyard import core, games
from steelyard.core.errors import IllegalMove, InvalidMove, InvalidState, UnknownBot
from steelyard.core.notation import read_game, read_options, write_game
from steelyard.core.random_games import joint_moves, perft, random_game

GAME = steelyard.game("tank_war", c_reach="up_to_two")


def test_importing_core_imports_no_game_and_nothing_above() -> None:
    modules = ["steelyard.core." + file.stem for file in Path(core.__path__[0]).glob("[a-z]*.py")]
    program = f"import sys, {', '.join(modules)}; print(*sorted(m for m in sys.modules if 'steelyard.' in m))"
    shown = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert [name for name in shown.stdout.split() if not name.startswith("steelyard.core")] == []


def test_analysis_bots_and_games_are_there_without_an_import_of_their_own() -> None:
    asked = "steelyard.games.names(), steelyard.bots.names('tank_war'), steelyard.analysis.Analysis"
    program = f"import steelyard; print({asked})"
    shown = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "tank_war" in shown.stdout
    assert "greedy" in shown.stdout
    assert "Analysis" in shown.stdout
    with pytest.raises(AttributeError, match="module 'steelyard' has no attribute 'bot'"):
        steelyard.bot  # noqa: B018 - looked up on purpose


def test_a_random_game_is_the_same_for_the_same_seed() -> None:
    assert list(random_game(GAME, Random(4))) == list(random_game(GAME, Random(4)))
    assert list(random_game(GAME, Random(4))) != list(random_game(GAME, Random(5)))


def test_joint_moves_are_every_pair() -> None:
    assert len(list(joint_moves(GAME, GAME.start()))) == 36
    assert list(joint_moves(GAME, GAME.start("5x6/xx3/xx3/xx3/xx3/x53"))) == []


def test_perft_counts_sequences() -> None:
    assert [perft(GAME, GAME.start(), turns) for turns in range(3)] == [1, 36, 1296]


def test_a_game_reads_as_it_was_written() -> None:
    played = list(random_game(GAME, Random(9)))
    states = [state for state, _ in played]
    turns = [GAME.write_moves(state, moves) for state, moves in played if moves]
    for first in (0, 3):  # from the start, and from the middle
        text = write_game(GAME, states[first:], turns[first:])
        read = read_game(text, games.get)
        assert (list(read.states), list(read.turns)) == (states[first:], turns[first:])
        assert repr(read.game) == repr(GAME)


def test_comments_turn_numbers_and_windows_line_ends_do_not_matter() -> None:
    text = "\ufeff# mine\r\ntank_war  # the first game\r\n\r\n1. LA-RC 2. LC-RB\r\nRA-RB\r\n"
    assert read_game(text, games.get).turns == ("LA-RC", "LC-RB", "RA-RB")


@pytest.mark.parametrize(
    ("text", "error", "says"),
    [
        ("# nothing\n", InvalidState, "the file holds no game"),
        ("tank_war\nLA-RC\nLA-XX", InvalidMove, "line 3: 'XX' is not a tank"),
        ("tank_war\nfrom x\n", InvalidState, "1 columns in 'x'"),
        ("tank_war\nfrom 5x6/053/053/053/053/053\nRA-LA", IllegalMove, "line 3: U cannot play RA"),
    ],
)
def test_a_mistake_in_a_written_game_is_named(text: str, error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        read_game(text, games.get)


def test_options_are_read_as_numbers_truths_or_words() -> None:
    read = read_options(["a=1", "b=-3", "c=true", "d=False", "e=two", "f=1.5", "g="])
    assert read == {"a": 1, "b": -3, "c": True, "d": False, "e": "two", "f": "1.5", "g": ""}


def test_a_move_for_the_wrong_seats_is_refused() -> None:
    with pytest.raises(
        IllegalMove, match=r"one move each is due from seat 0 \(U\) and 1 \(D\), not from \[0\]"
    ):
        GAME.play(GAME.start(), {0: GAME.read_move("LA")})


def test_a_bot_chooses_a_legal_move_and_repeats_itself_with_the_same_seed() -> None:
    state = GAME.start()
    chosen = [
        [steelyard.bots.get(GAME, "random", seed).choose(state, 0) for seed in range(50)] for _ in range(2)
    ]
    assert chosen[0] == chosen[1]
    assert set(chosen[0]) == set(GAME.legal_moves(state, 0))


def test_an_unknown_bot_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(UnknownBot, match="there is no bot 'deep' for tank_war; there are random"):
        steelyard.bots.get("tank_war", "deep")
