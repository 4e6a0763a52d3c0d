"""A position as a picture, in named parts of which a turn changes only some."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from steelyard.core.game import SEATS, Seat
from steelyard.games import art
from steelyard.games.tank_war import rules
from steelyard.games.tank_war.drawing import last_round, standing, tank_name
from steelyard.games.tank_war.notation import tank_names
from steelyard.games.tank_war.rules import SIZE, Box, own_lane

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steelyard.games.tank_war.rules import Round, State

FACING = ("down", "up")


def to_svg(state: State) -> str:
    return "".join(picture_parts(state).values())


def picture_parts(state: State) -> dict[str, str]:
    return art.parts(
        SIZE,
        SIZE,
        _layers(state),
        title=f"Tank War, round {state.rounds}",
        description=" ".join([*last_round(state), standing(state)]),
    )


def board_parts(state: State) -> dict[str, str]:
    """The same without title and words."""
    return art.board_parts(SIZE, SIZE, _layers(state))


def _layers(state: State) -> dict[str, str]:
    """Territory, coordinates, the last round's tint, wrecks, tanks, then shots and hits on top."""
    layers = {
        name: _box(column, row, 0 if row < state.boundary[column] else 1) for name, column, row in BOXES
    }
    layers["labels"] = LABELS
    layers["last"] = "".join(_last_tint(state, state.last)) if state.last else ""
    layers["wrecks"] = "".join(_wrecks(state))
    layers |= _tanks(state)
    layers["fire"] = "".join(_fire(state))
    return layers


BOXES = [(f"box-{column}-{row}", column, row) for row in rules.ROWS for column in rules.COLUMNS]


@cache
def _box(column: int, row: int, owner: Seat) -> str:
    return art.square(column, row, id=f"box-{column}-{row}", class_=f"ground-{owner} line")


def _label(index: int) -> str:
    x = (index + 0.5) * art.SQUARE
    return art.text(str(index), x, -14, class_="label") + art.text(str(index), -14, x, class_="label")


LABELS = "".join(map(_label, range(SIZE)))


def _last_tint(state: State, last: Round) -> Iterator[str]:
    for seat in SEATS:
        column = last.columns[seat]
        row = state.rows[seat][column]
        if row is None:
            row = next(box.row for loser, box in last.wrecks if loser == seat and box.column == column)
        came_from = row if last.bumped == seat else row - rules.STEP[seat]
        for visited in sorted({row, came_from}):
            yield art.square(column, visited, class_="last")
        if last.bumped == seat:
            yield _bump(column, row, seat)


def _bump(column: int, row: int, seat: Seat) -> str:
    """A short bar at the edge that stopped the tank."""
    x, y = art.middle(column, row + 0.44 * rules.STEP[seat])
    return art.element("path", class_="bump", d=f"M{x - 16} {y}H{x + 16}")


def _tanks(state: State) -> dict[str, str]:
    """Two parts a tank: the tag, which says what it can do, and its shapes, which stay."""
    over, found = rules.is_over(state), {}
    for seat in SEATS:
        for column, row in enumerate(state.rows[seat]):
            tag = body = ""
            if row is not None:
                can_move = not over and column in state.movable[seat]
                tag = _tag(state.lanes, state.c_reach, seat, Box(column, row), can_move, over)
                body = _body(seat, tank_name(state, seat, column))
            found[f"tank-{seat}-{column}"], found[f"body-{seat}-{column}"] = tag, body
    return found


@art.kept
def _tag(  # noqa: PLR0913, PLR0917 - what a tag depends on
    lanes: str,
    c_reach: str,
    seat: Seat,
    box: Box,
    can_move: bool,  # noqa: FBT001 - what is remembered is asked for without names
    over: bool,  # noqa: FBT001
) -> str:
    column, row = box
    name = tank_names(lanes)[own_lane(seat, column)]
    return art.tank_tag(
        f"tank-{seat}-{name}",
        seat,
        art.middle(column, row),
        FACING[seat],
        data_label=f"{art.SIDES[seat]}'s {name}",
        data_name=name,
        data_seat=seat,
        data_move=name if can_move else None,
        data_reach=art.squares(reach(c_reach, name[1], box)),
        data_goes=art.squares([(column, row + rules.STEP[seat])]) if can_move else None,
        data_stuck=None if over or can_move else _why_stuck(seat, row),
    )


@cache
def _body(seat: Seat, name: str) -> str:
    mark = MARKS[name[1]] + art.upright(name, FACING[seat], 25, class_="name")
    return art.tank_body(seat, mark=mark)


def reach(c_reach: str, kind: str, box: Box) -> list[Box]:
    """The boxes that a tank of that type hits from there (rule 7)."""
    steps = sorted(rules.REACH[c_reach][kind])
    boxes = (Box(box.column + across, box.row + down) for across, down in steps)
    return [each for each in boxes if each.column in rules.COLUMNS and each.row in rules.ROWS]


def _why_stuck(seat: Seat, row: int) -> str:
    return "it has reached its last row" if row == rules.LAST_ROW[seat] else "a tank is on the square ahead"


def _wrecks(state: State) -> Iterator[str]:
    for seat, box in state.last.wrecks if state.last else ():
        name = tank_name(state, seat, box.column)
        yield art.tank(f"tank-{seat}-{name}", seat, art.middle(*box), FACING[seat], classes="wreck")


def _fire(state: State) -> Iterator[str]:
    if state.last is None:
        return
    wrecked = {(seat, box.column): box.row for seat, box in state.last.wrecks}
    for shot in state.last.shots:
        enemy = SEATS[1 - shot.seat]
        row = state.rows[shot.seat][shot.column]
        fired_from = art.middle(shot.column, wrecked[shot.seat, shot.column] if row is None else row)
        hit = art.middle(shot.target, wrecked[enemy, shot.target])
        yield art.element("path", class_="shot", d="M{:g} {:g}L{:g} {:g}".format(*fired_from, *hit))
    for (seat, column), row in sorted(wrecked.items()):
        yield art.burst(art.middle(column, row), id=f"hit-{seat}-{column}")


def _dot(x: float, y: float) -> str:
    return art.element("circle", class_="dot", cx=x, cy=y, r=1.8)


MARKS = {  # a turret shows its reach: diagonal, next to it, at two
    "A": art.element("path", class_="mark", d="M-5 -5L5 5M-5 5L5 -5"),
    "B": art.element("path", class_="mark", d="M-6 0H6M0 -6V6"),
    "C": art.element("path", class_="mark", d="M-3.5 0H3.5M0 -3.5V3.5")
    + "".join(_dot(x, y) for x, y in ((-8, 0), (8, 0), (0, -8), (0, 8))),
}
