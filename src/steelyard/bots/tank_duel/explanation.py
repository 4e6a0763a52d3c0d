"""What the network and the search see in a position, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from steelyard.bots.tank_duel.network import weights
from steelyard.bots.tank_duel.network.kernel import judge
from steelyard.bots.tank_duel.network.weights import MissingWeights
from steelyard.bots.tank_duel.rooms.kernel import rooms
from steelyard.bots.tank_duel.space.kernel import lay_ground
from steelyard.games.tank_duel.kernel import PIECES, encode, unpack

if TYPE_CHECKING:
    from steelyard.bots.player import Study
    from steelyard.core.game import Game
    from steelyard.games.tank_duel.rules import State

PLANNED = 4  # rounds of the search's plan that are told
CLEAR, SLIGHT = 0.3, 0.1  # leads in winning chances that are called clear and slight


class Explanation(NamedTuple):
    outcome: tuple[float, float, float] | None
    """How likely the network thinks it that seat 0 wins, that it is drawn, that seat 1 wins."""
    squares: tuple[int, int]
    """The squares that each tank reaches first or, if they cannot meet, can reach at all."""
    apart: bool
    """Whether the tanks cannot reach each other."""
    sentences: list[str]


def explain(game: Game[Any], state: State, study: Study) -> Explanation:
    position, ground = encode(state), np.zeros(4, np.uint64)
    width, height, a, b, m, n = map(np.uint64, unpack(position[PIECES]))
    lay_ground(position, width, height, ground)
    ours, theirs, meet = rooms(position, width, height, a, b, ground)
    squares = int(ours), int(theirs)
    try:
        outcome = judge(position, width, height, a, b, m, n, ground, weights.read())
    except MissingWeights:
        outcome = None
    names = game.side_names or game.seat_names
    sentences = [] if outcome is None else [_expected(outcome, names)]
    sentences.append(_room(state, squares, names, apart=not meet))
    if study.lines:
        sentences.append(f"The search plans: {' '.join(study.lines[0].turns[:PLANNED])}.")
    return Explanation(outcome, squares, not meet, sentences)


def _expected(outcome: tuple[float, float, float], names: tuple[str, str]) -> str:
    won, drawn, lost = outcome
    lead = won - lost
    better = names[0] if lead > 0 else names[1]
    if abs(lead) < SLIGHT:
        words = "about even"
    else:
        words = f"{better} is {'clearly' if abs(lead) >= CLEAR else 'slightly'} better"
    return (
        f"The network's expectation: {words} ({names[0]} wins {won:.0%}, drawn {drawn:.0%}, "
        f"{names[1]} wins {lost:.0%})."
    )


def _room(state: State, squares: tuple[int, int], names: tuple[str, str], *, apart: bool) -> str:
    few = 0 if squares[0] <= squares[1] else 1
    less_room, more_room = squares[few], squares[1 - few]
    if not apart:
        return f"{names[1 - few]} reaches {more_room} squares first, {names[few]} {less_room}."
    where = _place(state, few)
    return f"{names[few]} is cut off {where}: {less_room} squares against {more_room}."


def _place(state: State, seat: int) -> str:
    """Which part of the board a tank is in."""
    x, y = state.tanks[seat].at
    across = ("left", "", "right")[3 * x // state.width]
    down = ("upper", "", "lower")[3 * y // state.height]
    if not (across or down):
        return "in the middle"
    if across and down:
        return f"in the {down} {across}"
    return f"on the {across}" if across else f"in the {down} part"
