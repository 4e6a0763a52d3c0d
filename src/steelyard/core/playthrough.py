"""A random game written out as text, for golden files: a change in one is a change of the rules."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from steelyard.core.game import SEATS
from steelyard.core.playing import random_game

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steelyard.core.game import Game, Move, Seat


def playthrough(game: Game[Any], seed: int, setup: str = "") -> str:
    """Everything the rules say at each turn of the random game of that seed."""
    lines = [repr(game), f"rules version {game.rules_version}, seed {seed}", ""]
    for turn, (state, moves) in enumerate(random_game(game, Random(seed), setup), start=1):  # noqa: S311 - a game
        lines += _turn(game, state, moves, turn)
    return "\n".join(lines) + "\n"


def _turn(game: Game[Any], state: Any, moves: dict[Seat, Move], turn: int) -> Iterator[str]:
    yield f"== {turn}"
    yield game.to_text(state)
    yield f"state: {game.write_state(state)}"
    for seat in SEATS:
        legal = " ".join(map(game.write_move, game.legal_moves(state, seat))) or "-"
        yield f"legal {seat}: {legal}"
    outcome = game.outcome(state)
    if outcome is None:
        yield f"played: {game.write_moves(state, moves)}"
    else:
        yield f"outcome: winner {outcome.winner}, {outcome.reason}, {outcome.score[0]} : {outcome.score[1]}"
    yield ""
