"""The network in Tank Battle's evaluation: integers that follow the moves, beside the same in plain NumPy."""

from __future__ import annotations

import itertools
import logging
import time
from random import Random
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from steelyard import bots
from steelyard.bots.tank_battle import alphabeta, threads
from steelyard.bots.tank_battle.alphabeta import AlphaBeta
from steelyard.bots.tank_battle.evaluation import weights as tuned
from steelyard.bots.tank_battle.hash_table import kernel as compiled_hashes
from steelyard.bots.tank_battle.levels import FULL, LEVELS
from steelyard.bots.tank_battle.mobility import kernel as compiled_lines
from steelyard.bots.tank_battle.network import features, weights
from steelyard.bots.tank_battle.network import kernel as compiled_network
from steelyard.bots.tank_battle.search import kernel as compiled_search
from steelyard.bots.tank_battle.tree import kernel as compiled_trees
from steelyard.core.errors import SteelyardError
from steelyard.core.random_games import random_game
from steelyard.games.tank_battle import TankBattle
from steelyard.games.tank_battle import kernel as compiled_rules
from steelyard.games.tank_battle.boards import COMMANDER, NORMAL, SQUARES, names

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from steelyard.bots.tank_battle.network.weights import Network
    from steelyard.games.tank_battle.boards import Board
    from steelyard.games.tank_battle.rules import State

search: Any = compiled_search  # Numba's functions have no types
trees: Any = compiled_trees
kernel: Any = compiled_network
hashes: Any = compiled_hashes
on_lines: Any = compiled_lines
rules: Any = compiled_rules
# Bases in two pieces and of no simple shape.
STRANGE = (
    "B#b..bbb..b/...~#b##bb./...#b#...b./...b~#..~.#/#..b....#../b.........w/"
    "..#....w..#/#.~..#~w.../.w...#w#.../.ww##w#~.../w..www..w#W"
)
LAYOUTS = [*names(), STRANGE]


def drawn_network(seed: int = 1) -> Network:
    """Weights drawn by chance, as large as they may be: all of the arithmetic is used."""
    rng = np.random.default_rng(seed)
    return weights.quantised(
        {
            "rows": rng.normal(0, 0.1, (features.ROWS, kernel.HIDDEN)),
            "bias": rng.normal(0, 0.3, kernel.HIDDEN),
            "outputs": rng.normal(0, 1, (kernel.BUCKETS, 2 * kernel.HIDDEN)),
            "output_bias": rng.normal(0, 1, kernel.BUCKETS),
        }
    )


def new_tree(network: Network | None = None) -> Any:
    tree = trees.new_tree(tuned.load("tuned"))
    if network is not None:
        network.lay_into(tree)
    return tree


def begin(tree: Any, state: State) -> None:
    position = rules.encode(state)
    weights.fit(tree, position)
    search.begin(tree, position, 1, -trees.INFINITE, trees.INFINITE)


def correction(network: Network, state: State) -> int:
    """What the network adds to the evaluation of a position, from the rules' own state, in plain NumPy."""
    sides = [_sums(network, state, side) for side in (state.mover, 1 - state.mover)]
    active = np.clip(np.concatenate(sides), 0, kernel.ONE).astype(np.int64) ** 2
    tanks = SQUARES - state.squares.count(".")
    bucket = max(tanks - 1, 0) // 4
    total = int((active * network.outputs[bucket]).sum() + network.output_bias[bucket])
    return total * int(kernel.SCALE) >> int(kernel.SHIFT)


def _sums(network: Network, state: State, side: int) -> NDArray[np.int64]:
    board, on = state.board, []
    for seat in (0, 1):
        for square, tank in enumerate(state.squares):
            if tank in NORMAL[seat] + COMMANDER[seat]:
                kind = 2 * (seat != side) + (tank == COMMANDER[seat])
                on.append(SQUARES * kind + _turned(square, side))
                first = features.FIRST_PLACE + features.PLACES * kind
                on += [first + place for place in _places(board, tank, square, seat)]
    rows: NDArray[np.int64] = network.rows[on].astype(np.int64)
    sums: NDArray[np.int64] = network.bias + rows.sum(axis=0)
    return sums


