"""For a board that knows no rules: where tanks can go, and what a move does."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from steelyard.core import interaction
from steelyard.games import art
from steelyard.games.tank_battle import rules
from steelyard.games.tank_battle.boards import ARMY, EMPTY, SQUARES, square_name
from steelyard.games.tank_battle.drawing import place
from steelyard.games.tank_battle.notation import PASSED, write_move

if TYPE_CHECKING:
    from steelyard.core.game import Move, Seat
    from steelyard.core.interaction import Happening, Pick, Point
    from steelyard.games.tank_battle.rules import State


def picks(state: State, seat: Seat) -> dict[str, list[Pick]]:
    """Each tank that can move with the squares it can reach; or the pass, if no tank can move."""
    names = _elements(state)
    found: dict[str, list[Pick]] = {}
    for move in rules.legal_moves(state, seat):
        if move == rules.PASS:
            return {"pass": [{"move": PASSED, "to": None, "capture": False, "label": "pass"}]}
        square, target = divmod(move, SQUARES)
        found.setdefault(names[square], []).append(
            _pick(move, target, capture=state.squares[target] != EMPTY)
        )
    return found


@cache
def _pick(move: Move, target: int, *, capture: bool) -> Pick:
    return {"move": write_move(move), "to": _point(target), "capture": capture, "label": square_name(target)}


def _elements(state: State) -> dict[int, str]:
    """By square: the id of the tank there in the picture."""
    return {
        figure.square: f"tank-{number // ARMY}-{number % ARMY}"
        for number, figure in enumerate(state.figures or rules.figures(state.squares))
        if figure.square is not None
    }


def _point(square: int) -> Point:
    return art.centre(*place(square))


def phases(before: State, move: Move) -> list[list[Happening]]:
    """The tank drives; the tank on its target is captured."""
    if move == rules.PASS:
        return []
    names = _elements(before)
    square, target = divmod(move, SQUARES)
    steps = [[interaction.driven(names[square], before.mover, _point(square), _point(target))]]
    if target in names:
        steps.append([interaction.hit(names[target], _point(target))])
    return steps
