"""Training of Tank Battle's network: layouts, self-play, and a whole small run."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

pytest.importorskip("jax")

from steelyard.bots.tank_battle.network import features
from steelyard.bots.tank_battle.network import weights as bot_weights
from steelyard.bots.tank_battle.network.kernel import BUCKETS, HIDDEN
from steelyard.bots.tank_battle.search import kernel as compiled_search
from steelyard.games.tank_battle import TankBattle, rules
from steelyard.games.tank_battle import kernel as compiled_rules
from steelyard.games.tank_battle.boards import SQUARES, named, names
from steelyard.training import tank_battle
from steelyard.training.tank_battle import dataset, layouts, network, self_play
from steelyard.training.tank_battle.self_play import Terms

if TYPE_CHECKING:
    from pathlib import Path

search: Any = compiled_search  # Numba's functions have no types
game_kernel: Any = compiled_rules
FEW = Terms(nodes=60, games=1, slips=0.05, player="tuned")


def test_layouts_are_legal_quiet_and_new() -> None:
    """Nobody can capture at the start, and none is one of the game's own."""
    rng = Random(1)
    drawn = [layouts.draw(rng) for _ in range(40)]
    for text in drawn:
        game = TankBattle(layout=text)
        start = game.start()
        for state in (start, rules.apply(start, game.legal_moves(start, 0)[0])):
            assert state.squares.count(".") == SQUARES - 28
        assert all(start.squares[move % SQUARES] == "." for move in game.legal_moves(start, 0))
    assert len(set(drawn)) == 40
    assert not {named(name).text for name in names()} & set(drawn)


def test_a_shard_is_the_same_for_the_same_seed() -> None:
    one, two, other = (self_play.play_shard(FEW, seed, 0) for seed in (1, 1, 2))
    assert self_play.written(one) == self_play.written(two)
    assert one.layout != other.layout
    assert len(one.seat) == len(one.score) == len(one.result) > 5
    planes = np.unpackbits(one.planes, axis=1, count=4 * SQUARES).reshape(-1, 4, SQUARES)
    assert (planes[:, 0].sum(axis=1) <= 13).all()
    assert (planes[:, 1].sum(axis=1) <= 1).all()
    white, black = (set(one.result[one.seat == seat].tolist()) for seat in (0, 1))  # of one game
    assert len(white) == 1
    assert black == {2 - result for result in white}


def test_training_and_play_say_the_same(tmp_path: Path) -> None:
    """The network in floating point, with rounded weights, is within a hundredth of what the search uses."""
    shard = self_play.play_shard(FEW, 3, 0)
    rng = np.random.default_rng(1)
    weights = {
        "rows": rng.normal(0, 0.05, (features.ROWS, HIDDEN)),
        "bias": np.full(HIDDEN, 0.2),
        "outputs": rng.normal(0, 0.3, (BUCKETS, 2 * HIDDEN)),
        "output_bias": rng.normal(0, 0.1, BUCKETS),
    }
    rounded = bot_weights.quantised(weights)
    file = tmp_path / "weights.npz"
    file.write_bytes(bot_weights.written(rounded))
    tree = self_play.new_tree(str(file))
    exact = {
        "rows": rounded.rows / 256, "bias": rounded.bias / 256, "outputs": rounded.outputs / 64,
        "output_bias": rounded.output_bias / 2**22,
    }  # fmt: skip
    positions = dataset._positions(shard, 0)
    batch = {name: np.asarray(array) for name, array in positions._asdict().items()}
    nothing: Any = np.zeros(len(positions.seat), np.int32)
    values = np.asarray(network.values(exact, batch, nothing)) - positions.static
    game = TankBattle(layout=shard.layout)
    planes = np.unpackbits(shard.planes, axis=1, count=4 * SQUARES).reshape(-1, 4, SQUARES)
    start = game_kernel.encode(game.start())
    for index in range(0, len(values), 3):
        position = _position(start, planes[index], int(shard.seat[index]))
        bot_weights.fit(tree, position)
        search.begin(tree, position, 1, -1, 1)
        seat = int(shard.seat[index])
        with_it = search._static(tree, 0, seat)
        tree["learnt"] = 0
        without = search._static(tree, 0, seat)
        tree["learnt"] = 1
        assert 0 <= values[index] - (with_it - without) < 1.01


def _position(start: Any, planes: Any, seat: int) -> Any:
    position = start.copy()
    commanders = []
    for side, first in ((0, game_kernel.WHITE), (1, game_kernel.BLACK)):
        both = planes[2 * side] | planes[2 * side + 1]
        whole = sum(1 << int(square) for square in np.flatnonzero(both))
        position[first], position[first + 1] = whole & (2**64 - 1), whole >> 64
        commanders.append(int(planes[2 * side + 1].argmax()) if planes[2 * side + 1].any() else 127)
    position[game_kernel.STATUS] = commanders[0] | commanders[1] << 7 | seat << 14
    return position


@pytest.mark.long
def test_a_small_run_learns_and_resumes(tmp_path: Path) -> None:
    """Two shards: the loss falls, stopping and going on changes nothing, and the bot reads the weights."""
    settings = tank_battle.Settings(
        shards=2, games=2, nodes=60, workers=1, batch=128, planned_steps=40, scale=120.0
    )
    trainer = tank_battle.trainer(settings, 5)
    said: list[str] = []
    trainer.prepare(tmp_path / "data", lambda text, _share: said.append(text))
    assert said == ["1 of 2 shards", "2 of 2 shards"]
    arrays, losses = trainer.start(), []
    for number in range(30):
        arrays, figures = trainer.step(arrays, number)
        losses.append(float(figures["loss"]))
    assert np.mean(losses[-5:]) < np.mean(losses[:5])
    again = tank_battle.trainer(settings, 5)
    again.prepare(tmp_path / "data", lambda text, _share: pytest.fail(text))  # all shards are there
    other = again.start()
    for number in range(30):
        other, _ = again.step(other, number)
    assert all((np.asarray(arrays[name]) == np.asarray(other[name])).all() for name in arrays)
    file = tmp_path / "weights.npz"
    file.write_bytes(trainer.weights(arrays))
    assert bot_weights.read(file).rows.any()
    assert trainer.data()["layouts"] == 2
    assert set(trainer.evaluate(arrays)) == {"entropy_network", "entropy_static", "entropy_search"}
