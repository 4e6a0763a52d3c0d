"""A position for programs: JSON, in the shape of schema.json."""

from __future__ import annotations

from dataclasses import asdict
from functools import cache
from typing import TYPE_CHECKING, Any

from msgspec.json import encode

from steelyard.core.game import Move
from steelyard.games.tank_battle import interaction, rules, sight
from steelyard.games.tank_battle.boards import EMPTY, SIZE, SQUARES
from steelyard.games.tank_battle.notation import write_move, write_state

if TYPE_CHECKING:
    from collections.abc import Sequence

    from steelyard.core.game import Seat
    from steelyard.games.tank_battle.rules import State
    from steelyard.games.tank_battle.sight import Sight


def to_json(state: State) -> dict[str, Any]:
    outcome = rules.outcome(state)
    return {
        "board": [state.squares[SIZE * rank : SIZE * (rank + 1)] for rank in reversed(range(SIZE))],
        "to_move": state.mover if outcome is None else None,
        "score": list(rules.points(state)),
        "captured": list(rules.captured(state)),
        "quiet": state.quiet,
        "state": write_state(state),
        "outcome": None if outcome is None else asdict(outcome) | {"score": list(outcome.score)},
    }


def legal_moves(state: State, seat: Seat) -> bytes:
    """The legal moves, joined from those of each tank, which are encoded once: a server asks every turn."""
    movable = _movable(state, seat)
    if not movable:
        return encode([write_move(move) for move in rules.legal_moves(state, seat)])
    sights = sight.sights(state)
    return b"[%b]" % b",".join([sights[square].moves or _tank_moves(sights, square) for square in movable])


def picks(state: State, seat: Seat) -> bytes:
    """`interaction.picks`, joined in the same way."""
    movable = _movable(state, seat)
    if not movable:
        return encode(interaction.picks(state, seat))
    names, sights = interaction.elements(state), sight.sights(state)
    tanks = [
        f'"{names[square]}":['.encode() + (sights[square].picks or _tank_picks(state, sights, square))
        for square in movable
    ]
    return b"{%b]}" % b"],".join(tanks)


def _movable(state: State, seat: Seat) -> Sequence[int]:
    return () if seat != state.mover or rules.is_over(state) else sight.movable(state, seat)


def _tank_moves(sights: dict[int, Sight], square: int) -> bytes:
    known = sights[square]
    known.moves = b",".join([_move(square, target) for target in known.goes])
    return known.moves


def _tank_picks(state: State, sights: dict[int, Sight], square: int) -> bytes:
    """They depend on what the tank sees alone: also whether there is a tank on its target."""
    known, squares = sights[square], state.squares
    known.picks = b",".join([_pick(square, target, squares[target] != EMPTY) for target in known.goes])
    return known.picks


@cache
def _move(square: int, target: int) -> bytes:
    return encode(write_move(Move(SQUARES * square + target)))


@cache
def _pick(square: int, target: int, capture: bool) -> bytes:  # noqa: FBT001 - remembered, asked for without names
    return encode(interaction.pick(SQUARES * square + target, target, capture))
