"""The network of Tank Duel in play: its weights, what it says of positions, and the search that asks it."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from steelyard import bots, games
from steelyard.bots.tank_duel.mcts import Mcts
from steelyard.bots.tank_duel.network import kernel, layout, search, weights
from steelyard.bots.tank_duel.space.kernel import lay_ground
from steelyard.core.errors import SteelyardError
from steelyard.core.game import SEATS
from steelyard.core.random_games import random_game
from steelyard.games.tank_duel.kernel import PIECES, encode, unpack

if TYPE_CHECKING:
    from pathlib import Path

GAME = games.get("tank_duel")
POSITIONS = [
    state
    for seed in range(4)
    for state, moves in random_game(GAME, Random(seed), "meadow")
    if len(moves) == 2
]
ROOMY_AND_CORNERED = "........\n........\n..t.....\n........\n....xxxx\n....xt.x\n....xxxx\n"
MOST_BYTES = 1_000_000


def judged(state: Any, network: kernel.Network, swapped: bool = False) -> tuple[float, float, float]:  # noqa: FBT001, FBT002 - reads well below
    position, ground = encode(state), np.zeros(4, np.uint64)
    width, height, a, b, m, n = map(np.uint64, unpack(position[PIECES]))
    lay_ground(position, width, height, ground)
    tanks = (b, a, n, m) if swapped else (a, b, m, n)
    said: tuple[float, float, float] = kernel.judge(position, width, height, *tanks, ground, network)
    return said


@pytest.fixture(scope="module")
def network() -> kernel.Network:
    return weights.read()


def test_the_weights_come_with_the_package_and_are_small(network: kernel.Network) -> None:
    assert weights.FILE.stat().st_size < MOST_BYTES
    assert network.first.shape[0] == layout.INPUTS


def test_chances_add_up_and_are_those_of_the_other_seat_turned_round(network: kernel.Network) -> None:
    for state in POSITIONS[:20]:
        won, drawn, lost = judged(state, network)
        assert won + drawn + lost == pytest.approx(1, abs=1e-5)
        assert judged(state, network, swapped=True) == pytest.approx((lost, drawn, won), abs=1e-4)


def test_positions_of_other_boards_in_between_change_nothing(network: kernel.Network) -> None:
    """What it keeps of a board's walls is not used for another board."""
    on_meadow, on_maze = GAME.start("meadow"), GAME.start("maze")
    fresh = judged(on_maze, weights.own(network))
    judged(on_meadow, network)
    assert judged(on_maze, network) == pytest.approx(fresh, abs=1e-6)


def test_a_tank_with_room_is_expected_to_outlive_one_in_a_corner(network: kernel.Network) -> None:
    won, _, lost = judged(GAME.start(ROOMY_AND_CORNERED), network)
    assert won > 0.5 > lost


def test_the_search_with_it_does_not_die_while_there_is_a_way() -> None:
    for state in POSITIONS[::4]:
        for seat in SEATS:
            move = bots.get(GAME, "network:100", 1).choose(state, seat)
            if _surely_lost(state, seat, move):
                assert all(_surely_lost(state, seat, other) for other in GAME.choices(state, seat))


def test_without_weights_it_says_so_in_one_line_and_searches_without(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(weights, "FILE", tmp_path / "none.npz")
    plain = search.make(GAME, seed=1, count=200)
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "none.npz is missing" in said
    for seat in SEATS:
        assert plain.tries(GAME.start(), seat) == Mcts(GAME, 1, 200).tries(GAME.start(), seat)


def test_it_searches_otherwise_than_without() -> None:
    state = GAME.start()
    assert search.make(GAME, 1, 400).tries(state, 0) != Mcts(GAME, 1, 400).tries(state, 0)


def test_weights_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "weights.npz"
    file.write_bytes(weights.FILE.read_bytes()[:5000])
    with pytest.raises(SteelyardError, match="damaged"):
        weights.read(file)
    with np.load(weights.FILE) as stored:
        arrays = {name: stored[name] for name in stored.files}
    np.savez(file, **(arrays | {"first": arrays["first"][:-1]}))
    with pytest.raises(SteelyardError, match=f"this version has {layout.INPUTS}"):
        weights.read(file)


def test_weights_with_a_damaged_byte_are_refused_in_one_line_or_read(tmp_path: Path) -> None:
    """What a damaged archive raises depends on the byte: in a heading, a name, or what was compressed."""
    file, whole = tmp_path / "weights.npz", weights.FILE.read_bytes()
    refused: list[str] = []
    for at in (*range(0, 200, 7), *range(len(whole) - 1500, len(whole), 50)):
        file.write_bytes(whole[:at] + bytes([whole[at] ^ 0xFF]) + whole[at + 1 :])
        try:
            weights.read(file)
        except SteelyardError as error:
            refused.append(str(error))
    assert len(refused) > 20
    assert all("damaged" in said for said in refused)


def _surely_lost(state: Any, seat: Any, move: Any) -> bool:
    """Whether the tank dies whatever the enemy does."""
    return all(
        GAME.play(state, {seat: move, 1 - seat: other}).tanks[seat].in_flames
        for other in GAME.choices(state, SEATS[1 - seat])
    )
