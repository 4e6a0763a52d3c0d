"""Tank Duel compiled: bitboards in a frame of squares off the board, so that missiles need no care there.

A square is the cell 16 * (y + 2) + x + 1, one byte: rows -2 to 13, and columns -2 to 15 of which the outer
ones lie in the frame of the next row. A position is ten words: four of walls, four of mines, then PIECES
(the board's size, the tanks, what hit them, their missiles) and SHOWN (directions and fire, which no rule
looks at, so no key has them). A missile is thirteen bits: its tail's cell, its direction, and whether it
exists, is in flames, has its head on its tail's square. Everything is unsigned, also steps to the left: a mix
with signed integers would become a float in Numba, hence the typed constants.

It is long because it is one unit: its functions are inlined into each other and cached together.
"""

import numpy as np
from numpy.typing import NDArray

from steelyard.core.compiler import compiled
from steelyard.core.game import Kernel
from steelyard.games.tank_duel.rules import DIRECTIONS, HITS, JOYSTICKS, MINE, WALL, State

WALLS, MINES, PIECES, SHOWN, WORDS = 0, 4, 8, 9, 10

ZERO, ONE, TWO, SIX, FOUR_BITS, BYTE = (np.uint64(n) for n in (0, 1, 2, 6, 4, 8))
LOW_HALF, HALF = np.uint64(0xFFFFFFFF), np.uint64(32)
FIFTY = np.uint64(50)
NIBBLE, CELL, BIT, DIRECTION = (np.uint64(n) for n in (15, 255, 63, 3))
MINES_FROM = np.uint64(MINES)

# A missile.
COURSE = np.uint64(0x7FF)  # tail, direction and existence
EXISTS, IN_FLAMES, COMPACT = (np.uint64(1 << n) for n in (10, 11, 12))
FLAMES_AT, COMPACT_AT = np.uint64(11), np.uint64(12)
MISSILE = np.uint64(0x1FFF)

# PIECES: width, height, tank 0, tank 1, hits of 0, hits of 1, missile of 0, missile of 1.
HEIGHT_AT, TANK_AT, OTHER_AT, HITS_AT, OTHER_HITS_AT, MISSILE_AT, OTHER_MISSILE_AT = (
    np.uint64(n) for n in (4, 8, 16, 24, 28, 32, 45)
)
BY_WALL, BY_MINE, BY_MISSILE, BY_TANK = (np.uint64(n) for n in (1, 2, 4, 8))

# SHOWN: six bits a tank: where it drives, 1 + where its tower points, or 0, and fire.
TOWER_AT, FIRE_AT, OTHER_SHOWN_AT = (np.uint64(n) for n in (2, 5, 6))
SHOWN_TANK = np.uint64(63)
NO_SHOT = np.uint64(4)

LEFT = 0
STEP = np.array([-1, 1, -16, 16], np.int64).astype(np.uint64)  # in pairs: direction ^ 1 is the opposite
MOVE = np.array([DIRECTIONS.index(stick.move or "left") for stick in JOYSTICKS], np.uint64)
TOWER = np.array([DIRECTIONS.index(stick.tower) + 1 if stick.tower else 0 for stick in JOYSTICKS], np.uint64)
SHOT = np.array(
    [DIRECTIONS.index(stick.tower) if stick.fire and stick.tower else 4 for stick in JOYSTICKS], np.uint64
)

# How many of the fifty joysticks come to the same: the move 10 * (1 + direction), alone or with one of four
# shots (+ 3, 5, 7, 9), for a tank that can fire and for one that cannot. Null drives left: left counts twice.
EFFECTS = np.array([10 * (1 + d) + s for d in range(4) for s in (0, 3, 5, 7, 9)], np.int64)
COUNTS = np.array(
    [
        [(2 if d == LEFT else 1) * n for d in range(4) for n in shots]
        for shots in ((6, 1, 1, 1, 1), (10, 0, 0, 0, 0))
    ],
    np.int64,
)


