"""Mistakes in a contest file: the key, what is wrong with it and what would be right."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import TYPE_CHECKING, Any

from steelyard.core.errors import SteelyardError
from steelyard.core.game import listed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from steelyard.contest.file.keys import Boards, Wishes
    from steelyard.core.game import Game
    from steelyard.core.toml_lines import Path

MOST_BOARDS = 1000  # of one match


class Mistake(Exception):
    """A mistake at a key; the line is looked up later."""

    def __init__(self, path: Path, why: str) -> None:
        super().__init__(why)
        self.path = path


def word_mistakes(words: Sequence[str], path: Path, known: Sequence[str]) -> Iterator[Mistake]:
    """Words of a list of criteria that are not known."""
    for number, word in enumerate(words):
        if word not in known:
            yield Mistake((*path, number), f"there is no criterion {word!r}; there are {listed(known)}")
    if not words:
        yield Mistake(path, f"it should name at least one of {listed(known)}")


def board_mistakes(boards: Boards, path: Path, game: Game[Any]) -> Iterator[Mistake]:
    """Boards that the game cannot draw; files are not looked at yet."""
    if isinstance(boards, list):
        if not boards:
            yield Mistake(path, "the list of boards is empty")
        for place, item in enumerate(boards):
            if not isinstance(item, str):
                yield from _drawing_mistakes(item, (*path, place), game)
    else:
        yield from _drawing_mistakes(boards if isinstance(boards, dict) else {"draw": boards}, path, game)


def _drawing_mistakes(boards: Wishes, path: Path, game: Game[Any]) -> Iterator[Mistake]:
    wishes = dict(boards)
    number = wishes.pop("draw", None)
    if isinstance(number, bool) or not isinstance(number, int) or number < 1:
        yield Mistake(path, "it should say how many boards to draw, as in {draw = 3, width = [8, 14]}")
    elif number > MOST_BOARDS:
        yield Mistake(path, f"at most {MOST_BOARDS} boards can be drawn, not {number}")
    ends = [value if isinstance(value, list) else [value] for value in wishes.values()]
    for key, numbers in zip(wishes, ends, strict=True):
        if isinstance(wishes[key], list) and len(numbers) != 2:
            yield Mistake(path, f"{key} = {numbers}: it should be a number, or two as in [8, 14]")
        if numbers != sorted(numbers):
            yield Mistake(path, f"{key} = {numbers}: the smaller number comes first")
    try:
        for corner in product(*ends):
            game.draw_setup(Random(1), **dict(zip(wishes, corner, strict=True)))
    except SteelyardError as error:
        yield Mistake(path, str(error))
