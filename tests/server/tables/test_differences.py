"""What pages are sent of a turn: applied to what they know, it is the next position."""

from __future__ import annotations

import weakref
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import msgspec
import pytest
from websockets.frames import Frame as LibraryFrame
from websockets.frames import Opcode

from steelyard import games
from steelyard.core.random_games import random_game
from steelyard.server.http.sockets import Frame
from steelyard.server.tables import differences
from steelyard.server.tables.announcements import Announcement
from tests.server.running_server import ME, OPEN, Guest

if TYPE_CHECKING:
    from collections.abc import Iterator

SVG = "{http://www.w3.org/2000/svg}"
TURNS = 60  # of one random game


@pytest.fixture
def carol(ada: Guest) -> Iterator[Guest]:
    with Guest(ada.address, "Carol") as guest:
        yield guest


def patched(before: Any, change: Any) -> Any:
    """As `patched` of `web/parts/tables/changes.js`."""
    if isinstance(change, list):
        return change[0]
    if not isinstance(change, dict):
        return change
    if isinstance(before, list):
        return [patched(old, change[str(at)]) if str(at) in change else old for at, old in enumerate(before)]
    return before | {name: patched(before[name], inside) for name, inside in change.items()}


def sent(value: Any) -> Any:
    """As it arrives."""
    return msgspec.json.decode(msgspec.json.encode(value))


def on_the_board(picture: str) -> str:
    """What a page shows of a picture."""
    root = ET.fromstring(picture)  # noqa: S314 - our own
    for name in ("title", "desc", "style"):
        for element in root.findall(f"{SVG}{name}"):
            root.remove(element)
    for layer in root.findall(f"{SVG}g"):
        for aside in layer.findall(f"{SVG}g[@class='aside']"):
            layer.remove(aside)
    return ET.tostring(root, encoding="unicode")


def positions(name: str, games_played: int) -> Iterator[tuple[Any, list[Any]]]:
    for options in games.game_class(name).option_sets():
        game = games.get(name, **options)
        for seed in range(games_played):
            yield game, [state for state, _ in random_game(game, Random(seed))][:TURNS]


def check_changes(name: str, games_played: int) -> None:
    for game, states in positions(name, games_played):
        known, parts = sent(differences.shown(game, states[0])), game.picture_parts(states[0])
        for state in states[1:]:
            after = game.picture_parts(state)
            parts |= {part: text for part, text in after.items() if parts[part] != text}
            assert "".join(parts.values()) == game.to_svg(state)
            change = sent(differences.changed(known, sent(differences.shown(game, state))))
            known = patched(known, change)
            assert known == sent(differences.shown(game, state))
            text = differences.SENTENCE.join(known["text"])
            assert text == game.describe(state)
            last = known["last_turn"]
            assert (text[:last] if isinstance(last, int) else last) == game.last_turn(state)
            assert on_the_board("".join(known["picture"].values())) == on_the_board(game.to_svg(state))


@pytest.mark.parametrize("name", games.names())
def test_changes_applied_turn_by_turn_give_each_position(name: str) -> None:
    check_changes(name, 1)


@pytest.mark.long
@pytest.mark.parametrize("name", games.names())
def test_changes_applied_turn_by_turn_give_each_position_in_many_games(name: str) -> None:
    check_changes(name, 40)


@pytest.mark.parametrize("name", ["tank_battle", "tank_war", "tank_duel"])
def test_a_turn_takes_two_kilobytes_at_most_on_average(name: str) -> None:
    sizes = [
        len(
            msgspec.json.encode(
                differences.changed(differences.shown(game, one), differences.shown(game, two))
            )
        )
        for game, states in positions(name, 3)
        for one, two in pairwise(states)
    ]
    assert sum(sizes) / len(sizes) < {"tank_duel": 3000}.get(name, 2000)


