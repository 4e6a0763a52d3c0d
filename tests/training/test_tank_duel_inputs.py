"""The network sees and says the same in training (JAX) and in play (compiled)."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import jax.numpy as jnp
import numpy as np
import pytest

from steelyard import games
from steelyard.bots.tank_duel.network import kernel, layout, weights
from steelyard.bots.tank_duel.network.inputs.kernel import see, see_board
from steelyard.bots.tank_duel.space.kernel import lay_ground
from steelyard.core.game import SEATS, Move, Seat
from steelyard.core.random_games import random_moves
from steelyard.envs.jax.tank_duel import Ground, State
from steelyard.envs.jax.tank_duel import encode as encode_for_jax
from steelyard.games.tank_duel.kernel import PIECES, encode, unpack
from steelyard.training.tank_duel import boards as drawn
from steelyard.training.tank_duel import inputs, network
from steelyard.training.tank_duel.network import export
from steelyard.training.tank_duel.search import sensible

if TYPE_CHECKING:
    from pathlib import Path

Numbered = list[tuple[int, Any]]
WAYS = [Move(code) for code in (10, 20, 30, 40)]
BOARDS = 6
GAME = games.get("tank_duel")
TEXTS = drawn.draw(5, BOARDS)


@pytest.fixture(scope="module")
def positions() -> Numbered:
    """Positions of games in which nobody dies at once, so that some are long; with their board's number."""
    rng, found = Random(3), []
    for number in range(BOARDS):
        for _ in range(6):
            state = GAME.start(TEXTS[number])
            while GAME.outcome(state) is None:
                found.append((number, state))
                tries = (GAME.play(state, random_moves(GAME, state, rng)) for _ in range(20))
                state = next((after for after in tries if GAME.outcome(after) is None), None) or GAME.play(
                    state, random_moves(GAME, state, rng)
                )
    return found


@pytest.fixture(scope="module")
def batch(positions: Numbered) -> Any:
    boards = drawn.load(TEXTS)
    board = jnp.array([number for number, _ in positions], jnp.uint32)
    words = [_padded(state) for _, state in positions]
    state = State(
        (jnp.array([tanks[0] for tanks, _ in words]), jnp.array([tanks[1] for tanks, _ in words])),
        tuple(jnp.array([mines[row] for _, mines in words]) for row in range(6)),
    )
    return boards, board, state


def _padded(state: Any) -> tuple[Any, list[Any]]:
    """The tanks, and the mines as on a board of twelve rows."""
    written = encode_for_jax(state)
    return written.tanks, [*written.mines, *[np.uint32(0)] * (6 - len(written.mines))]


def _seen(state: Any, net: kernel.Network) -> Any:
    """The compiled inputs of both views as two rows of numbers."""
    position, ground = encode(state), np.zeros(4, np.uint64)
    width, height, a, b, m, n = map(np.uint64, unpack(position[PIECES]))
    lay_ground(position, width, height, ground)
    rows = np.zeros((2, layout.INPUTS), np.float32)
    for view, tank in enumerate((a, b)):
        see_board(position, width, height, tank, net, view)
        for row in net.rows[view, : net.used[view]]:
            rows[view, row] += 1
    see(position, width, height, a, b, m, n, ground, net)
    for view in (0, 1):
        for row in net.rows[view, : net.used[view]]:
            rows[view, row] += 1
        rows[view, layout.SPARSE :] = net.numbers[view]
    return rows


@pytest.mark.long  # JAX compiles for seconds
def test_training_and_play_see_the_same(positions: Numbered, batch: Any) -> None:
    views = inputs.views(*batch)
    trained = np.stack([np.asarray(view, np.float32) for view in views], axis=1)
    net = weights.none()
    played = np.stack([_seen(state, net) for _, state in positions])
    assert len(positions) > 150
    assert (trained[..., : layout.SPARSE] == played[..., : layout.SPARSE]).all()
    assert np.abs(trained - played).max() < 0.02  # half precision


@pytest.mark.long  # JAX compiles for seconds
def test_training_and_play_judge_alike(positions: Numbered, batch: Any, tmp_path: Path) -> None:
    made = network.start(7, 16)
    file = tmp_path / "weights.npz"
    file.write_bytes(export(made))
    net = weights.read(file)
    views = inputs.views(*batch)
    expected = np.asarray(network.expectation(made, views))
    joysticks = np.asarray(network.answers(made, views).joysticks)
    assert expected.std(axis=0).max() > 0.02  # or the comparison would show nothing
    for number, (_, state) in enumerate(positions[::5]):
        position, ground = encode(state), np.zeros(4, np.uint64)
        width, height, a, b, m, n = map(np.uint64, unpack(position[PIECES]))
        lay_ground(position, width, height, ground)
        judged = kernel.judge(position, width, height, a, b, m, n, ground, net)
        assert np.abs(np.array(judged) - expected[5 * number]).max() < 0.03
        kernel.prefer(position, width, height, a, b, m, n, ground, net)
        assert np.abs(net.outputs - joysticks[:, 5 * number]).max() < 0.05


def test_tables_of_many_boards_are_those_of_each() -> None:
    boards = drawn.load(TEXTS)
    for number, text in enumerate(TEXTS):
        ground = Ground(GAME.start(text)).tables
        for name in ("flown", "target", "fired"):
            many = np.asarray(getattr(boards.tables, name)).reshape(BOARDS, -1)
            assert np.array_equal(many[number], getattr(ground, name))


@pytest.mark.long  # JAX compiles for seconds
def test_sensible_joysticks_do_not_die_at_once(positions: Numbered, batch: Any) -> None:
    allowed = np.asarray(sensible(*batch))
    stick = {code: place for place, code in enumerate(layout.CODES)}
    checked = 0
    for number, (_, state) in enumerate(positions):
        for seat in SEATS:
            if not _has_a_way_out(state, seat):
                continue
            for code in layout.CODES:
                if allowed[seat, number, stick[code]]:
                    after = GAME.play(state, {seat: Move(code), SEATS[1 - seat]: Move(10)})
                    hits = set(after.tanks[seat].hits)
                    assert not hits & {"wall", "mine"}
                    checked += 1
    assert checked > 500


def _has_a_way_out(state: Any, seat: Seat) -> bool:
    """Whether some direction survives whichever way the enemy drives, but for meeting it."""
    enemy = state.tanks[1 - seat].at
    for code in (10, 20, 30, 40):
        states = [
            GAME.play(state, {seat: Move(code), SEATS[1 - seat]: Move(other)}) for other in (10, 20, 30, 40)
        ]
        hits = {hit for after in states for hit in after.tanks[seat].hits}
        if not hits & {"wall", "mine", "missile"} and states[0].tanks[seat].at != enemy:
            return True
    return False
