"""A position that was written down is drawn again as it was in its game."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from steelyard import games
from steelyard.core.random_games import random_game


@pytest.mark.parametrize("name", games.names())
def test_with_its_history_a_position_is_drawn_as_in_its_game(name: str) -> None:
    game = games.get(name)
    for state, _ in islice(random_game(game, Random(1)), 40):
        again = game.read_history(game.read_state(game.write_state(state)), game.write_history(state))
        assert game.to_svg(again) == game.to_svg(state)
