"""Positions as drawings, for tests that can be read beside the rules."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from steelyard.core.game import SEATS
from steelyard.games.tank_duel import GAME
from steelyard.games.tank_duel.rules import DIRECTIONS, Direction, Hit, Missile, Square, State, Tank, both

if TYPE_CHECKING:
    from steelyard.core.game import Seat

DUEL = GAME()
GROUND = ".xo"
TAILS, HEADS = "ab", "AB"


def rng(seed: int) -> Random:
    return Random(seed)


def position(drawing: str, **directions: Direction) -> State:
    """`0` and `1` are the tanks, `a` `A` tail and head of tank 0's missile, `b` `B` of tank 1's.

    A missile whose head is off the board needs its direction: a="left".
    """
    rows = drawing.split()
    things = {square: Square(x, y) for y, row in enumerate(rows) for x, square in enumerate(row)}
    squares = "".join(square if square in GROUND else "." for row in rows for square in row)
    tanks = both(lambda seat: Tank(things[str(seat)], "right", "up"))
    return State(
        len(rows[0]), len(rows), squares, tanks, both(lambda seat: _missile(things, seat, directions))
    )


def _missile(things: dict[str, Square], seat: Seat, directions: dict[str, Direction]) -> Missile | None:
    tail, head = things.get(TAILS[seat]), things.get(HEADS[seat])
    if tail is None:
        return None
    for direction in DIRECTIONS:
        if tail.next(direction) == head or directions.get(TAILS[seat]) == direction:
            return Missile(tail, tail.next(direction), direction)
    raise AssertionError(f"where does the missile at {TAILS[seat]} fly?")


def drawing_of(state: State) -> list[str]:
    """Tanks over tails over heads over ground; `#` is both tanks on one square."""
    squares = list(state.squares)
    for letters, places in (
        (HEADS, [missile and missile.head for missile in state.missiles]),
        (TAILS, [missile and missile.tail for missile in state.missiles]),
        ("01", [tank.at for tank in state.tanks]),
    ):
        for letter, place in zip(letters, places, strict=True):
            if place is not None and state.on_board(place):
                index = place.x + place.y * state.width
                squares[index] = "#" if squares[index] == "0" else letter
    text = "".join(squares)
    return [text[row : row + state.width] for row in range(0, len(text), state.width)]


def after(state: State, *rounds: str) -> State:
    """The position after those rounds, as in `L/R!U`."""
    for moves in rounds:
        state = DUEL.play(state, DUEL.read_moves(state, moves))
    return state


def plays(moves: str, drawing: str, **directions: Direction) -> State:
    """Check one round: the position on the left becomes the one on the right of the drawing."""
    lines = [line.replace("=>", "").split() for line in drawing.strip().splitlines()]
    state = after(position("\n".join(line[0] for line in lines), **directions), moves)
    assert drawing_of(state) == [line[1] for line in lines]
    return state


def hits(state: State) -> tuple[tuple[Hit, ...], tuple[Hit, ...]]:
    return both(lambda seat: state.tanks[seat].hits)


def mirrored(state: State) -> State:
    """The same position with the seats exchanged."""
    tanks, missiles = state.tanks, state.missiles
    one, two = SEATS
    return State(
        state.width,
        state.height,
        state.squares,
        (tanks[two], tanks[one]),
        (missiles[two], missiles[one]),
    )