# From the rules' positions.
def encode(state: State) -> NDArray[np.uint64]:
    position = np.zeros(WORDS, np.uint64)
    position[WALLS:MINES] = _words(state, WALL)
    position[MINES:PIECES] = _words(state, MINE)
    pieces, shown = state.width | state.height << 4, 0
    for seat, (tank, missile) in enumerate(zip(state.tanks, state.missiles, strict=True)):
        pieces |= _cell(*tank.at) << 8 + 8 * seat
        pieces |= _hits_of(tank) << 24 + 4 * seat
        pieces |= _missile_of(missile) << 32 + 13 * seat
        shown |= _shown_of(tank) << 6 * seat
    position[PIECES], position[SHOWN] = pieces, shown
    return position


def _words(state, ground):
    """The squares of that ground: rows of sixteen cells, read as one number from the last to the first."""
    rows = (state.squares[row : row + state.width] for row in range(0, len(state.squares), state.width))
    cells = "".join(f".{row}".ljust(16, ".") for row in rows)[::-1]
    bits = int("".join("1" if cell == ground else "0" for cell in cells), 2) << 32
    return np.frombuffer(bits.to_bytes(32, "little"), np.uint64)


def _cell(x, y):
    return 16 * (y + 2) + x + 1


def _hits_of(tank):
    return sum(1 << bit for bit, word in enumerate(HITS) if word in tank.hits)


def _missile_of(missile):
    if missile is None:
        return 0
    compact = missile.head == missile.tail
    course = _cell(*missile.tail) | DIRECTIONS.index(missile.direction) << 8
    return course | 1 << 10 | missile.in_flames << 11 | compact << 12


def _shown_of(tank):
    tower = DIRECTIONS.index(tank.tower) + 1 if tank.tower else 0
    return DIRECTIONS.index(tank.move) | tower << 2 | tank.fire << 5


# The parts of a round.
@compiled
def wall(position, cell):
    return (position[cell >> SIX] >> (cell & BIT)) & ONE


@compiled
def _mine(position, cell):
    return (position[MINES_FROM + (cell >> SIX)] >> (cell & BIT)) & ONE


@compiled
def on_board(cell, width, height):
    return ((cell & NIBBLE) - ONE < width) & ((cell >> FOUR_BITS) - TWO < height)


@compiled
def placed(position, tail, direction):
    """A missile there, in flames if it has a wall in it (A(d))."""
    tail_in_wall = wall(position, tail)
    head_in_wall = wall(position, (tail + STEP[direction]) & CELL)
    flames = (tail_in_wall | head_in_wall) << FLAMES_AT
    return tail | direction << BYTE | EXISTS | flames | tail_in_wall << COMPACT_AT


@compiled
def flown(position, width, height, missile):
    """A: one in flames or off the board is gone; 0 is no missile."""
    if missile & IN_FLAMES or missile == ZERO:
        return ZERO
    direction = (missile >> BYTE) & DIRECTION
    head = (missile & CELL) + STEP[direction]
    tail = (head + STEP[direction]) & CELL
    # Two squares from the frame may be the far end of another row; the head, one square on, is not.
    flies = on_board(head, width, height) & on_board(tail, width, height)
    return placed(position, tail, direction) if flies else ZERO


@compiled
def target(tank, direction, width, height):
    """B(b): the neighbour square, around the board's edge."""
    step = STEP[direction]
    span = width if direction < TWO else height
    ahead = tank + step
    return ahead if on_board(ahead, width, height) else tank - step * (span - ONE)


@compiled
def driven(position, width, height, tank, direction, missile, other):
    """B: where the tank stands, whether it crashed, whether it left its square."""
    against = tank | (direction ^ ONE) << BYTE | EXISTS
    if (missile & COURSE) == against or (other & COURSE) == against:
        return tank, ZERO, ZERO
    ahead = target(tank, direction, width, height)
    crashed = wall(position, ahead)
    return tank if crashed else ahead, crashed, crashed ^ ONE


@compiled
def drop(position, cell, left):
    """Lay a mine there if the tank has left the square."""
    position[MINES_FROM + (cell >> SIX)] |= left << (cell & BIT)


