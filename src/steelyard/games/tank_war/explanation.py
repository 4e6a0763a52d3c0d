"""For people who ask: what a tank hits, why it cannot move, and what ended the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steelyard.core.game import SEATS
from steelyard.core.views import Ending
from steelyard.games.art import SIDES
from steelyard.games.tank_war import drawing, rules

if TYPE_CHECKING:
    from steelyard.core.game import Seat
    from steelyard.games.tank_war.rules import State

NO_TANKS = "{} had no tank left"
NO_MOVE = "{} could drive no tank any more"
NOBODY = "Neither side could drive a tank any more"


def ending(state: State) -> Ending:
    """Rule 4 names the side that could not go on, rule 8 says what counts then."""
    outcome = rules.outcome(state)
    if outcome is None:
        return Ending("")
    stuck = [seat for seat in SEATS if not state.movable[seat]]
    elements = [
        f"tank-{seat}-{drawing.tank_name(state, seat, column)}"
        for seat in stuck
        for column, _ in rules.living(state, seat)
    ]
    return Ending(f"{_why(state, stuck)}; {drawing.because(outcome, '')}", tuple(elements))


def _why(state: State, stuck: list[Seat]) -> str:
    if len(stuck) == len(SEATS):
        return NOBODY
    seat = stuck[0]
    return (NO_MOVE if rules.living(state, seat) else NO_TANKS).format(SIDES[seat])
