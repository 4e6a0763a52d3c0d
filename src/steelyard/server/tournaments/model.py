"""What a tournament consists of: entrants, games, and its format."""

from __future__ import annotations

from typing import Literal, NamedTuple

Score = Literal["first", "second", "draw", "none"]
Kind = Literal["swiss", "round_robin"]


class Entrant(NamedTuple):
    """A player, or a team of players."""

    number: int
    name: str
    """Of a team."""
    accounts: tuple[int, ...]
    """In the order of their boards."""
    left_after: int | None = None
    """The last round for which they were paired, if they have withdrawn."""

    @property
    def key(self) -> str:
        return str(self.number)


class Game(NamedTuple):
    """One board of a match, as a round pairs it."""

    round: int
    match: int
    board: int
    first: int
    second: int | None
    swapped: bool
    table_id: str | None = None
    result: Score | None = None


class Format(NamedTuple):
    kind: Kind
    team_size: int
    rounds: int | None

    def round_count(self, entrants: int) -> int:
        if self.kind == "round_robin":
            return entrants - 1 + entrants % 2
        from steelyard.contest.stages.base.table_stage import swiss_round_count  # noqa: PLC0415 - as rounds.py

        return self.rounds or swiss_round_count(entrants)
