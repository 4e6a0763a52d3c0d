"""The solved game: numbered positions against the rules, values against other ways to find them."""

from __future__ import annotations

import itertools
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from tests.analysis import slow

import steelyard
from steelyard.analysis.tank_war import encoding, kernel, solver
from steelyard.core.errors import InvalidState
from steelyard.core.random_games import random_game
from steelyard.games.tank_war import TankWar, rules
from steelyard.games.tank_war.rules import SIZE, State

if TYPE_CHECKING:
    from steelyard.analysis.tank_war.table import Solved

VARIANTS = list(TankWar.option_sets())
SMALL = ["x53/2x3/x11/x53/3x4/0x2", "xx3/053/xx2/xx4/053/xx3", "043/x22/3x4/x11/3x4/x53"]
LARGER = ["233/xx3/043/153/153/133", "133/133/xx3/253/133/053"]


@pytest.mark.sample(4)
@pytest.mark.no_cover  # the same lines again and again; other tests count them
@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_a_round_on_numbers_leads_where_the_rules_lead(options: dict[str, Any]) -> None:
    game = TankWar(**options)
    tables = encoding.tables(game.lanes, game.c_reach)
    keys, signs = np.empty((2, kernel.MOVES), np.int64)
    for seed in range(25):
        for state, moves in random_game(game, Random(seed)):
            if not moves:
                break
            counts = kernel.outcomes(tables, *encoding.write_position(state), keys, signs)
            u_columns, d_columns = state.movable
            assert counts == (len(u_columns), len(d_columns))
            pairs = [rules.apply(state, {0: u, 1: d}) for u in u_columns for d in d_columns]
            for index, after in enumerate(pairs):
                assert (keys[index], signs[index]) == _key(game, after)
                assert keys[index] == kernel.OVER or keys[index] >> 40 > _key(game, state)[0] >> 40


def _key(game: TankWar, state: State) -> tuple[int, int]:
    outcome = game.outcome(state)
    if outcome is not None:
        return kernel.OVER, 0 if outcome.winner is None else 1 - 2 * outcome.winner
    key, sign = kernel.key_of(encoding.tables(game.lanes, game.c_reach), *encoding.write_position(state))
    return key, sign


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_a_position_and_its_images_have_one_code(options: dict[str, Any]) -> None:
    game = TankWar(**options)
    for seed in range(10):
        for state, moves in random_game(game, Random(seed)):
            if not moves:
                break
            key, sign = _key(game, state)
            turned, turned_sign = _key(game, _mirrored(_swapped(state)))
            assert turned == key
            assert (
                turned_sign == -sign or _mirrored(_swapped(state)) == state or game.lanes == game.lanes[::-1]
            )
            if game.lanes == game.lanes[::-1]:
                assert _key(game, _mirrored(state)) == (key, sign)
                assert _key(game, _swapped(state))[0] == key


def _mirrored(state: State) -> State:
    us, ds = state.rows
    return rules.position(state.lanes, state.c_reach, (us[::-1], ds[::-1]), state.boundary[::-1])


def _swapped(state: State) -> State:
    us, ds = (tuple(None if row is None else SIZE - 1 - row for row in rows) for rows in state.rows)
    return rules.position(
        state.lanes, state.c_reach, (ds, us), tuple(SIZE - boxes for boxes in state.boundary)
    )


def test_the_columns_are_those_that_can_be_read() -> None:
    game = TankWar()
    readable = set()
    for u in "012345x":
        for d in "012345x":
            for boundary in "0123456":
                try:
                    game.read_state("/".join([u + d + boundary] + ["053"] * 5))
                except InvalidState:
                    continue
                readable.add(u + d + boundary)
    known = {"".join("x" if row is None else str(row) for row in column) for column in encoding.COLUMNS}
    assert readable == known | {f"xx{boundary}" for boundary in range(SIZE + 1)}
    assert len(known) == kernel.BARE


