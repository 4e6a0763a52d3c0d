"""Boards and options are given by name, and a board on which the game is over is refused everywhere."""

from __future__ import annotations

from typing import Any

import pyspiel
import pytest

import steelyard
import steelyard.envs.openspiel
from steelyard.envs import batch, gymnasium, gymnasium_vector, jax, pettingzoo
from steelyard.games.tank_duel import TankDuel

MAKERS = {
    "PettingZoo in turn": pettingzoo.env,
    "PettingZoo together": pettingzoo.parallel_env,
    "Gymnasium": gymnasium.SeatEnv,
    "Gymnasium, many": lambda game, **given: gymnasium_vector.BatchEnv(2, game=game, **given),
    "batch": lambda game, **given: batch.make(game, 2, **given),
    "OpenSpiel": lambda game, **given: pyspiel.load_game(f"steelyard_{game}", given),
    "JAX": jax.make,
}
every_maker = pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)


def finished(game: str) -> str:
    """A position in which the game is over."""
    if game == "tank_war":
        return "xx3/xx3/xx3/xx3/xx3/xx3"
    duel = TankDuel()
    state = duel.start()
    while duel.outcome(state) is None:
        state = duel.play(state, {0: duel.read_move("L"), 1: duel.read_move("R")})
    return duel.write_state(state)


@every_maker
@pytest.mark.parametrize("game", ["tank_war", "tank_duel"])
def test_a_game_that_is_over_already_is_refused(game: str, make: Any) -> None:
    with pytest.raises(steelyard.InvalidOption, match="the game is over already at"):
        make(game, setup=finished(game))


@every_maker
def test_a_setup_that_cannot_be_read_is_refused(make: Any) -> None:
    with pytest.raises(steelyard.InvalidState):
        make("tank_war", setup="nowhere")


def test_sliced_games_and_reset_refuse_it_too() -> None:
    over = finished("tank_war")
    with pytest.raises(steelyard.InvalidOption, match="the game is over already at"):
        batch.make("tank_war", 2, setup=over, sliced=True)
    environment = pettingzoo.parallel_env("tank_war")
    with pytest.raises(steelyard.InvalidOption, match="the game is over already at"):
        environment.reset(options={"setup": over})
    environment.reset()  # on the board as before
    assert environment.agents == ["player_0", "player_1"]


@pytest.mark.parametrize(
    "make", [pettingzoo.env, pettingzoo.raw_env, pettingzoo.parallel_env, jax.make, gymnasium.SeatEnv]
)
def test_boards_are_given_by_name(make: Any) -> None:
    with pytest.raises(TypeError, match="positional argument"):
        make("tank_duel", "maze")


def test_of_a_batch_too() -> None:
    for wrong in (lambda: batch.make("tank_duel", 2, "maze"), lambda: batch.Batch(TankDuel(), 2, "maze")):  # type: ignore[call-overload,call-arg]
        with pytest.raises(TypeError, match="positional argument"):
            wrong()
