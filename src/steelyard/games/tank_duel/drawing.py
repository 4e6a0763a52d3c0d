"""A position for people: text for terminals, and words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steelyard.core.game import SEATS, listed
from steelyard.games import art
from steelyard.games.tank_duel import rules
from steelyard.games.tank_duel.notation import MOVES
from steelyard.games.tank_duel.rules import JOYSTICKS, Square

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steelyard.core.game import Outcome
    from steelyard.games.tank_duel.rules import Direction, Missile, State, Tank

ARROW: dict[Direction, str] = {"left": "<", "right": ">", "up": "^", "down": "v"}
BODY: dict[Direction, str] = {"left": "-", "right": "-", "up": "|", "down": "|"}


# Text.
def to_text(state: State) -> str:
    """`0>^` is tank 0 driving right, its tower up; `0>*` its wreck; `- >` a missile, `* *` one in flames."""
    columns = range(state.width)
    header = "   " + "".join(f"{x:^3}" for x in columns)
    rows = (f"{y:>2} " + "".join(_cell(state, Square(x, y)) for x in columns) for y in range(state.height))
    return "\n".join([header.rstrip(), *(row.rstrip() for row in rows), *_situation(state)])


def _cell(state: State, square: Square) -> str:
    here = [seat for seat in SEATS if state.tanks[seat].at == square]
    if len(here) == 2:
        return "01*"
    if here:
        tank = state.tanks[here[0]]
        tower = "*" if tank.in_flames else ARROW[tank.tower] if tank.tower else " "
        return f"{here[0]}{ARROW[tank.move]}{tower}"
    for missile in state.missiles:
        if missile is not None and missile.covers(square):
            return f" {_missile_mark(missile, square)} "
    return f" {state.squares[square.x + square.y * state.width]} "


def _missile_mark(missile: Missile, square: Square) -> str:
    if missile.in_flames:
        return "*"
    return (ARROW if square == missile.head else BODY)[missile.direction]


def describe(state: State) -> str:
    return " ".join([*filter(None, [last_turn(state)]), *_standing(state, art.SIDES)])


def last_turn(state: State) -> str:
    """Where the tanks drove and fired, for people who do not know the notation."""
    if state.last is None:
        return ""
    first, second = (f"{art.SIDES[seat]} went {_done(state.tanks[seat])}" for seat in SEATS)
    return f"Round {state.rounds}: {first}, {second}."


def _done(tank: Tank) -> str:
    return f"{tank.move} and fired {tank.tower}" if tank.fire else tank.move


NAMES = ("tank 0", "tank 1")


def _situation(state: State) -> Iterator[str]:
    """The last round in notation, the tanks, the missiles and the outcome."""
    if state.last is not None:
        held = [MOVES[JOYSTICKS.index(joystick)] for joystick in state.last.joysticks]
        yield f"Round {state.rounds}: {NAMES[0]} held {held[0]}, {NAMES[1]} held {held[1]}."
    yield from _standing(state, NAMES)


def _standing(state: State, names: tuple[str, str]) -> Iterator[str]:
    """The tanks, the missiles and the outcome, in words."""
    for seat in SEATS:
        yield _tank_in_words(state.tanks[seat], names[seat])
    for seat in SEATS:
        if missile := state.missiles[seat]:
            yield _missile_in_words(missile, names[seat])
    if outcome := rules.outcome(state):
        yield "A draw." if outcome.winner is None else f"{_capital(names[outcome.winner])} wins."


def _capital(words: str) -> str:
    return words[0].upper() + words[1:]


def _tank_in_words(tank: Tank, name: str) -> str:
    place = f"{_capital(name)} at {tank.at.x},{tank.at.y}"
    if tank.in_flames:
        return f"{place}, driving {tank.move}, is destroyed: {listed(tank.hits)}."
    tower = f", tower {tank.tower}" if tank.tower else ""
    return f"{place} drives {tank.move}{tower}{', has just fired' if tank.fire else ''}."


def _missile_in_words(missile: Missile, name: str) -> str:
    (x, y), (head_x, head_y) = missile.tail, missile.head
    flames = ", in flames" if missile.in_flames else ""
    return f"Missile of {name}: tail {x},{y}, head {head_x},{head_y}, flying {missile.direction}{flames}."


BECAUSE = {
    "wall": "{loser} hit a wall",
    "mine": "{loser} hit a mine",
    "missile": "{loser} was hit by a missile",
    "tank": "the tanks collided",
    "both": "both tanks were destroyed",
}


def because(outcome: Outcome, loser: str) -> str:
    """Why the game ended so, as the end of a sentence."""
    return BECAUSE[outcome.reason].format(loser=loser)
