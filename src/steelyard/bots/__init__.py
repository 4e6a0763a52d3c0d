"""The players that come with Steelyard; `python -m steelyard.bots` makes a process of any of them."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, Protocol

from steelyard import games
from steelyard.core.errors import UnknownBot
from steelyard.core.game import SEATS, listed

if TYPE_CHECKING:
    from steelyard.core.game import Game, Move, Seat


class Bot(Protocol):
    """A player of one game."""

    def choose(self, state: Any, seat: Seat) -> Move:
        """A legal move for that seat."""


class RandomBot:
    """Plays every legal move with equal chance."""

    def __init__(self, game: Game[Any], seed: int | None = None) -> None:
        self._game = game
        self._rng = Random(seed)

    def choose(self, state: Any, seat: Seat) -> Move:
        return self._rng.choice(self._game.legal_moves(state, seat))


class GreedyBot:
    """Looks one move ahead: the best lead on average over what the other may do at the same time."""

    def __init__(self, game: Game[Any], seed: int | None = None) -> None:
        self._game = game
        self._rng = Random(seed)

    def choose(self, state: Any, seat: Seat) -> Move:
        best: list[Move] = []
        best_worth = float("-inf")
        for move in self._game.choices(state, seat):
            worth = self._worth(state, seat, move)
            if worth > best_worth + 1e-9:
                best, best_worth = [], worth
            if worth >= best_worth - 1e-9:
                best.append(move)
        return self._rng.choice(best)

    def _worth(self, state: Any, seat: Seat, move: Move) -> float:
        game, other = self._game, SEATS[1 - seat]
        side = 1 - 2 * seat
        if other not in game.to_move(state):
            return side * game.lead(game.play(state, {seat: move}))
        replies = game.choices(state, other)
        return sum(side * game.lead(game.play(state, {seat: move, other: reply})) for reply in replies) / len(
            replies
        )


BOTS: dict[str, type[RandomBot | GreedyBot]] = {"random": RandomBot, "greedy": GreedyBot}


def names(_game: str) -> list[str]:
    """The bots that play the game of that name."""
    return list(BOTS)


def summary(name: str) -> str:
    """One line on a bot, for lists."""
    return (BOTS[name].__doc__ or "").split("\n")[0]


def get(game: str | Game[Any], name: str, seed: int | None = None) -> Bot:
    """The bot of that name, for a game or the name of one; the same seed gives the same choices."""
    played = games.get(game) if isinstance(game, str) else game
    if name not in names(played.id):
        raise UnknownBot(f"no bot {name!r} plays {played.id}; there are {listed(names(played.id))}")
    return BOTS[name](played, seed)
