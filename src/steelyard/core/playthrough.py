"""Games written out as text, for golden files: a change in one is a change of the rules."""

from __future__ import annotations

import zlib
from random import Random
from typing import TYPE_CHECKING, Any

from steelyard.core.game import SEATS
from steelyard.core.random_games import random_game

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from steelyard.core.game import Game
    from steelyard.core.notation import WrittenGame

MANY = 24


def random_playthrough(game: Game[Any], seed: int, setup: str = "") -> str:
    """Everything the rules say at each turn of the random game of that seed."""
    played = [
        (state, game.write_moves(state, moves) if moves else "")
        for state, moves in random_game(game, Random(seed), setup)
    ]
    return _written_out(game, f"seed {seed}", played)


def playthrough(written: WrittenGame) -> str:
    """The same for a game that was written down."""
    return _written_out(written.game, "as written", zip(written.states, (*written.turns, ""), strict=True))


def _written_out(game: Game[Any], source: str, played: Iterable[tuple[Any, str]]) -> str:
    lines = [repr(game), f"rules version {game.rules_version}, {source}", ""]
    for number, (state, turn) in enumerate(played, start=1):
        lines += [f"== {number}", *_position(game, state), f"played: {turn or '-'}", ""]
    return "\n".join(lines)


def _listed(moves: list[str]) -> str:
    """The moves, or, if there are very many, their number and a checksum."""
    if len(moves) <= MANY:
        return " ".join(moves) or "-"
    return f"{len(moves)} moves, checksum {zlib.crc32(' '.join(moves).encode()):08x}"


def _position(game: Game[Any], state: Any) -> Iterator[str]:
    yield game.to_text(state)
    yield f"state: {game.write_state(state)}"
    for seat in SEATS:
        yield f"legal {seat}: {_listed([game.write_move(move) for move in game.legal_moves(state, seat)])}"
    if outcome := game.outcome(state):
        yield f"outcome: winner {outcome.winner}, {outcome.reason}, {outcome.score[0]} : {outcome.score[1]}"
