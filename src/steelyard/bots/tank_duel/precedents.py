"""What was done in a position before: in the same one, or in one that is the same after half a turn.

Fair boards look the same after half a turn, and every board of a match is played twice with the starts
exchanged. A program that decides by rules plays the second game as it played the first, turned around, as
long as no order of the directions decides.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from steelyard.core.game import SEATS
from steelyard.games.tank_duel.rules import OPPOSITE, Joystick, Missile, Square, State, Tank

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable

    from steelyard.core.game import Seat

MOST_KNOWN = 8192  # positions; the oldest are forgotten
REPEATED, CHANGED = 3.0, 1.0  # rounds in which an opponent is taken to have done so before the first


class Precedent(NamedTuple):
    """What both seats did in a position."""

    ours: Joystick
    theirs: Joystick
    won: bool
    """Whether we won that game."""


class Played(NamedTuple):
    """A round of the game that is being played."""

    state: State
    ours: Joystick
    theirs: Joystick


@dataclass
class Precedents:
    """The rounds of earlier games against an opponent."""

    _known: dict[Hashable, Precedent] = field(default_factory=dict)
    _repeated: float = REPEATED
    _asked: float = REPEATED + CHANGED

    @property
    def trust(self) -> float:
        """How likely the opponent does again what it did."""
        return self._repeated / self._asked

    def of(self, state: State, seat: Seat) -> Precedent | None:
        """What was done in that position, by us at that seat."""
        return self._known.get(_key(state, seat))

    def judge(self, precedent: Precedent, theirs: Joystick) -> None:
        """Count whether the opponent did what it had done before."""
        self._repeated += precedent.theirs == theirs
        self._asked += 1

    def keep(self, rounds: Iterable[Played], seat: Seat, *, won: bool) -> None:
        """Remember a game that is over; what won stays until it has not won again."""
        for state, ours, theirs in rounds:
            for turned in (False, True):
                place = _turned(state) if turned else state
                both = (_turned_joystick(ours), _turned_joystick(theirs)) if turned else (ours, theirs)
                before = self._known.pop(_key(place, seat), None)
                if before is not None and before.won and not won and before.ours != both[0]:
                    self._known[_key(place, seat)] = before
                else:
                    self._known[_key(place, seat)] = Precedent(*both, won)
        while len(self._known) > MOST_KNOWN:
            self._known.pop(next(iter(self._known)))


def _key(state: State, seat: Seat) -> Hashable:
    """All that a round depends on, and how both tanks drove last, which some programs look at."""
    other = SEATS[1 - seat]
    seats = (seat, other)
    return (
        state.width,
        state.squares,
        *((state.tanks[each].at, state.tanks[each].move, state.missiles[each]) for each in seats),
    )


def _turned(state: State) -> State:
    """The position after half a turn."""
    width, height = state.width, state.height

    def square(at: Square) -> Square:
        return Square(width - 1 - at.x, height - 1 - at.y)

    def tank(shown: Tank) -> Tank:
        return shown._replace(at=square(shown.at), move=OPPOSITE[shown.move])

    def missile(shown: Missile | None) -> Missile | None:
        return shown and Missile(
            square(shown.tail), square(shown.head), OPPOSITE[shown.direction], shown.in_flames
        )

    (a, b), (m, n) = state.tanks, state.missiles
    return State(width, height, state.squares[::-1], (tank(a), tank(b)), (missile(m), missile(n)))


def _turned_joystick(joystick: Joystick) -> Joystick:
    move, tower, fire = joystick
    return Joystick(move and OPPOSITE[move], tower and OPPOSITE[tower], fire)
