"""One test for each sentence of the README's rules: shots (C), hits (D), the end (E)."""

from __future__ import annotations

import pytest

from steelyard.core.game import Outcome
from steelyard.games.tank_duel.rules import JOYSTICKS, Missile, Square, outcome, play
from steelyard.games.tank_duel.tests.drawn import DUEL, after, hits, mirrored, plays, position


# C. Shots.
def test_a_shot_lies_on_the_two_squares_next_to_the_tanks_new_place() -> None:
    state = plays(
        "R!D/L",
        """
        .....      .....
        .0...  =>  .o0..
        .....      ..a..
        .....      ..A..
        ....1      ...1o
        """,
    )
    assert (state.tanks[0].fire, state.tanks[0].tower) == (True, "down")
    plays(
        "R!R/L",
        """
        .....      .....
        .0...  =>  .o0aA
        ....1      ...1o
        """,
    )


def test_a_tank_may_fire_in_the_round_in_which_its_last_missile_left_the_board() -> None:
    plays(
        "U!R/L",
        """
        ......      0aA...
        0.....  =>  o.....
        ....aA      ......
        .....1      ....1o
        """,
    )


def test_firing_over_the_edge_makes_a_missile_off_the_board_until_the_next_round() -> None:
    state = plays(
        "U!U/U",
        """
        ....      0...
        0...  =>  o...
        ....      ...1
        ...1      ...o
        """,
    )
    assert state.missiles[0] == Missile(Square(0, -1), Square(0, -2), "up")
    assert state.tanks[0].fire
    state = after(state, "R!D/U")
    assert state.missiles[0] == Missile(Square(1, 1), Square(1, 2), "down")


@pytest.mark.parametrize("tower", "LR")
def test_a_shot_does_not_wrap(tower: str) -> None:
    """Two squares beyond the edge of the widest board is not on the board either, not even a row on."""
    state = DUEL.start("..............\nt.............\n.............t\n..............")
    state = after(state, f"U!{tower}/D!{tower}", "U/D")
    assert [missile is None for missile in state.missiles] == (
        [True, False] if tower == "L" else [False, True]
    )
    assert hits(state) == ((), ())


def test_a_shot_into_the_wall_next_to_the_tank_bursts_in_that_square_at_once() -> None:
    state = plays(
        "R!R/L",
        """
        .....      .....
        .0.x.  =>  .o0a.
        ....1      ...1o
        """,
    )
    assert state.missiles[0] == Missile(Square(3, 1), Square(3, 1), "right", in_flames=True)


def test_a_shot_with_its_head_in_a_wall_bursts_at_once_and_its_tail_hits() -> None:
    state = plays(
        "R!R/U",
        """
        .....      .....
        .0..x  =>  .o01A
        ...1.      ...o.
        """,
    )
    assert state.missiles[0] == Missile(Square(3, 1), Square(4, 1), "right", in_flames=True)
    assert hits(state) == ((), ("missile",))


def test_a_tank_about_to_die_fires_and_may_take_the_other_along() -> None:
    state = plays(
        "R!R/U",
        """
        ......      ......
        .0o...  =>  .o0a1.
        ....1.      ....o.
        """,
    )
    assert hits(state) == (("mine",), ("missile",))


def test_a_tank_that_hit_a_wall_does_not_fire() -> None:
    state = after(position("...... .0x... .....1"), "R!U/U")
    assert state.missiles == (None, None)
    assert not state.tanks[0].fire


def test_a_tank_that_a_missile_keeps_in_place_fires_from_there() -> None:
    state = plays(
        "L!D/U",
        """
        .......      .......
        bB0....  =>  ..0B...
        .......      ..a...1
        ......1      ..A...o
        """,
    )
    assert hits(state) == (("missile",), ())
    assert state.tanks[0].fire


def test_a_tank_that_hit_a_wall_keeps_its_tower_and_fire_of_before() -> None:
    state = after(position("..... .0.x. ..... ....1"), "R!U/U", "R>D/U")
    assert hits(state)[0] == ("wall",)
    assert (state.tanks[0].tower, state.tanks[0].fire, state.tanks[0].move) == ("up", True, "right")


def test_a_tank_shows_its_tower_as_it_was_held_null_too() -> None:
    state = position("..... .0... ..... ....1")
    assert after(state, "R>D/U").tanks[0].tower == "down"
    assert after(state, "R/U").tanks[0].tower is None


