"""The search's own way of finding moves, against the plain rules."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from steelyard.bots.tank_battle.mobility import kernel as compiled_lines
from steelyard.core.random_games import random_game
from steelyard.games.tank_battle import TankBattle, rules
from steelyard.games.tank_battle import kernel as compiled_rules
from steelyard.games.tank_battle.boards import SQUARES, names

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from steelyard.games.tank_battle.rules import State

kernel: Any = compiled_lines  # Numba's functions have no types
game_kernel: Any = compiled_rules
# Bases in two pieces and of no simple shape: inside them a line may leave the base and come back.
STRANGE = (
    "B#b..bbb..b/...~#b##bb./...#b#...b./...b~#..~.#/#..b....#../b.........w/"
    "..#....w..#/#.~..#~w.../.w...#w#.../.ww##w#~.../w..www..w#W"
)


def assert_same_moves(state: State) -> int:
    """Of the player to move, listed and asked for one by one; returns how many captures there were."""
    position = game_kernel.encode(state)
    lines, ground = np.zeros(2 * kernel.LINES, np.int16), np.zeros(kernel.GROUNDS, np.int16)
    kernel.lay_out(position, ground, lines)
    seat = state.mover
    commanders = [game_kernel.commander_of(position, side) for side in (seat, 1 - seat)]
    moves, history = np.zeros(1024, np.int32), np.zeros(2 * SQUARES * SQUARES, np.int32)
    drives = rules.drives(state, seat)
    captures = [move for move in drives if state.squares[move % SQUARES] != "."]
    count = kernel.captures(lines, 0, ground, seat, *commanders, moves)
    assert sorted(moves[:count].tolist()) == captures
    goal = rules.enemy_base(state, seat)
    quiet = [move for move in drives if move not in captures]
    arriving = [m for m in quiet if m % SQUARES in goal and m // SQUARES not in goal]
    for arrivals_only in (False, True):
        count = kernel.quiet_moves(lines, 0, ground, seat, commanders[0], moves, history, arrivals_only)
        listed = [(rank, int(kernel.code(seat, code))) for rank, code in _unpacked(moves[:count])]
        assert sorted(move for rank, move in listed if rank == kernel.ARRIVES >> kernel.RANK) == arriving
        others = sorted(move for rank, move in listed if rank == kernel.UNKNOWN)
        assert others == ([] if arrivals_only else [move for move in quiet if move not in arriving])
    for square in {move // SQUARES for move in drives}:
        every = [SQUARES * square + target for target in range(SQUARES)]
        can = [m for m in every if kernel.can_drive(lines, 0, ground, seat, *commanders, m)]
        assert can == [move for move in drives if move // SQUARES == square]
    return len(captures)


def _unpacked(moves: NDArray[np.int32]) -> list[tuple[int, int]]:
    """Ranks and codes."""
    return [(int(move) >> kernel.RANK, int(move) & ((1 << kernel.RANK) - 1)) for move in moves]


@pytest.mark.parametrize("layout", [*names(), STRANGE])
def test_the_moves_are_those_of_the_rules(layout: str) -> None:
    """In every position of random games, captures and arrivals told apart."""
    game = TankBattle(layout=layout, quiet_limit=20)
    captures = sum(
        assert_same_moves(state)
        for seed in range(2)
        for state, _ in random_game(game, Random(seed))
        if game.to_move(state)
    )
    assert captures > 30


def test_commanders_on_contaminated_squares_are_out_of_each_others_reach() -> None:
    game = TankBattle()
    for mover in "wb":
        for text in ("w10/11/11/11/4B6/4W6/11/11/11/11/b10", "w10/11/11/11/11/3WB6/11/11/11/11/b10"):
            assert_same_moves(game.read_state(f"{text} {mover} 0"))


def test_lines_follow_the_moves() -> None:
    """Putting and taking tanks one by one ends where laying the position out anew ends."""
    game = TankBattle()
    lines, ground = np.zeros(2 * kernel.LINES, np.int16), np.zeros(kernel.GROUNDS, np.int16)
    kernel.lay_out(game_kernel.encode(game.start()), ground, lines)
    for state, moves in random_game(game, Random(3)):
        if not moves:
            break
        seat, move = state.mover, moves[state.mover]
        square, target = divmod(move, SQUARES)
        if state.squares[target] != ".":
            kernel.put_or_take(lines, kernel.LINES * (1 - seat), target)
        kernel.put_or_take(lines, kernel.LINES * seat, square)
        kernel.put_or_take(lines, kernel.LINES * seat, target)
        anew = np.zeros_like(lines)
        kernel.lay_out(game_kernel.encode(game.apply(state, moves)), ground, anew)
        assert (anew == lines).all()