@pytest.mark.parametrize(
    ("before", "after", "change"),
    [
        ({"a": 1, "b": [1, 2]}, {"a": 1, "b": [1, 3]}, {"b": {"1": 3}}),
        ({"a": None}, {"a": {"b": 1}}, {"a": [{"b": 1}]}),
        ({"a": [1]}, {"a": [1, 2]}, {"a": [[1, 2]]}),
        ({"a": {"b": 1}}, {"a": {"c": 1}}, {"a": [{"c": 1}]}),
        ({"a": {"b": 1}}, {"a": None}, {"a": None}),
        ({"a": []}, {"a": []}, {}),
    ],
)
def test_a_change_names_what_differs(before: Any, after: Any, change: Any) -> None:
    assert differences.changed(before, after) == change
    assert patched(before, change) == after


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65535, 65536, 70000])
def test_a_frame_is_what_the_library_would_write(size: int) -> None:
    payload = b"x" * size
    assert Frame(payload).framed == LibraryFrame(Opcode.TEXT, payload).serialize(mask=False)


def test_a_page_that_follows_changes_knows_what_a_page_with_whole_positions_is_told(
    ada: Guest, bob: Guest, carol: Guest
) -> None:
    table = ada.sets_up("tank_battle", ME, OPEN)
    bob.joins(table)
    with (
        ada.follows(table["id"]) as adas,
        bob.follows(table["id"]) as bobs,
        carol.follows(table["id"], changes=True) as watching,
    ):
        start = watching.until("snapshot")
        assert "svg" not in start
        known = {name: start[name] for name in ("picture", "json", "text", "last_turn", "score")}
        legal = adas.until("snapshot")["legal"]["0"]
        bobs.until("snapshot")
        for number in range(1, 7):
            mover = (bobs, adas)[number % 2]
            mover.says("move", turn=number, move=Random(number).choice(legal))
            whole, other = bobs.until("turn", turn=number), adas.until("turn", turn=number)
            turn = watching.until("turn", turn=number)
            assert not {"svg", "legal", "picks", "chosen"} & turn.keys()
            known = patched(known, turn["changes"])
            assert known["json"] == whole["json"]
            assert ". ".join(known["text"]) == whole["text"]
            assert on_the_board("".join(known["picture"].values())) == on_the_board(whole["svg"])
            legal = (whole if number % 2 else other)["legal"][str(number % 2)]
        assert turn["seq"] == whole["seq"]


def test_a_page_that_was_away_gets_the_changes_it_missed_or_everything(
    ada: Guest, bob: Guest, carol: Guest
) -> None:
    table = ada.sets_up("tank_war", ME, OPEN)
    bob.joins(table)
    with ada.follows(table["id"]) as adas, bob.follows(table["id"]) as bobs:
        with carol.follows(table["id"], changes=True) as first:
            seen = first.until("snapshot")["seq"]

        def play(turn: int) -> None:
            adas.says("move", turn=turn, move="LA")
            bobs.says("move", turn=turn, move="LA")
            adas.until("turn", turn=turn)

        play(1)
        with carol.follows(table["id"], after=seen, changes=True) as back:
            assert "changes" in back.until("turn", turn=1)
        for turn in range(2, 5):
            play(turn)
        with carol.follows(table["id"], after=seen, changes=True) as late:
            assert late.next()["type"] == "snapshot"


def test_a_message_that_was_sent_keeps_nothing_but_its_bytes() -> None:
    class Position:
        """Something large."""

    position = Position()
    alive = weakref.ref(position)
    told = Announcement(1, lambda of=position: {"whole": str(of)}, lambda of=position: {"changes": [str(of)]})  # type: ignore[misc] # a default that says what is kept
    del position
    told.close()
    assert told.has(changes=False)
    assert told.has(changes=True)  # nobody was there: either form can be asked for
    written = told.common(changes=True)
    told.close()
    assert alive() is None
    assert (told.has(changes=False), told.has(changes=True)) == (False, True)
    assert told.to((), changes=True) == written


def test_changes_do_not_tell_a_sealed_move(ada: Guest, bob: Guest, carol: Guest) -> None:
    table = ada.sets_up("tank_war", ME, OPEN)
    bob.joins(table)
    with (
        ada.follows(table["id"], changes=True) as adas,
        bob.follows(table["id"], changes=True) as bobs,
        carol.follows(table["id"], changes=True) as watching,
    ):
        adas.says("move", turn=1, move="LB")
        assert adas.until("sealed")["chosen"] == {"0": "LB"}
        for page in (bobs, watching):
            sealed = page.until("sealed")
            assert "chosen" not in sealed
            assert "LB" not in msgspec.json.encode(sealed).decode()
        assert bob.shows(table["id"])["chosen"] == {}
