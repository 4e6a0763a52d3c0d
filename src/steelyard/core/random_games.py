"""Random games, joint moves and perft, for any game."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator
    from random import Random

    from steelyard.core.game import Game, Move, Seat

S = TypeVar("S", bound="Hashable")


def random_moves(game: Game[S], state: S, rng: Random) -> dict[Seat, Move]:
    """One legal move for each seat to move, each equally likely."""
    return {seat: rng.choice(game.legal_moves(state, seat)) for seat in game.to_move(state)}


def random_game(game: Game[S], rng: Random, setup: str = "") -> Iterator[tuple[S, dict[Seat, Move]]]:
    """Every position of a random game with the moves made there; the last has none."""
    state = game.start(setup)
    while moves := random_moves(game, state, rng):
        yield state, moves
        state = game.play(state, moves)
    yield state, {}


def joint_moves(game: Game[S], state: S) -> Iterator[dict[Seat, Move]]:
    """Every combination of the moves of the seats to move; none once the game is over."""
    seats = game.to_move(state)
    if seats:
        for moves in itertools.product(*(game.legal_moves(state, seat) for seat in seats)):
            yield dict(zip(seats, moves, strict=True))


def perft(game: Game[S], state: S, turns: int) -> int:
    """How many sequences of joint moves of that many turns there are: a cheap fingerprint of the rules."""
    if turns <= 1:
        return (
            sum(1 for _ in joint_moves(game, state)) if turns else 1
        )  # the last turn is counted, not played
    return sum(perft(game, game.play(state, moves), turns - 1) for moves in joint_moves(game, state))