def _places(board: Board, tank: str, square: int, seat: int) -> list[int]:
    """The places of a tank, from the lines of the game's own board."""
    goal, lines = board.bases[1 - seat], board.lines[tank]
    reach = {other for line in lines[square] for other in line}
    found = [features.ROOM + min(len(reach) // 8, features.ROOMS - 1)]
    if square in board.bases[seat]:
        found.append(features.HOME)
    if square in goal:
        return [*found, features.ARRIVED]
    if reach & goal:
        return [*found, features.ONE_MOVE]
    near = any(goal & {there for line in lines[other] for there in line} for other in reach)
    return [*found, features.TWO_MOVES if near else features.FAR]


def _turned(square: int, side: int) -> int:
    return SQUARES - 1 - square if side else square


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_sums_follow_the_moves(layout: str) -> None:
    """Along a random game: accumulators and hash as made anew from the position; going back leaves them."""
    game, tree = TankBattle(layout=layout, quiet_limit=20), new_tree(drawn_network())
    states = [state for state, _ in random_game(game, Random(5))][: trees.PLIES - 1]
    begin(tree, states[0])
    kept = []
    for ply, (state, after) in enumerate(itertools.pairwise(states)):
        assert after.last is not None
        search._play(tree, ply, state.mover, int(after.last.move))
        kept.append(_sides(tree, ply + 1).copy())
        anew = new_tree(drawn_network())
        begin(anew, after)
        assert (_sides(anew, 0) == kept[-1]).all()
        assert anew["hash"][0] == tree["hash"][ply + 1]
    assert len(kept) > 30
    for ply, sides in enumerate(kept, start=1):
        assert (_sides(tree, ply) == sides).all()


def _sides(tree: Any, ply: int) -> Any:
    return tree["accumulators"][kernel.SIDES * ply : kernel.SIDES * (ply + 1)]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_value_is_that_of_plain_numpy(layout: str) -> None:
    game, network = TankBattle(layout=layout, quiet_limit=30), drawn_network(2)
    with_it, without = new_tree(network), new_tree()
    found = []
    for state, moves in random_game(game, Random(8)):
        if moves:
            for tree in (with_it, without):
                begin(tree, state)
            values = [int(search._static(tree, 0, state.mover)) for tree in (with_it, without)]
            found.append(values[0] - values[1])
            assert found[-1] == correction(network, state)
    assert len(set(found)) > 20


def test_half_a_turn_with_colours_exchanged_changes_nothing() -> None:
    game, tree = TankBattle(), new_tree(drawn_network(3))
    turned = str.maketrans("wWbB", "bBwW")
    values = []
    for state, moves in random_game(game, Random(4)):
        if not moves:
            break
        text, mover, quiet = game.write_state(state).split()
        ranks = [_expanded(rank)[::-1].translate(turned) for rank in reversed(text.split("/"))]
        other = game.read_state(f"{'/'.join(map(_runs, ranks))} {'wb'['bw'.index(mover)]} {quiet}")
        for each in (state, other):
            begin(tree, each)
            values.append(int(search._static(tree, 0, each.mover)))
        assert values[-1] == values[-2]
    assert len(set(values)) > 20


def _expanded(rank: str) -> str:
    text, number = "", ""
    for sign in rank + " ":
        if sign.isdigit():
            number += sign
            continue
        text += "." * int(number or 0) + sign.strip()
        number = ""
    return text


def _runs(rank: str) -> str:
    text, empty = "", 0
    for sign in rank + " ":
        if sign == ".":
            empty += 1
            continue
        text += (str(empty) if empty else "") + sign.strip()
        empty = 0
    return text


def test_no_sum_can_overflow() -> None:
    """With every weight at its limit and all tanks on the board."""
    most = 4 * 28 * weights.MOST_ROW + weights.MOST_BIAS
    assert most * kernel.ONE < 2**15
    assert kernel.ONE**2 * weights.MOST_OUTPUT * kernel.OUTPUT_ONE * 2 * kernel.HIDDEN < 2**31


def test_weights_are_read_as_written(tmp_path: Path) -> None:
    file = tmp_path / "weights.npz"
    network = drawn_network()
    file.write_bytes(weights.written(network))
    for name, array in network._asdict().items():
        read = weights.read(file)._asdict()[name]
        assert (array == read).all()
        assert array.dtype == read.dtype
    np.savez(file, **{name: array[:5] for name, array in network._asdict().items()})
    with pytest.raises(SteelyardError, match="another network"):
        weights.read(file)


def test_weights_with_a_damaged_byte_are_refused_in_one_line_or_read(tmp_path: Path) -> None:
    file, whole = tmp_path / "weights.npz", weights.FILE.read_bytes()
    refused: list[str] = []
    for at in (*range(0, 200, 7), *range(200, len(whole), 500)):
        file.write_bytes(whole[:at] + bytes([whole[at] ^ 0xFF]) + whole[at + 1 :])
        try:
            weights.read(file)
        except SteelyardError as error:
            refused.append(str(error))
    assert len(refused) > 20
    assert all("damaged" in said for said in refused)


def test_the_package_has_a_network_and_alphabeta_uses_it() -> None:
    network = weights.load()
    assert network is not None
    assert weights.FILE.stat().st_size < 1_000_000
    game = TankBattle()
    assert AlphaBeta(game, strength=FULL)._tree["learnt"]
    assert not AlphaBeta(game, strength=LEVELS[7])._tree["learnt"]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_alphabeta_plays_on_every_layout(layout: str) -> None:
    game = TankBattle(layout=layout)
    state, bot = game.start(), bots.get(game, "alphabeta:500", 1)
    for _ in range(12):
        move = bot.choose(state, state.mover)
        assert move in game.legal_moves(state, state.mover)
        state = game.apply(state, {state.mover: move})


def test_without_its_weights_it_plays_by_the_tuned_evaluation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """And says so in one line."""
    monkeypatch.setattr(weights, "FILE", tmp_path / "weights.npz")
    weights.load.cache_clear()
    try:
        with caplog.at_level(logging.WARNING):
            game = TankBattle()
            bot = bots.get(game, "alphabeta:500", 1)
            assert bot.choose(game.start(), 0) in game.legal_moves(game.start(), 0)
        assert [record.message for record in caplog.records] == [
            "weights.npz is missing: Tank Battle's alphabeta evaluates without its network"
        ]
    finally:
        weights.load.cache_clear()


def test_more_threads_search_the_same_position(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only if the environment says that cores are free, and only with a clock."""
    game = TankBattle()
    monkeypatch.delenv(threads.VARIABLE, raising=False)
    assert threads.wanted() == 1
    for text, count in (("2", 2), ("0", 1), ("many", 1), ("1000", threads.MOST_THREADS)):
        monkeypatch.setenv(threads.VARIABLE, text)
        assert threads.wanted() == count
    monkeypatch.setenv(threads.VARIABLE, "2")
    bot = bots.get(game, "alphabeta", 1)
    policy: Any = bot.policy
    (helper,) = policy._helpers._trees
    bot.choose(game.start(), 0, 0.05)
    begin_s = time.perf_counter()
    while not helper["visited"] and time.perf_counter() < begin_s + 60:
        bot.choose(game.start(), 0, 0.05)  # a busy machine may have given it no time
    assert helper["visited"] > 0
    assert helper["table_at"] == policy._tree["table_at"] != 0
    visited = int(helper["visited"])
    counted = bots.get(game, "alphabeta:500", 1)
    assert counted.choose(game.start(), 0) in game.legal_moves(game.start(), 0)
    assert helper["visited"] == visited


def test_a_clock_keeps_the_table_and_a_count_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a clock, the next search of a game finds the entries of the last one."""
    game = TankBattle()
    looks = itertools.count()
    clock = SimpleNamespace(perf_counter=lambda: next(looks) / 1000)  # however busy the machine is
    monkeypatch.setattr(alphabeta, "time", clock)
    policy: Any = AlphaBeta(game, strength=FULL)
    policy.think(game.start(), 0, 0.05)
    filled = int((policy._tree["table"] != 0).sum())
    assert filled > 0
    policy._remember()
    assert int((policy._tree["table"] != 0).sum()) == filled
    policy._forget(1000)
    assert int((policy._tree["table"][:2048] != 0).sum()) == 0
