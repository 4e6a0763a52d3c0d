"""Tank Battle with one game a lane: four words of squares for each side, one for the status, one quiet count.

Square n is bit n % 32 of word n // 32. The status: White's commander (7 bits, 127 once captured), Black's,
the seat to move, passes in a row (2 bits), the result (2 bits).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from steelyard.envs.jax.chance import mixed, words
from steelyard.envs.jax.environment import Environment, Results, seen_by
from steelyard.games.tank_battle.boards import CIRCLE, COMMANDER, RAYS, SIZE, SQUARES
from steelyard.games.tank_battle.rules import PASS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from jax import Array
    from jax.typing import ArrayLike
    from numpy.typing import NDArray

    from steelyard.core.game import Game, Seat
    from steelyard.games.tank_battle import rules

WORDS = 4
MOST_TARGETS = 40  # of a queen in the middle
BLACK_AT, MOVER_AT, PASSES_AT, RESULT_AT = 7, 14, 15, 17
SQUARE = NOBODY = 127


def _words(squares: Iterable[int]) -> NDArray[np.uint32]:
    words = np.zeros(WORDS, np.uint32)
    for square in squares:
        words[square >> 5] |= np.uint32(1 << (square & 31))
    return words


# For each square, what a queen could reach on an empty board: the code of the move, the squares on the way
# with the target, and those without it. Rows are filled up with moves that no tank can make.
CODES = np.full((SQUARES, MOST_TARGETS), PASS + 1)
PATHS, BETWEEN = np.zeros((2, WORDS, SQUARES, MOST_TARGETS), np.uint32)
for _square in range(SQUARES):
    _ways = [(line[: n + 1], line[:n], line[n]) for line in RAYS[_square] for n in range(len(line))]
    for _place, (_path, _between, _target) in enumerate(_ways):
        CODES[_square, _place] = SQUARES * _square + _target
        PATHS[:, _square, _place], BETWEEN[:, _square, _place] = _words(_path), _words(_between)
# By the code of a move: its place above, the last for codes that are no move of a queen.
_places = np.full(PASS + 2, CODES.size)
_places[CODES.ravel()] = np.arange(CODES.size)
_places[PASS] = CODES.size + 1
PLACES = _places[: PASS + 1]
BITS = np.stack([_words([square]) for square in range(SQUARES)], axis=1)  # by word and square
# By the code of a move: the squares between its two; NO_LINE for codes that are no move of a queen.
NO_LINE = _words([NOBODY])
LINES = np.broadcast_to(NO_LINE, (PASS + 1, WORDS)).copy()
LINES[CODES[CODES < PASS]] = BETWEEN.transpose(1, 2, 0)[CODES < PASS]
BOARD = _words(range(SQUARES))
FIRST_FILE, LAST_FILE = (_words(range(file, SQUARES, SIZE)) for file in (0, SIZE - 1))


class Words(NamedTuple):
    white: tuple[Any, ...]
    black: tuple[Any, ...]
    status: Any
    quiet: Any


class State(Results, Words):
    """A position."""

    __slots__ = ()

    @property
    def current_player(self) -> Array:
        """The seat to move."""
        return (self.status >> MOVER_AT) & 1

    @property
    def result(self) -> Array:
        return (self.status >> RESULT_AT) & 3

    @property
    def commanders(self) -> tuple[Array, Array]:
        return self.status & SQUARE, (self.status >> BLACK_AT) & SQUARE


class TankBattle(Environment[State]):
    simultaneous = False

    def __init__(self, game: Game[Any], setup: str) -> None:
        board = game.start(setup).board
        self._mines, self._contaminated = _words(board.mines), _words(board.contaminated)
        self._bases = [_words(base) for base in board.bases]
        self._limit = 2 * int(game.chosen["quiet_limit"])
        self._outcome = game.outcome
        super().__init__(game, setup)

    def encode(self, state: rules.State) -> State:
        white, black = (
            tuple(_words(square for square, tank in enumerate(state.squares) if tank in kinds))
            for kinds in ("wW", "bB")
        )
        one, two = (state.squares.find(kind) & SQUARE for kind in COMMANDER)  # -1 for none: NOBODY
        outcome = self._outcome(state)
        result = 3 if outcome is None else 2 if outcome.winner is None else outcome.winner
        status = one | two << BLACK_AT | state.mover << MOVER_AT | state.passes << PASSES_AT
        return State(white, black, np.uint32(status | result << RESULT_AT), np.uint32(state.quiet))

    def step(self, state: State, move: ArrayLike) -> State:
        code, known = self.codes(move)
        after = self._play(state, code)
        won = (1 - state.current_player) << RESULT_AT
        ended = state._replace(status=(state.status & ~jnp.uint32(3 << RESULT_AT)) | won)
        over, right = state.terminated, known & self._is_legal(state, code)
        return jax.tree.map(
            lambda now, wrong, new: jnp.where(over, now, jnp.where(right, new, wrong)), state, ended, after
        )

    def _is_legal(self, state: State, move: Array) -> Array:
        """Rules 5 to 9 for one move, without looking at all the others."""
        seat, square, target = state.current_player == 1, move // SQUARES, move % SQUARES
        own, foe, goal = self._sides(state, seat)
        commander = jnp.where(seat, *state.commanders[::-1])
        start, end, between = _bit(square), _bit(target), list(jnp.asarray(LINES)[move])
        bars = self._bars(state, own, goal, square == commander, _any(_and(start, goal)))
        barred = [(way | at) & bar for way, at, bar in zip(between, end, bars, strict=True)]
        met = _any(barred) | _any(_and(between, foe)) | _any(_and(between, NO_LINE))
        drives = _any(_and(own, start)) & ~met
        return jnp.where(move == PASS, ~self._can_drive(state, own, goal, commander), drives)

    def _bars(
        self, state: State, own: list[Array], goal: list[Array], commander: Any, inside: Any
    ) -> list[Array]:
        """Rules 5 to 8: the squares that a tank cannot enter, by whether it is the commander, and inside."""
        seat = state.current_player == 1
        safe = _bit(jnp.where(seat, *state.commanders))  # on contaminated squares, from the other commander
        return [
            own[word]
            | self._mines[word]
            | jnp.where(commander, safe[word] & self._contaminated[word], self._contaminated[word])
            | jnp.where(inside, ~goal[word], 0)
            for word in range(WORDS)
        ]

    def _can_drive(self, state: State, own: list[Array], goal: list[Array], commander: Array) -> Array:
        """Whether a tank can go one square; one that cannot goes nowhere."""
        king, can = _bit(commander), jnp.bool_(False)  # noqa: FBT003 - as an array
        for inside in (False, True):
            for is_commander in (False, True):
                tanks = [
                    word & (at if is_commander else ~at) & (base if inside else ~base)
                    for word, at, base in zip(own, king, goal, strict=True)
                ]
                free = [~bar for bar in self._bars(state, own, goal, is_commander, inside)]
                can |= _any(_and(_and(_around(tanks), free), BOARD))
        return can

    def _play(self, state: State, move: Array) -> State:
        seat, passes = state.current_player == 1, move == PASS
        square, target = move // SQUARES, move % SQUARES
        start, end = (_bit(jnp.where(passes, NOBODY + 1, place)) for place in (square, target))
        own, foe, goal = self._sides(state, seat)
        captured = _any(_and(foe, end))
        came_in = _any(_and(goal, end)) & ~_any(_and(goal, start))
        own = [tanks ^ (a | b) for tanks, a, b in zip(own, start, end, strict=True)]
        foe = [tanks & ~b for tanks, b in zip(foe, end, strict=True)]
        white, black = (
            tuple(jnp.where(seat, b, w) for w, b in zip(*sides, strict=True))
            for sides in ((own, foe), (foe, own))
        )
        one, two = (
            jnp.where(passes, at, jnp.where(at == square, target, jnp.where(at == target, NOBODY, at)))
            for at in state.commanders
        )
        in_a_row = jnp.where(passes, ((state.status >> PASSES_AT) & 3) + 1, 0)
        quiet = jnp.where(captured | came_in, 0, state.quiet + 1)
        over = self._outside(white, 1) | self._outside(black, 0)
        over |= in_a_row >= 2
        if self._limit:
            over |= quiet >= self._limit
        lead = self._points(white, one, 0) - self._points(black, two, 1)
        result = jnp.where(over, jnp.where(lead > 0, 0, jnp.where(lead < 0, 1, 2)), 3).astype(jnp.uint32)
        mover = (~seat).astype(jnp.uint32)
        status = one | two << BLACK_AT | mover << MOVER_AT | in_a_row << PASSES_AT | result << RESULT_AT
        return State(white, black, status, quiet)

    def _sides(self, state: State, seat: Array) -> tuple[list[Array], list[Array], list[Array]]:
        """The mover's tanks, the enemy's, and the enemy's base."""
        both = list(zip(state.white, state.black, strict=True))
        own = [jnp.where(seat, black, white) for white, black in both]
        foe = [jnp.where(seat, white, black) for white, black in both]
        goal = [jnp.where(seat, white, black) for white, black in zip(*self._bases, strict=True)]
        return own, foe, goal

    def _outside(self, tanks: tuple[Array, ...], base: int) -> Array:
        """Rule 10: whether no tank is left outside the enemy base."""
        return ~_any([word & ~goal for word, goal in zip(tanks, self._bases[base], strict=True)])

    def _points(self, tanks: tuple[Array, ...], commander: Array, seat: int) -> Array:
        """Rule 12."""
        inside = _and(tanks, self._bases[1 - seat])
        count = sum(
            jax.lax.population_count(jnp.asarray(word)).astype(jnp.int32) for word in (*tanks, *inside)
        )
        return jnp.asarray(count) + (commander == CIRCLE[1 - seat])

    def _drives(self, state: State) -> Array:
        """Rules 5 to 8, by square and place in CODES: whether the mover's tank there can go that way."""
        seat = state.current_player == 1
        own, foe, goal = self._sides(state, seat)
        one, two = state.commanders
        is_commander = np.arange(SQUARES) == jnp.where(seat, two, one)
        bars = self._bars(state, own, goal, is_commander, _any(_and(BITS, goal)))
        met = jnp.uint32(0)
        for word, bar in enumerate(bars):
            met |= (PATHS[word] & bar[:, None]) | (BETWEEN[word] & foe[word])
        return _any(_and(BITS, own))[:, None] & (met == 0) & (CODES <= PASS)

    def legal(self, state: State) -> Array:
        drives = self._drives(state).ravel()
        places = jnp.concatenate([drives, jnp.array([False]), ~jnp.any(drives, keepdims=True)])
        return places[PLACES] & ~state.terminated

    def sample(self, key: Array, state: State) -> Array:
        drives = self._drives(state).ravel()
        chance = mixed(words(key) + np.arange(CODES.size, dtype=np.uint32) * np.uint32(0x9E3779B9)) | 1
        best = jnp.argmax(jnp.where(drives, chance, 0))
        return jnp.where(jnp.any(drives), jnp.asarray(CODES.ravel())[best], PASS)

    def observe(self, state: State, seat: Seat | Array) -> Array:
        seat = seen_by(seat)
        sides = []
        for tanks, commander in zip((state.white, state.black), state.commanders, strict=True):
            marked = _marked(tanks)
            crown = (jnp.arange(SQUARES) == commander).astype(jnp.float32)
            sides.append(jnp.stack([marked - crown, crown]))
        white, black = sides
        ground = np.stack([_marked(words) for words in (self._mines, self._contaminated)])
        bases = np.stack([_marked(words) for words in self._bases])
        share = state.quiet / jnp.float32(self._limit) if self._limit else jnp.float32(0)
        passed = (state.status >> PASSES_AT) & 3 != 0
        turn = state.current_player == seat
        last = [jnp.full((1, SQUARES), value, jnp.float32) for value in (turn, share, passed)]
        as_white = jnp.concatenate([white, black, ground, bases, *last]).reshape(-1, SIZE, SIZE)
        as_black = jnp.concatenate([black, white, ground, bases[::-1], *last]).reshape(-1, SIZE, SIZE)
        return jnp.where(seat == 0, as_white[:, ::-1], as_black[:, :, ::-1])


