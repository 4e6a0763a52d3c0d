"""The shapes of what puzzles say over HTTP."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StringConstraints

from steelyard.puzzles import Kind, Puzzle  # noqa: TC001 - the shapes are read at run time
from steelyard.server.http.messages import Asked, Shown

Answer = Annotated[str, StringConstraints(max_length=20)]
Day = Annotated[str, StringConstraints(pattern=r"^2\d{3}-(0\d|1[0-2])-([0-2]\d|3[01])$")]


class Solving(Asked):
    answers: Annotated[list[Answer], Field(max_length=10)]


class GuestProgress(Asked):
    solved: Annotated[list[Answer], Field(max_length=500)]
    days: Annotated[list[Day], Field(max_length=400)]


class ProgressShown(Shown):
    solved: list[str]
    days: list[str]


class PuzzleListed(Shown):
    id: str
    kind: Kind
    level: int


class PuzzleList(Shown):
    day: str
    daily: str
    games: dict[str, list[PuzzleListed]]
    progress: ProgressShown | None


class PuzzleShown(Shown):
    puzzle: Puzzle
    day: str
    daily: str