@compiled
def covers(missile, tank):
    tail = missile & CELL
    head = tail if missile & COMPACT else tail + STEP[(missile >> BYTE) & DIRECTION]
    return (tail == tank) | (head == tank)


@compiled
def _struck(missile, a, b, a_hits, b_hits):
    """D, for a missile: a tank on it is hit, and it goes in flames."""
    on_a, on_b = covers(missile, a), covers(missile, b)
    if on_a | on_b:
        missile |= IN_FLAMES
        a_hits |= BY_MISSILE if on_a else ZERO
        b_hits |= BY_MISSILE if on_b else ZERO
    return missile, a_hits, b_hits


@compiled
def play_round(position, width, height, a, b, m, n, a_code, b_code):
    """A to D for tanks a and b with missiles m and n; mines are laid in the position."""
    m, n = flown(position, width, height, m), flown(position, width, height, n)
    a_old, b_old = a, b
    a, a_crashed, a_left = driven(position, width, height, a, MOVE[a_code], m, n)
    b, b_crashed, b_left = driven(position, width, height, b, MOVE[b_code], m, n)
    drop(position, a_old, a_left)
    drop(position, b_old, b_left)
    a_fires = (SHOT[a_code] != NO_SHOT) & (m == ZERO) & (a_crashed == ZERO)
    b_fires = (SHOT[b_code] != NO_SHOT) & (n == ZERO) & (b_crashed == ZERO)
    if a_fires:
        m = placed(position, a + STEP[SHOT[a_code]], SHOT[a_code])
    if b_fires:
        n = placed(position, b + STEP[SHOT[b_code]], SHOT[b_code])
    together = BY_TANK if a == b else ZERO
    a_hits = a_crashed | _mine(position, a) * BY_MINE | together
    b_hits = b_crashed | _mine(position, b) * BY_MINE | together
    if m:
        m, a_hits, b_hits = _struck(m, a, b, a_hits, b_hits)
    if n:
        n, a_hits, b_hits = _struck(n, a, b, a_hits, b_hits)
    return a, b, m, n, a_hits, b_hits, a_fires, b_fires


@compiled
def _shown(before, code, crashed, fires):
    if crashed:
        return (before & ~DIRECTION) | MOVE[code]
    return MOVE[code] | TOWER[code] << TOWER_AT | np.uint64(fires) << FIRE_AT


@compiled
def unpack(pieces):
    return (
        pieces & NIBBLE,
        (pieces >> HEIGHT_AT) & NIBBLE,
        (pieces >> TANK_AT) & CELL,
        (pieces >> OTHER_AT) & CELL,
        (pieces >> MISSILE_AT) & MISSILE,
        (pieces >> OTHER_MISSILE_AT) & MISSILE,
    )


@compiled
def _is_over(pieces):
    return (pieces >> HITS_AT) & CELL != ZERO


# The kernel.
@compiled
def legal(position, seat, moves):  # noqa: ARG001 - both seats may hold any joystick
    if _is_over(position[PIECES]):
        return 0
    for code in range(50):
        moves[code] = code
    return 50


@compiled
def apply(position, a_code, b_code):
    width, height, a, b, m, n = unpack(position[PIECES])
    a, b, m, n, a_hits, b_hits, a_fires, b_fires = play_round(
        position, width, height, a, b, m, n, a_code, b_code
    )
    tanks = width | height << HEIGHT_AT | a << TANK_AT | b << OTHER_AT
    hits = a_hits << HITS_AT | b_hits << OTHER_HITS_AT
    position[PIECES] = tanks | hits | m << MISSILE_AT | n << OTHER_MISSILE_AT
    shown = position[SHOWN]
    position[SHOWN] = (
        _shown(shown & SHOWN_TANK, a_code, a_hits & BY_WALL, a_fires)
        | _shown(shown >> OTHER_SHOWN_AT, b_code, b_hits & BY_WALL, b_fires) << OTHER_SHOWN_AT
    )


