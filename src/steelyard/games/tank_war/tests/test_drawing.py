"""What a person sees: the picture says what the position says."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from steelyard.games.tank_war import TankWar

if TYPE_CHECKING:
    from steelyard.games.tank_war.rules import State

GAME = TankWar()


def elements(state: State, **attributes: str) -> list[ET.Element]:
    """The picture's elements with those attributes; a class matches as one of several."""
    wanted = {key.rstrip("_").replace("_", "-"): value for key, value in attributes.items()}
    picture = ET.fromstring(GAME.to_svg(state))  # noqa: S314 - our own
    return [
        e for e in picture.iter() if all(value in (e.get(key) or "").split() for key, value in wanted.items())
    ]


def played(*turns: str, position: str = "") -> State:
    state = GAME.start(position)
    for turn in turns:
        state = GAME.play(state, GAME.read_moves(state, turn))
    return state


def test_territory_is_shown_box_by_box() -> None:
    state = GAME.start("253/xx5/xx0/053/053/053")
    assert len(elements(state, class_="ground-0")) == sum((3, 5, 0, 3, 3, 3))
    assert len(elements(state, class_="ground-1")) == 36 - sum((3, 5, 0, 3, 3, 3))


def test_only_what_can_be_picked_carries_its_move() -> None:
    state = GAME.start("5x6/233/053/053/053/053")
    moves = {(e.get("data-seat"), e.get("data-move")) for e in elements(state) if e.get("data-move")}
    assert moves == {("0", n) for n in ("LA", "LB", "LC", "RC")} | {
        ("1", n) for n in ("LC", "RC", "RB", "RA")
    }


def test_a_finished_game_offers_nothing_to_pick() -> None:
    assert not [e for e in elements(GAME.start("5x6/xx3/xx3/xx3/xx3/x53")) if e.get("data-move")]


def test_the_three_types_have_three_different_turrets() -> None:
    pictures = {
        kind: ET.tostring(next(e for e in elements(GAME.start()) if e.get("id") == f"tank-0-L{kind}"))
        for kind in "ABC"
    }
    marks = {kind: text[text.index(b'class="mark"') :] for kind, text in pictures.items()}
    assert len(set(marks.values())) == 3


def test_the_two_sides_differ_without_colour() -> None:
    hulls = {
        seat: next(
            h for t in elements(GAME.start(), class_=f"seat-{seat}") for h in t if h.get("class") == "hull"
        )
        for seat in (0, 1)
    }
    assert hulls[0].get("rx") != hulls[1].get("rx")


def test_the_last_move_the_shots_and_the_hits_are_visible() -> None:
    state = played("LA-RC", "LC-RB", "RA-RB", "LA-RB", "LC-RA")
    assert len(elements(state, class_="last")) == 4
    assert len(elements(state, class_="shot")) == 3
    assert {e.get("id") for e in elements(state, class_="burst")} == {"hit-0-3", "hit-1-3"}
    assert {e.get("id") for e in elements(state, class_="wreck")} == {"tank-0-LC", "tank-1-RC"}


def test_a_tank_kept_out_of_a_contested_box_is_marked_and_named() -> None:
    state = played("LA-RA", position="xx3/xx3/xx3/xx3/xx3/133")
    assert len(elements(state, class_="bump")) == 1
    assert "Both wanted the same square; it is U's, so D's tank stayed." in GAME.to_text(state)


def test_the_text_tells_who_hit_whom() -> None:
    text = GAME.to_text(played("LA-RC", "LC-RB", "RA-RB", "LA-RB"))
    assert "D's RB destroyed U's LA." in text
    assert "U (top) 5 tanks, 17 boxes; D (bottom) 6 tanks, 19 boxes" in text


def test_observations_put_each_seat_at_its_own_bottom() -> None:
    start = GAME.start()
    assert (GAME.observe(start, 0) == GAME.observe(start, 1)).all()
    assert GAME.observe(start, 0)[:3, 5].sum() == 6
    moved = played("LA-RC")
    assert not (GAME.observe(moved, 0) == GAME.observe(moved, 1)).all()