def _bit(square: Array) -> list[Array]:
    """The set of that square; none for one that is on no board."""
    bit = jnp.uint32(1) << (square & 31)
    on_board = square < SQUARES
    return [jnp.where(on_board & (square >> 5 == word), bit, 0) for word in range(WORDS)]


def _around(squares: list[Array]) -> list[Array]:
    """The squares and those next to them, some of them off the board."""
    east = _shifted([word & ~edge for word, edge in zip(squares, LAST_FILE, strict=True)], 1)
    west = _shifted([word & ~edge for word, edge in zip(squares, FIRST_FILE, strict=True)], -1)
    row = [a | b | c for a, b, c in zip(squares, east, west, strict=True)]
    return [a | b | c for a, b, c in zip(row, _shifted(row, SIZE), _shifted(row, -SIZE), strict=True)]


def _shifted(words: list[Array], by: int) -> list[Array]:
    """A set of squares with that much added to each, across the words."""
    zero, rest = jnp.uint32(0), 32 - abs(by)
    if by > 0:
        return [word << by | below >> rest for word, below in zip(words, [zero, *words[:-1]], strict=True)]
    return [word >> -by | above << rest for word, above in zip(words, [*words[1:], zero], strict=True)]


def _and(one: Iterable[Any], two: Iterable[Any]) -> list[Any]:
    return [a & b for a, b in zip(one, two, strict=True)]


def _any(words: Iterable[Array]) -> Array:
    whole = jnp.uint32(0)
    for word in words:
        whole |= word
    return whole != 0


def _marked(words: Any) -> Any:
    """A plane of the squares of a set, in one dimension."""
    squares = np.arange(SQUARES)
    numbers = jnp.stack(list(words)) if not isinstance(words, np.ndarray) else words
    return ((numbers[squares >> 5] >> (squares & 31).astype(np.uint32)) & 1).astype(np.float32)
