"""What each tank sees and where it can go, remembered from one position to the next.

The rules look at every line of every tank. A picture needs that in each turn, and a turn changes two squares:
only the tanks that see one of them are looked at again. `rules.destinations` is the authority, and a test
compares.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from steelyard.games import art
from steelyard.games.tank_battle import rules
from steelyard.games.tank_battle.boards import COMMANDER, EMPTY, SIZE, SQUARES

if TYPE_CHECKING:
    from steelyard.core.game import Seat
    from steelyard.games.tank_battle.rules import State

MOST_REMEMBERED = 4096  # positions: each has a few tanks of its own and shares the others


@dataclass(slots=True, eq=False)
class Sight:
    """What the tank on a square sees."""

    goes: tuple[int, ...]
    """Where it can go, ascending."""
    seen: int
    """A bit for each square that it sees, those included that stop it."""
    written: str
    """Where it can go, as an attribute of the picture; empty if nowhere."""
    moves: bytes = b""
    """Its moves as JSON, once `wire.py` has written them: a turn changes what few tanks see."""
    picks: bytes = b""
    """Its picks, likewise."""


class Seen(NamedTuple):
    """What all tanks see in a position."""

    sights: dict[int, Sight]
    movable: dict[Seat, list[int]]
    """By seat, once somebody has asked."""


_remembered: dict[tuple[str, str], Seen] = {}


def sights(state: State) -> dict[int, Sight]:
    """By square, for every tank."""
    return _seen(state).sights


def movable(state: State, seat: Seat) -> list[int]:
    """The squares of the seat's tanks that can go somewhere, ascending."""
    seen = _seen(state)
    if seat not in seen.movable:
        own, squares = rules.TANKS[seat], state.squares
        seen.movable[seat] = sorted(
            [square for square, sight in seen.sights.items() if sight.goes and squares[square] in own]
        )
    return seen.movable[seat]


def _seen(state: State) -> Seen:
    key = (state.board.text, state.squares)
    found = _remembered.get(key)
    if found is None:
        found = Seen(_looked(state), {})
        if len(_remembered) >= MOST_REMEMBERED:
            del _remembered[next(iter(_remembered))]
        _remembered[key] = found
    return found


def remembered() -> int:
    """Of how many positions."""
    return len(_remembered)


def forget() -> None:
    _remembered.clear()


def _looked(state: State) -> dict[int, Sight]:
    before = _remembered.get((state.board.text, _squares_before(state))) if state.last is not None else None
    if before is None or state.last is None:
        return {square: _look(state, square) for square, tank in enumerate(state.squares) if tank != EMPTY}
    square, target = divmod(state.last.move, SQUARES)
    changed = 1 << square | 1 << target
    found = {
        each: _look(state, each) if sight.seen & changed else sight
        for each, sight in before.sights.items()
        if each not in {square, target}
    }
    found[target] = _look(state, target)
    return found


def _squares_before(state: State) -> str:
    """The board before the last move; nonsense, which nobody remembers, after a pass."""
    last = state.last
    if last is None or last.move == rules.PASS:
        return ""
    square, target = divmod(last.move, SQUARES)
    squares, tank, other = state.squares, state.squares[target], last.captured or EMPTY
    if square < target:
        return squares[:square] + tank + squares[square + 1 : target] + other + squares[target + 1 :]
    return squares[:target] + other + squares[target + 1 : square] + tank + squares[square + 1 :]


def _look(state: State, square: int) -> Sight:
    squares, tank = state.squares, state.squares[square]
    enemies = rules.TANKS[1] if tank in rules.TANKS[0] else rules.TANKS[0]
    goes, seen = [], 0
    for line in state.board.lines[tank][square]:
        for target in line:
            seen |= 1 << target
            other = squares[target]
            if other == EMPTY:
                goes.append(target)
                continue
            spared = tank in COMMANDER and other in COMMANDER and target in state.board.contaminated
            if other in enemies and not spared:
                goes.append(target)
            break
    goes.sort()
    return Sight(
        tuple(goes), seen, f' data-goes="{" ".join(map(WRITTEN.__getitem__, goes))}"' if goes else ""
    )


def place(square: int) -> tuple[int, int]:
    """Column and row in the picture, which has rank 11 at the top."""
    rank, file = divmod(square, SIZE)
    return file, SIZE - 1 - rank


WRITTEN = [art.squares([place(square)]) or "" for square in range(SQUARES)]
