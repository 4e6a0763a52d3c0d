"""What is recomputed of a stage."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.contest.recomputation.games import Match

Levels = list[list[str]]
"""From the best down; those in one list are level."""


class Table(NamedTuple):
    levels: Levels
    rows: dict[str, dict[str, Any]]

    def place(self, name: str) -> int:
        return place(self.levels, name)


def place(levels: Levels, name: str) -> int:
    ahead = next(number for number, level in enumerate(levels) if name in level)
    return 1 + sum(map(len, levels[:ahead]))


def match_length(keys: Mapping[str, Any], boards: Any = None) -> int:
    """How many games a match has before extra boards."""
    boards = keys.get("boards", 1) if boards is None else boards
    count = (
        len(boards) if isinstance(boards, list) else boards["draw"] if isinstance(boards, dict) else boards
    )
    return int(count) * (2 if keys.get("twice", True) else 1)


@dataclass
class Stage:
    index: int
    keys: Mapping[str, Any]
    names: list[str]
    """Those who take part, the best seeded first."""
    lots: list[str]
    """Those who advance, as reported; read only where a lot decides."""
    table_lots: list[list[str]]
    """The rows of each table, as reported; read only where a lot decides."""
    matches: list[Match]
    leaving: set[str]
    """Those who are disqualified or withdrawn and drawn in no later stage."""
    withdrawn: set[str]
    is_last: bool
    tables: list[Table] = field(default_factory=list)
    levels: Levels = field(default_factory=list)
    advancing: list[str] = field(default_factory=list)
    by_lot: set[str] = field(default_factory=set)
    winners: list[str | None] = field(default_factory=list)
    """Of each match that has to be won."""
    reasons: list[str] = field(default_factory=list)
    """What decided it, if not the games won."""
