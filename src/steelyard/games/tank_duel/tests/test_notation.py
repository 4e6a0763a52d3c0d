"""Joysticks and positions as text."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from steelyard.core.errors import IllegalMove, InvalidMove, InvalidState
from steelyard.core.game import Move, Seat
from steelyard.games.tank_duel.notation import MOVES, read_move
from steelyard.games.tank_duel.rules import JOYSTICKS, Joystick, Missile, Square, State, Tank
from steelyard.games.tank_duel.tests.drawn import DUEL, after, position

START = "10/10/10/10/10/10/10/10/10/10 2,4:R>R 7,5:L>L - -"


# Joysticks.
def test_each_of_the_fifty_joysticks_is_written_in_its_own_way_and_read_back() -> None:
    assert len(set(MOVES)) == len(MOVES) == len(JOYSTICKS) == 50
    assert [read_move(text) for text in MOVES] == list(range(50))


@pytest.mark.parametrize(
    ("text", "joystick"),
    [
        ("L", Joystick("left")),
        ("R!U", Joystick("right", "up", fire=True)),
        ("-!L", Joystick(None, "left", fire=True)),
        ("L>U", Joystick("left", "up")),
        ("L!", Joystick("left", None, fire=True)),
        ("-", Joystick()),
        ("-!", Joystick(fire=True)),
        ("D>D", Joystick("down", "down")),
    ],
)
def test_a_joystick_reads_as_in_the_rules(text: str, joystick: Joystick) -> None:
    assert JOYSTICKS[DUEL.read_move(text)] == joystick
    assert DUEL.write_move(DUEL.read_move(text)) == text


@pytest.mark.parametrize(
    "text", ["", "l", "LL", "L>", "!U", "L!X", "L U", "L!U!", "->", "Left", "L\n", "x" * 9999]
)
def test_what_is_no_joystick_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(InvalidMove, match=r"not a joystick.*R!U") as refused:
        DUEL.read_move(text)
    assert len(str(refused.value)) < 250


def test_a_round_is_written_with_a_slash() -> None:
    state = DUEL.start()
    moves: dict[Seat, Move] = {0: DUEL.read_move("L"), 1: DUEL.read_move("R!U")}
    assert DUEL.write_moves(state, moves) == "L/R!U"
    assert DUEL.read_moves(state, "L/R!U") == moves


def test_a_code_that_is_no_joystick_is_illegal() -> None:
    with pytest.raises(IllegalMove, match="tank 1 cannot play move code 50"):
        DUEL.play(DUEL.start(), {0: Move(0), 1: Move(50)})


# Positions.
def test_the_default_start_in_notation() -> None:
    assert DUEL.write_state(DUEL.start()) == START
    assert DUEL.read_state(START) == DUEL.start()


def test_a_position_carries_everything_that_can_be_seen() -> None:
    text = "4x1/6/2o2x/6/x4o/6 3,2:R!U 4,4:L>L 3,1:U 5,2:R*"
    assert DUEL.read_state(text) == State(
        6,
        6,
        "....x.........o..x......x....o......",
        (Tank(Square(3, 2), "right", "up", fire=True), Tank(Square(4, 4), "left", "left")),
        (
            Missile(Square(3, 1), Square(3, 0), "up"),
            Missile(Square(5, 2), Square(5, 2), "right", in_flames=True),
        ),
    )
    assert DUEL.write_state(DUEL.read_state(text)) == text


def test_a_finished_game_in_notation() -> None:
    state = after(position("...... aA0... ..1... ......"), "L!U/U")
    text = "6/6/2o3/6 2,1:L>U*missile+tank 2,1:U*missile+tank 2,1:R* -"
    assert DUEL.write_state(state) == text
    assert DUEL.read_state(text) == state


BAD = {
    "nothing": ("", "five parts"),
    "too few parts": ("10/10 1,1:R 2,1:L -", "five parts"),
    "too many parts": (START + " -", "five parts"),
    "too long": ("1/" * 900 + " 0,0:R 0,1:R - -", "five parts"),
    "an unknown square": ("4/2q1/4 0,0:R 3,2:L - -", "row 1 is '2q1'"),
    "an empty row": ("4//4 0,0:R 3,2:L - -", "row 1 is ''"),
    "a zero": ("4/04/4 0,0:R 3,2:L - -", "row 1 is '04'"),
    "unequal rows": ("4/5/4 0,0:R 3,2:L - -", "row 1 has 5 squares, row 0 has 4"),
    "a row too wide": ("15/15 0,0:R 3,1:L - -", "row 0 has 15 squares; a board has at most 14 columns"),
    "a row far too wide": ("99/4 0,0:R 3,1:L - -", "row 0 has 99 squares"),
    "too many rows": ("/".join("4" * 13) + " 0,0:R 3,2:L - -", "13 rows; a board has at most 12"),
    "a tank that cannot be read": ("4/4 0;0:R 3,1:L - -", "tank 0 is '0;0:R'"),
    "a tank without direction": ("4/4 0,0 3,1:L - -", "tank 0 is '0,0'"),
    "fire without a tower": ("4/4 0,0:R! 3,1:L - -", "tank 0 is '0,0:R!'"),
    "foreign digits": ("4/4 \u0660,0:R 3,1:L - -", "tank 0 is"),
    "an unknown cause": ("4/4 0,0:R*flood 3,1:L - -", "tank 0 is destroyed by 'flood'"),
    "causes in disorder": ("4/4 0,0:R*tank+mine 3,1:L - -", "in this order, are wall+mine+missile+tank"),
    "a cause twice": ("4/o3 0,0:R 0,1:L*mine+mine - -", "tank 1 is destroyed by 'mine+mine'"),
    "a tank off the board": ("4/4 0,0:R 4,1:L - -", "tank 1 at 4,1 is off the board of 4 x 2"),
    "a tank in a wall": ("x3/4 0,0:R 3,1:L - -", "tank 0 at 0,0 stands in a wall"),
    "a tank on a mine": ("o3/4 0,0:R 3,1:L - -", "tank 0 at 0,0: a tank is on a mine exactly when"),
    "a mine that is not there": ("4/4 0,0:R 3,1:L*mine - -", "tank 1 at 3,1: a tank is on a mine exactly"),
    "two tanks on one square": ("4/4 0,0:R 0,0:L - -", "both tanks are on one square exactly when"),
    "a ram that was none": ("4/4 0,0:R*tank 3,1:L - -", "both tanks are on one square exactly when"),
    "a wall that is not there": ("4/4 0,0:R*wall 3,1:L - -", "has hit a wall, but there is none"),
    "a shot without missile": ("4/4 0,0:R!R 3,1:L - -", "tank 0 at 0,0 has just fired, but there is no"),
    "a shot elsewhere": ("6/6 0,0:R!R 3,1:L 3,0:R -", "tank 0 at 0,0 has just fired, but there is no"),
    "a missile that cannot be read": ("4/4 0,0:R 3,1:L 2,0 -", "the missile of tank 0 is '2,0'"),
    "a missile off the board": ("4/4 0,0:R 3,1:L - 4,0:R", "missile of tank 1 at 4,0 has its tail off the"),
    "a missile far off the board": ("4/4 0,0:R 3,1:L - 9,9:R", "at 9,9 has its tail off the board"),
    "a missile in a wall": ("4/2x1 0,0:R 3,1:L 1,1:R -", "at 1,1 is in a wall, so it is in flames"),
    "a missile on a tank": ("4/4 0,0:R 3,1:L 2,1:R -", "at 2,1 touches a tank that is not destroyed"),
    "flames without reason": ("4/4 0,0:R 3,1:L 2,0:R* -", "at 2,0 is in flames, but there is neither"),
}


@pytest.mark.parametrize(("text", "complaint"), BAD.values(), ids=BAD.keys())
def test_a_position_that_cannot_be_is_refused_with_the_reason(text: str, complaint: str) -> None:
    with pytest.raises(InvalidState) as refused:
        DUEL.read_state(text)
    assert complaint in str(refused.value)
    assert len(str(refused.value)) < 300


@settings(deadline=None)
@given(st.text("0123456789/xo,:LRUD!>*- mine+tankwallmissile", max_size=60))
def test_any_text_is_a_position_or_is_refused(text: str) -> None:
    try:
        state = DUEL.read_state(text)
    except InvalidState:
        return
    assert DUEL.read_state(DUEL.write_state(state)) == state


@settings(deadline=None)
@given(st.data())
def test_every_position_of_a_game_is_read_as_it_was_written(data: st.DataObject) -> None:
    state = DUEL.start(data.draw(st.sampled_from(DUEL.setups())))
    while DUEL.to_move(state):
        moves = data.draw(st.tuples(st.sampled_from(MOVES), st.sampled_from(MOVES)))
        state = after(state, "/".join(moves))
        text = DUEL.write_state(state)
        assert DUEL.read_state(text) == state
        assert ";" not in text
