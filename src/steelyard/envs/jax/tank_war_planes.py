"""Tank War on bit planes: every bit of a word is another game, and a round is a few hundred bit operations.

A plane is a word, or an array of words, of which bit i belongs to game i. The functions use `& | ^ ~` alone,
so they work on JAX arrays of any size, on NumPy arrays and on Python integers.

A game is 54 planes, nine for each drawn column: U's tank, D's tank and the boundary, three planes each, the
lowest bit first. A tank is 0 once destroyed, otherwise 1 + the boxes it has advanced; the boundary is how
many boxes from the top are U's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from steelyard.games.tank_war.rules import REACH, SIZE, own_lane

if TYPE_CHECKING:
    from collections.abc import Sequence

    from steelyard.core.game import Seat

    Plane = Any  # whatever has & | ^ ~
    Planes = Sequence[Plane]
    Number = Sequence[Plane]  # binary, the lowest bit first

BITS = 3
COLUMN_PLANES = 3 * BITS
PLANES = SIZE * COLUMN_PLANES
START = (1, 0, 0, 1, 0, 0, 1, 1, 0) * SIZE  # on the first row, on the first row, three boxes
MOVE_PLANES = 2 * BITS
CHANCE_PLANES = 32  # half of them for each player: a binary fraction of 16 bits
RANGE = range(SIZE)


class Boards(NamedTuple):
    """The planes decoded: for each column and row, whether it holds that, as planes."""

    u: list[list[Plane]]
    d: list[list[Plane]]
    territory: list[list[Plane]]
    """Whether the box is U's."""


def decode(planes: Planes) -> Boards:
    boards = Boards([], [], [])
    for column in RANGE:
        first = column * COLUMN_PLANES
        u, d, boundary = (planes[first + part : first + part + BITS] for part in (0, BITS, 2 * BITS))
        boards.u.append(_tank(u))
        boards.d.append(_tank(d)[::-1])  # D advances from the last row
        boards.territory.append(_territory(boundary))
    return boards


def _tank(number: Number) -> list[Plane]:
    """By boxes advanced: the six numbers from 1."""
    a, b, c = number
    return [a & ~b & ~c, ~a & b & ~c, a & b & ~c, ~a & ~b & c, a & ~b & c, ~a & b & c]


def _territory(boundary: Number) -> list[Plane]:
    a, b, c = boundary
    return [a | b | c, b | c, c | (a & b), c, c & (a | b), b & c]


def encode(boards: Boards) -> list[Plane]:
    planes = []
    for u, d, t in zip(*boards, strict=True):
        planes += [*_number(u), *_number(d[::-1]), *_boundary(t)]
    return planes


def _number(tank: Sequence[Plane]) -> list[Plane]:
    return [tank[0] | tank[2] | tank[4], tank[1] | tank[2] | tank[5], tank[3] | tank[4] | tank[5]]


def movable(boards: Boards) -> tuple[list[Plane], list[Plane]]:
    """Rule 4, for each seat by drawn column, whether or not the other seat can move."""
    u = [any_of(u[row] & ~d[row + 1] for row in range(SIZE - 1)) for u, d, _ in zip(*boards, strict=True)]
    d = [any_of(d[row] & ~u[row - 1] for row in range(1, SIZE)) for u, d, _ in zip(*boards, strict=True)]
    return u, d


def legal(boards: Boards) -> tuple[list[Plane], list[Plane]]:
    """The moves of each seat, by its own lanes; none once the game is over."""
    u, d = movable(boards)
    goes_on = going_on(u, d)
    return [plane & goes_on for plane in reversed(u)], [plane & goes_on for plane in d]


def going_on(u_movable: Sequence[Plane], d_movable: Sequence[Plane]) -> Plane:
    return any_of(u_movable) & any_of(d_movable)


def chosen(move: Number) -> list[Plane]:
    """A move in binary as a plane for each lane."""
    a, b, c = move
    return [~a & ~b & ~c, a & ~b & ~c, ~a & b & ~c, a & b & ~c, ~a & ~b & c, a & ~b & c]


def written(lanes: Sequence[Plane]) -> list[Plane]:
    """The inverse of `chosen`."""
    return [lanes[1] | lanes[3] | lanes[5], lanes[2] | lanes[3], lanes[4] | lanes[5]]


