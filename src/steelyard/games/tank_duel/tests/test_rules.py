"""One test for each sentence of the README's rules: the board, the joystick, missiles (A) and driving (B)."""

from __future__ import annotations

import pytest

import steelyard
from steelyard.core.game import Outcome
from steelyard.games.tank_duel import boards
from steelyard.games.tank_duel.rules import JOYSTICKS, Missile, Square, outcome, start
from steelyard.games.tank_duel.tests.drawn import DUEL, after, hits, plays, position


# Rules 1 to 3: the board.
def test_the_first_t_in_reading_order_is_tank_0s() -> None:
    state = DUEL.start("....\n...t\n.t..\n")
    assert [tank.at for tank in state.tanks] == [(3, 1), (1, 2)]


def test_swapped_starts_exchange_the_places_and_not_the_ids() -> None:
    swapped = steelyard.game("tank_duel", swap_starts=True)
    state = swapped.start("....\n...t\n.t..\n")
    assert [tank.at for tank in state.tanks] == [(1, 2), (3, 1)]
    assert [tank["TankId"] for tank in swapped.to_json(state)["Tanks"]] == [0, 1]
    assert swapped.start(DUEL.write_state(DUEL.start())) == DUEL.start(), "a position in notation stays"


def test_the_board_string_has_each_square_at_x_plus_y_times_width_and_no_tanks() -> None:
    assert DUEL.to_json(DUEL.start(".xo\n.tt\n"))["Board"] == ".xo..."


def test_a_tank_with_a_missile_in_flight_cannot_fire() -> None:
    state = plays(
        "U!R/L",
        """
        ........      0.......
        0aA.....  =>  o..aA...
        ........      ........
        .......1      ......1o
        """,
    )
    assert not state.tanks[0].fire


# Rules 4 and 5: the joystick.
def test_a_player_that_says_nothing_repeats_its_last_joystick() -> None:
    assert DUEL.joystick.held(DUEL.read_move("R!U")) == DUEL.read_move("R!U")


def test_a_player_that_never_said_anything_holds_null_null_and_no_fire() -> None:
    assert JOYSTICKS[DUEL.joystick.at_rest] == (None, None, False)
    assert DUEL.joystick.held(None) == DUEL.joystick.at_rest


@pytest.mark.parametrize("held", ["-", "->U", "-!", "-!U"])
def test_driving_null_is_driving_left(held: str) -> None:
    state = after(position(".... .0.. .... ...1"), f"{held}/L")
    assert (state.tanks[0].at, state.tanks[0].move) == ((0, 1), "left")


@pytest.mark.parametrize("held", ["R", "R>U", "R!"])
def test_without_tower_direction_or_fire_there_is_no_shot(held: str) -> None:
    state = after(position("..... ..... .0... ....1"), f"{held}/R")
    assert state.missiles == (None, None)
    assert not state.tanks[0].fire


def test_any_joystick_may_be_held_until_the_game_is_over() -> None:
    state = DUEL.start()
    assert list(DUEL.legal_moves(state, 0)) == list(DUEL.legal_moves(state, 1)) == list(range(50))
    over = after(position(".... .01. ...."), "R/L")
    assert list(DUEL.legal_moves(over, 0)) == list(DUEL.legal_moves(over, 1)) == []


# A. Missiles.
def test_a_missile_in_flames_disappears_and_its_tank_may_fire_at_once() -> None:
    state = plays(
        "U/L",
        """
        ......      0.....
        0.....      o.....
        .aAx..  =>  ...a..
        ......      ......
        .....1      ....1o
        """,
    )
    assert state.missiles[0] == Missile(Square(3, 2), Square(3, 2), "right", in_flames=True)
    state = after(state, "R!R/L")
    assert state.missiles[0] == Missile(Square(2, 0), Square(3, 0), "right")
    assert state.tanks[0].fire


def test_a_missile_flies_two_squares_a_round() -> None:
    plays(
        "U/L",
        """
        ........      0.......
        0.......      o.......
        ..aA....  =>  ....aA..
        .......1      ......1o
        """,
    )


def test_a_missile_in_flight_does_not_turn_with_the_tower() -> None:
    plays(
        "U!D/L",
        """
        ........      0.......
        0.......      o.......
        ..aA....  =>  ....aA..
        .......1      ......1o
        """,
    )


def test_a_missile_with_only_its_head_off_the_board_flies_on() -> None:
    state = plays(
        "U/L",
        """
        ......      0.....
        0.....      o.....
        ...aA.  =>  .....a
        .....1      ....1o
        """,
    )
    assert state.missiles[0] == Missile(Square(5, 2), Square(6, 2), "right")


def test_a_missile_whose_tail_is_off_the_board_is_gone_and_does_not_wrap() -> None:
    plays(
        "U/L",
        """
        ......      0.....
        0.....      o.....
        .....a  =>  ......
        .....1      ....1o
        """,
        a="right",
    )


def test_a_missile_with_only_its_head_off_the_board_still_hits() -> None:
    state = plays(
        "R/U",
        """
        0.....      o0....
        ...aA.  =>  .....1
        .....1      .....o
        """,
    )
    assert hits(state) == ((), ("missile",))


def test_a_missile_whose_tail_is_in_a_wall_bursts_there_and_spares_who_is_close_behind() -> None:
    state = plays(
        "U/U",
        """
        ........      0.......
        0.......      o.......
        .aAx....  =>  ...a1...
        ....1...      ....o...
        """,
    )
    assert state.missiles[0] == Missile(Square(3, 2), Square(3, 2), "right", in_flames=True)
    assert hits(state) == ((), ())


