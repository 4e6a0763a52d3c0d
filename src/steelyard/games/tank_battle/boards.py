"""Boards as text (rules 1 to 4): eleven lines of eleven squares, rank 11 first, half-turn symmetric."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from steelyard.core.board_files import board_names
from steelyard.core.errors import InvalidState
from steelyard.core.game import SEATS, listed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steelyard.core.game import OptionValue, Seat

SIZE = 11
SQUARES = SIZE * SIZE  # square 11 * rank + file, so a1 is 0, b1 is 1 and k11 is 120
FILES = "abcdefghijk"
CIRCLE = (SIZE - 1, SQUARES - SIZE)
"""Where each seat's commander starts: its own down-right corner, k1 for White and a11 for Black (rule 2)."""
NORMAL = ("w", "b")
COMMANDER = ("W", "B")
ARMY = 14  # tanks a side, the commander included
EMPTY, MINE, CONTAMINATED = ".#~"
HALF_TURN = str.maketrans("wWbB", "bBwW")
STEPS = ((1, 0), (0, 1), (1, 1), (-1, 1), (-1, 0), (0, -1), (-1, -1), (1, -1))  # files, ranks: as a queen

LONGEST = 400  # characters; a board with Windows line ends and a few empty lines has about 150

Line = tuple[int, ...]


@dataclass(frozen=True)
class Board:
    """A board, defined by its text; everything else is computed from it once."""

    text: str
    """Eleven lines with `/` between them, rank 11 first."""

    @cached_property
    def ground(self) -> str:
        """What stands on each square at the start, by square number."""
        return "".join(reversed(self.text.split("/")))

    @cached_property
    def start(self) -> str:
        """The tanks at the start, by square number."""
        return self.ground.replace(MINE, EMPTY).replace(CONTAMINATED, EMPTY)

    @cached_property
    def mines(self) -> frozenset[int]:
        return self._where(MINE)

    @cached_property
    def contaminated(self) -> frozenset[int]:
        return self._where(CONTAMINATED)

    @cached_property
    def bases(self) -> tuple[frozenset[int], frozenset[int]]:
        """The squares where White's and Black's tanks stand at the start (rule 4)."""
        white, black = (self._where(NORMAL[seat] + COMMANDER[seat]) for seat in SEATS)
        return white, black

    def _where(self, kinds: str) -> frozenset[int]:
        return frozenset(square for square, kind in enumerate(self.ground) if kind in kinds)

    @cached_property
    def lines(self) -> dict[str, tuple[tuple[Line, ...], ...]]:
        """By kind of tank and square: where it could drive if no other tank stood on the board."""
        return {
            kind: tuple(tuple(self._lines(square, kind, seat)) for square in range(SQUARES))
            for seat in SEATS
            for kind in (NORMAL[seat], COMMANDER[seat])
        }

    def _lines(self, square: int, kind: str, seat: Seat) -> Iterator[Line]:
        """Rules 6 and 8: lines end at mines, contamination, and the edge of the enemy base once inside."""
        barred = self.mines if kind == COMMANDER[seat] else self.mines | self.contaminated
        goal = self.bases[1 - seat]
        if square in goal:
            barred |= frozenset(range(SQUARES)) - goal
        for line in RAYS[square]:
            reach = next((n for n, passed in enumerate(line) if passed in barred), len(line))
            if reach:
                yield line[:reach]


def _ray(square: int, step: tuple[int, int]) -> Iterator[int]:
    rank, file = divmod(square, SIZE)
    while 0 <= (file := file + step[0]) < SIZE and 0 <= (rank := rank + step[1]) < SIZE:
        yield SIZE * rank + file


RAYS: tuple[tuple[Line, ...], ...] = tuple(
    tuple(tuple(_ray(square, step)) for step in STEPS) for square in range(SQUARES)
)
"""By square and direction (in the order of STEPS): the squares from there to the edge, nearest first."""


