"""Joysticks and positions to text and back.

A position is one line: the board's rows as in a chess diagram, then each tank, then each tank's missile.

    10/10/4x5/10/2o7/10/10/7o2/10/10 3,4:R>U 6,5:L!U - 6,4:U
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from steelyard.core.errors import InvalidMove, InvalidState
from steelyard.core.game import SEATS, Move
from steelyard.games.tank_duel.rules import (
    DIRECTIONS,
    FREE,
    HITS,
    JOYSTICKS,
    MINE,
    MOST_COLUMNS,
    MOST_ROWS,
    WALL,
    Direction,
    Joystick,
    Missile,
    Square,
    State,
    Tank,
    both,
    is_over,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

LETTER: dict[Direction, str] = {direction: direction[0].upper() for direction in DIRECTIONS}
NAMED: dict[str, Direction] = {letter: direction for direction, letter in LETTER.items()}
NOTHING = "-"
MOST_CHARACTERS = 1000  # more than the longest position has

TANK = re.compile(r"(\d{1,2}),(\d{1,2}):([LRUD])(?:([>!])([LRUD]))?(?:\*([a-z]+(?:\+[a-z]+)*))?", re.ASCII)
MISSILE = re.compile(r"(-1|\d{1,2}),(-1|\d{1,2}):([LRUD])(\*?)", re.ASCII)


# Moves.
def _written(joystick: Joystick) -> str:
    move = LETTER[joystick.move] if joystick.move else NOTHING
    tower = LETTER[joystick.tower] if joystick.tower else ""
    if joystick.fire:
        return f"{move}!{tower}"
    return f"{move}>{tower}" if tower else move


MOVES = tuple(map(_written, JOYSTICKS))
CODES = {text: Move(code) for code, text in enumerate(MOVES)}


def read_move(text: str) -> Move:
    if text not in CODES:
        raise InvalidMove(
            f"{text[:40]!r} is not a joystick; it is where to drive (L, R, U, D or -), then ! and where to "
            "fire or > and where to turn the tower, as in L, R!U, -!L or L>U"
        )
    return CODES[text]


# Positions.
@lru_cache(maxsize=1 << 12)
def write_state(state: State) -> str:
    rows = (state.squares[row : row + state.width] for row in range(0, len(state.squares), state.width))
    board = "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in rows)
    return " ".join([board, *map(_write_tank, state.tanks), *map(_write_missile, state.missiles)])


def _write_tank(tank: Tank) -> str:
    stick = _written(Joystick(tank.move, tank.tower, tank.fire))
    hits = f"*{'+'.join(tank.hits)}" if tank.hits else ""
    return f"{tank.at.x},{tank.at.y}:{stick}{hits}"


def _write_missile(missile: Missile | None) -> str:
    if missile is None:
        return NOTHING
    flames = "*" if missile.in_flames else ""
    return f"{missile.tail.x},{missile.tail.y}:{LETTER[missile.direction]}{flames}"


def read_state(text: str) -> State:
    parts = text.split() if len(text) <= MOST_CHARACTERS else []
    if len(parts) != 5:
        raise InvalidState(
            f"{text[:40]!r} is not a position; a position has five parts: the board's rows, tank 0, tank 1, "
            "and the missile of each or -, as in 4/2x1/4 0,0:R>R 3,2:L>L - -"
        )
    width, height, squares = _read_board(parts[0])
    tanks = both(lambda seat: _read_tank(parts[1 + seat], seat))
    bare = State(width, height, squares, tanks)
    state = State(
        width, height, squares, tanks, both(lambda seat: _read_missile(parts[3 + seat], seat, bare))
    )
    if wrong := next(_wrong(state), None):
        raise InvalidState(f"this position cannot arise: {wrong}")
    return state


def _read_board(text: str) -> tuple[int, int, str]:
    rows = [_read_row(number, row) for number, row in enumerate(text.split("/"))]
    width, height = len(rows[0]), len(rows)
    if height > MOST_ROWS:
        raise InvalidState(f"{height} rows; a board has at most {MOST_ROWS}")
    for number, row in enumerate(rows):
        if len(row) != width:
            raise InvalidState(
                f"row {number} has {len(row)} squares, row 0 has {width}; all rows have the same length"
            )
    return width, height, "".join(rows)


def _read_row(number: int, text: str) -> str:
    if not re.fullmatch(r"([xo]|[1-9]\d?)+", text, re.ASCII):
        raise InvalidState(
            f"row {number} is {text[:40]!r}; it should be made of x (wall), o (mine) and numbers of free "
            "squares, as in 4x2o2"
        )
    row = re.sub(r"\d+", lambda run: FREE * int(run[0]), text)
    if len(row) > MOST_COLUMNS:
        raise InvalidState(f"row {number} has {len(row)} squares; a board has at most {MOST_COLUMNS} columns")
    return row


def _read_tank(text: str, seat: int) -> Tank:
    read = TANK.fullmatch(text)
    if read is None:
        raise InvalidState(
            f"tank {seat} is {text[:40]!r}; it should be its place, where it drives and where its tower "
            "points (! if it has just fired), as in 3,4:R>U, then what destroyed it, if so, as in *mine+tank"
        )
    x, y, move, fire, tower, hits = read.groups()
    words = hits.split("+") if hits else []
    destroyed = tuple(hit for hit in HITS if hit in words)
    if list(destroyed) != words:
        raise InvalidState(
            f"tank {seat} is destroyed by {hits!r}; the words, in this order, are {'+'.join(HITS)}"
        )
    return Tank(Square(int(x), int(y)), NAMED[move], NAMED[tower] if tower else None, fire == "!", destroyed)


def _read_missile(text: str, seat: int, state: State) -> Missile | None:
    if text == NOTHING:
        return None
    read = MISSILE.fullmatch(text)
    if read is None:
        raise InvalidState(
            f"the missile of tank {seat} is {text[:40]!r}; it should be -, or its tail's place and its "
            "direction, then * if it is in flames, as in 5,0:D or 5,0:D*"
        )
    tail, direction = Square(int(read[1]), int(read[2])), NAMED[read[3]]
    head = tail if state.holds(tail, WALL) else tail.next(direction)
    return Missile(tail, head, direction, bool(read[4]))


def _wrong(state: State) -> Iterator[str]:
    """Why no game can reach this position, the simplest reason first."""
    for seat in SEATS:
        yield from _wrong_tank(state, seat)
    for seat in SEATS:
        if missile := state.missiles[seat]:
            yield from _wrong_missile(state, seat, missile)


def _wrong_tank(state: State, seat: int) -> Iterator[str]:
    tank, other = state.tanks[seat], state.tanks[1 - seat]
    place = f"tank {seat} at {tank.at.x},{tank.at.y}"
    if not state.on_board(tank.at):
        yield f"{place} is off the board of {state.width} x {state.height}"
    elif state.holds(tank.at, WALL):
        yield f"{place} stands in a wall"
    if state.holds(tank.at, MINE) != ("mine" in tank.hits):
        yield f"{place}: a tank is on a mine exactly when a mine has destroyed it"
    if (tank.at == other.at) != ("tank" in tank.hits):
        yield f"{place}: both tanks are on one square exactly when they have destroyed each other"
    ahead = state.wrapped(tank.at.next(tank.move))
    if "wall" in tank.hits and not state.holds(ahead, WALL):
        yield f"{place} has hit a wall, but there is none where it drives"
    if tank.fire and not is_over(state) and not _just_fired(tank, state.missiles[seat]):
        yield f"{place} has just fired, but there is no missile of its own where its tower points"


def _wrong_missile(state: State, seat: int, missile: Missile) -> Iterator[str]:
    tank = state.tanks[seat]
    place = f"the missile of tank {seat} at {missile.tail.x},{missile.tail.y}"
    if not state.on_board(missile.tail) and not _just_fired(tank, missile):
        yield f"{place} has its tail off the board and has not just been fired there"
    in_wall = state.holds(missile.head, WALL)
    if in_wall and not missile.in_flames:
        yield f"{place} is in a wall, so it is in flames: write * after it"
    touched = [other for other in state.tanks if missile.covers(other.at)]
    if touched and not is_over(state):
        yield f"{place} touches a tank that is not destroyed"
    if missile.in_flames and not in_wall and not touched:
        yield f"{place} is in flames, but there is neither a wall nor a tank"


def _just_fired(tank: Tank, missile: Missile | None) -> bool:
    return (
        missile is not None
        and tank.fire
        and tank.tower == missile.direction
        and missile.tail == tank.at.next(missile.direction)
    )
