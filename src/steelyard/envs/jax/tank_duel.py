"""Tank Duel with one game a lane: a word for each tank and its missile, and one for every two rows of mines.

A square is the cell 16 * (y + 2) + x + 1, one byte, so that squares just off the board are cells too. The
walls of a board do not change: where a tank or a missile goes from a cell is looked up in tables.

A tank's word: its cell (8 bits), what hit it (4), its missile (13: the tail's cell, direction, whether it
exists, is in flames, has its head on the tail's square), what it shows (6: where it drives, 1 + where its
tower points, fire), and whether its player ended the game with an illegal move (1).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from steelyard.core.game import SEATS
from steelyard.envs.jax.environment import Environment, Results, seen_by
from steelyard.games.tank_duel.rules import (
    DIRECTIONS,
    HITS,
    JOYSTICKS,
    MINE,
    MOST_COLUMNS,
    MOST_ROWS,
    WALL,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from jax import Array
    from jax.typing import ArrayLike
    from numpy.typing import NDArray

    from steelyard.core.game import Game, Seat
    from steelyard.games.tank_duel import rules

HITS_AT, MISSILE_AT, SHOWN_AT = 8, 12, 25
CELL, HIT, MISSILE, SHOWN = 0xFF, 0xF, 0x1FFF, 0x3F
BY_WALL, BY_MINE, BY_MISSILE, BY_TANK = 1, 2, 4, 8
DIRECTION_AT, PLACE = 8, 0x3FF  # a missile's tail and direction: where its tables are read
EXISTS, IN_FLAMES, COMPACT = 1 << 10, 1 << 11, 1 << 12
COURSE = PLACE | EXISTS
CRASHED = 1 << 8
FORFEIT = np.uint32(1 << 31)
LOST = np.uint32(HIT << HITS_AT) | FORFEIT

STEP = np.array([-1, 1, -16, 16])  # in pairs: direction ^ 1 is the opposite
MOVE = np.array([DIRECTIONS.index(stick.move or "left") for stick in JOYSTICKS], np.uint32)
TOWER = np.array([DIRECTIONS.index(stick.tower) + 1 if stick.tower else 0 for stick in JOYSTICKS], np.uint32)
FIRE = np.array([stick.fire and stick.tower is not None for stick in JOYSTICKS], np.uint32)
STICK = MOVE | TOWER << 2 | FIRE << 5  # as a tank shows it


class Words(NamedTuple):
    tanks: tuple[Any, Any]
    mines: tuple[Any, ...]


class State(Results, Words):
    """A position."""

    __slots__ = ()

    @property
    def result(self) -> Array:
        one, two = (tank & LOST != 0 for tank in self.tanks)
        return jnp.where(one, jnp.where(two, 2, 1), jnp.where(two, 0, 3))


class TankDuel(Environment[State]):
    def __init__(self, game: Game[Any], setup: str) -> None:
        board = game.start(setup)
        self.width, self.height = board.width, board.height
        self._ground = Ground(board)
        super().__init__(game, setup)

    def encode(self, state: rules.State) -> State:
        return encode(state)

    def step(self, state: State, move: ArrayLike) -> State:
        moves, known = self.codes(move)
        after = play(self._ground.tables, state, moves)
        one, two = (jnp.where(known[seat], tank, tank | FORFEIT) for seat, tank in enumerate(state.tanks))
        ended = State((one, two), state.mines)
        over, right = state.terminated, known.all()
        return jax.tree.map(
            lambda now, wrong, new: jnp.where(over, now, jnp.where(right, new, wrong)), state, ended, after
        )

    def legal(self, state: State) -> Array:
        return jnp.broadcast_to(~state.terminated, (2, self.num_moves))

    def sample(self, key: Array, state: State) -> Array:
        del state  # any joystick may be held
        return jax.random.randint(key, (2,), 0, self.num_moves)

    def observe(self, state: State, seat: Seat | Array) -> Array:
        ground_of = self._ground
        grid = ground_of.grid
        mines = jnp.stack([*state.mines, *[jnp.uint32(0)] * (MOST_ROWS // 2 - len(state.mines))])
        mined = ((mines[(grid >> 5) - 1] >> (grid & 31)) & 1) * ground_of.on_board
        tanks = [(grid == (tank & CELL)).astype(jnp.float32)[None] for tank in state.tanks]
        missiles = [_seen((tank >> MISSILE_AT) & MISSILE, grid) * ground_of.on_board for tank in state.tanks]
        ground: list[Any] = [ground_of.on_board[None], ground_of.walls[None], mined.astype(jnp.float32)[None]]
        first = jnp.concatenate([*ground, tanks[0], tanks[1], missiles[0], missiles[1]])
        second = jnp.concatenate([*ground, tanks[1], tanks[0], missiles[1], missiles[0]])
        return jnp.where(seen_by(seat) == 0, first, second)


def encode(state: rules.State) -> State:
    """A position of the game's rules; a word of mines for every two rows of its board."""
    mines = [0] * ((state.height + 1) // 2)
    for cell in _cells(state, MINE):
        mines[(cell >> 5) - 1] |= 1 << (cell & 31)
    one, two = (np.uint32(_tank(state, seat)) for seat in SEATS)
    return State((one, two), tuple(np.uint32(word) for word in mines))


def play(tables: Tables, state: State, move: Array) -> State:
    """One round, A to E, on the board of these tables."""
    missiles = [flown(tables, (tank >> MISSILE_AT) & MISSILE) for tank in state.tanks]
    old = [tank & CELL for tank in state.tanks]
    sticks = [_read(STICK, move[seat]) for seat in (0, 1)]
    drives = [driven(tables, old[seat], sticks[seat] & 3, missiles) for seat in (0, 1)]
    cells, crashed = ([drive[part] for drive in drives] for part in (0, 1))
    mines = state.mines
    for seat in (0, 1):
        mines = _dropped(mines, old[seat], drives[seat][2])
    fires = [(sticks[seat] >> 5 == 1) & (missiles[seat] == 0) & ~crashed[seat] for seat in (0, 1)]
    missiles = [
        jnp.where(fires[seat], _placed(tables, cells[seat], sticks[seat]), missiles[seat]) for seat in (0, 1)
    ]
    covered = [[covers(missile, cell) for cell in cells] for missile in missiles]
    tanks = []
    for seat in (0, 1):
        hits = jnp.where(crashed[seat], BY_WALL, 0).astype(jnp.uint32)
        hits |= mined(mines, cells[seat]) * BY_MINE
        hits |= jnp.where(covered[0][seat] | covered[1][seat], BY_MISSILE, 0).astype(jnp.uint32)
        hits |= jnp.where(cells[0] == cells[1], BY_TANK, 0).astype(jnp.uint32)
        struck = covered[seat][0] | covered[seat][1]
        missile = missiles[seat] | jnp.where(struck, IN_FLAMES, 0).astype(jnp.uint32)
        held = (sticks[seat] & 0x1F) | fires[seat].astype(jnp.uint32) << 5
        before = (state.tanks[seat] >> SHOWN_AT) & ~jnp.uint32(3) | (sticks[seat] & 3)
        shown = jnp.where(crashed[seat], before, held)
        tanks.append(cells[seat] | hits << HITS_AT | missile << MISSILE_AT | shown << SHOWN_AT)
    return State((tanks[0], tanks[1]), mines)


def flown(tables: Tables, missile: Array) -> Array:
    """A."""
    flies = (missile & (EXISTS | IN_FLAMES)) == EXISTS
    return jnp.where(flies, _read(tables.flown, tables.first + (missile & PLACE)), 0)


def driven(
    tables: Tables, tank: Array, direction: Array, missiles: Sequence[Array]
) -> tuple[Array, Array, Array]:
    """B: the new cell, whether it crashed, whether it left its square."""
    against = tank | (direction ^ 1) << DIRECTION_AT | EXISTS
    held = (missiles[0] & COURSE == against) | (missiles[1] & COURSE == against)
    ahead = _read(tables.target, tables.first + (tank | direction << DIRECTION_AT))
    into_wall = ahead & CRASHED != 0
    stays = held | into_wall
    return jnp.where(stays, tank, ahead & CELL), ~held & into_wall, ~stays


def _placed(tables: Tables, cell: Array, stick: Array) -> Array:
    """C: the missile of a tank there that fires where its tower points."""
    tower = ((stick >> 2) - 1) & 3
    return _read(tables.fired, tables.first + (cell | tower << DIRECTION_AT))


class Tables(NamedTuple):
    """What a board's walls and edges do to missiles and tanks, by cell + 256 * direction.

    The tables of many boards can lie one after the other.
    """

    flown: Any
    target: Any
    fired: Any
    first: Any = np.uint32(0)
    """Where the board's tables begin."""


class Ground:
    """A board's tables, and its planes for observation."""

    def __init__(self, board: rules.State) -> None:
        walls = set(_cells(board, WALL))
        cells = {_cell(x, y): (x, y) for y in range(board.height) for x in range(board.width)}
        self.tables = Tables(*(np.zeros(1024, np.uint32) for _ in range(3)))
        for direction, step in enumerate(STEP):
            for cell in range(256):
                place = direction << DIRECTION_AT | cell
                ahead, beyond = cell + step, cell + 2 * step
                self.tables.fired[place] = _missile(ahead & CELL, direction, walls)
                if ahead in cells and beyond in cells:
                    self.tables.flown[place] = _missile(beyond, direction, walls)
            for cell, (x, y) in cells.items():
                dx, dy = (step, 0) if direction < 2 else (0, step // 16)
                target = _cell((x + dx) % board.width, (y + dy) % board.height)
                crashed = CRASHED if target in walls else 0
                self.tables.target[direction << DIRECTION_AT | cell] = target | crashed
        self.grid = np.array(
            [[_cell(x, y) for x in range(MOST_COLUMNS)] for y in range(MOST_ROWS)], np.uint32
        )
        self.on_board = np.isin(self.grid, list(cells)).astype(np.float32)
        self.walls = np.isin(self.grid, list(walls)).astype(np.float32)


def _missile(tail: int, direction: int, walls: set[int]) -> int:
    """A missile there, in flames if it has a wall in it (A(d))."""
    compact = tail in walls
    flames = compact or tail + int(STEP[direction]) in walls
    return tail | direction << DIRECTION_AT | EXISTS | IN_FLAMES * flames | COMPACT * compact


def _cell(x: int, y: int) -> int:
    return 16 * (y + 2) + x + 1


def _cells(state: rules.State, ground: str) -> list[int]:
    return [
        _cell(place % state.width, place // state.width)
        for place, square in enumerate(state.squares)
        if square == ground
    ]


def _tank(state: rules.State, seat: Seat) -> int:
    tank, missile = state.tanks[seat], state.missiles[seat]
    hits = sum(1 << bit for bit, word in enumerate(HITS) if word in tank.hits)
    course = 0
    if missile is not None:
        course = _cell(*missile.tail) | DIRECTIONS.index(missile.direction) << DIRECTION_AT | EXISTS
        course |= IN_FLAMES * missile.in_flames | COMPACT * (missile.head == missile.tail)
    tower = DIRECTIONS.index(tank.tower) + 1 if tank.tower else 0
    shown = DIRECTIONS.index(tank.move) | tower << 2 | tank.fire << 5
    return _cell(*tank.at) | hits << HITS_AT | course << MISSILE_AT | shown << SHOWN_AT


def _read(table: NDArray[Any], place: Array) -> Array:
    return jnp.asarray(table).at[place].get(mode="promise_in_bounds")


def head(missile: Array) -> Array:
    direction = (missile >> DIRECTION_AT) & 3
    ahead = (missile & CELL) + _read(STEP.astype(np.uint32), direction)
    return jnp.where(missile & COMPACT != 0, missile & CELL, ahead & CELL)


def covers(missile: Array, cell: Array) -> Array:
    """D, for a missile and a tank."""
    return (missile & EXISTS != 0) & ((missile & CELL == cell) | (head(missile) == cell))


def _dropped(mines: tuple[Array, ...], cell: Array, left: Array) -> tuple[Array, ...]:
    bit = left.astype(jnp.uint32) << (cell & 31)
    return tuple(word | jnp.where((cell >> 5) - 1 == row, bit, 0) for row, word in enumerate(mines))


def mined(mines: tuple[Array, ...], cell: Array) -> Array:
    """1 on a mine, otherwise 0."""
    held = sum(jnp.where((cell >> 5) - 1 == row, word, 0) for row, word in enumerate(mines))
    return (jnp.asarray(held) >> (cell & 31)) & 1


def _seen(missile: Array, grid: NDArray[np.uint32]) -> Array:
    """A plane for each direction."""
    flies = missile & (EXISTS | IN_FLAMES) == EXISTS
    squares = ((grid == (missile & CELL)) | (grid == head(missile))) & flies
    direction = (missile >> DIRECTION_AT) & 3
    return (squares[None] & (np.arange(4)[:, None, None] == direction)).astype(jnp.float32)
