"""What programs are told of a position: JSON, as values and as bytes."""

from __future__ import annotations

from dataclasses import asdict
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from msgspec import Raw
from msgspec.json import encode

from steelyard.core.game import SEATS, Seat
from steelyard.games.tank_war import rules
from steelyard.games.tank_war.notation import tank_names, write_state
from steelyard.games.tank_war.rules import COLUMNS, ROWS, SIZE, own_lane

if TYPE_CHECKING:
    from steelyard.games.tank_war.rules import Shot, State

OWNERS = ["0" * boundary + "1" * (SIZE - boundary) for boundary in range(SIZE + 1)]  # a column from the top


def to_json(state: State) -> dict[str, Any]:
    tanks = [known[row].copy() for known, row in zip(_tanks(state.lanes), _rows(state), strict=True)]
    return _shape(state, tanks, list(_territory(state.boundary)))


def to_wire(state: State) -> bytes:
    """The same, put together from pieces encoded once: a referee asks for it every round."""
    tanks = [known[row] for known, row in zip(_encoded_tanks(state.lanes), _rows(state), strict=True)]
    return encode(_shape(state, Raw(b"[%b]" % b",".join(tanks)), _encoded_territory(state.boundary)))


def _shape(state: State, tanks: Any, territory: Any) -> dict[str, Any]:
    outcome = rules.outcome(state)
    return {
        "round": state.rounds,
        "tanks": tanks,
        "territory": territory,
        "boxes": list(rules.boxes(state)),
        "surviving": list(rules.surviving(state)),
        "fired": [_shot_json(state, shot) for shot in (state.last.shots if state.last else ())],
        "state": write_state(state),
        "outcome": None if outcome is None else asdict(outcome) | {"score": list(outcome.score)},
    }


def _rows(state: State) -> tuple[int | None, ...]:
    return state.rows[0] + state.rows[1]


@cache
def _tanks(lanes: str) -> list[dict[int | None, dict[str, Any]]]:
    """For each of the twelve tanks, U's first, what is said of it on each row, and of its wreck."""
    return [
        {
            row: _tank_json(seat, tank_names(lanes)[own_lane(seat, column)], column, row)
            for row in (None, *ROWS)
        }
        for seat in SEATS
        for column in COLUMNS
    ]


def _tank_json(seat: Seat, name: str, column: int, row: int | None) -> dict[str, Any]:
    place = {"column": column, "row": row, "alive": row is not None}
    return {"seat": seat, "name": name, "type": name[1], **place}


@cache
def _encoded_tanks(lanes: str) -> list[dict[int | None, bytes]]:
    return [{row: encode(tank) for row, tank in known.items()} for known in _tanks(lanes)]


@lru_cache(maxsize=4096)
def _territory(boundary: tuple[int, ...]) -> tuple[str, ...]:
    """Whose each box is, row by row."""
    return tuple("".join(row) for row in zip(*(OWNERS[boxes] for boxes in boundary), strict=True))


@lru_cache(maxsize=4096)
def _encoded_territory(boundary: tuple[int, ...]) -> Raw:
    return Raw(encode(_territory(boundary)))


def _shot_json(state: State, shot: Shot) -> dict[str, Any]:
    names = tank_names(state.lanes)
    return {
        "seat": shot.seat,
        "tank": names[own_lane(shot.seat, shot.column)],
        "hit": names[own_lane(SEATS[1 - shot.seat], shot.target)],
    }
