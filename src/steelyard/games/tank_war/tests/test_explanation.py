"""What a tank hits, why it cannot move, and what ended the game."""

from __future__ import annotations

import re

import pytest

from steelyard.games.tank_war import TankWar

GAME = TankWar()


def tank(position: str, name: str, **options: str) -> dict[str, str]:
    """The attributes of a tank in the picture."""
    game = TankWar(**options)
    found = re.search(rf'<g id="{name}"[^>]*>', game.to_svg(game.read_state(position)))
    assert found is not None
    return dict(re.findall(r'([\w-]+)="([^"]*)"', found[0]))


def test_a_tank_shows_what_it_hits_on_the_board() -> None:
    start = "053/053/053/053/053/053"
    assert tank(start, "tank-1-LA")["data-reach"] == "1,4"
    assert tank(start, "tank-1-LB")["data-reach"] == "0,5 1,4 2,5"
    assert tank(start, "tank-1-LC")["data-reach"] == "0,5 2,3 4,5"
    assert "2,4" in tank(start, "tank-1-LC", c_reach="up_to_two")["data-reach"].split()


def test_a_tank_that_cannot_drive_says_why() -> None:
    position = "233/5x6/053/053/053/053"
    assert tank(position, "tank-1-LA")["data-stuck"] == "a tank is on the square ahead"
    assert tank(position, "tank-0-RB")["data-stuck"] == "it has reached its last row"
    free = tank(position, "tank-1-LC")
    assert "data-stuck" not in free
    assert free["data-goes"] == "2,4"


@pytest.mark.parametrize(
    ("position", "words", "elements"),
    [
        ("5x6/x53/x53/x53/xx3/xx3", "Orange could drive no tank any more; 3 tanks to 1", ("tank-0-RA",)),
        ("xx3/x53/x53/x53/xx3/xx3", "Orange had no tank left; 3 tanks to 0", ()),
        (
            "233/xx3/xx3/xx3/xx3/xx3",
            "Neither side could drive a tank any more; equal tanks and squares",
            ("tank-0-RA", "tank-1-LA"),
        ),
    ],
)
def test_the_end_names_what_happened(position: str, words: str, elements: tuple[str, ...]) -> None:
    assert GAME.ending(GAME.read_state(position)) == (words, elements)


def test_a_game_that_goes_on_has_no_ending() -> None:
    assert GAME.ending(GAME.start()) == ("", ())
