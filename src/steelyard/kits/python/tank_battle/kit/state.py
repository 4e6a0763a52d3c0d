"""A position of Tank Battle."""

from __future__ import annotations

from typing import Any

FILES = "abcdefghijk"
SIZE = 11
OWN = ("wW", "bB")
EMPTY = "."


def from_square(move: str) -> str:
    """`g1` of `g1-d4`; nothing of a pass."""
    return move.partition("-")[0]


def to_square(move: str) -> str:
    """`d4` of `g1-d4`; nothing of a pass."""
    return move.rpartition("-")[2]


class State:
    """Squares are named as on a chess board, a1 to k11; White, seat 0, has its base around k1."""

    def __init__(self, told: dict[str, Any]) -> None:
        self.board: list[str] = told["board"]
        """Rank 11 first, each from file a: `w W` White's tanks and commander, `b B` Black's, `.` none."""
        self.to_move: int | None = told["to_move"]
        self.score: list[int] = told["score"]
        """Points of White and Black."""
        self.captured: list[str] = told["captured"]
        """What White and Black have lost."""
        self.quiet: int = told["quiet"]
        """Turns since a tank was captured or came into a base."""
        self.text: str = told["state"]
        """The position in notation."""

    def at(self, square: str) -> str:
        """`w`, `W`, `b`, `B` or `.`."""
        return self.board[SIZE - int(square[1:])][FILES.index(square[0])]

    def is_mine(self, square: str, seat: int) -> bool:
        """Whether a tank of that seat stands there."""
        return self.at(square) in OWN[seat]

    def captures(self, move: str) -> bool:
        """Whether a legal move takes a tank."""
        return bool(to_square(move)) and self.at(to_square(move)) != EMPTY

    def tanks(self, seat: int) -> list[str]:
        """The squares of that seat's tanks, rank 11 first."""
        return [
            f"{file}{SIZE - row}"
            for row, rank in enumerate(self.board)
            for file, tank in zip(FILES, rank, strict=True)
            if tank in OWN[seat]
        ]
