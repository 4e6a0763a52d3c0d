"""For a board that knows no rules: where tanks can go, and what a move does."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from steelyard.core import interaction
from steelyard.core.game import SEATS, Move
from steelyard.games import art
from steelyard.games.tank_battle import rules, sight
from steelyard.games.tank_battle.boards import ARMY, EMPTY, SQUARES, square_name
from steelyard.games.tank_battle.notation import PASSED, write_move
from steelyard.games.tank_battle.sight import place

if TYPE_CHECKING:
    from steelyard.core.game import Seat
    from steelyard.core.interaction import Happening, Pick, Point
    from steelyard.games.tank_battle.rules import State


def picks(state: State, seat: Seat) -> dict[str, list[Pick]]:
    """Each tank that can move with the squares it can reach; or the pass, if no tank can move."""
    if seat != state.mover or rules.is_over(state):
        return {}
    names, sights = elements(state), sight.sights(state)
    movable = sight.movable(state, seat)
    if not movable:
        return {"pass": [{"move": PASSED, "to": None, "capture": False, "label": "pass"}]}
    squares = state.squares
    return {
        names[square]: [
            pick(SQUARES * square + target, target, squares[target] != EMPTY)
            for target in sights[square].goes
        ]
        for square in movable
    }


@cache
def pick(move: int, target: int, capture: bool) -> Pick:  # noqa: FBT001 - remembered, asked for without names
    return {
        "move": write_move(Move(move)),
        "to": _point(target),
        "capture": capture,
        "label": square_name(target),
    }


TANKS = [f"tank-{seat}-{number}" for seat in SEATS for number in range(ARMY)]


def elements(state: State) -> dict[int, str]:
    """By square: the id of the tank there in the picture."""
    figures = state.figures or rules.figures(state.squares)
    return {
        figure.square: name for name, figure in zip(TANKS, figures, strict=True) if figure.square is not None
    }


def _point(square: int) -> Point:
    return art.centre(*place(square))


def phases(before: State, move: Move) -> list[list[Happening]]:
    """The tank drives; the tank on its target is captured."""
    if move == rules.PASS:
        return []
    names = elements(before)
    square, target = divmod(move, SQUARES)
    steps = [[interaction.driven(names[square], before.mover, _point(square), _point(target))]]
    if target in names:
        steps.append([interaction.hit(names[target], _point(target))])
    return steps