# D. Hits.
def test_a_mine_destroys_the_tank_on_it() -> None:
    state = after(position(".... .0o. .... ...1"), "R/U")
    assert hits(state) == (("mine",), ())
    assert outcome(state) == Outcome(1, "mine", (0, 1))


def test_driving_onto_the_square_the_enemy_just_left_kills_the_follower() -> None:
    state = plays(
        "R/R",
        """
        .....      .....
        .01..  =>  .o01.
        .....      .....
        """,
    )
    assert hits(state) == (("mine",), ())


def test_exchanging_places_kills_both_by_mines() -> None:
    state = plays(
        "R/L",
        """
        .....      .....
        .01..  =>  .10..
        .....      .....
        """,
    )
    assert hits(state) == (("mine",), ("mine",))
    assert outcome(state) == Outcome(None, "both", (0, 0))


def test_a_missile_that_hits_a_tank_goes_in_flames() -> None:
    state = plays(
        "U/U",
        """
        .......      ......0
        aA....0  =>  ..a1..o
        ...1...      ...o...
        """,
    )
    assert hits(state) == ((), ("missile",))
    assert state.missiles[0] == Missile(Square(2, 1), Square(3, 1), "right", in_flames=True)
    assert outcome(state) == Outcome(0, "missile", (1, 0))


def test_ones_own_missile_hits_as_well() -> None:
    state = plays(
        "U/U",
        """
        .......      .......
        aA.....  =>  ..a0...
        ...0...      ...o..1
        ......1      ......o
        """,
    )
    assert hits(state) == (("missile",), ())


def test_one_missile_can_hit_both_tanks() -> None:
    state = plays(
        "U/U",
        """
        ......      ......
        aA....  =>  ..01..
        ..01..      ..oo..
        """,
    )
    assert hits(state) == (("missile",), ("missile",))
    assert outcome(state) == Outcome(None, "both", (0, 0))


def test_two_missiles_that_hit_one_tank_both_go_in_flames() -> None:
    state = plays(
        "U/U",
        """
        ........      ........
        aA...Bb.  =>  ..a0b...
        ...0....      ...o...1
        .......1      .......o
        """,
    )
    assert hits(state) == (("missile",), ())
    assert [missile and missile.in_flames for missile in state.missiles] == [True, True]


def test_two_tanks_entering_one_square_destroy_each_other() -> None:
    state = plays(
        "R/L",
        """
        .....      .....
        .0.1.  =>  .o#o.
        .....      .....
        """,
    )
    assert hits(state) == (("tank",), ("tank",))
    assert outcome(state) == Outcome(None, "tank", (0, 0))


def test_ramming_a_tank_that_hit_a_wall_destroys_both() -> None:
    state = plays(
        "U/U",
        """
        ..x..      ..x..
        ..1..  =>  ..#..
        ..0..      ..o..
        .....      .....
        """,
    )
    assert hits(state) == (("tank",), ("wall", "tank"))
    assert outcome(state) == Outcome(None, "tank", (0, 0))


def test_ramming_a_tank_that_a_missile_keeps_in_place_adds_up_every_cause() -> None:
    state = plays(
        "L/U",
        """
        ......      ......
        aA0...  =>  ..#A..
        ..1...      ..o...
        """,
    )
    assert hits(state) == (("missile", "tank"), ("missile", "tank"))


def test_two_tanks_meeting_on_a_mine_are_hit_by_mine_and_tank() -> None:
    assert hits(after(position("..... .0o1. ....."), "R/L")) == (("mine", "tank"), ("mine", "tank"))


def test_the_order_of_the_seats_does_not_matter() -> None:
    drawings = (
        "...... aA01.. ..Bb.. .o..x.",
        "..x... .0.1.o aA..bB ......",
        "..x... ..1... ..0Bb. ...Aa.",
    )
    for state in map(position, drawings):
        for one in JOYSTICKS:
            for two in JOYSTICKS:
                assert mirrored(play(state, (one, two))) == play(mirrored(state), (two, one))


# E. The end.
def test_both_in_flames_is_a_draw_whatever_the_causes() -> None:
    state = after(position("..... .0x.. ...o. ...1."), "R/U")
    assert hits(state) == (("wall",), ("mine",))
    assert outcome(state) == Outcome(None, "both", (0, 0))


def test_of_several_causes_the_first_of_wall_mine_and_missile_is_the_reason() -> None:
    state = after(position("...... aA.o.. ...0.. .....1"), "U/U")
    assert hits(state) == (("mine", "missile"), ())
    assert outcome(state) == Outcome(1, "mine", (0, 1))
