"""Moves and positions to text and back."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from steelyard.core.errors import InvalidMove, InvalidState
from steelyard.core.game import SEATS, Move
from steelyard.games.tank_battle.boards import (
    ARMY,
    COMMANDER,
    EMPTY,
    FILES,
    NORMAL,
    SIZE,
    SQUARES,
    square_name,
)
from steelyard.games.tank_battle.rules import PASS, State, drives, why_over

if TYPE_CHECKING:
    from steelyard.core.game import Seat
    from steelyard.games.tank_battle.boards import Board
    from steelyard.games.tank_battle.rules import Last

PASSED = "--"
SIDES = "wb"
NAMES = ("White", "Black")
EXAMPLE = "Bbbbb6/bbbb7/bbb8/bb9/11/11/11/9ww/8www/7wwww/6wwwwW w 0"

_SQUARE = r"([a-k])(1[01]|[1-9])"
_MOVE = re.compile(f"{_SQUARE}[-x]{_SQUARE}")
_WHOLE_NUMBER = re.compile(r"0|[1-9][0-9]{0,8}")


def read_square(text: str) -> int:
    if not (match := re.fullmatch(_SQUARE, text)):
        raise InvalidMove(f"{_short(text)} is not a square; squares are a1 to k{SIZE}")
    return _square(*match.groups())


def _square(file: str, rank: str) -> int:
    return SIZE * (int(rank) - 1) + FILES.index(file)


@lru_cache(maxsize=1 << 14)
def read_move(text: str) -> Move:
    """`g1-d4` or `g1xd4`, whether or not it captures; `--` is a pass."""
    if text == PASSED:
        return PASS
    if not (match := _MOVE.fullmatch(text)):
        raise InvalidMove(
            f"{_short(text)} is not a move; a move is two squares, g1-d4 or g1xd4, and a pass is {PASSED}"
        )
    file, rank, to_file, to_rank = match.groups()
    return Move(SQUARES * _square(file, rank) + _square(to_file, to_rank))


def write_move(move: Move) -> str:
    """Always with a hyphen, as in `g1-d4`: the move alone does not tell whether it captures."""
    return _written(move, "-")


def write_move_from(state: State, move: Move) -> str:
    """`g1xd4` where the move captures, `g1-d4` where it does not."""
    captures = move != PASS and state.squares[move % SQUARES] != EMPTY
    return _written(move, "x" if captures else "-")


def write_last(last: Last) -> str:
    """The turn that led here, with its capture sign."""
    return _written(last.move, "x" if last.captured else "-")


@cache
def _written(move: Move, sign: str) -> str:
    if move == PASS:
        return PASSED
    square, target = divmod(move, SQUARES)
    return f"{square_name(square)}{sign}{square_name(target)}"


@lru_cache(maxsize=1 << 12)
def write_state(state: State) -> str:
    squares = state.squares
    tanks = "/".join(
        [_write_rank(squares[first : first + SIZE]) for first in range(SQUARES - SIZE, -1, -SIZE)]
    )
    return " ".join([tanks, SIDES[state.mover], str(state.quiet), *[PASSED] * state.passes])


@lru_cache(maxsize=1 << 12)
def _write_rank(rank: str) -> str:
    return re.sub(r"\.+", lambda run: str(len(run[0])), rank)


def read_state(text: str, board: Board, quiet_limit: int) -> State:
    fields = text.split()
    if not 3 <= len(fields) <= 5:
        raise InvalidState(
            f"{_short(text)} is not a position; it should be the ranks, the side to move, the quiet count "
            f"and {PASSED} for each pass just made, as in {EXAMPLE}"
        )
    ranks, side, quiet, *passes = fields
    if side not in ("w", "b"):
        raise InvalidState(f"the side to move is {_short(side)}; it should be w or b")
    if any(word != PASSED for word in passes):
        raise InvalidState(
            f"after the quiet count only {PASSED} can follow, for a pass, not {_short(passes[-1])}"
        )
    mover = SEATS[SIDES.index(side)]
    state = State(
        board, quiet_limit, _read_squares(ranks), mover, _read_quiet(quiet, quiet_limit), len(passes)
    )
    _check_tanks(state)
    _check_passes(state)
    return state


def _read_squares(text: str) -> str:
    ranks = text.split("/")
    if len(ranks) != SIZE:
        raise InvalidState(f"{len(ranks)} ranks with / between them; a position has {SIZE}, as in {EXAMPLE}")
    return "".join(reversed([_read_rank(SIZE - row, rank) for row, rank in enumerate(ranks)]))


def _read_rank(number: int, text: str) -> str:
    squares = ""
    for word in re.findall(r"[0-9]+|.", text, re.DOTALL):
        if word in ("w", "W", "b", "B"):
            squares += word
        elif word[0] in "123456789" and len(word) <= 2 and int(word) <= SIZE:
            squares += EMPTY * int(word)
        else:
            raise InvalidState(
                f"rank {number}: {_short(word)} is neither a tank (w W b B) "
                f"nor a number of empty squares (1 to {SIZE})"
            )
        if len(squares) > SIZE:
            break
    if len(squares) != SIZE:
        count = "more" if len(squares) > SIZE else str(len(squares))
        raise InvalidState(f"rank {number} is {_short(text)}, {count} squares; each rank has {SIZE}")
    return squares


def _read_quiet(text: str, quiet_limit: int) -> int:
    if not _WHOLE_NUMBER.fullmatch(text):
        raise InvalidState(f"the quiet count is {_short(text)}; it should be a whole number, as in 0")
    quiet = int(text)
    if quiet_limit and quiet > 2 * quiet_limit:
        raise InvalidState(
            f"the quiet count is {quiet}; the game ends at {2 * quiet_limit}, {quiet_limit} for each player"
        )
    return quiet


def _check_tanks(state: State) -> None:
    for seat in SEATS:
        squares = [square for square, tank in enumerate(state.squares) if tank == NORMAL[seat]]
        commanders = [square for square, tank in enumerate(state.squares) if tank == COMMANDER[seat]]
        if len(commanders) > 1:
            raise InvalidState(f"{square_name(commanders[1])}: a second commander of {NAMES[seat]}'s")
        if len(squares) >= ARMY:
            where = square_name(squares[ARMY - 1])
            raise InvalidState(
                f"{where}: {NAMES[seat]} has {len(squares)} normal tanks; an army has {ARMY - 1}"
            )
        _check_ground(state, squares, commanders)
    if not state.squares.strip(EMPTY):
        raise InvalidState(
            "there is no tank on the board; the tank that captured the last one would still be there"
        )


def _check_ground(state: State, normal: list[int], commanders: list[int]) -> None:
    for square in normal + commanders:
        if square in state.board.mines:
            raise InvalidState(f"{square_name(square)}: a tank cannot stand on a mine")
    for square in normal:
        if square in state.board.contaminated:
            raise InvalidState(f"{square_name(square)}: only a commander can stand on a contaminated square")


def _check_passes(state: State) -> None:
    """A pass changes nothing on the board, so whether the player could move can be asked again."""
    if not state.passes:
        return
    if state.quiet < state.passes:
        raise InvalidState(
            f"the quiet count is {state.quiet} after {state.passes} passes; a pass is a quiet turn"
        )
    if why_over(state) in {"destroyed", "arrived"}:
        raise InvalidState("no player can have passed: the game was over before")
    passed: tuple[Seat, ...] = SEATS if state.passes == 2 else (SEATS[1 - state.mover],)
    for seat in passed:
        if could := drives(state, seat):
            raise InvalidState(
                f"{NAMES[seat]} cannot have passed: there was the move {write_move_from(state, could[0])}"
            )


def _short(text: str) -> str:
    return repr(text) if len(text) <= 80 else f"{text[:80]!r}..."
