"""JSON, text, pictures and planes."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest

from steelyard.core.errors import IllegalMove, InvalidMove
from steelyard.games.tank_battle import TankBattle

if TYPE_CHECKING:
    from steelyard.games.tank_battle.rules import State

GAME = TankBattle()
MIDDLE = "b1w8/11/11/11/5B5/11/4W6/9w1/w10/11/4b6"


def elements(picture: str) -> dict[str, ET.Element]:
    """By id."""
    found = ET.fromstring(picture).iter()  # noqa: S314 - our own
    return {identity: element for element in found if (identity := element.get("id"))}


def after(*turns: str) -> State:
    state = GAME.start()
    for turn in turns:
        state = GAME.play(state, GAME.read_moves(state, turn))
    return state


def test_json_says_what_there_is_to_know() -> None:
    state = GAME.read_state(f"{MIDDLE} b 3")
    assert GAME.to_json(state) == {
        "board": [
            "b.w........",
            "...........",
            "...........",
            "...........",
            ".....B.....",
            "...........",
            "....W......",
            ".........w.",
            "w..........",
            "...........",
            "....b......",
        ],
        "to_move": 1,
        "score": [5, 3],
        "captured": ["w" * 10, "b" * 11],
        "quiet": 3,
        "state": f"{MIDDLE} b 3",
        "outcome": None,
    }


def test_json_of_a_finished_game() -> None:
    shown = GAME.to_json(GAME.read_state(f"{MIDDLE} w 120"))
    assert shown["to_move"] is None
    assert shown["outcome"] == {"winner": 0, "reason": "quiet", "score": [5, 3]}


def test_text_shows_the_ground_and_the_tanks() -> None:
    lines = GAME.to_text(GAME.read_state(f"{MIDDLE} w 3")).splitlines()
    assert lines[0] == "    a  b  c  d  e  f  g  h  i  j  k"
    assert lines[1] == "11 (b)( )(w)( )( ) .  .  .  .  .  .  11"
    assert lines[5] == " 7  .  .  .  . ~~~~B~~~~ .  .  .  .  7"
    assert lines[6] == " 6  .  #  .  . ~~~~~~~~~ .  .  #  .  6"
    assert lines[8] == " 4  .  .  #  .  .  .  .  #  . [w][ ] 4"
    assert lines[11] == " 1  .  .  .  .  b  . [ ][ ][ ][ ][o] 1"
    assert lines[13:] == [
        "White 5 points, lost wwwwwwwwww; Black 3 points, lost bbbbbbbbbbb.",
        "White to move; 3 of 120 quiet turns.",
    ]


def test_text_tells_the_last_turn() -> None:
    assert "Black played b10-h4" not in GAME.to_text(after("g1-a1"))
    assert "White played g1-a1." in GAME.to_text(after("g1-a1"))
    assert "Black played a8xa1 and captured a tank." in GAME.to_text(after("g1-a1", "a8xa1"))


@pytest.mark.parametrize(
    ("position", "words"),
    [
        ("b1w8/11/11/11/11/11/11/9bW/11/11/11 w 120", "a draw: 60 moves of each without"),
        ("2w8/11/11/11/11/11/11/11/11/11/b10 w 0", "White wins: all surviving tanks of White are in"),
        ("2w8/11/11/11/11/11/11/9b1/11/11/11 w 0", "a draw: all surviving tanks of White and Black are in"),
        ("11/11/11/11/11/11/11/9b1/11/11/11 w 0", "Black wins: there is nobody left to fight"),
    ],
)
def test_text_tells_how_the_game_ended(position: str, words: str) -> None:
    assert f"Over, {words}" in GAME.to_text(GAME.read_state(position))


def test_a_tank_keeps_its_id_and_turns_its_barrel_where_it_drives() -> None:
    before = elements(GAME.to_svg(after()))
    moved = elements(GAME.to_svg(after("g1-a1", "a8-a2", "j4-j5")))
    by_square = {element.get("data-square"): identity for identity, element in before.items()}
    assert moved[by_square["g1"]].get("data-square") == "a1"
    assert "rotate(270)" in (moved[by_square["g1"]].get("transform") or ""), "it drove to the left"
    assert moved[by_square["a8"]].get("data-square") == "a2"
    assert "rotate(180)" in (moved[by_square["a8"]].get("transform") or ""), "it drove down"
    captured = elements(GAME.to_svg(after("g1-a1", "a8xa1")))
    assert by_square["g1"] not in captured
    assert "lost-0-0" in captured
    assert moved.keys() >= {"tank-0-0", "tank-1-0"}, "the commanders are number 0"


def test_the_tanks_that_can_move_can_be_picked() -> None:
    state = GAME.start()
    picked = {
        element.get("data-move")
        for element in elements(GAME.to_svg(state)).values()
        if element.get("data-move")
    }
    assert picked == {GAME.write_move(move).split("-")[0] + "-" for move in GAME.legal_moves(state, 0)}
    assert all(
        element.get("data-seat") == "0"
        for element in elements(GAME.to_svg(state)).values()
        if element.get("data-move")
    )


def test_a_picked_tank_shows_where_it_can_go() -> None:
    state = GAME.read_state(f"{MIDDLE} w 3")
    shown = elements(GAME.to_svg(state, picked="a3"))
    targets = {name: element for name, element in shown.items() if name.startswith("target-")}
    legal = [GAME.write_move(move) for move in GAME.legal_moves(state, 0)]
    assert {element.get("data-move") for element in targets.values()} == {
        move for move in legal if move.startswith("a3-")
    }
    marks = {name: [mark.get("class") for mark in element] for name, element in targets.items()}
    assert marks["target-a11"] == [None, "target-ring"], "a ring on a capture"
    assert marks["target-a10"] == [None, "target"], "a dot on a free square"
    assert "picked" in shown


@pytest.mark.parametrize("square", ["a4", "a11", "e1"])
def test_what_cannot_move_now_cannot_be_picked(square: str) -> None:
    with pytest.raises(IllegalMove, match=f"on {square} there is no tank that can move now"):
        GAME.to_svg(GAME.read_state(f"{MIDDLE} w 3"), picked=square)
    with pytest.raises(InvalidMove, match="squares are a1 to k11"):
        GAME.to_svg(GAME.start(), picked="a12")


def test_a_player_who_must_pass_can_say_so() -> None:
    layout = (
        "Bbbbb....#./bbbb.....##/bbb......../bb........./.........../.........../"
        ".........../.........ww/........www/##.....wwww/.#....wwwwW"
    )
    game = TankBattle(layout=layout)
    state = game.read_state("10w/11/11/11/11/11/11/11/11/11/b9B w 0")
    assert elements(game.to_svg(state))["pass"].get("data-move") == "--"
    assert "Black's" not in game.to_text(state)
    passed = game.play(state, game.read_moves(state, "--"))
    assert "White had no move and passed." in game.to_text(passed)
    assert "pass" not in elements(game.to_svg(passed))


def test_planes_are_as_the_seat_sees_the_board() -> None:
    state = GAME.read_state(f"{MIDDLE} b 30")
    white, black = GAME.observe(state, 0), GAME.observe(state, 1)
    assert white.shape == black.shape == (11, 11, 11)
    assert [(row, column) for _, row, column in zip(*white[:1].nonzero(), strict=True)] == [
        (0, 2),
        (7, 9),
        (8, 0),
    ]
    assert white[1, 6, 4] == 1
    assert white[3, 4, 5] == 1
    assert black[0, 10, 10] == 1, "a11 is Black's own bottom right"
    assert black[1, 6, 5] == 1
    assert (white[6] == black[6]).all(), "each base at its owner's bottom right"
    assert white[6].sum() == white[7].sum() == 14
    assert white[6, 10, 10] == 1
    assert (white[4] == black[4]).all()
    assert [white[n].max() for n in (8, 9, 10)] == [0, 0.25, 0]
    assert [black[n].max() for n in (8, 9, 10)] == [1, 0.25, 0]


def test_the_board_can_be_shown_without_what_stands_beside_it() -> None:
    root = ET.fromstring(GAME.to_svg(GAME.start()))  # noqa: S314 - our own
    assert (root.get("data-columns"), root.get("data-rows")) == ("11", "11")
    (aside,) = [element for element in root.iter() if element.get("class") == "aside"]
    assert {"points-0", "points-1"} <= {element.get("id") for element in aside.iter()}
    assert not [element.get("id") for element in aside.iter() if (element.get("id") or "").startswith("tank")]
