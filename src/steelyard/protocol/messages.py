"""The messages of `schema/` as Python types. Unknown members that a bot adds are ignored."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from steelyard.protocol import VERSION

Direction = Literal["Left", "Right", "Up", "Down"] | None


class Message(msgspec.Struct, tag=str.lower, tag_field="type", frozen=True):
    """A message: one line of JSON."""


class Hello(Message, frozen=True):
    game: str
    startup_ms: int
    protocol: int = VERSION


class Ready(Message, frozen=True):
    name: str = ""
    version: str = ""


class Start(Message, frozen=True):
    game: str
    name: str
    rules_version: int
    options: dict[str, str | int | bool]
    seat: Literal[0, 1]
    players: tuple[str, str]
    clock: str
    seed: int


class Turn(Message, frozen=True):
    game: str
    turn: int
    state: Any
    legal: list[str]
    clocks_ms: tuple[float | None, float | None]
    latency_ms: float


class Move(Message, frozen=True):
    move: str
    turn: int | None = None
    game: str | None = None


class Joystick(Message, frozen=True):
    MoveDirection: Direction = None
    TowerDirection: Direction = None
    Fire: bool | None = None
    game: str | None = None


class Done(Message, frozen=True):
    turn: int | None = None
    game: str | None = None


class Result(msgspec.Struct, frozen=True):
    winner: Literal[0, 1] | None
    reason: str
    score: tuple[int, int]


class Over(Message, frozen=True):
    game: str
    outcome: Result
    state: Any
    verdict: str | None
    detail: str | None


class Bye(Message, frozen=True):
    pass


ToBot = Hello | Start | Turn | Over | Bye
FromBot = Ready | Move | Joystick | Done
