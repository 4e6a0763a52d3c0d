"""Pictures, text, JSON and planes."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree as ET

import jsonschema
import numpy as np
import pytest

from steelyard.games.tank_duel import wire
from steelyard.games.tank_duel.picture import ends
from steelyard.games.tank_duel.tests.drawn import DUEL, after, position

MIDGAME = "6/6/2o2x/6/5o/6 3,2:R!U 4,4:L>L 3,1:U 0,4:L"
OVER_THE_EDGE = "4/4/4 0,1:L!L 3,2:R!R -1,1:L 4,2:R"
SCHEMA = json.loads((Path(wire.__file__).parent / "schema.json").read_text("utf-8"))


def picture(text: str) -> ET.Element:
    return ET.fromstring(DUEL.to_svg(DUEL.read_state(text)))  # noqa: S314 - our own


def by_id(root: ET.Element) -> dict[str, ET.Element]:
    return {element.attrib["id"]: element for element in root.iter() if "id" in element.attrib}


# Text.
def test_the_text_shows_directions_towers_missiles_and_says_the_rest() -> None:
    assert DUEL.to_text(DUEL.read_state(MIDGAME)).splitlines() == [
        "    0  1  2  3  4  5",
        " 0  .  .  .  ^  .  .",
        " 1  .  .  .  |  .  .",
        " 2  .  .  o 0>^ .  x",
        " 3  .  .  .  .  .  .",
        " 4  -  .  .  . 1<< o",
        " 5  .  .  .  .  .  .",
        "Tank 0 at 3,2 drives right, tower up, has just fired.",
        "Tank 1 at 4,4 drives left, tower left.",
        "Missile of tank 0: tail 3,1, head 3,0, flying up.",
        "Missile of tank 1: tail 0,4, head -1,4, flying left.",
    ]


def test_the_text_tells_the_last_round_and_the_end() -> None:
    state = after(position("...... aA0... ..1... ......"), "L/U!D")
    assert DUEL.to_text(state).splitlines()[1:] == [
        " 0  .  .  .  .  .  .",
        " 1  .  . 01* *  .  .",
        " 2  .  .  |  .  .  .",
        " 3  .  .  v  .  .  .",
        "Round 1: tank 0 held L, tank 1 held U!D.",
        "Tank 0 at 2,1, driving left, is destroyed: missile, tank.",
        "Tank 1 at 2,1, driving up, is destroyed: missile, tank.",
        "Missile of tank 0: tail 2,1, head 3,1, flying right, in flames.",
        "Missile of tank 1: tail 2,2, head 2,3, flying down.",
        "A draw.",
    ]


# SVG.
def test_things_have_stable_ids() -> None:
    ids = set(by_id(picture(MIDGAME)))
    assert {"tank-0", "tank-1", "missile-0", "missile-1", "mine-2-2", "mine-5-4"} <= ids
    assert not any(name.startswith("hit") for name in ids)


def test_a_tower_that_points_elsewhere_turns_the_barrel() -> None:
    tank = by_id(picture(MIDGAME))["tank-0"]
    assert tank.attrib["transform"].endswith("rotate(90)")
    assert [child.attrib["transform"] for child in tank if child.tag.endswith("}g")] == ["rotate(-90)"]


@pytest.mark.parametrize("text", [OVER_THE_EDGE, MIDGAME])
def test_missiles_off_the_board_stay_in_the_picture(text: str) -> None:
    state = DUEL.read_state(text)
    for missile in state.missiles:
        assert missile is not None
        for x, y in ends(state, missile):
            assert -30 < x - 9 < x + 9 < state.width * 60 + 30
            assert -30 < y - 9 < y + 9 < state.height * 60 + 30
    assert {"missile-0", "missile-1"} <= set(by_id(picture(text)))


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(("way", "degrees"), [("U", 0), ("R", 90), ("D", 180), ("L", 270)])
def test_a_missile_points_where_it_flies(seat: int, way: str, degrees: int) -> None:
    """It is drawn upwards: its first point is the tip of the nose, and the fins are at the lower end."""
    missiles = ["-", "-"]
    missiles[seat] = f"4,4:{way}"
    missile = by_id(picture(f"9/9/9/9/9/9/9/9/9 0,0:R 8,8:L {' '.join(missiles)}"))[f"missile-{seat}"]
    assert missile.attrib["transform"] == f"translate(270,270) rotate({degrees})"
    shape = missile[0].attrib["d"]
    assert shape.startswith("M0 -72"), "the nose is ahead of the middle of its second square"
    assert "V8" in shape, "and the body ends behind the middle of its first one"


def test_hits_are_drawn_and_named() -> None:
    root = picture("4/2x1/2o1/4 1,1:R*wall 2,2:D*mine - -")
    things = by_id(root)
    assert things["tank-0"].attrib["data-hits"] == "wall"
    assert things["tank-1"].attrib["data-hits"] == "mine"
    assert {"hit-0", "hit-1"} <= set(things)
    words = [element.text for element in root.iter() if element.attrib.get("class") == "hit"]
    assert words == ["wall", "mine"]


@pytest.mark.parametrize("at", ["0,0", "3,0", "0,3", "3,3"])
@pytest.mark.parametrize("seat", [0, 1])
def test_what_destroyed_a_tank_is_written_on_the_board_and_not_over_its_coordinates(
    at: str, seat: int
) -> None:
    tanks = ["1,1:R", "2,2:L"]
    tanks[seat] = f"{at}:R*mine"
    root = picture(f"o2o/4/4/o2o {' '.join(tanks)} - -")
    (words,) = (element for element in root.iter() if element.attrib.get("class") == "hit")
    assert words.text == "mine"
    assert 0 < float(words.attrib["y"]) < 240
    assert 17 <= float(words.attrib["x"]) <= 223


def test_the_squares_around_a_tank_carry_the_move_that_leads_there() -> None:
    ways = by_id(picture("4/4/4/4 0,0:R 2,2:L - -"))
    left = ways["way-0-left"].attrib
    assert (left["data-seat"], left["data-move"], left["x"], left["y"]) == ("0", "L", "180", "0")
    assert not any("way" in name for name in by_id(picture("4/2x1/4/4 1,1:R*wall 2,2:D - -")))


def test_a_missile_in_flames_has_three_strokes_of_fire() -> None:
    missile = by_id(picture("4/2x1/4/4 0,0:R 2,2:L 2,1:R* -"))["missile-0"]
    flames = [element for element in missile if element.attrib["class"] == "burst"]
    assert len(flames) == 1
    assert flames[0].attrib["d"].count("M") == 3


# JSON.
def test_the_json_has_the_entities_of_the_contest() -> None:
    shown = DUEL.to_json(DUEL.read_state(MIDGAME))
    assert shown["Tanks"][0] == {
        "TankId": 0,
        "PlayerId": 0,
        "PosX": 3,
        "PosY": 2,
        "Fire": True,
        "MoveDirection": "Right",
        "TowerDirection": "Up",
        "InFlames": False,
        "HitWall": False,
        "HitMine": False,
        "HitMissile": False,
        "HitTank": False,
    }
    assert shown["Missiles"][1] == {
        "MissileId": 1,
        "TankId": 1,
        "HeadPosX": -1,
        "HeadPosY": 4,
        "TailPosX": 0,
        "TailPosY": 4,
        "Direction": "Left",
        "InFlames": False,
    }
    assert shown["Board"] == "..............o..x...........o......"
    assert (shown["Width"], shown["Height"], shown["Counter"], shown["Winner"]) == (6, 6, 0, "Unknown")


@pytest.mark.parametrize(
    ("text", "winner"),
    [
        ("4/2x1/4/4 1,1:R*wall 2,2:D - -", "PlayerTwo"),
        ("4/2x1/4/4 2,2:D 1,1:R*wall - -", "PlayerOne"),
        ("4/2x1/2o1/4 1,1:R*wall 2,2:D*mine - -", "Draw"),
    ],
)
def test_the_json_names_the_winner(text: str, winner: str) -> None:
    shown = DUEL.to_json(DUEL.read_state(text))
    assert shown["Winner"] == winner
    assert shown["Missiles"] == [None, None]
    jsonschema.Draft202012Validator(SCHEMA).validate(shown)


@pytest.mark.parametrize(
    ("text", "flags"),
    [
        ("4/2x1/4/4 1,1:R*wall 2,2:D - -", ["HitWall"]),
        ("4/1o2/4/4 1,1:R*mine 2,2:D - -", ["HitMine"]),
        ("4/4/4/4 1,1:R*missile 2,2:D 0,1:R* -", ["HitMissile"]),
        ("4/4/4/4 1,1:R*tank 1,1:D*tank - -", ["HitTank"]),
        (
            "4/1o2/4/4 1,1:R*mine+missile+tank 1,1:D*mine+missile+tank - -",
            ["HitMine", "HitMissile", "HitTank"],
        ),
    ],
)
def test_the_json_flags_what_hit_a_tank(text: str, flags: list[str]) -> None:
    tank = DUEL.to_json(DUEL.read_state(text))["Tanks"][0]
    assert [name for name in tank if name.startswith("Hit") and tank[name]] == flags
    assert tank["InFlames"]


def test_the_schema_refuses_what_is_not_an_entity() -> None:
    shown = DUEL.to_json(DUEL.read_state(MIDGAME))
    mistakes: list[dict[str, object]] = [
        {"Extra": 1},
        {"Winner": "Nobody"},
        {"Board": "t"},
        {"Tanks": []},
        {"Width": 15},
    ]
    for wrong in mistakes:
        assert not jsonschema.Draft202012Validator(SCHEMA).is_valid(shown | wrong)


# Planes.
def test_the_planes_are_the_board_as_a_seat_sees_it() -> None:
    state = DUEL.read_state("6/6/2o2x/6/5o/6 3,2:R!U 4,4:L>L 3,1:U 0,4:L")
    planes = DUEL.observe(state, 0)
    assert planes.shape == (13, 12, 14)
    on_board, walls, mines, mine, enemy = planes[:5]
    assert on_board.sum() == on_board[:6, :6].sum() == 36
    assert np.argwhere(walls).tolist() == [[2, 5]]
    assert np.argwhere(mines).tolist() == [[2, 2], [4, 5]]
    assert np.argwhere(mine).tolist() == [[2, 3]]
    assert np.argwhere(enemy).tolist() == [[4, 4]]
    assert np.argwhere(planes[5:]).tolist() == [[2, 0, 3], [2, 1, 3], [4, 4, 0]]
    assert np.array_equal(DUEL.observe(state, 1)[[4, 3, 9, 10, 11, 12]], planes[[3, 4, 5, 6, 7, 8]])


def test_missiles_in_flames_are_not_in_the_planes() -> None:
    assert not DUEL.observe(DUEL.read_state("4/2x1/4/4 0,0:R 2,2:L 2,1:R* -"), 0)[5:].any()
