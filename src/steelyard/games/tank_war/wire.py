"""A position for programs: JSON, in the shape of schema.json, as values and as bytes."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import product
from operator import getitem
from typing import TYPE_CHECKING, Any

from msgspec.json import encode

from steelyard.core.game import SEATS, Seat
from steelyard.games.tank_war import rules
from steelyard.games.tank_war.notation import WRITTEN, tank_names, write_state
from steelyard.games.tank_war.rules import COLUMNS, ROWS, SIZE, own_lane

if TYPE_CHECKING:
    from steelyard.games.tank_war.rules import Shot, State


def to_json(state: State) -> dict[str, Any]:
    rows = state.rows[0] + state.rows[1]
    return {
        "round": state.rounds,
        "tanks": [known[row].copy() for known, row in zip(_tanks(state.lanes), rows, strict=True)],
        **_ground(state.boundary),
        "surviving": list(rules.surviving(state)),
        "fired": _fired(state),
        "state": write_state(state),
        "outcome": _outcome(state),
    }


def to_wire(state: State) -> bytes:
    """The same as bytes, joined from pieces that are encoded once: a referee asks for it every round."""
    u, d = state.rows
    boundary = state.boundary
    u_left, u_right, d_left, d_right = _encoded_tanks(state.lanes)
    shots = state.last.shots if state.last else ()
    pieces = (
        b'{"round":%d,"tanks":[' % state.rounds,
        u_left[u[:3]],
        u_right[u[3:]],
        d_left[d[:3]],
        d_right[d[3:]],
        _encoded_ground(boundary),
        SURVIVING[u.count(None), d.count(None)],
        b",".join([_encoded_shot(state.lanes, shot) for shot in shots]) if shots else b"",
        b'],"state":"',
        b"/".join(map(_encoded_column, zip(u, d, boundary, strict=True))),
        b'","outcome":null}' if all(state.movable) else b'","outcome":%b}' % encode(_outcome(state)),
    )
    return b"".join(pieces)


def _outcome(state: State) -> dict[str, Any] | None:
    outcome = rules.outcome(state)
    if outcome is None:
        return None
    return {"winner": outcome.winner, "reason": outcome.reason, "score": list(outcome.score)}


def _fired(state: State) -> list[dict[str, Any]]:
    return [_shot_json(state.lanes, shot) for shot in state.last.shots] if state.last else []


@cache
def _tanks(lanes: str) -> list[dict[int | None, dict[str, Any]]]:
    """For each of the twelve tanks, U's first: its JSON on each row, and once it is destroyed."""
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
def _encoded_tanks(lanes: str) -> list[dict[tuple[int | None, ...], bytes]]:
    """For each three of the twelve tanks, in the order of `_tanks`: their JSON by their rows, and a comma."""
    tanks = [{row: encode(tank) for row, tank in known.items()} for known in _tanks(lanes)]
    return [
        {
            rows: b",".join(map(getitem, half, rows)) + follows
            for rows in product((None, *ROWS), repeat=SIZE // 2)
        }
        for half, follows in ((tanks[:3], b","), (tanks[3:6], b","), (tanks[6:9], b","), (tanks[9:], b"],"))
    ]


_encoded_column = {column: text.encode() for column, text in WRITTEN.items()}.__getitem__
SURVIVING = {  # by how many tanks each has lost
    (u, d): b',"surviving":[%d,%d],"fired":[' % (SIZE - u, SIZE - d)
    for u, d in product(range(SIZE + 1), repeat=2)
}


def _ground(boundary: tuple[int, ...]) -> dict[str, Any]:
    """The owner of each box, row by row, and how many boxes each player has."""
    owners = ["0" * boxes + "1" * (SIZE - boxes) for boxes in boundary]  # a column from the top
    u = sum(boundary)
    return {
        "territory": ["".join(row) for row in zip(*owners, strict=True)],
        "boxes": [u, SIZE * SIZE - u],
    }


@lru_cache(maxsize=4096)
def _encoded_ground(boundary: tuple[int, ...]) -> bytes:
    return encode(_ground(boundary))[1:-1]


@cache
def _encoded_shot(lanes: str, shot: Shot) -> bytes:
    return encode(_shot_json(lanes, shot))


def _shot_json(lanes: str, shot: Shot) -> dict[str, Any]:
    names = tank_names(lanes)
    return {
        "seat": shot.seat,
        "tank": names[own_lane(shot.seat, shot.column)],
        "hit": names[own_lane(SEATS[1 - shot.seat], shot.target)],
    }
