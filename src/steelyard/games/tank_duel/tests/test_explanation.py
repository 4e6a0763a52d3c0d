"""Where missiles fly, and what ended the game."""

from __future__ import annotations

import re

import pytest

from steelyard.games.tank_duel.tests.drawn import DUEL


def attributes(position: str, name: str) -> dict[str, str]:
    found = re.search(rf'<\w+ [^>]*id="{name}"[^>]*>', DUEL.to_svg(DUEL.read_state(position)))
    assert found is not None
    return dict(re.findall(r'([\w-]+)="([^"]*)"', found[0]))


def test_a_way_shows_where_a_shot_from_there_would_fly() -> None:
    way = attributes("4/3x/4/4 1,1:R>R 3,3:L>L - -", "way-0-left")
    assert way["data-shots"] == "R:1,1 2,1|U:0,0|D:0,2 0,3", "up to the wall, and nothing over the edge"


def test_a_tank_whose_missile_flies_on_cannot_fire() -> None:
    position = "6/6/6/6 0,1:U>R 5,3:L>L 1,1:R -"
    assert "data-shots" not in attributes(position, "way-0-up")
    assert attributes(position, "missile-0")["data-reach"] == "3,1 4,1 5,1"


def test_a_tank_shows_where_it_can_drive_and_where_its_missile_would_fly() -> None:
    tank = attributes("4/3x/1o2/4 1,1:R>U 3,3:L>L - -", "tank-0")
    assert tank["data-goes"] == "0,1 2,1 1,0", "no mine, no wall"
    assert tank["data-aim"] == "2,0", "fired upwards, once it has driven on to the right"
    assert attributes("4/4/4/4 1,1:R 3,3:L>L - -", "tank-0")["data-aim"] == "3,1", "as the barrel is drawn"
    flying = attributes("6/6/6/6 0,1:U>R 5,3:L>L 1,1:R -", "tank-0")
    assert "data-aim" not in flying, "one missile at a time"
    assert "data-goes" not in attributes("4/2x1/4/4 1,1:R*wall 2,2:D - -", "tank-1"), "the game is over"


@pytest.mark.parametrize(
    ("position", "joysticks", "words", "elements"),
    [
        ("4/1x2/4/4 0,1:R>R 3,3:L>L - -", "R/L", "Orange drove into a wall", ("tank-0",)),
        ("4/1o2/4/4 0,1:R>R 3,3:L>L - -", "R/L", "Orange drove onto a mine", ("tank-0",)),
        ("3/3/3 0,1:R>R 2,1:L>L - -", "R/L", "The tanks collided", ("tank-0", "tank-1")),
    ],
)
def test_the_end_names_what_happened(
    position: str, joysticks: str, words: str, elements: tuple[str, ...]
) -> None:
    state = DUEL.read_state(position)
    assert DUEL.ending(state) == ("", ()), "it goes on"
    assert DUEL.ending(DUEL.play(state, DUEL.read_moves(state, joysticks))) == (words, elements)


def test_the_end_names_whose_missile_it_was() -> None:
    state = DUEL.read_state("6/6/6/6 0,1:U>R 4,1:L>L 1,1:R -")
    ending = DUEL.ending(DUEL.play(state, DUEL.read_moves(state, "D/L")))
    assert ending.words == "Blue was hit by Orange's missile"
