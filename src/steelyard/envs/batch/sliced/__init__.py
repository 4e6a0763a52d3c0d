"""Tank War with a game in each bit of machine words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.core.errors import InvalidOption
from steelyard.core.game import seat_number
from steelyard.envs.arguments import MOST_GAMES, action_codes, opening, whole_number
from steelyard.envs.batch.sliced import kernel
from steelyard.envs.batch.sliced.chance import kernel as chance_kernel
from steelyard.envs.batch.sliced.kernel import BLOCK, EDGE, LANES, RECORD, ROWS
from steelyard.envs.batch.tank_war import kernel as row_kernel
from steelyard.envs.names import Names
from steelyard.games.tank_war.kernel import SHOOTERS, TERRITORY, D, U

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from steelyard.core.game import Game, Seat

    Planes = NDArray[np.uint64]

GAMES_A_WORD = 64
GAMES_A_BLOCK = LANES * GAMES_A_WORD
EVERY_GAME = 2**64 - 1


class SlicedBatch(Names):
    """Games of Tank War side by side, 512 in a block: game g of it is bit g % 64 of word g // 64.

    `sample` and `step` work on planes alone. Arrays with a row for each game are made when asked for.
    """

    def __init__(self, game: Game[Any], n: int, *, setup: str = "", seed: int = 0) -> None:
        if game.kernel is None:
            raise TypeError("Tank War has a kernel")
        self._game, self._n = game, whole_number("the number of games", n, least=1, most=MOST_GAMES)
        self._blocks = -(-self._n // GAMES_A_BLOCK)
        self._memory = np.zeros((self._blocks * BLOCK + 2 * EDGE) * LANES, np.uint64)
        start = game.kernel.encode(opening(game, setup))
        self._shooters = start[SHOOTERS]
        self._shooter_masks = _shooter_masks(int(start[SHOOTERS]))
        self._starts = _starts(start)
        self.reset(seed)

    @property
    def game(self) -> Game[Any]:
        return self._game

    # Views of the memory, made when asked for: copies and pickles of a batch have their own.
    @property
    def n(self) -> int:
        """The number of games; bits of the last block beyond it belong to no game."""
        return self._n

    @property
    def planes(self) -> Planes:
        """All planes: (blocks, planes, words)."""
        return self._memory[EDGE * LANES : -EDGE * LANES].reshape(self._blocks, BLOCK, LANES)

    @property
    def columns(self) -> Planes:
        """The records of the columns: (blocks, columns, planes, words)."""
        return self.planes[:, : 6 * RECORD].reshape(self._blocks, 6, RECORD, LANES)

    @property
    def moves(self) -> tuple[Planes, Planes]:
        """Of each seat (blocks, moves, words): one bit for each game in the plane of its move."""
        return self.columns[:, ::-1, kernel.U_MOVES], self.columns[:, :, kernel.D_MOVES]

    @property
    def legal(self) -> tuple[Planes, Planes]:
        """The same for the legal moves."""
        return self.columns[:, ::-1, kernel.U_LEGAL], self.columns[:, :, kernel.D_LEGAL]

    @property
    def done(self) -> Planes:
        """(blocks, words): the games that ended with the last step; they have begun again."""
        return self.planes[:, kernel.DONE]

    @property
    def won(self) -> tuple[Planes, Planes]:
        """The same for the games that each seat won with the last step."""
        return self.planes[:, kernel.U_WON], self.planes[:, kernel.D_WON]

    def reset(self, seed: int | None = None) -> None:
        """Begin every game again."""
        self.columns[:, :, : kernel.T + ROWS] = self._starts[:, : kernel.T + ROWS, None]
        self.columns[:, :, kernel.U_LEGAL : kernel.D_LEGAL + 1] = self._starts[:, -2:, None]
        self.planes[:, kernel.DONE : kernel.SEED] = 0
        if seed is not None:
            seeds = np.random.default_rng(whole_number("seed", seed, least=0)).integers(
                2**64, size=(self._blocks, 2, LANES), dtype=np.uint64
            )
            self.planes[:, kernel.SEED : kernel.SEED + 2] = seeds

    def sample(self) -> None:
        """Write a random legal move of both seats into `moves`, all equally likely."""
        chance_kernel.sample(self._memory, self._blocks)

    def step(self, moves: ArrayLike | None = None) -> None:
        """One round of every game, with these moves (n, 2) or those in the planes.

        An illegal move loses, and so does none or several; no game waits.
        """
        if moves is not None:
            chosen = action_codes(moves, (self.n, 2), self.game.num_moves)
            for seat in (0, 1):
                for move in range(6):
                    self.moves[seat][:, move] = self._packed(chosen[:, seat] == move)
        kernel.step(self._memory, self._blocks, self._shooter_masks, self._starts)

    def chosen(self) -> NDArray[np.int16]:
        """The moves in the planes as codes: (n, 2)."""
        codes = np.zeros((self.n, 2), np.int16)
        for seat in (0, 1):
            for move in range(6):
                codes[self.unpacked(self.moves[seat][:, move]), seat] = move
        return codes

    def rewards(self) -> NDArray[np.float32]:
        """Of the last step: 1 for a seat that won, -1 for one that lost: (n, 2)."""
        first = self.unpacked(self.won[0]).astype(np.float32) - self.unpacked(self.won[1])
        return np.stack([first, -first], axis=1)

    def positions(self) -> NDArray[np.uint64]:
        """The games as Tank War's kernel has them: (n, words)."""
        positions = np.zeros((self.n, 4), np.uint64)
        positions[:, SHOOTERS] = self._shooters
        for word, first in ((U, kernel.U), (D, kernel.D), (TERRITORY, kernel.T)):
            for column in range(6):
                for row in range(ROWS):
                    held = self.unpacked(self.columns[:, column, first + row])
                    positions[:, word] |= held.astype(np.uint64) << np.uint64(8 * row + column)
        return positions

    def observe(self, seat: Seat) -> NDArray[np.float32]:
        """The planes of `Game.observe` for every game."""
        planes = np.empty((self.n, *self.game.observe(self.game.start(), 0).shape), np.float32)
        row_kernel.observe(self.positions(), seat_number(seat), planes)
        return planes

    def unpacked(self, plane: Planes) -> NDArray[np.bool_]:
        """A plane (blocks, words) as a row of one value for each game."""
        shape = (self._blocks, LANES)
        if plane.shape != shape or plane.dtype != np.uint64:
            raise InvalidOption(
                f"a plane has uint64 and the shape {shape}, not {plane.dtype} and {plane.shape}"
            )
        bits = np.unpackbits(np.ascontiguousarray(plane).view(np.uint8).reshape(-1), bitorder="little")
        return bits[: self.n].astype(np.bool_)

    def _packed(self, held: NDArray[np.bool_]) -> Planes:
        every = np.zeros(self._blocks * GAMES_A_BLOCK, np.bool_)
        every[: self.n] = held
        return np.packbits(every, bitorder="little").view(np.uint64).reshape(self._blocks, LANES)


def _starts(start: NDArray[np.uint64]) -> Planes:
    """For each column every plane of its record: whole words, as all games begin alike."""
    starts = np.zeros((6, kernel.T + ROWS + 2), np.uint64)
    u, d, territory = (int(start[word]) for word in (U, D, TERRITORY))
    ahead = (u << 8 & ~d & (1 << 48) - 1, d >> 8 & ~u)
    for column in range(6):
        boxes = [8 * row + column for row in range(ROWS)]
        held = [words >> box & 1 for words in (u, d, territory) for box in boxes]
        can = [any(words >> box & 1 for box in boxes) for words in ahead]
        starts[column] = [EVERY_GAME * int(bit) for bit in (*held, *can)]
    return starts


def _shooter_masks(shooters: int) -> Planes:
    """[seat, kind of shot, column + 2]: every bit or none."""
    masks = np.zeros((2, 3, 10), np.uint64)
    for seat in (0, 1):
        for kind in range(3):
            for column in range(6):
                fires = shooters >> (18 * seat + 6 * kind + column) & 1
                masks[seat, kind, column + 2] = EVERY_GAME * fires
    return masks