def wrong(lanes: Sequence[Plane], legal: Sequence[Plane]) -> Plane:
    """The games whose move is none of the legal lanes."""
    return ~any_of(lane & can for lane, can in zip(lanes, legal, strict=True))


def play(boards: Boards, u_lanes: Sequence[Plane], d_lanes: Sequence[Plane], rules: Rules) -> Boards:
    """One round: both drive, then all fire. A move that is not legal moves nothing; see `wrong`."""
    return _fire(_drive(boards, u_lanes[::-1], d_lanes), rules)


def _drive(boards: Boards, u_columns: Sequence[Plane], d_columns: Sequence[Plane]) -> Boards:
    """Rules 5 and 6."""
    after = Boards([], [], [])
    for u, d, territory, u_drives, d_drives in zip(*boards, u_columns, d_columns, strict=True):
        u_box = [None, *(u_drives & u[row - 1] & ~d[row] for row in range(1, SIZE))]
        d_box = [*(d_drives & d[row + 1] & ~u[row] for row in range(SIZE - 1)), None]
        inner = range(1, SIZE - 1)  # where both can enter: the owner of the box does
        u_enters = [None, *(u_box[row] & ~(d_box[row] & ~territory[row]) for row in inner), u_box[-1]]
        d_enters = [d_box[0], *(d_box[row] & ~(u_box[row] & territory[row]) for row in inner), None]
        after.u.append([_moved(u[row], u_enters, row, row + 1) for row in RANGE])
        after.d.append([_moved(d[row], d_enters, row, row - 1) for row in RANGE])
        after.territory.append([_owned(territory[row], u_enters[row], d_enters[row]) for row in RANGE])
    return after


def _moved(tank: Plane, enters: Sequence[Plane], row: int, ahead: int) -> Plane:
    left = tank & ~enters[ahead] if ahead in RANGE else tank
    return left if enters[row] is None else left | enters[row]


def _owned(territory: Plane, u_enters: Plane | None, d_enters: Plane | None) -> Plane:
    won = territory if u_enters is None else territory | u_enters
    return won if d_enters is None else won & ~d_enters


class Rules(NamedTuple):
    """What an option changes: by seat and drawn column, the boxes that the tank there hits."""

    reach: tuple[tuple[frozenset[tuple[int, int]], ...], ...]


def rules_of(lanes: str, c_reach: str) -> Rules:
    seats: tuple[Seat, Seat] = (0, 1)
    return Rules(
        tuple(tuple(REACH[c_reach][lanes[own_lane(seat, column)]] for column in RANGE) for seat in seats)
    )


def _fire(boards: Boards, rules: Rules) -> Boards:
    """Rule 7. Reach is the same in all directions, so whoever could hit a box is in its reach."""
    return Boards(
        _survivors(boards.u, boards.d, rules.reach[1]),
        _survivors(boards.d, boards.u, rules.reach[0]),
        boards.territory,
    )


def _survivors(
    tanks: list[list[Plane]], enemies: list[list[Plane]], reach: tuple[frozenset[tuple[int, int]], ...]
) -> list[list[Plane]]:
    def survivor(column: int, row: int) -> Plane:
        hit = any_of(
            enemies[column + across][row + down]
            for across in (-2, -1, 0, 1, 2)
            for down in (-2, -1, 0, 1, 2)
            if column + across in RANGE and row + down in RANGE and (-across, -down) in reach[column + across]
        )
        tank = tanks[column][row]
        return tank if hit is None else tank & ~hit  # some orders of lanes leave boxes that nobody can hit

    return [[survivor(column, row) for row in RANGE] for column in RANGE]


def result(boards: Boards, goes_on: Plane) -> tuple[Plane, Plane]:
    """Two planes: U has won, D has won; both: a draw; none: the game goes on."""
    over = ~goes_on
    tanks = [_count([any_of(tank) for tank in side]) for side in (boards.u, boards.d)]
    boxes = _sum([_boundary(column) for column in boards.territory])
    u_more, d_more = _more(tanks[0], tanks[1]), _more(tanks[1], tanks[0])
    level = ~(u_more | d_more)
    u_boxes, d_boxes = _above_half(boxes), _below_half(boxes)
    u_leads, d_leads = u_more | (level & u_boxes), d_more | (level & d_boxes)
    return over & ~d_leads, over & ~u_leads


