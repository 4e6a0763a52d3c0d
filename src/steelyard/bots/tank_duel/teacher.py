"""The teacher: four simple rules, one round ahead. README.md describes them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from steelyard.core.game import SEATS, Move
from steelyard.games.tank_duel.rules import DIRECTIONS, FREE, JOYSTICKS, OPPOSITE, WALL, Joystick, fly

if TYPE_CHECKING:
    from steelyard.core.game import Game, Seat
    from steelyard.games.tank_duel.rules import Direction, Missile, Missiles, Square, State

    Ways = dict[Direction, Square]


@dataclass(frozen=True)
class Teacher:
    """Plays by four rules; equally good joysticks with the same probability."""

    game: Game[Any]

    def __call__(self, state: State, seat: Seat) -> dict[Move, float]:
        missiles, other = fly(state), SEATS[1 - seat]
        ways, theirs = (_ways(state, each, missiles) for each in (seat, other))
        if not ways:
            return {_held(state.tanks[seat].move, None): 1.0}
        rooms = {way: _room(state, square, set(theirs.values())) for way, square in ways.items()}
        roomy = [way for way in ways if 2 * rooms[way] >= max(rooms.values())]
        dangers = set(theirs.values()) | (_all_fire(state, theirs) if missiles[other] is None else set())
        quiet = [way for way in roomy if ways[way] not in dangers] or roomy
        best = [way for way in quiet if rooms[way] == max(rooms[each] for each in quiet)]
        shooting = missiles[seat] is None
        moves = [_held(way, _shot(state, ways[way], theirs) if shooting else None) for way in best]
        return dict.fromkeys(moves, 1 / len(moves))


def _held(way: Direction, shot: Direction | None) -> Move:
    return Move(JOYSTICKS.index(Joystick(way, shot, shot is not None)))


def _ways(state: State, seat: Seat, missiles: Missiles) -> Ways:
    """The squares a tank can drive to without certain death."""
    at, enemy = state.tanks[seat].at, state.tanks[1 - seat].at
    targets = {way: state.wrapped(at.next(way)) for way in DIRECTIONS}
    return {
        way: square
        for way, square in targets.items()
        if state.holds(square, FREE)
        and square not in {at, enemy}
        and not any(missile and _meets(missile, at, way, square) for missile in missiles)
    }


def _meets(missile: Missile, at: Square, way: Direction, square: Square) -> bool:
    """Whether a missile hits a tank that drives there."""
    return missile.covers(square) or (missile.tail == at and missile.direction == OPPOSITE[way])


def _all_fire(state: State, places: Ways) -> set[Square]:
    """Every square that a shot from one of the squares covers at once."""
    return {
        square for place in places.values() for shot in DIRECTIONS for square in _fire(state, place, shot)
    }


def _fire(state: State, place: Square, shot: Direction) -> list[Square]:
    """The squares a missile covers in the round in which it is fired."""
    tail = place.next(shot)
    return [] if state.holds(tail, WALL) else [tail, tail.next(shot)]


def _shot(state: State, place: Square, theirs: Ways) -> Direction | None:
    """The shot that covers most squares the enemy can drive to; None if none covers any."""
    targets = set(theirs.values())
    hits = {shot: len(targets.intersection(_fire(state, place, shot))) for shot in DIRECTIONS}
    best = max(DIRECTIONS, key=hits.__getitem__)
    return best if hits[best] else None


def _room(state: State, ours: Square, theirs: set[Square]) -> int:
    """How many free squares a tank reaches before an enemy that may be on any of the given squares."""
    edge, their_edge, seen, room = {ours}, theirs, {ours, *(tank.at for tank in state.tanks), *theirs}, 0
    while edge:
        edge, their_edge = _next_to(state, edge) - seen, _next_to(state, their_edge) - seen
        seen |= edge | their_edge
        edge, their_edge = edge - their_edge, their_edge - edge
        room += len(edge)
    return room


def _next_to(state: State, squares: set[Square]) -> set[Square]:
    nearby = {state.wrapped(square.next(way)) for square in squares for way in DIRECTIONS}
    return {square for square in nearby if state.holds(square, FREE)}
