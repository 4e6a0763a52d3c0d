"""For a board that knows no rules: where a tank can drive, and a round phase by phase; the joystick."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steelyard.core import interaction
from steelyard.core.errors import InvalidMove
from steelyard.core.game import SEATS, Joystick, Move
from steelyard.games import art
from steelyard.games.tank_duel import rules
from steelyard.games.tank_duel.notation import LETTER, NOTHING, read_move

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steelyard.core.game import Seat
    from steelyard.core.interaction import Happening, Pick
    from steelyard.games.tank_duel.rules import State


def read_joystick(move: str | None, tower: str | None, fire: bool) -> Move:  # noqa: FBT001 - as Joystick.read has it
    """The move that a joystick so set stands for."""
    return Move(rules.JOYSTICKS.index(rules.Joystick(_direction(move), _direction(tower), fire)))


def _direction(word: str | None) -> rules.Direction | None:
    if word is None:
        return None
    found = next((direction for direction in rules.DIRECTIONS if direction == word.lower()), None)
    if found is None:
        raise InvalidMove(f"{word!r} is not a direction; it is Left, Right, Up, Down or null")
    return found


JOYSTICK = Joystick(read_move(NOTHING), read_joystick)  # it stays as it was set (rule 4)


def picks(state: State, seat: Seat) -> dict[str, list[Pick]]:
    """The four squares around the tank; shots are set with the joystick."""
    if rules.is_over(state):
        return {}
    return {
        f"way-{seat}-{direction}": [
            {"move": LETTER[direction], "to": None, "capture": False, "label": direction}
        ]
        for direction in rules.DIRECTIONS
    }


def phases(before: State, after: State) -> list[list[Happening]]:
    """Missiles fly, tanks drive, missiles are fired, tanks are hit (phases A to D)."""
    flown = rules.fly(before)
    steps = [
        list(_flights(before, flown)),
        list(_drives(before, after)),
        [interaction.appearing(f"missile-{seat}") for seat in SEATS if _fired(flown, after, seat)],
        [
            interaction.hit(f"tank-{seat}", art.centre(*after.tanks[seat].at))
            for seat in SEATS
            if after.tanks[seat].in_flames
        ],
    ]
    return [step for step in steps if step]


def _flights(before: State, flown: rules.Missiles) -> Iterator[Happening]:
    for seat in SEATS:
        old, new = before.missiles[seat], flown[seat]
        if old is not None and new is not None:
            yield interaction.driven(
                f"missile-{seat}", seat, art.centre(*old.tail), art.centre(*new.tail), "fly"
            )
        elif old is not None:
            yield interaction.gone(f"missile-{seat}")


def _drives(before: State, after: State) -> Iterator[Happening]:
    for seat in SEATS:
        start, tank = before.tanks[seat].at, after.tanks[seat]
        wanted = start.next(tank.move)
        if tank.at != start:
            kind = "move" if wanted == tank.at else "jump"
            yield interaction.driven(f"tank-{seat}", seat, art.centre(*start), art.centre(*tank.at), kind)
        elif "wall" in tank.hits:
            yield interaction.driven(f"tank-{seat}", seat, art.centre(*start), art.centre(*wanted), "bump")


def _fired(flown: rules.Missiles, after: State, seat: Seat) -> bool:
    return flown[seat] is None and after.missiles[seat] is not None
