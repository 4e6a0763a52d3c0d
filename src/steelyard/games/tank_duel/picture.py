"""A position as a picture, in named parts of which a turn changes only some."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING

from steelyard.core.game import SEATS, Seat
from steelyard.games import art
from steelyard.games.tank_duel import explanation, rules
from steelyard.games.tank_duel.drawing import describe
from steelyard.games.tank_duel.notation import LETTER
from steelyard.games.tank_duel.rules import DIRECTIONS, MINE, WALL

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steelyard.games.tank_duel.rules import Direction, Missile, State, Tank


def to_svg(state: State) -> str:
    return "".join(picture_parts(state).values())


def picture_parts(state: State) -> dict[str, str]:
    return art.parts(
        state.width,
        state.height,
        _layers(state),
        title=f"Tank Duel, round {state.rounds}",
        description=describe(state),
    )


def board_parts(state: State) -> dict[str, str]:
    """The same without title and words."""
    return art.board_parts(state.width, state.height, _layers(state))


def _layers(state: State) -> dict[str, str]:
    """Lines and coordinates, the last round's tint, walls, mines, tanks, missiles, then hits on top."""
    walls = explanation.walls(state)
    layers = {"last": "".join(_last_tint(state)), "ground": _ground(state.width, state.height)}
    layers["walls"] = _walls(state.width, walls)
    layers |= {
        name: mine if state.squares[number] == MINE else ""
        for name, number, mine in _mines(state.width, walls)
    }
    layers |= _tanks(state)
    layers |= _missiles(state)
    layers["hits"] = "".join(_hits(state))
    layers |= _ways(state)
    return layers


@lru_cache(maxsize=64)
def _ground(columns: int, rows: int) -> str:
    """Lines and coordinates."""
    width, height = columns * art.SQUARE, rows * art.SQUARE
    across = "".join(f"M0 {y}H{width}" for y in range(0, height + 1, art.SQUARE))
    down = "".join(f"M{x} 0V{height}" for x in range(0, width + 1, art.SQUARE))
    above = [art.text(str(x), (x + 0.5) * art.SQUARE, -14, class_="label") for x in range(columns)]
    beside = [art.text(str(y), -14, (y + 0.5) * art.SQUARE, class_="label") for y in range(rows)]
    return "".join([art.element("path", class_="line", d=across + down), *above, *beside])


def _last_tint(state: State) -> Iterator[str]:
    if state.last is not None:
        for seat in SEATS:
            for square in sorted({state.last.places[seat], state.tanks[seat].at}):
                yield art.square(square.x, square.y, class_="last")


@lru_cache(maxsize=1024)
def _walls(width: int, squares: str) -> str:
    """Blocks lit from the upper left: the right and lower sides of each are a shade darker."""
    walls = [divmod(number, width) for number, ground in enumerate(squares) if ground == WALL]
    return "".join(_wall(x, y) for y, x in walls)


def _wall(x: int, y: int) -> str:
    side, bevel = art.SQUARE, 6
    edge = (
        f"M{x * side} {(y + 1) * side}l{bevel} -{bevel}h{side - 2 * bevel}v-{side - 2 * bevel}"
        f"l{bevel} -{bevel}v{side}z"
    )
    return art.square(x, y, class_="wall") + art.element("path", class_="wall-edge", d=edge)


@lru_cache(maxsize=1024)
def _mines(width: int, squares: str) -> list[tuple[str, int, str]]:
    """For each square without a wall: the name of its part, its number, and a mine there."""
    places = ((number, *divmod(number, width)) for number, ground in enumerate(squares) if ground != WALL)
    return [(f"mine-{x}-{y}", number, _mine(x, y)) for number, y, x in places]


@art.kept
def _mine(column: int, row: int) -> str:
    x, y = art.middle(column, row)
    return art.element(
        "g",
        art.element("circle", class_="mine", cx=x, cy=y, r=13),
        art.element("circle", class_="mine-light", cx=x - 4.5, cy=y - 4.5, r=3.5),
        id=f"mine-{column}-{row}",
    )


def _tanks(state: State) -> dict[str, str]:
    """Four parts a tank: the tag, which says where it is, and its shapes, of which the barrel turns."""
    found = {}
    for seat in SEATS:
        tank = state.tanks[seat]
        found[f"tank-{seat}"] = art.tank_tag(
            f"tank-{seat}",
            seat,
            art.middle(*tank.at),
            tank.move,
            data_label=f"{art.SIDES[seat]}'s tank",
            data_goes=explanation.goes(state, seat),
            data_aim=explanation.aim(state, seat),
            opacity=0.55 if tank.in_flames else None,
            data_seat=seat,
            data_hits=" ".join(tank.hits) or None,
        )
        found[f"hull-{seat}"] = art.tank_hull(seat)
        found[f"barrel-{seat}"] = art.tank_barrel(art.FACING[tank.tower or tank.move] - art.FACING[tank.move])
        found[f"turret-{seat}"] = art.tank_turret(seat)
    return found


