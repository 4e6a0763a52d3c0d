"""A round as the eye sees it: missiles fly, tanks drive, shots are fired, tanks are hit."""

from __future__ import annotations

from typing import Any

import steelyard

GAME = steelyard.game("tank_duel")


def happened(position: str, turn: str) -> list[list[tuple[str, Any]]]:
    state = GAME.read_state(position)
    moves = GAME.read_moves(state, turn)
    steps = GAME.phases(state, moves, GAME.play(state, moves))
    return [[(each["kind"], each["id"]) for each in step] for step in steps]


def test_the_four_ways_can_be_picked() -> None:
    picks = GAME.picks(GAME.start(), 1)
    assert {name: choices[0]["move"] for name, choices in picks.items()} == {
        "way-1-left": "L",
        "way-1-right": "R",
        "way-1-up": "U",
        "way-1-down": "D",
    }


def test_missiles_fly_before_tanks_drive_and_new_ones_appear_after() -> None:
    """Phases A, B and C."""
    assert happened("9/9/9/9/9 1,1:R>R 7,3:L>L 4,1:R -", "D/U!L") == [
        [("fly", "missile-0")],
        [("move", "tank-0"), ("move", "tank-1")],
        [("appear", "missile-1")],
    ]


def test_a_missile_that_leaves_the_board_is_gone() -> None:
    assert happened("9/9/9/9/9 1,1:R>R 7,3:L>L 7,1:R -", "D/U")[0] == [("gone", "missile-0")]


def test_who_drives_around_the_edge_jumps_and_who_hits_a_wall_bumps_and_is_hit() -> None:
    assert happened("9/9/8x/9/9 0,0:R>R 7,2:L>L - -", "L/R") == [
        [("jump", "tank-0"), ("bump", "tank-1")],
        [("hit", "tank-1")],
    ]
