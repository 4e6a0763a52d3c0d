"""Text in and out: positions, moves, options."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

import steelyard
from steelyard.core.errors import IllegalMove, InvalidMove, InvalidOption, InvalidState
from steelyard.games.tank_war import TankWar
from steelyard.games.tank_war.notation import START

GAME = TankWar()
ALL_COLUMNS = ["".join(column) for column in itertools.product("012345x", "012345x", "0123456")]


def readable(column: str) -> bool:
    try:
        GAME.read_state("/".join([column] + ["053"] * 5))
    except InvalidState:
        return False
    return True


POSSIBLE = [column for column in ALL_COLUMNS if readable(column)]


def test_exactly_the_forty_columns_that_can_arise_are_read() -> None:
    assert len(POSSIBLE) == 40


def test_every_column_of_random_games_is_among_them() -> None:
    from random import Random

    from steelyard.core.random_games import random_game

    seen = set()
    for seed in range(60):
        for state, _ in random_game(GAME, Random(seed)):
            seen |= set(GAME.write_state(state).split("/"))
    assert seen <= set(POSSIBLE)
    assert len(seen) > 30


@given(st.lists(st.sampled_from(POSSIBLE), min_size=6, max_size=6))
def test_positions_read_as_they_were_written(columns: list[str]) -> None:
    text = "/".join(columns)
    assert GAME.write_state(GAME.read_state(text)) == text


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (f"{START}/053", "7 columns .* a position has 6"),
        ("053/053", "2 columns"),
        ("353/053/053/053/053/053", "column 0 is '353', .*U's tank on row 3 is outside its own boundary"),
        ("053/053/053/053/053/023", "column 5 is '023', .*D's tank on row 2 is outside its own boundary"),
        ("443/053/053/053/053/053", "U's tank .row 4. must be above D's .row 4."),
        ("053/055/053/053/053/053", "column 1 .*with these tanks 3 boxes from the top can be U's"),
        ("053/05/053/053/053/053", "column 1 is '05'; it should be U's row"),
        ("053/0539/053/053/053/053", "column 1 is '0539'"),
        ("053/653/053/053/053/053", "column 1 is '653'"),
    ],
)
def test_a_position_that_cannot_arise_is_refused_with_the_column_and_the_reason(text: str, says: str) -> None:
    with pytest.raises(InvalidState, match=says):
        GAME.read_state(text)


def test_a_name_that_is_no_tank_cannot_be_read() -> None:
    with pytest.raises(InvalidMove, match="'LZ' is not a tank; the tanks are LA, LB, LC, RC, RB, RA"):
        GAME.read_move("LZ")


def test_a_tank_that_cannot_move_is_illegal_and_the_message_lists_what_can() -> None:
    state = GAME.start("5x6/053/053/053/053/053")
    with pytest.raises(IllegalMove, match="U cannot play RA here; legal moves are LA, LB, LC, RC, RB"):
        GAME.play(state, {0: GAME.read_move("RA"), 1: GAME.read_move("RA")})


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"reach": "two"}, "tank_war has no option 'reach'; its options are lanes, c_reach"),
        ({"c_reach": "three"}, "option c_reach: 'three' is not one of exactly_two, up_to_two"),
        ({"lanes": "AAABBC"}, "option lanes: 'AAABBC' is not an order of two A, two B and two C"),
        ({"lanes": 7}, "option lanes: 7 is not an order"),
    ],
)
def test_a_wrong_option_is_refused_with_what_would_be_right(options: dict[str, str | int], says: str) -> None:
    with pytest.raises(InvalidOption, match=says):
        steelyard.game("tank_war", **options)


def test_of_two_tanks_of_a_type_the_left_one_is_l_in_any_lanes() -> None:
    assert TankWar(lanes="CBAABC").tank_names == ("LC", "LB", "LA", "RA", "RB", "RC")
    assert TankWar(lanes="AABBCC").tank_names == ("LA", "RA", "LB", "RB", "LC", "RC")


def test_a_game_tells_its_options() -> None:
    assert repr(TankWar()) == "steelyard.game('tank_war')"
    assert repr(TankWar(c_reach="up_to_two")) == "steelyard.game('tank_war', c_reach='up_to_two')"