@pytest.mark.sample(10)
@pytest.mark.no_cover  # the same lines again and again; other tests count them
@pytest.mark.parametrize(
    ("position", "options"),
    [*((position, VARIANTS[0]) for position in LARGER), *itertools.product(SMALL, VARIANTS)],
    ids=str,
)
def test_small_games_have_the_values_that_fractions_give(position: str, options: dict[str, Any]) -> None:
    game = TankWar(**options)
    tables = encoding.tables(game.lanes, game.c_reach)
    start = game.read_state(position)
    codes, values, _ = solver.solve(tables, _key(game, start)[0], lambda _doing, _share: None)
    by_code = dict(zip(codes.tolist(), values.tolist(), strict=True))
    seen = set()
    for state, value in slow.values(game, start).items():
        key, sign = _key(game, state)
        if key != kernel.OVER:
            seen.add(key & kernel.CODE_MASK)
            assert sign * by_code[key & kernel.CODE_MASK] == pytest.approx(float(value), abs=1e-12)
    assert seen == set(by_code)
    assert len(seen) > 10, "too small to tell anything"


def test_the_start_is_worth_nothing_to_either(solved: Solved, game: TankWar) -> None:
    assert solved.value(game.start()) == 0


def test_published_positions_have_their_values(solved: Solved, game: TankWar) -> None:
    lines = (Path(__file__).parent / "solved_positions.txt").read_text("utf-8").splitlines()
    positions = [line.split() for line in lines if not line.startswith("#")]
    assert len(positions) == 100
    for position, value in positions:
        assert solved.value(game.read_state(position)) == pytest.approx(float(value), abs=1e-6), position


def test_the_table_is_as_large_as_the_game(solved: Solved) -> None:
    assert solved.positions == 6_900_741
    assert solved.saddle_points / solved.positions == pytest.approx(0.8766, abs=1e-4)


def test_a_matrix_holds_the_values_that_follow(solved: Solved, game: TankWar) -> None:
    for seed in range(20):
        for state, moves in random_game(game, Random(seed)):
            if not moves:
                break
            expected = [
                [solved.value(game.play(state, {0: a, 1: b})) for b in game.legal_moves(state, 1)]
                for a in game.legal_moves(state, 0)
            ]
            matrix = solved.matrix(state)
            assert np.array_equal(matrix, expected)
            lower, upper = matrix.min(axis=1).max(), matrix.max(axis=0).min()
            assert lower - 1e-9 <= solved.value(state) <= upper + 1e-9


def test_images_of_a_position_have_the_same_value(solved: Solved, game: TankWar) -> None:
    for seed in range(20):
        for state, _ in random_game(game, Random(seed)):
            value = solved.value(state)
            assert solved.value(_mirrored(state)) == value
            assert solved.value(_swapped(state)) == -value


def test_positions_of_the_games_kernel_are_valued_alike(solved: Solved, game: TankWar) -> None:
    states = [state for seed in range(20) for state, _ in random_game(game, Random(seed))]
    encoded = np.array([game.kernel.encode(state) for state in states])
    assert solved.values(encoded).tolist() == [solved.value(state) for state in states]


@pytest.mark.parametrize(
    "position", ["xx3/233/xx3/xx3/053/xx3", "xx3/011/xx0/xx3/233/5x6", "011/xx3/xx0/xx5/5x6/x00"]
)
def test_positions_that_play_does_not_lead_to_are_solved_on_the_spot(
    solved: Solved, game: TankWar, position: str
) -> None:
    state = game.read_state(position)
    assert np.isnan(solved._packed.find_one(_key(game, state)[0] & kernel.CODE_MASK)), "play leads there"
    known = slow.values(game, state)
    assert solved.value(state) == pytest.approx(float(known[state]), abs=1e-12)
    after = [
        [game.play(state, {0: a, 1: b}) for b in game.legal_moves(state, 1)]
        for a in game.legal_moves(state, 0)
    ]
    assert solved.matrix(state).tolist() == pytest.approx(
        np.array([[float(known[s]) for s in row] for row in after])
    )


def test_a_position_of_another_variant_is_refused(solved: Solved) -> None:
    other = steelyard.game("tank_war", c_reach="up_to_two")
    with pytest.raises(InvalidState, match=r"up_to_two.*this table is for ABCCBA exactly_two"):
        solved.value(other.start())