def _boundary(t: list[Plane]) -> list[Plane]:
    return [(t[0] & ~t[1]) | (t[2] & ~t[3]) | (t[4] & ~t[5]), (t[1] & ~t[3]) | t[5], t[3]]


def _above_half(boxes: Number) -> Plane:
    """More than 18 of 36: from 19."""
    a, b, c, d, e, f = boxes
    return f | (e & (d | c | (b & a)))


def _below_half(boxes: Number) -> Plane:
    """At most 17."""
    _, b, c, d, e, f = boxes
    return ~f & ~(e & (d | c | b))


def _more(one: Number, two: Number) -> Plane:
    """Whether one is the greater number."""
    greater = one[0] & ~two[0]
    for a, b in zip(one[1:], two[1:], strict=True):
        greater = (a & ~b) | (~(a ^ b) & greater)
    return greater


def _count(planes: list[Plane]) -> list[Plane]:
    """How many of six, in binary."""
    one, two = _full(*planes[:3]), _full(*planes[3:])
    return _plus(one, two)


def _sum(numbers: list[list[Plane]]) -> list[Plane]:
    """The sum of six numbers of three bits."""
    a, b, c = (_plus(*numbers[pair : pair + 2]) for pair in (0, 2, 4))
    return _plus(_plus(a, b), [*c, None])


def _plus(one: Number, two: Number) -> list[Plane]:
    """The sum of two numbers of as many bits; None is a bit that is never set."""
    carry, bits = None, []
    for a, b in zip(one, two, strict=True):
        bit, carry = _full(a, b, carry)
        bits.append(bit)
    return [*bits, carry]


def _full(*bits: Plane | None) -> list[Plane]:
    """The sum of up to three bits: its low bit and its high bit."""
    a, b, c = (*(bit for bit in bits if bit is not None), None, None)[:3]
    if b is None:
        return [a, None]
    if c is None:
        return [a ^ b, a & b]
    return [a ^ b ^ c, (a & b) | (c & (a | b))]


def draw(lanes: Sequence[Plane], chance: Sequence[Plane]) -> list[Plane]:
    """One of the legal lanes, each as likely up to 2 ** -14, given sixteen planes of random bits."""
    left = _at_least(_count(list(lanes)), chance)  # how many lanes to leave out, counted down as they pass
    here: Plane = None  # whether no lane has been picked yet; None: nowhere
    picked: list[Plane] = []
    for lane in lanes:
        first = lane if here is None else lane & here
        if not left:
            return [*picked, first]
        picked.append(first & ~left[0])
        moved = [left[0] | ~lane if here is None else _either(lane, left[0], here)]
        here, left = moved[0], [_either(lane, *pair) for pair in zip(left[1:], left, strict=False)]
    return picked


def _at_least(count: Number, chance: Sequence[Plane]) -> list[Plane]:
    """A random number below the count, from 1 to 6, as planes: at least 1, at least 2, ... at least 5."""
    half, quarter, *fraction = chance
    third, two_thirds = (_below(fraction, number, 3) for number in (1, 2))
    fifth, two_fifths, three_fifths, four_fifths = (_below(fraction, number, 5) for number in (1, 2, 3, 4))
    a, b, c = count
    two, three, four, five, six = b & ~a & ~c, b & a, c & ~a & ~b, c & a, c & b
    return [
        (two & half)
        | (three & two_thirds)
        | (four & (half | quarter))
        | (five & four_fifths)
        | (six & (half | two_thirds)),
        (three & third) | (four & half) | (five & three_fifths) | (six & (half | third)),
        (four & half & quarter) | (five & two_fifths) | (six & half),
        (five & fifth) | (six & half & two_thirds),
        six & half & third,
    ]


def _below(fraction: Sequence[Plane], number: int, of: int) -> Plane:
    """With the probability number / of, given a random binary fraction."""
    bound = (2 * number * 2 ** len(fraction) + of) // (2 * of)
    below = None
    for place, bit in enumerate(fraction):
        if bound >> place & 1:
            below = bit if below is None else below | bit
        elif below is not None:
            below = below & bit
    return below


def _either(which: Plane, one: Plane, other: Plane) -> Plane:
    return (which & one) | (~which & other)


def any_of(planes: Any) -> Plane:
    """None: there are no planes."""
    found = None
    for plane in planes:
        found = plane if found is None else found | plane
    return found
