"""A game as a bot is told of it: `Start` once, then a `Turn` each time a move is due."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kit.referee import Referee
from kit.state import State

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True)
class Start:
    """A game begins."""

    game: str
    """Which one; a process may play many."""
    seat: int
    """Where you sit: 0 or 1."""
    options: dict[str, str]
    """Options of the game that are not at their default."""
    players: list[str]
    clock: str
    seed: int
    """Chance for your bot: with the same seed it should play the same."""


@dataclass(frozen=True)
class Turn:
    """A move is due."""

    number: int
    state: State
    legal: list[str]
    """Every move you may make."""
    seat: int
    clock_ms: float | None
    """What you have left; None is no limit."""
    enemy_clock_ms: float | None
    latency_ms: float
    """How late this machine runs things: keep at least this much in hand."""


def play(newcomer: Callable[[Start], Any], name: str) -> None:
    """Play every game there is to play, a new bot for each."""
    referee = Referee()
    bot = None
    for message in referee.messages():
        match message.get("type"):
            case "hello":
                referee.say(type="ready", name=name)
            case "start":
                start = _start(message)
                bot = newcomer(start)
            case "turn" if bot:
                turn = _turn(message, start.seat)
                referee.say(type="move", move=bot.choose(turn), turn=turn.number, game=message["game"])


def _start(message: dict[str, Any]) -> Start:
    options = {name: _text(value) for name, value in message["options"].items()}
    seat, seed = int(message["seat"]), int(message["seed"])
    return Start(message["game"], seat, options, message["players"], message["clock"], seed)


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _turn(message: dict[str, Any], seat: int) -> Turn:
    own, enemy = message["clocks_ms"][seat], message["clocks_ms"][1 - seat]
    state = State(message["state"])
    return Turn(int(message["turn"]), state, message["legal"], seat, own, enemy, message["latency_ms"])
