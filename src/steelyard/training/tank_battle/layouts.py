"""Layouts drawn by chance, for training: none of those that come with the game is among them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steelyard.games.tank_battle.boards import ARMY, CIRCLE, RAYS, SIZE, SQUARES, named, names, read

if TYPE_CHECKING:
    from random import Random

TRIANGLE = (5, 4, 3, 2)  # tanks in each rank of the base, from the corner's on
MOST_MINES = 7  # a half
LAST = SQUARES - 1


def draw(rng: Random) -> str:
    """A layout as the text of the game's option `layout`; at the start no tank can capture."""
    kept_out = {named(name).text for name in names()}
    while (text := _draw(rng)) is None or text in kept_out:
        pass
    return read(text).text


def _draw(rng: Random) -> str | None:
    base = _triangle() if rng.random() < 0.5 else _grown(rng)
    squares = ["."] * SQUARES
    for square in base:
        squares[square], squares[LAST - square] = ("W", "B") if square == CIRCLE[0] else ("w", "b")
    for square in _contaminated(rng):
        _mark(squares, square, "~")
    for square in rng.sample(range(SQUARES), rng.randint(0, MOST_MINES)):
        _mark(squares, square, "#")
    while (line := _line_of_fire(squares)) is not None:
        if not line:
            return None
        _mark(squares, rng.choice(line), rng.choice("##~"))
    ranks = ["".join(squares[SIZE * rank : SIZE * (rank + 1)]) for rank in range(SIZE)]
    return "/".join(reversed(ranks))


def _line_of_fire(squares: list[str]) -> list[int] | None:
    """The squares between a tank of White's and one that it could capture; None if it can capture none."""
    for square, tank in enumerate(squares):
        if tank not in "wW":
            continue
        for line in RAYS[square]:
            passed: list[int] = []
            for other in line:
                if squares[other] in "bB":
                    return passed
                if squares[other] not in ("." if tank == "w" else ".~"):
                    break
                passed.append(other)
    return None


def _mark(squares: list[str], square: int, kind: str) -> None:
    if squares[square] in ".#~":
        squares[square] = squares[LAST - square] = kind


def _triangle() -> list[int]:
    return [SIZE * rank + SIZE - 1 - step for rank, count in enumerate(TRIANGLE) for step in range(count)]


def _grown(rng: Random) -> list[int]:
    """A base that grows from the corner, mostly where it is near."""
    base = [CIRCLE[0]]
    while len(base) < ARMY:
        edge = sorted(
            {line[0] for square in base for line in RAYS[square] if line}
            - {*base, *(LAST - square for square in base), SQUARES // 2}
        )
        distances = [max(square // SIZE, SIZE - 1 - square % SIZE) for square in edge]
        base.append(rng.choices(edge, [0.4**distance for distance in distances])[0])
    return base


def _contaminated(rng: Random) -> list[int]:
    """Half of the contaminated squares: a block in the middle, a band across, or single squares."""
    shape = rng.choice(("none", "block", "band", "single", "single"))
    middle = SIZE // 2
    if shape == "block":
        wide, high = rng.randint(0, 2), rng.randint(0, 2)
        return [
            SIZE * (middle + rank) + middle + file
            for rank in range(-high, high + 1)
            for file in range(-wide, wide + 1)
        ]
    if shape == "band":
        gap, width = rng.randint(0, 4), rng.randint(1, 2)
        return [
            SIZE * rank + file
            for rank in range(SIZE)
            for file in range(SIZE)
            if 0 <= file - rank < width and abs(rank - middle) >= gap
        ]
    return rng.sample(range(SQUARES), rng.randint(1, 6)) if shape == "single" else []
