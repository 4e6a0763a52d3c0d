"""A position for programs: JSON, in the shape of schema.json."""

from __future__ import annotations

from dataclasses import asdict
from functools import cache
from typing import TYPE_CHECKING, Any

from msgspec.json import encode

from steelyard.games.tank_battle import interaction, rules, sight
from steelyard.games.tank_battle.boards import EMPTY, SIZE, SQUARES
from steelyard.games.tank_battle.notation import write_state

if TYPE_CHECKING:
    from steelyard.core.game import Seat
    from steelyard.games.tank_battle.rules import State


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


def picks(state: State, seat: Seat) -> bytes:
    """`interaction.picks`, joined from picks that are encoded once: a server asks for it every turn."""
    movable = () if seat != state.mover or rules.is_over(state) else sight.movable(state, seat)
    if not movable:
        return encode(interaction.picks(state, seat))
    names, sights, squares = interaction.elements(state), sight.sights(state), state.squares
    tanks = [
        b'"%b":[%b]'
        % (
            names[square].encode(),
            b",".join([_pick(square, target, squares[target] != EMPTY) for target in sights[square].goes]),
        )
        for square in movable
    ]
    return b"{%b}" % b",".join(tanks)


@cache
def _pick(square: int, target: int, capture: bool) -> bytes:  # noqa: FBT001 - remembered, asked for without names
    return encode(interaction.pick(SQUARES * square + target, target, capture))
