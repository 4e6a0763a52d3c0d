"""For people who ask what ended the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steelyard.core.game import SEATS
from steelyard.core.views import Ending, count
from steelyard.games.art import SIDES
from steelyard.games.tank_battle import rules
from steelyard.games.tank_battle.boards import ARMY, EMPTY, SQUARES

if TYPE_CHECKING:
    from steelyard.core.game import Outcome
    from steelyard.games.tank_battle.rules import State


def ending(state: State) -> Ending:
    """Rules 10 and 11 say when, rule 12 what counts then."""
    outcome = rules.outcome(state)
    if outcome is None:
        return Ending("")
    more, less = sorted(outcome.score, reverse=True)
    return Ending(f"{_why(state, outcome)}; {count(more, 'point')} to {less}", _shown(state, outcome))


def _why(state: State, outcome: Outcome) -> str:
    if outcome.reason == "destroyed":
        lost = [SIDES[seat] for seat in SEATS if not _tanks(state)[seat]]
        return f"{' and '.join(lost)} had no tank left"
    if outcome.reason == "arrived":
        there = [seat for seat in SEATS if rules.all_arrived(state, seat)]
        if len(there) == len(SEATS):
            return "All tanks of both sides were in the enemy's base"
        return f"All tanks of {SIDES[there[0]]} were in {SIDES[1 - there[0]]}'s base"
    if outcome.reason == "passes":
        return "Neither side had a move any more"
    return f"{count(state.quiet_limit, 'move')} of each side brought no capture and no new tank into a base"


def _shown(state: State, outcome: Outcome) -> tuple[str, ...]:
    """The tanks that arrived, or the one that captured the last."""
    tanks = _tanks(state)
    if outcome.reason == "arrived":
        arrived = [seat for seat in SEATS if rules.all_arrived(state, seat)]
        return tuple(name for seat in arrived for name in tanks[seat].values())
    if outcome.reason == "destroyed" and state.last is not None and state.last.move != rules.PASS:
        target = state.last.move % SQUARES
        return tuple(army[target] for army in tanks if target in army)
    return ()


def _tanks(state: State) -> tuple[dict[int, str], dict[int, str]]:
    """For each side: the element of the picture on each square with a tank of its own."""
    found: tuple[dict[int, str], dict[int, str]] = {}, {}
    for number, figure in enumerate(state.figures or rules.figures(state.squares)):
        if figure.square is not None and state.squares[figure.square] != EMPTY:
            found[number // ARMY][figure.square] = f"tank-{number // ARMY}-{number % ARMY}"
    return found
