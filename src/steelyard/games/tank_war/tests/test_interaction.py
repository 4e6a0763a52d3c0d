"""A round as the eye sees it: what can be clicked, and the phases in their order."""

from __future__ import annotations

import steelyard

GAME = steelyard.game("tank_war")


def test_each_movable_tank_can_be_picked_and_shows_where_it_drives() -> None:
    picks = GAME.picks(GAME.start(), 0)
    assert {choices[0]["move"] for choices in picks.values()} == {"LA", "LB", "LC", "RC", "RB", "RA"}
    assert picks["tank-0-LA"] == [
        {"move": "LA", "to": (360.0, 120.0), "capture": False, "label": "column 5, row 1"}
    ]


def test_both_drive_then_all_fire_then_who_was_hit_is_gone() -> None:
    """The illustration's fifth round: U's LC and D's RC destroy each other, D's RB also hits LC."""
    state = GAME.start()
    for turn in ("LA-RC", "LC-RB", "RA-RB", "LA-RB"):
        state = GAME.play(state, GAME.read_moves(state, turn))
    moves = GAME.read_moves(state, "LC-RA")
    drives, shots, hits = GAME.phases(state, moves, GAME.play(state, moves))
    assert [(each["kind"], each["id"]) for each in drives] == [("move", "tank-0-LC"), ("move", "tank-1-RA")]
    assert [each["seat"] for each in shots] == [0, 1, 1]
    assert {each["id"] for each in hits} == {"tank-0-LC", "tank-1-RC"}


def test_who_loses_a_contested_box_bumps() -> None:
    state = GAME.read_state("053/053/053/053/053/243")
    moves = GAME.read_moves(state, "LA-RA")
    (drives, *_) = GAME.phases(state, moves, GAME.play(state, moves))
    assert sorted(each["kind"] for each in drives) == ["bump", "move"]


def test_the_words_say_where_every_tank_stands() -> None:
    words = GAME.describe(GAME.start())
    assert "Orange has 6 tanks and 18 squares: RA column 0 row 0;" in words
    assert "Blue has 6 tanks and 18 squares: LA column 0 row 5;" in words