def _missiles(state: State) -> dict[str, str]:
    """Two parts a missile: the tag, which says where it is and flies, and its shape."""
    found = {}
    for seat in SEATS:
        tag = shape = ""
        if missile := state.missiles[seat]:
            flames = _flames(state, missile) if missile.in_flames else ""
            shape = art.element("path", class_=f"missile-{seat}", d=_shape(_length(state, missile), seat))
            shape = f">{shape}{flames}</g>"
            tag = "<g" + art.written_attributes(
                id=f"missile-{seat}",
                transform=_towards(state, missile),
                data_seat=seat,
                data_label=f"{art.SIDES[seat]}'s missile",
                data_reach=art.squares(explanation.flight(state, missile)),
            )
        found[f"missile-{seat}"], found[f"shape-{seat}"] = tag, shape
    return found


REACH_OUT = 12  # how far a missile's head is drawn beyond the board, in the picture's units
NOSE = 12  # from the middle of its head to its tip


def ends(state: State, missile: Missile) -> tuple[tuple[float, float], tuple[float, float]]:
    """The middles of tail and head. Off the board it is cut short, so that it stays in the picture."""
    right, bottom = state.width * art.SQUARE, state.height * art.SQUARE
    (x, y), (head_x, head_y) = art.middle(*missile.tail), art.middle(*missile.head)
    tail = (min(max(x, 0), right), min(max(y, 0), bottom))
    head = (
        min(max(head_x, -REACH_OUT), right + REACH_OUT),
        min(max(head_y, -REACH_OUT), bottom + REACH_OUT),
    )
    return tail, head


def _length(state: State, missile: Missile) -> float:
    (x, y), (head_x, head_y) = ends(state, missile)
    return abs(head_x - x) + abs(head_y - y)


def _towards(state: State, missile: Missile) -> str:
    """The transform of the missile, which is drawn upwards from its tail."""
    (x, y), _ = ends(state, missile)
    return f"translate({x:g},{y:g}) rotate({art.FACING[missile.direction]})"


FINS = (
    "l5 8h-28l5 -8",
    "q7 2 5 10q-14 -7 -28 0q-2 -8 5 -10",
)  # straight ones for seat 0, round ones for seat 1


def _shape(length: float, seat: Seat) -> str:
    """A sharp nose around the middle of its head, a straight body, and fins behind the middle of its tail."""
    tip, shoulder = -length - NOSE, min(18 - length, 0)
    return f"M0 {tip:g}Q9 {tip + 12:g} 9 {shoulder:g}V8{FINS[seat]}V{shoulder:g}Q-9 {tip + 12:g} 0 {tip:g}Z"


def _flames(state: State, missile: Missile) -> str:
    """Three strokes ahead of the nose."""
    top = -_length(state, missile) - NOSE - 2
    return art.element("path", class_="burst", d=f"M0 {top:g}v-12M-8 {top + 3:g}l-6 -10M8 {top + 3:g}l6 -10")


def _hits(state: State) -> Iterator[str]:
    """A burst around each wreck, a bar where it hit a wall, and what destroyed it in words."""
    for seat in SEATS:
        tank = state.tanks[seat]
        if tank.in_flames:
            x, y = art.middle(*tank.at)
            bar = _bar(tank) if "wall" in tank.hits else ""
            yield art.element("g", art.burst((x, y)), bar, id=f"hit-{seat}")
            yield _cause(state, seat)


LETTER_WIDTH = 8.5  # of what is written on the board, about


def _cause(state: State, seat: Seat) -> str:
    """What destroyed a tank, in words: seat 0's above it, seat 1's below, unless that is not on the board."""
    tank = state.tanks[seat]
    words = " ".join(tank.hits)
    x, y = art.middle(*tank.at)
    half = len(words) * LETTER_WIDTH / 2
    above = tank.at.y > 0 and (seat == 0 or tank.at.y == state.height - 1)
    inside = min(max(x, half), state.width * art.SQUARE - half)
    return art.text(words, inside, y - 38 if above else y + 38, class_="hit")


def _bar(tank: Tank) -> str:
    x, y = art.middle(*tank.at)
    turned = f"translate({x:g},{y:g}) rotate({art.FACING[tank.move]})"
    return art.element("path", class_="bump", d="M-16 -27H16", transform=turned)


def _ways(state: State) -> dict[str, str]:
    """Invisible squares around each tank, to click for its next move; they wrap around the board.

    Three parts a square: where it is, what never changes, and where missiles would fly from there.
    """
    found = {}
    over, flying = rules.is_over(state), rules.fly(state)
    for seat in SEATS:
        for direction in DIRECTIONS:
            start = rest = shots = ""
            if not over:
                square = state.wrapped(state.tanks[seat].at.next(direction))
                start = f'<rect x="{square.x * art.SQUARE}" y="{square.y * art.SQUARE}"'
                rest = _way(seat, direction)
                lines = explanation.shots(state, square) if flying[seat] is None else None
                shots = f' data-shots="{lines}"/>' if lines else "/>"
            found[f"way-{seat}-{direction}"] = start
            found[f"rest-{seat}-{direction}"] = rest
            found[f"shots-{seat}-{direction}"] = shots
    return found


@cache
def _way(seat: Seat, direction: Direction) -> str:
    return art.written_attributes(
        width=art.SQUARE,
        height=art.SQUARE,
        id=f"way-{seat}-{direction}",
        fill="none",
        pointer_events="all",
        data_seat=seat,
        data_move=LETTER[direction],
    )
