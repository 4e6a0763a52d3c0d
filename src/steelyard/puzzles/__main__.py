"""Makes and checks the shipped puzzles: `python -m steelyard.puzzles make tank_war`, `... check tank_war`.

Bots play games from a seed; their positions are searched for puzzles with exactly one solution.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from dataclasses import replace
from itertools import count
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec

from steelyard import bots, games
from steelyard.core import files
from steelyard.core.game import SEATS
from steelyard.puzzles import DATA, GAMES, Puzzle, of_game
from steelyard.puzzles.solutions import problem, steps

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steelyard.core.game import Game, Seat
    from steelyard.puzzles import Aim, Kind

Wanted = dict[tuple["Kind", int], int]
"""By kind and rounds: at most how many."""

WANTED: dict[str, Wanted] = {
    "tank_war": {
        ("only", 3): 8,
        ("only", 2): 12,
        ("only", 1): 20,
        ("win", 3): 6,
        ("win", 2): 8,
        ("win", 1): 8,
        ("mix", 1): 16,
    },
    "tank_duel": {
        ("trap", 1): 16,
        ("trap", 2): 16,
        ("trap", 3): 6,
        ("escape", 2): 16,
        ("escape", 3): 16,
        ("escape", 4): 10,
    },
    "tank_battle": {("win", 2): 36, ("win", 1): 30},
}
PLAYERS = {
    "tank_war": ("level4", "level6"),
    "tank_duel": ("level4", "level5"),
    "tank_battle": ("level3", "level6"),
}
MOST_OF_A_GAME = 3
LAST_TURNS = {"tank_battle": 8}  # only near the end can anything be forced within so few moves
NAMES = {"tank_war": "war", "tank_duel": "duel", "tank_battle": "battle"}


def make(game: Game[Any], number: int, seed: int) -> list[Puzzle]:
    """That many puzzles, easy ones first; the same seed gives the same puzzles."""
    wanted = Counter(WANTED[game.id])
    found: list[Puzzle] = []
    seen: set[tuple[str, Seat]] = set()
    for played in count(seed):
        if len(found) >= number or not +wanted:
            break
        for puzzle in _first(_in_game(game, played, wanted), MOST_OF_A_GAME):
            if (puzzle.state, puzzle.seat) not in seen:
                seen.add((puzzle.state, puzzle.seat))
                wanted[puzzle.kind, puzzle.rounds] -= 1
                found.append(puzzle)
        sys.stderr.write(f"game {played}: {len(found)} puzzles\n")
    found.sort(key=lambda puzzle: puzzle.level)
    return [
        replace(each, id=f"{NAMES[game.id]}-{place}") for place, each in enumerate(found[:number], start=1)
    ]


def _first(found: Iterator[Puzzle], most: int) -> list[Puzzle]:
    return [puzzle for _, puzzle in zip(range(most), found, strict=False)]


def _in_game(game: Game[Any], seed: int, wanted: Wanted) -> Iterator[Puzzle]:
    """The puzzles in the positions of one game, the last position first."""
    for written in reversed(_positions(game, seed)):
        for seat in SEATS:
            for (kind, rounds), left in wanted.items():
                puzzle = _puzzle(game, written, seat, kind, rounds) if left > 0 else None
                if puzzle is not None:
                    yield puzzle
                    break


def _positions(game: Game[Any], seed: int) -> list[str]:
    rng = Random(seed)
    players = [bots.get(game, name, rng.getrandbits(30)) for name in rng.sample(PLAYERS[game.id], 2)]
    state, found = game.start(rng.choice(game.setups())), list[str]()
    while game.outcome(state) is None:
        found.append(game.write_state(state))
        state = game.apply(state, {seat: players[seat].choose(state, seat) for seat in game.to_move(state)})
    return found[-LAST_TURNS.get(game.id, len(found)) :]


def _puzzle(game: Game[Any], written: str, seat: Seat, kind: Kind, rounds: int) -> Puzzle | None:
    state = game.read_state(written)
    solution = steps(game, state, seat, kind, rounds)
    if solution is None:
        return None
    level, aim = _level(kind, rounds, len(solution[0].wrong)), _aim(game, state, seat, kind)
    return Puzzle("", game.id, kind, level, seat, written, solution, rounds, aim)


def _level(kind: Kind, rounds: int, others: int) -> int:
    if kind == "mix":
        return 2 if others < 10 else 3
    return min(rounds + (kind == "only" and others > 3) - (kind == "escape"), 3)


def _aim(game: Game[Any], state: Any, seat: Seat, kind: Kind) -> Aim:
    if kind in {"mix", "escape"}:
        return "best" if kind == "mix" else "survive"
    if kind != "only":
        return "win"
    value = _open_table(game).value(state) * (1 - 2 * seat)
    return "win" if value > 0.5 else "draw"


def _open_table(game: Game[Any]) -> Any:
    from steelyard.analysis import open_table  # noqa: PLC0415 - Numba only when asked

    return open_table(game)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m steelyard.puzzles", description=__doc__)
    parser.add_argument("task", choices=("make", "check"))
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--number", type=int, default=66)
    parser.add_argument("--seed", type=int, default=1)
    told = parser.parse_args()
    if told.task == "make":
        puzzles = make(games.get(told.game), told.number, told.seed)
        lines = b",\n".join(msgspec.json.encode(puzzle) for puzzle in puzzles)
        files.write(DATA / f"{told.game}.json", b"[\n" + lines + b"\n]\n")
        return
    problems = [wrong for puzzle in of_game(told.game) if (wrong := problem(puzzle))]
    said = "\n".join(problems) or f"{len(of_game(told.game))} puzzles, each with exactly one solution"
    sys.stdout.write(f"{said}\n")
    sys.exit(bool(problems))


if __name__ == "__main__":
    main()
