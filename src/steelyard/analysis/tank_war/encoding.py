"""Encodes Tank War positions as numbers, with small tables to play a round on such numbers.

Only 40 combinations of two tanks and a boundary occur in a column. Seven of them have no tank left; nothing
can change there, and of all such columns together only the number of U's boxes counts: their *spoils*. So a
column is one of 34 codes (33 with a tank, `BARE` without), a half of the board is three codes read from the
edge to the middle, and a position is two halves and the spoils.

With halves read like that, the mirror image of a position is the same two halves exchanged.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from steelyard.analysis.tank_war.kernel import (
    ADVANCES,
    BARE,
    BARE_COLUMNS,
    BOTH_DRIVE,
    BOUNDARY,
    CODES,
    COLUMN_FACTS,
    D_DRIVES,
    D_ROW,
    DIES,
    FEWEST,
    FIRE,
    HALF_BITS,
    HALF_FACTS,
    HALF_SWAPPED,
    MOST,
    TANK,
    U_DRIVES,
    U_ROW,
)
from steelyard.core.game import SEATS
from steelyard.games.tank_war import rules
from steelyard.games.tank_war.rules import LAST_ROW, SIZE, STEP

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from steelyard.core.game import Seat
    from steelyard.games.tank_war.rules import State


class Column(NamedTuple):
    """A column: the rows of its two tanks (None: destroyed) and how many boxes, from the top, are U's."""

    u: int | None
    d: int | None
    boundary: int


class Tables(NamedTuple):
    """The tables of a variant that the compiled functions need."""

    columns: NDArray[np.int64]
    """[fact, column code]; the facts are named in the kernel."""
    halves: NDArray[np.int32]
    """[half, fact]; the facts are named in the kernel."""
    boards: NDArray[np.uint64]
    """[seat, what, column, code]: the boxes of the seat's `TANK` or `FIRE`; bit 8 * row + column."""
    codes: NDArray[np.int64]
    """[U's row + 1, D's row + 1, boundary]: the column's code; 0 for a destroyed tank."""
    palindrome: bool
    """Whether a position and its mirror image have the same value: the lanes are a palindrome."""


HALVES = CODES**3
PLACES = (CODES * CODES, CODES, 1)  # factors of a half's columns, from the edge to the middle
NOBODY = -1


@cache
def tables(lanes: str, c_reach: str) -> Tables:
    return Tables(_column_facts(), _half_facts(), _boards(lanes, c_reach), _codes(), lanes == lanes[::-1])


def write_position(state: State) -> tuple[int, int]:
    """The board (left half << 16 | right half) and the spoils."""
    codes, spoils = [], 0
    for u, d, boundary in zip(*state.rows, state.boundary, strict=True):
        if u is None and d is None:
            spoils += boundary
        codes.append(code_of(Column(u, d, boundary)))
    left, right = codes[:3], codes[:2:-1]
    return _half(left) << HALF_BITS | _half(right), spoils


def _half(codes: list[int]) -> int:
    return sum(code * weight for code, weight in zip(codes, PLACES, strict=True))


def code_of(column: Column) -> int:
    return BARE if column.u is None and column.d is None else CODE[column]


def _drives(column: Column, seat: Seat) -> Column | None:
    """The column after one advance (rules 4 and 6); None if the tank cannot move."""
    row, enemy = (column.u, column.d) if seat == 0 else (column.d, column.u)
    if row is None or row == LAST_ROW[seat] or row + STEP[seat] == enemy:
        return None
    row += STEP[seat]
    if seat == 0:
        return Column(row, column.d, max(column.boundary, row + 1))
    return Column(column.u, row, min(column.boundary, row))


def _both_drive(column: Column) -> Column | None:
    """The column after both tanks advance; a contested box goes to its owner (rule 5)."""
    by_u, by_d = _drives(column, 0), _drives(column, 1)
    if by_u is None or by_d is None:
        return None
    if by_u.u == by_d.d:
        return by_u if by_u.boundary == column.boundary else by_d  # the box was already U's, or D's
    return Column(by_u.u, by_d.d, by_u.boundary if by_u.boundary != column.boundary else by_d.boundary)


def _after_loss(column: Column, seat: Seat) -> Column:
    """The column after the seat's tank is destroyed; its territory stays (rule 6)."""
    return column._replace(u=None) if seat == 0 else column._replace(d=None)


def _swapped(column: Column) -> Column:
    """The column with the players exchanged (upside down)."""
    u, d = (None if row is None else SIZE - 1 - row for row in (column.u, column.d))
    return Column(d, u, SIZE - column.boundary)


