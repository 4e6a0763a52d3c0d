"""Queries: what an account has solved."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import sqlalchemy as sql

from steelyard.server.database.writer import Change
from steelyard.server.puzzles.schema import puzzle_solutions

if TYPE_CHECKING:
    from collections.abc import Sequence

_COLUMNS = puzzle_solutions.c
_NEW = {column.name: sql.cast(sql.bindparam(column.name), column.type) for column in _COLUMNS}
_THERE = sql.exists().where(*(_COLUMNS[name] == _NEW[name] for name in ("account", "puzzle", "day")))
_ADD = sql.insert(puzzle_solutions).from_select(list(_NEW), sql.select(*_NEW.values()).where(~_THERE))


class Progress(NamedTuple):
    solved: Sequence[str]
    """The ids of puzzles."""
    days: Sequence[str]
    """Those whose puzzle was solved on the day itself: a streak is several in a row."""


class PuzzleStore:
    def __init__(self, engine: sql.Engine) -> None:
        self._engine = engine

    def progress(self, account: int) -> Progress:
        query = sql.select(_COLUMNS.puzzle, _COLUMNS.day).where(_COLUMNS.account == account)
        with self._engine.connect() as connection:
            rows = connection.execute(query).all()
        return Progress(sorted({row.puzzle for row in rows}), sorted({row.day for row in rows} - {""}))


def solution(account: int, puzzle: str, day: str, solved_ms: float) -> Change:
    """Keeps a solution; one that is there already stays as it is."""
    return Change(_ADD, {"account": account, "puzzle": puzzle, "day": day, "solved_ms": solved_ms})
