"""Moves and positions as text, and what is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard import games
from steelyard.core.errors import InvalidMove, InvalidState
from steelyard.core.game import Move
from steelyard.core.notation import read_game, write_game
from steelyard.games.tank_battle import TankBattle
from steelyard.games.tank_battle.notation import EXAMPLE
from steelyard.games.tank_battle.rules import PASS

GAME = TankBattle()
EMPTY = ["11"] * 11


def position(*ranks: tuple[int, str], status: str = "w 0") -> str:
    """A position of empty ranks but for those given."""
    board = list(EMPTY)
    for number, rank in ranks:
        board[11 - number] = rank
    return f"{'/'.join(board)} {status}"


def test_the_start_is_the_readmes_example() -> None:
    assert GAME.write_state(GAME.start()) == EXAMPLE
    assert GAME.read_state(EXAMPLE) == GAME.start()


@given(st.integers(0, GAME.num_moves - 1).map(Move))
def test_every_code_reads_as_it_is_written(move: Move) -> None:
    written = GAME.write_move(move)
    assert GAME.read_move(written) == move
    if move != PASS:
        assert GAME.read_move(written.replace("-", "x")) == move


def test_a_capture_is_written_with_its_sign_where_the_position_is_known() -> None:
    state = GAME.read_state(position((1, "w3b6"), (5, "b10")))
    move = GAME.read_move("a1-e1")
    assert GAME.write_moves(state, {0: move}) == "a1xe1"
    assert GAME.write_moves(state, {0: GAME.read_move("a1xb1")}) == "a1-b1"
    assert GAME.write_move(move) == "a1-e1"
    assert GAME.read_moves(state, "a1xe1") == GAME.read_moves(state, "a1-e1") == {0: move}


@pytest.mark.parametrize(
    "text",
    ["a1", "a1-", "a1b1", "a0-a1", "a12-a1", "l1-a1", "a01-a1", "A1-B1", "a1 - b1", "-", "---", "a1-b1 "],
)
def test_what_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(InvalidMove, match="a move is two squares, g1-d4 or g1xd4, and a pass is --"):
        GAME.read_move(text)


BAD = {
    "nothing": ("", "is not a position"),
    "no quiet count": (position(status="w"), "is not a position"),
    "too much": (position((1, "w9b"), status="w 0 -- -- --"), "is not a position"),
    "ten ranks": ("/".join(EMPTY[:10]) + " w 0", "10 ranks"),
    "a short rank": (position((4, "w3b")), "rank 4 is 'w3b', 5 squares; each rank has 11"),
    "a long rank": (position((4, "w10b")), "rank 4 is 'w10b', more squares; each rank has 11"),
    "an empty rank": (position((4, "")), "rank 4 is '', 0 squares"),
    "a zero": (position((4, "0w10")), "rank 4: '0' is neither a tank"),
    "a leading zero": (position((4, "w010")), "rank 4: '010' is neither"),
    "a big number": (position((4, "12")), "rank 4: '12' is neither"),
    "a foreign digit": (position((4, "w\u0661\u0660")), "rank 4: '\u0661' is neither"),
    "a stranger": (position((4, "w4x5")), "rank 4: 'x' is neither"),
    "a wrong side": (position((1, "w9b"), status="x 0"), "the side to move is 'x'; it should be w or b"),
    "both sides": (position((1, "w9b"), status="wb 0"), "the side to move is 'wb'"),
    "no number": (position((1, "w9b"), status="w -1"), "the quiet count is '-1'"),
    "a huge number": (position((1, "w9b"), status="w " + "9" * 5000), "the quiet count is '9999"),
    "past the limit": (position((1, "w9b"), status="w 121"), "the quiet count is 121; the game ends at 120"),
    "no pass": (position((1, "w9b"), status="w 1 a1-a2"), "only -- can follow, for a pass, not 'a1-a2'"),
    "nobody": (position(), "there is no tank on the board"),
    "fourteen normal tanks": (position((1, "w" * 11), (2, "wwwb7")), "c2: White has 14 normal tanks"),
    "two commanders": (position((1, "w9B"), (9, "B10")), "a9: a second commander of Black's"),
    "a tank on a mine": (position((1, "w9b"), (9, "5b5")), "f9: a tank cannot stand on a mine"),
    "a commander on a mine": (position((1, "w9b"), (9, "5W5")), "f9: a tank cannot stand on a mine"),
    "a tank in contamination": (position((1, "w9b"), (6, "5w5")), "f6: only a commander can stand"),
    "a pass that was not due": (
        position((1, "w3b6"), status="w 1 --"),
        "Black cannot have passed: there was the move e1xa1",
    ),
    "passes that were not due": (position((1, "w3b6"), status="w 2 -- --"), "White cannot have passed"),
    "a pass that did not count": (position((1, "w3b6"), status="w 0 --"), "a pass is a quiet turn"),
    "a pass after the end": (position((1, "10b"), status="w 1 --"), "no player can have passed"),
}


@pytest.mark.parametrize(("text", "message"), BAD.values(), ids=BAD)
def test_a_bad_position_is_refused_with_the_place(text: str, message: str) -> None:
    with pytest.raises(InvalidState, match=message) as refused:
        GAME.read_state(text)
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 300


def test_spaces_around_a_position_do_not_matter() -> None:
    assert GAME.read_state(f"  {EXAMPLE.replace(' ', '  ')}\n") == GAME.start()


def test_a_game_on_a_layout_of_ones_own_is_written_and_read_back() -> None:
    layout = (
        "Bbbbb....../bbbb......./bbb......../bb........./#........../....~~~..../"
        "..........#/.........ww/........www/.......wwww/......wwwwW"
    )
    game = TankBattle(layout=layout, quiet_limit=7)
    states, turns = [game.start()], []
    for turn in ("g1-a1", "c9-c1", "a1xc1", "b8-k8"):
        states.append(game.play(states[-1], game.read_moves(states[-1], turn)))
        turns.append(turn)
    again = read_game(write_game(game, states, turns), games.get)
    assert again.states == tuple(states)
    assert again.game.changed_options() == {"layout": layout, "quiet_limit": 7}