def _arising() -> Iterator[Column]:
    """All reachable columns with a tank."""
    seen = {Column(0, SIZE - 1, SIZE // 2)}
    fresh = set(seen)
    while fresh:
        after = {step for column in fresh for step in _steps(column)}
        fresh = after - seen
        seen |= fresh
    return (column for column in seen if column.u is not None or column.d is not None)


def _steps(column: Column) -> Iterator[Column]:
    for step in (_drives(column, 0), _drives(column, 1), _both_drive(column)):
        if step is not None:
            yield step
    yield from (_after_loss(column, seat) for seat in SEATS)


def _order(column: Column) -> tuple[int, int, int]:
    return (
        NOBODY if column.u is None else column.u,
        NOBODY if column.d is None else column.d,
        column.boundary,
    )


COLUMNS = tuple(sorted(_arising(), key=_order))
CODE = {column: code for code, column in enumerate(COLUMNS)}


@cache
def _column_facts() -> NDArray[np.int64]:
    facts = np.full((COLUMN_FACTS, CODES), NOBODY, np.int64)
    for code, column in enumerate(COLUMNS):
        u, d, boundary = _order(column)
        advances = (6 if u == NOBODY else u) + (6 if d == NOBODY else SIZE - 1 - d)
        facts[[U_ROW, D_ROW, BOUNDARY, ADVANCES], code] = u, d, boundary, advances
        drives = (_drives(column, 0), _drives(column, 1), _both_drive(column))
        facts[[U_DRIVES, D_DRIVES, BOTH_DRIVE], code] = [
            NOBODY if after is None else code_of(after) for after in drives
        ]
        u_dies, d_dies = _after_loss(column, 0), _after_loss(column, 1)
        dies = (column, u_dies, d_dies, _after_loss(u_dies, 1))
        facts[DIES:, code] = [code_of(after) for after in dies]
    facts[[BOUNDARY, ADVANCES], BARE] = 0, 12
    facts[DIES:, BARE] = BARE
    return facts


@cache
def _half_facts() -> NDArray[np.int32]:
    facts = np.empty((HALVES, HALF_FACTS), np.int32)
    columns = [*COLUMNS, None]
    swapped = [*(code_of(_swapped(column)) for column in COLUMNS), BARE]
    facts[:, HALF_SWAPPED] = _summed(lambda code, weight: swapped[code] * weight)
    facts[:, BARE_COLUMNS] = _summed(lambda code, _: int(code == BARE))
    facts[:, FEWEST] = _summed(lambda code, _: _fewest(columns[code]))
    facts[:, MOST] = _summed(lambda code, _: _most(columns[code]))
    return facts


def _summed(fact: Callable[[int, int], int]) -> NDArray[np.int64]:
    """For every half, the sum over its columns of fact(code, weight)."""
    edge, inner, middle = (np.array([fact(code, weight) for code in range(CODES)]) for weight in PLACES)
    total: NDArray[np.int64] = edge[:, None, None] + inner[None, :, None] + middle[None, None, :]
    return total.reshape(-1)


def _fewest(column: Column | None) -> int:
    """Only a tank of D can take boxes from U."""
    return 0 if column is None or column.d is not None else column.boundary


def _most(column: Column | None) -> int:
    if column is None:
        return 0
    return SIZE if column.u is not None else column.boundary


@cache
def _codes() -> NDArray[np.int64]:
    codes = np.full((SIZE + 1, SIZE + 1, SIZE + 1), NOBODY, np.int64)
    codes[0, 0] = BARE
    for code, column in enumerate(COLUMNS):
        u, d, boundary = _order(column)
        codes[u + 1, d + 1, boundary] = code
    return codes


def _boards(lanes: str, c_reach: str) -> NDArray[np.uint64]:
    boards = np.zeros((2, 2, SIZE, CODES), np.uint64)
    start = rules.start(lanes, c_reach)
    for seat in SEATS:
        for column in range(SIZE):
            reach = rules.REACH[c_reach][rules.tank_type(start, seat, column)]
            for code, tanks in enumerate(COLUMNS):
                row = tanks[seat]
                if row is not None:
                    boards[seat, TANK, column, code] = _bit(column, row)
                    boards[seat, FIRE, column, code] = sum(_bit(column + x, row + y) for x, y in reach)
    return boards


def _bit(column: int, row: int) -> int:
    on_board = 0 <= column < SIZE and 0 <= row < SIZE
    return 1 << (8 * row + column) if on_board else 0
