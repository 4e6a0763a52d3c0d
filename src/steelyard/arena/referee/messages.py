"""The messages of one game: what bots are asked, and how their answers are read as moves of the game."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec

from steelyard.arena.record import derived_seed
from steelyard.arena.verdicts import BotFailure, Fault
from steelyard.core.errors import InvalidMove
from steelyard.protocol import lines, messages

if TYPE_CHECKING:
    from steelyard.arena.record import GameOrder
    from steelyard.core.game import Game, Move, Seat

    Clocks = tuple[float | None, float | None]

Answer = messages.Move | messages.Joystick | messages.Done


class Questions:
    """The start of a game, and each turn with the legal moves and the clocks."""

    def __init__(self, game: Game[Any], order: GameOrder) -> None:
        self._game = game
        self._order = order
        self._name = str(order.number)
        self._asked: dict[Seat, messages.Turn] = {}

    def start(self, seat: Seat) -> bytes:
        order = self._order
        message = messages.Start(
            self._name,
            order.game,
            order.rules_version,
            order.options,
            seat,
            (order.players[0].name, order.players[1].name),
            order.clock,
            derived_seed(order.seed, "seat", seat),
        )
        return lines.write(message)

    def turn(  # noqa: PLR0913, PLR0917 - all that a bot is told
        self,
        seat: Seat,
        number: int,
        shown: msgspec.Raw,
        legal: tuple[Move, ...],
        clocks: Clocks,
        latency: float,
    ) -> bytes:
        """A turn; `shown` is the position as bots see it."""
        words = _written(self._game, legal)
        self._asked[seat] = message = messages.Turn(self._name, number, shown, words, clocks, latency)
        return lines.write(message)

    def again(self, seat: Seat, left_ms: float) -> bytes:
        """The start and the last turn once more, for a new process of a bot that has so much time left."""
        asked = self._asked[seat]
        clocks = [*asked.clocks_ms]
        clocks[seat] = None if clocks[seat] is None else left_ms
        turn = msgspec.structs.replace(asked, clocks_ms=(clocks[0], clocks[1]))
        return self.start(seat) + lines.write(turn)


@lru_cache(maxsize=1024)
def _written(game: Game[Any], legal: tuple[Move, ...]) -> list[str]:
    """The moves in notation; cached, because the same few sets of moves occur again and again."""
    return [game.write_move(move) for move in legal]


def read_answer(game: Game[Any], line: bytes) -> tuple[Answer, Move | None]:
    """The message and its move, legal or not; `done` has none. Raises BotFailure for anything else."""
    try:
        message = lines.read_from_bot(line)
        if isinstance(message, messages.Move):
            return message, game.read_move(message.move)
        if isinstance(message, messages.Joystick):
            return message, _set(game, message)
    except (lines.Unreadable, InvalidMove) as error:
        raise BotFailure(Fault.UNREADABLE, str(error), lines.shown(line)) from None
    if isinstance(message, messages.Done) and game.joystick is not None:
        return message, None
    told = f"a `move` is expected here, not `{type(message).__name__.lower()}`"
    raise BotFailure(Fault.UNREADABLE, told, lines.shown(line))


def _set(game: Game[Any], message: messages.Joystick) -> Move:
    if game.joystick is None:
        raise InvalidMove(f"{game.title} is not played with a joystick; send a `move`")
    return game.joystick.read(message.MoveDirection, message.TowerDirection, bool(message.Fire))
