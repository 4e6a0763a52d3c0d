"""A position for people: text for terminals, and words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steelyard.core.game import SEATS, Seat
from steelyard.core.views import count
from steelyard.games import art
from steelyard.games.tank_war import rules
from steelyard.games.tank_war.notation import tank_names
from steelyard.games.tank_war.rules import SIZE, own_lane

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from steelyard.core.game import Outcome
    from steelyard.games.tank_war.rules import Shot, State

PLAYER = ("U", "D")
GROUND = (".", ":")  # territory in text, by owner


def tank_name(state: State, seat: Seat, column: int) -> str:
    return tank_names(state.lanes)[own_lane(seat, column)]


def owner(state: State, column: int, row: int) -> Seat:
    return 0 if row < state.boundary[column] else 1


def _shots(state: State) -> tuple[Shot, ...]:
    return state.last.shots if state.last else ()


# Text.
def to_text(state: State) -> str:
    """`LAv` is U's tank, driving down, `^LA` D's; dots are U's boxes, colons D's; `*` a fresh wreck."""
    edge = "  +" + "-----+" * SIZE
    lines = ["    " + "".join(f"  {column}   " for column in range(SIZE)).rstrip(), edge]
    for row in range(SIZE):
        lines += [f"{row} |" + "|".join(_cell(state, column, row) for column in range(SIZE)) + "|", edge]
    tanks, boxes = rules.surviving(state), rules.boxes(state)
    lines += [f"U (top) {tanks[0]} tanks, {boxes[0]} boxes; D (bottom) {tanks[1]} tanks, {boxes[1]} boxes"]
    return "\n".join(lines + list(last_round(state, PLAYER)))


def _cell(state: State, column: int, row: int) -> str:
    ground = GROUND[owner(state, column, row)]
    for seat in SEATS:
        if state.rows[seat][column] == row:
            name = tank_name(state, seat, column)
            return f"{ground}{name}v{ground}" if seat == 0 else f"{ground}^{name}{ground}"
    wrecked = state.last is not None and any(box == (column, row) for _, box in state.last.wrecks)
    return f"{ground} {'*' if wrecked else ground} {ground}"


def last_round(state: State, players: Sequence[str] = art.SIDES) -> Iterator[str]:
    """The last round in words: which tanks drove, which was kept out, which hit which."""
    if state.last is None:
        return
    drove = [tank_name(state, seat, state.last.columns[seat]) for seat in SEATS]
    yield f"Round {state.rounds}: {players[0]} drove {drove[0]}, {players[1]} drove {drove[1]}."
    if state.last.bumped is not None:
        kept_out, owner = players[state.last.bumped], players[1 - state.last.bumped]
        yield f"Both wanted the same square; it is {owner}'s, so {kept_out}'s tank stayed."
    for seat in SEATS:
        for column in range(SIZE):
            hit = [
                tank_name(state, SEATS[1 - seat], s.target) for s in _shots(state) if s[:2] == (seat, column)
            ]
            if hit:
                name, whom = tank_name(state, seat, column), " and ".join(hit)
                yield f"{players[seat]}'s {name} destroyed {players[1 - seat]}'s {whom}."


def last_turn(state: State) -> str:
    return " ".join(last_round(state))


def describe(state: State) -> str:
    """The last round, then where every tank stands."""
    return " ".join([*last_round(state), *(_army(state, seat) for seat in SEATS)])


def _army(state: State, seat: Seat) -> str:
    tanks = [
        f"{tank_name(state, seat, column)} column {column} row {row}{'' if can else ', blocked'}"
        for column, row in rules.living(state, seat)
        for can in [column in state.movable[seat]]
    ]
    boxes = rules.boxes(state)[seat]
    have = f"{art.SIDES[seat]} has {count(len(tanks), 'tank')} and {count(boxes, 'square')}"
    return f"{have}: {'; '.join(tanks) or 'none'}."


def standing(state: State) -> str:
    tanks, boxes = rules.surviving(state), rules.boxes(state)
    first, second = (
        f"{art.SIDES[seat]} {count(tanks[seat], 'tank')}, {count(boxes[seat], 'square')}" for seat in SEATS
    )
    return f"{first}; {second}."


def because(outcome: Outcome, loser: str) -> str:
    """Why the game ended so, as the end of a sentence."""
    del loser
    more, less = sorted(outcome.score, reverse=True)
    if outcome.reason == "tanks":
        return f"{count(more, 'tank')} to {less}"
    if outcome.reason == "boxes":
        return f"equal tanks, {count(more, 'square')} to {less}"
    return "equal tanks and squares"
