"""A move as the eye sees it: where a tank can go, that it drives, and what it captures."""

from __future__ import annotations

import steelyard
from steelyard.games.tank_battle import TankBattle

GAME = TankBattle()
DUEL = "B10/11/11/11/11/11/11/11/11/9bw/10W w 0"


def test_a_tank_that_is_picked_shows_every_square_it_can_reach() -> None:
    picks = GAME.picks(GAME.read_state(DUEL), 0)
    reach = {choice["label"]: choice["capture"] for choices in picks.values() for choice in choices}
    assert (reach["j2"], reach["k3"]) == (True, False)  # a capture beside it, an empty square ahead


def test_who_is_not_to_move_can_pick_nothing() -> None:
    assert GAME.picks(GAME.start(), 1) == {}


def test_only_a_pass_can_be_picked_when_there_is_no_move() -> None:
    layout = (
        "Bbbbb....#./bbbb.....##/bbb......../bb........./.........../.........../"
        ".........../.........ww/........www/##.....wwww/.#....wwwwW"
    )
    game = TankBattle(layout=layout)
    state = game.read_state("10w/11/11/11/11/11/11/11/11/11/b9B w 0")
    assert game.picks(state, 0) == {"pass": [{"move": "--", "to": None, "capture": False, "label": "pass"}]}
    moves = game.read_moves(state, "--")
    assert game.phases(state, moves, game.play(state, moves)) == []


def test_it_drives_and_then_what_stood_there_is_hit() -> None:
    state = GAME.read_state(DUEL)
    moves = GAME.read_moves(state, "k2xj2")
    drive, hit = GAME.phases(state, moves, GAME.play(state, moves))
    assert [(each["kind"], each["seat"], each["to"]) for each in drive] == [("move", 0, (600.0, 600.0))]
    assert [(each["kind"], each["id"][:6]) for each in hit] == [("hit", "tank-1")]


def test_only_tank_battle_ends_by_agreement() -> None:
    assert GAME.by_agreement(GAME.start()).reason == "agreement"
    for name in ("tank_war", "tank_duel"):
        assert "agreement" not in steelyard.games.game_class(name).reasons
