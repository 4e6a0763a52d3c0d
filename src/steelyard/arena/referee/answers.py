"""Reads what a bot answers: a line of the protocol, and the move of the game that it stands for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from steelyard.arena.verdicts import BotFailure, Fault
from steelyard.core.errors import InvalidMove
from steelyard.protocol import lines, messages

if TYPE_CHECKING:
    from steelyard.core.game import Game, Move

Answer = messages.Move | messages.Joystick | messages.Done


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
