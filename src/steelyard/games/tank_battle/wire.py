"""A position for programs: JSON, in the shape of schema.json."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from steelyard.games.tank_battle import rules
from steelyard.games.tank_battle.boards import SIZE
from steelyard.games.tank_battle.notation import write_state

if TYPE_CHECKING:
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
