"""One game as an environment plays it: its board, its position, and how it ended."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard import games
from steelyard.core.errors import IllegalMove
from steelyard.envs.arguments import opening, whole_number

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from steelyard.core.game import Game, Move, OptionValue, Seat

RANDOM = "random"  # instead of a board: a new fair one for each game


class Episode:
    """Games in a row on one board, or each on a random one. An illegal move loses."""

    def __init__(
        self, game: str, setup: str = "", max_cycles: int | None = None, /, **options: OptionValue
    ) -> None:
        self.game: Game[Any] = games.get(game, **options)
        self.max_cycles = max_cycles
        self._rng = Random()
        self._setup = setup
        self.reset()

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begin a game; `options` may have another `setup`, which stays. Libraries' tests give others too."""
        if seed is not None:
            self._rng = Random(whole_number("seed", seed, least=0))
        wished = (options or {}).get("setup", self._setup)
        self.state = opening(self.game, self.game.draw_setup(self._rng) if wished == RANDOM else wished)
        self._setup = wished
        self.cycles = 0
        self.rewards = (0.0, 0.0)
        self.terminated = self.truncated = False

    @property
    def max_cycles(self) -> int | None:
        """After so many turns the game is truncated; None: the rules alone end it."""
        return self._max_cycles

    @max_cycles.setter
    def max_cycles(self, cycles: int | None) -> None:
        self._max_cycles = None if cycles is None else whole_number("max_cycles", cycles, least=1)

    @property
    def over(self) -> bool:
        return self.terminated or self.truncated

    def to_move(self) -> tuple[Seat, ...]:
        return () if self.over else self.game.to_move(self.state)

    def mask(self, seat: Seat) -> NDArray[np.int8]:
        """1 for each legal move of the seat; none once the game is over, or if it is not to move."""
        mask = np.zeros(self.game.num_moves, np.int8)
        if not self.over:
            mask[list(self.game.legal_moves(self.state, seat))] = 1
        return mask

    def observe(self, seat: Seat) -> NDArray[np.float32]:
        return self.game.observe(self.state, seat)

    def play(self, moves: Mapping[Seat, Move]) -> None:
        """One turn, with a move from each seat to move; raises IllegalMove once the game is over."""
        if self.over:
            raise IllegalMove("the game is over; reset() begins another")
        self.cycles += 1
        wrong = [seat for seat in moves if moves[seat] not in self.game.legal_moves(self.state, seat)]
        if wrong:
            self._forfeit(wrong)
            return
        self.state = self.game.apply(self.state, moves)
        outcome = self.game.outcome(self.state)
        if outcome is not None:
            self.terminated = True
            if outcome.winner is not None:
                self.rewards = (1.0, -1.0) if outcome.winner == 0 else (-1.0, 1.0)
        elif self.max_cycles is not None and self.cycles >= self.max_cycles:
            self.truncated = True

    def _forfeit(self, losers: list[Seat]) -> None:
        """End the game: whoever played an illegal move has lost it; if both did, it is a draw."""
        self.terminated = True
        if len(losers) == 1:
            self.rewards = (-1.0, 1.0) if losers[0] == 0 else (1.0, -1.0)