def read(text: str) -> Board:
    """The board of a text; raises InvalidState with the line and column that is wrong."""
    if len(text) > LONGEST:
        raise InvalidState(
            f"a layout is {SIZE} lines of {SIZE} squares; this text has {len(text):,} characters"
        )
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").rstrip("\n")
    lines = text.split("\n" if "\n" in text else "/")
    if lines == [""]:
        raise InvalidState(f"the layout is empty; it should have {SIZE} lines of {SIZE} squares")
    for number, line in enumerate(lines, start=1):
        _check_line(number, line)
    if len(lines) != SIZE:
        wrong = (
            f"line {SIZE + 1} is one too many" if len(lines) > SIZE else f"line {len(lines) + 1} is missing"
        )
        raise InvalidState(f"{wrong}; a layout has {SIZE} lines, not {len(lines)}")
    _check_symmetry(lines)
    _check_army(lines)
    return Board("/".join(lines))


def _check_line(number: int, line: str) -> None:
    for column, square in enumerate(line, start=1):
        if square not in "wWbB#~.":
            raise InvalidState(
                f"line {number}, column {column}: {square!r} is not a square; squares are "
                "w W (White's tank and commander), b B (Black's), # (mine), ~ (contaminated) and . (plain)"
            )
    if len(line) != SIZE:
        column = min(len(line), SIZE) + 1
        wrong = "goes on" if len(line) > SIZE else "has ended"
        raise InvalidState(f"line {number}, column {column}: the line {wrong}; every line has {SIZE} squares")


def _check_symmetry(lines: list[str]) -> None:
    turned = [line[::-1].translate(HALF_TURN) for line in reversed(lines)]
    for row, (line, expected) in enumerate(zip(lines, turned, strict=True)):
        for column, (square, other) in enumerate(zip(line, expected, strict=True)):
            if square != other:
                raise InvalidState(
                    f"line {row + 1}, column {column + 1} is {square!r}, but half a turn brings {other!r} "
                    f"there from line {SIZE - row}, column {SIZE - column}; a layout is half-turn symmetric"
                )


def _check_army(lines: list[str]) -> None:
    """Only White's tanks are checked: Black's are known to be symmetric to them."""
    normal, commanders = (
        [f"line {row}, column {column}" for row, column in _found(lines, kind)] for kind in "wW"
    )
    corner = f"line {SIZE}, column {SIZE}"
    if len(commanders) > 1:
        raise InvalidState(f"{commanders[1]}: a second commander of White's; each side has one")
    if commanders != [corner]:
        now = f"stands on {commanders[0]}" if commanders else "is missing"
        raise InvalidState(f"White's commander {now}; it starts in its corner, {corner} (k1)")
    if len(normal) >= ARMY:
        raise InvalidState(f"{normal[ARMY - 1]}: White's normal tank number {ARMY}; each side has {ARMY - 1}")
    if len(normal) < ARMY - 1:
        last = f", the last on {normal[-1]}" if normal else ""
        raise InvalidState(
            f"White has {len(normal)} normal tanks{last}; each side has {ARMY - 1} besides its commander"
        )


def _found(lines: list[str], kind: str) -> Iterator[tuple[int, int]]:
    for row, line in enumerate(lines, start=1):
        for column, square in enumerate(line, start=1):
            if square == kind:
                yield row, column


FOLDER = Path(__file__).parent / "boards"
DEFAULT = "standard"


@cache
def names() -> tuple[str, ...]:
    return board_names(FOLDER, DEFAULT)


@cache
def shipped(name: str) -> Board:
    return read((FOLDER / f"{name}.txt").read_text("utf-8"))


def check_option(value: OptionValue) -> str:
    """The option `layout` as the game keeps it: a shipped board's name, or another's text in one line."""
    if not isinstance(value, str):
        raise ValueError(f"{value!r} is not a layout; give {_expected()}")  # noqa: TRY004 - what options raise
    if value in names():
        return value
    if value and "\n" not in value and "/" not in value and len(value) <= LONGEST:
        raise ValueError(f"there is no layout {value!r}; give {_expected()}")
    try:
        board = read(value)
    except InvalidState as error:
        raise ValueError(str(error)) from None
    return next((name for name in names() if shipped(name) == board), board.text)


def named(option: str) -> Board:
    """The board that the option `layout` stands for, once it has been checked."""
    return shipped(option) if option in names() else Board(option)


def _expected() -> str:
    return f"one of {listed(names())}, or a layout's {SIZE} lines as text"


def square_name(square: int) -> str:
    return f"{FILES[square % SIZE]}{square // SIZE + 1}"