@compiled
def winner(a_hits, b_hits):
    if a_hits == ZERO:
        return 3 if b_hits == ZERO else 0
    return 1 if b_hits == ZERO else 2


@compiled
def result(position):
    return winner((position[PIECES] >> HITS_AT) & NIBBLE, (position[PIECES] >> OTHER_HITS_AT) & NIBBLE)


@compiled
def mixed(x):
    """The finishing steps of splitmix64: every bit of x reaches every bit of the result."""
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


@compiled
def key(position):
    hashed = ZERO
    for word in range(SHOWN):
        hashed = mixed(hashed + position[word] + np.uint64(0x9E3779B97F4A7C15))
    return hashed


@compiled
def playouts(position, games, seed):
    results = np.zeros(4, np.int64)
    work = position.copy()
    turns = 0
    weyl = np.uint64(seed)
    for _ in range(games):
        width, height, a, b, m, n = unpack(position[PIECES])
        a_hits, b_hits = (position[PIECES] >> HITS_AT) & NIBBLE, (position[PIECES] >> OTHER_HITS_AT) & NIBBLE
        for word in range(MINES, PIECES):
            work[word] = position[word]
        while a_hits | b_hits == ZERO:
            weyl += np.uint64(0x9E3779B97F4A7C15)
            chance = mixed(weyl)
            a_code = ((chance & LOW_HALF) * FIFTY) >> HALF
            b_code = ((chance >> HALF) * FIFTY) >> HALF
            a, b, m, n, a_hits, b_hits, _, _ = play_round(work, width, height, a, b, m, n, a_code, b_code)
            turns += 1
        results[winner(a_hits, b_hits)] += 1
    results[3] = turns
    return results


@compiled
def perft(position, turns):
    if turns == 0:
        return 1
    work = np.zeros((turns + 1, WORDS), np.uint64)
    work[turns] = position
    return _count(work, turns)


@compiled
def _count(work, turns):
    """The sequences from the position in that row; joysticks of one effect are played once."""
    width, height, _, _, m, n = unpack(work[turns, PIECES])
    if _is_over(work[turns, PIECES]):
        return 0
    if turns == 1:
        return 2500
    a_counts = COUNTS[int(flown(work[turns], width, height, m) != ZERO)]
    b_counts = COUNTS[int(flown(work[turns], width, height, n) != ZERO)]
    total = 0
    for a in range(20):
        for b in range(20):
            if a_counts[a] * b_counts[b]:
                work[turns - 1] = work[turns]
                apply(work[turns - 1], EFFECTS[a], EFFECTS[b])
                total += a_counts[a] * b_counts[b] * _count(work, turns - 1)
    return total


# For search.
@compiled
def choices(position, seat, codes):
    """Writes one joystick for each effect the seat can have, ascending, and returns how many.

    Left out are shots that can harm nobody: over the edge, and straight into a wall.
    """
    if _is_over(position[PIECES]):
        return 0
    width, height, a, b, m, n = unpack(position[PIECES])
    m, n = flown(position, width, height, m), flown(position, width, height, n)
    tank, own = (b, n) if seat else (a, m)
    count = 0
    for direction in range(4):
        drive = driven(position, width, height, tank, np.uint64(direction), m, n)
        if _driven_before(position, width, height, tank, direction, m, n, drive):
            continue
        codes[count] = 10 * (1 + direction)
        count += 1
        if own == ZERO and drive[1] == ZERO:
            for shot in range(4):
                tail = drive[0] + STEP[shot]
                if on_board(tail, width, height) and wall(position, tail) == ZERO:
                    codes[count] = 10 * (1 + direction) + 2 * (1 + shot) + 1
                    count += 1
    return count


@compiled
def _driven_before(position, width, height, tank, direction, m, n, drive):
    """Whether an earlier direction comes to the same: a wall there too, or one square both ways."""
    for earlier in range(direction):
        if driven(position, width, height, tank, np.uint64(earlier), m, n) == drive:
            return True
    return False


KERNEL = Kernel(encode, legal, apply, result, key, perft, playouts)
