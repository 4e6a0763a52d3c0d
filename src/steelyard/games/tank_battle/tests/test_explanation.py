"""Why a tank cannot move, what ended the game, and a position in words."""

from __future__ import annotations

import re

import pytest

from steelyard.games.tank_battle import TankBattle

GAME = TankBattle()


@pytest.mark.parametrize(
    ("position", "words", "elements"),
    [
        (
            "2w8/11/11/11/11/11/11/11/11/11/b10 w 0",
            "All tanks of Orange were in Blue's base; 2 points to 1",
            ("tank-0-1",),
        ),
        (
            "2w8/11/11/11/11/11/11/9b1/11/11/11 w 0",
            "All tanks of both sides were in the enemy's base; 2 points to 2",
            ("tank-0-1", "tank-1-1"),
        ),
        ("11/11/11/11/11/11/11/9b1/11/11/11 w 0", "Orange had no tank left; 2 points to 0", ()),
        (
            "b1w8/11/11/11/11/11/11/9bW/11/11/11 w 120",
            "60 moves of each side brought no capture and no new tank into a base; 3 points to 3",
            (),
        ),
    ],
)
def test_the_end_names_what_happened(position: str, words: str, elements: tuple[str, ...]) -> None:
    assert GAME.ending(GAME.read_state(position)) == (words, elements)


def test_a_tank_that_cannot_move_says_why() -> None:
    stuck = re.findall(r'data-stuck="([^"]*)"', GAME.to_svg(GAME.start()))
    assert set(stuck) == {"no square beside it is free"}


def test_lost_tanks_are_counted_in_words() -> None:
    words = GAME.describe(GAME.read_state("bb9/11/11/11/11/11/11/9ww/11/11/10W w 0"))
    assert "Orange 3 points, lost 11 tanks; Blue 2 points, lost 11 tanks and the commander." in words