def test_a_missile_whose_head_is_in_a_wall_bursts_where_it_is_and_its_tail_is_deadly() -> None:
    state = plays(
        "U/U",
        """
        ........      0.......
        0.......      o.......
        aA.x....  =>  ..1A....
        ..1.....      ..o.....
        """,
    )
    assert state.missiles[0] == Missile(Square(2, 2), Square(3, 2), "right", in_flames=True)
    assert hits(state) == ((), ("missile",))


def test_missiles_fly_over_mines_and_through_each_other() -> None:
    state = after(
        plays(
            "U/L",
            """
            ........      0.......
            0.......      o.......
            aAoo..Bb  =>  ..aABb..
            .......1      ......1o
            """,
        ),
        "R/L",
    )
    flying = [(missile.tail, missile.in_flames) for missile in state.missiles if missile]
    assert flying == [((4, 2), False), ((3, 2), False)]
    assert state.squares[2 * 8 : 3 * 8] == "..oo....", "the mines are still there"


# B. Tanks move.
def test_a_tank_moves_to_the_neighbour_square_and_leaves_a_mine() -> None:
    plays(
        "R/U",
        """
        ....      ....
        .0..  =>  .o0.
        ....      ...1
        ...1      ...o
        """,
    )


@pytest.mark.parametrize(("move", "target"), [("L", (3, 0)), ("R", (1, 0)), ("U", (0, 3)), ("D", (0, 1))])
def test_a_tank_that_leaves_the_board_comes_in_on_the_other_side(move: str, target: tuple[int, int]) -> None:
    assert after(position("0... .... ..1. ...."), f"{move}/R").tanks[0].at == target


@pytest.mark.parametrize("move", "LRUD")
def test_a_wall_across_the_edge_is_a_wall(move: str) -> None:
    drawing = {
        "L": "..... 0...x ..1..",
        "R": "..... x...0 ..1..",
        "U": ".0... ..1.. .x...",
        "D": ".x... ..1.. .0...",
    }[move]
    assert hits(after(position(drawing), f"{move}/R"))[0] == ("wall",)


def test_a_tank_that_hits_a_wall_stays_and_drops_no_mine() -> None:
    state = plays(
        "R/R",
        """
        ....      ....
        .0x.  =>  .0x.
        1...      o1..
        """,
    )
    assert hits(state) == (("wall",), ())
    assert outcome(state) == Outcome(1, "wall", (0, 1))


def test_a_tank_driving_against_a_missile_that_reaches_it_stays_drops_no_mine_and_is_hit() -> None:
    state = plays(
        "L/U",
        """
        .......      .......
        bB0....  =>  ..0B...
        .......      ......1
        ......1      ......o
        """,
    )
    assert hits(state) == (("missile",), ())
    assert state.tanks[0].move == "left"


@pytest.mark.parametrize(
    ("move", "drawing"),
    [
        ("L", "....... aA0.... ....... ......1"),
        ("R", "....... ..0Aa.. ....... ......1"),
        ("U", "..a.... ..A.... ..0.... ......1"),
        ("D", "..0.... ..A.... ..a.... ......1"),
    ],
)
def test_so_it_is_with_ones_own_missile_and_in_every_direction(move: str, drawing: str) -> None:
    before = position(drawing)
    state = after(before, f"{move}/U")
    assert hits(state) == (("missile",), ())
    assert state.tanks[0].at == before.tanks[0].at
    assert state.squares.count("o") == 1, "only the other tank's"


def test_so_it_is_with_a_missile_that_bursts_as_it_reaches_the_tank() -> None:
    state = plays(
        "L/U",
        """
        .......      .......
        aA0x...  =>  ..0A...
        .......      ......1
        ......1      ......o
        """,
    )
    assert hits(state) == (("missile",), ())


def test_a_tank_driving_across_such_a_missile_escapes() -> None:
    state = plays(
        "U/U",
        """
        .......      ..0....
        aA0....  =>  ..aA...
        .......      ......1
        ......1      ......o
        """,
    )
    assert hits(state) == ((), ())
    assert state.squares[2 + 7] == "o", "the mine it left is under the missile"


def test_a_tank_driving_away_from_such_a_missile_is_hit_by_its_head() -> None:
    state = plays(
        "R/U",
        """
        .......      .......
        aA0....  =>  ..a0...
        .......      ......1
        ......1      ......o
        """,
    )
    assert hits(state) == (("missile",), ())


def test_a_tank_driving_against_a_missile_whose_head_reaches_it_moves_and_meets_the_tail() -> None:
    state = plays(
        "L/U",
        """
        ........      ........
        aA.0....  =>  ..0A....
        ........      .......1
        .......1      .......o
        """,
    )
    assert hits(state) == (("missile",), ())
    assert state.squares[3 + 8] == "o"


# Rules 6 and 7.
def test_a_survived_round_lays_two_mines() -> None:
    state = DUEL.start()
    for number, moves in enumerate(("R/L", "R/L", "U/D", "U/D", "U/D"), start=1):
        state = after(state, moves)
        assert state.squares.count("o") == 2 * number


@pytest.mark.parametrize(
    ("x", "width", "facing"),
    [(0, 4, "right"), (1, 4, "right"), (2, 4, "left"), (2, 5, "right"), (3, 5, "left")],
)
def test_a_tank_in_the_left_half_starts_facing_right_another_left(x: int, width: int, facing: str) -> None:
    row = "." * x + "t" + "." * (width - x - 1)
    for tank in start(boards.read(f"{row}\n{row}\n")).tanks:
        assert (tank.move, tank.tower, tank.fire, tank.hits) == (facing, facing, False, ())


def test_on_a_board_one_square_wide_a_tank_comes_back_onto_its_own_mine() -> None:
    assert hits(after(position("0 . . 1"), "L/U")) == (("mine",), ())
