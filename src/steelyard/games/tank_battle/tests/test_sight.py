"""What is remembered of where tanks can go agrees with the rules."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import msgspec
import pytest

from steelyard.core.random_games import random_game
from steelyard.games.tank_battle import TankBattle, rules, sight
from steelyard.games.tank_battle.boards import EMPTY
from steelyard.games.tank_battle.tests.test_rules import POCKETS, STUCK

if TYPE_CHECKING:
    from steelyard.games.tank_battle.tests.conftest import Drawn

LAYOUTS = ["standard", "river", "gates"]


def agrees(game: TankBattle, state: rules.State) -> None:
    seen = sight.sights(state)
    assert seen.keys() == {square for square, tank in enumerate(state.squares) if tank != EMPTY}
    for square, what in seen.items():
        assert what.goes == tuple(sorted(rules.destinations(state, square)))
    for seat in (0, 1):
        assert msgspec.json.decode(game.picks_wire(state, seat)) == msgspec.json.decode(
            msgspec.json.encode(game.picks(state, seat))
        )
        picked = [pick["move"] for picks in game.picks(state, seat).values() for pick in picks]
        assert picked == [game.write_move(move) for move in game.legal_moves(state, seat)]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_what_is_remembered_from_turn_to_turn_is_what_the_rules_say(layout: str) -> None:
    game = TankBattle(layout=layout)
    for number, (state, _) in enumerate(random_game(game, Random(5))):
        sight.sights(state)
        if number % 5 == 0:
            agrees(game, state)


def test_a_position_that_nothing_is_remembered_of_is_looked_at_whole() -> None:
    game = TankBattle()
    state = [state for state, _ in random_game(game, Random(6))][40]
    sight.forget()
    agrees(game, state)


def test_after_a_pass_the_tanks_see_what_they_saw(drawn: Drawn) -> None:
    game, state = drawn(STUCK, layout=POCKETS)
    for move in ("--", "k1-j1", "--"):
        agrees(game, state)
        state = game.play(state, game.read_moves(state, move))
    agrees(game, state)


def test_only_so_many_positions_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sight, "MOST_REMEMBERED", 3)
    sight.forget()
    game = TankBattle()
    for state, _ in list(random_game(game, Random(7)))[:6]:
        agrees(game, state)
    assert sight.remembered() == 3
