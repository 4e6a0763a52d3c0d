"""Tank War in training: what the network sees, and which positions it learns."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from steelyard import games
from steelyard.analysis import exploitability
from steelyard.analysis.tank_war.positions import Positions
from steelyard.core.errors import SteelyardError
from steelyard.core.game import SEATS
from steelyard.core.random_games import random_game
from steelyard.games.tank_war.kernel import encode
from steelyard.training.checkpoint import packed
from steelyard.training.tank_war import Settings, network, positions, trainer

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

GAME = games.get("tank_war")
ENDGAME = "053/053/xx3/xx3/053/xx3"


@pytest.fixture(scope="module")
def words() -> Any:
    states = [state for seed in range(20) for state, moves in random_game(GAME, Random(seed)) if moves]
    return np.stack([encode(state) for state in states])


def turned(words: NDArray[np.uint64], *, columns: bool, sides: bool) -> NDArray[np.uint64]:
    """The positions mirrored, or with the players exchanged, or both."""
    boxes = np.unpackbits(words[:, :3].copy().view(np.uint8).reshape(-1, 3, 8, 1), axis=3, bitorder="little")
    boxes[:, :, :6, :6] = boxes[:, :, :6, 5::-1] if columns else boxes[:, :, :6, :6]
    if sides:
        boxes[:, :, :6, :6] = boxes[:, [1, 0, 2], 5::-1, :6]
        boxes[:, 2, :6, :6] ^= 1
    found = words.copy()
    found[:, :3] = np.packbits(boxes, axis=3, bitorder="little").reshape(-1, 24).view(np.uint64)
    return found


def test_images_of_a_position_look_alike(words: Any) -> None:
    seen, mirrored = positions.views(words, 0)
    images, images_mirrored = positions.views(turned(words, columns=True, sides=False), 0)
    assert (seen == images).all()
    assert 0 < mirrored.mean() < 1
    assert not (mirrored & images_mirrored).any()
    exchanged, _ = positions.views(turned(words, columns=False, sides=True), 1)
    assert (seen == exchanged).all()
    assert len(np.unique(seen)) > 150


@pytest.mark.parametrize("seat", SEATS)
def test_the_network_plays_legal_moves(words: Any, seat: Any) -> None:
    weights = network.first_weights(1, Settings(hidden=8, layers=1))
    played = network.policy(weights, 0.0)(Positions(words, seat))
    assert ((played > 0) == Positions(words, seat).masks).all()
    assert played.sum(axis=1) == pytest.approx(1, abs=1e-6)


def test_moves_with_a_small_share_are_not_played(words: Any) -> None:
    weights = network.first_weights(1, Settings(hidden=8, layers=1))
    shown = Positions(words, 0)
    most = network.policy(weights, 1.0)(shown)
    assert ((most > 0).sum(axis=1) == 1).all()
    assert (most.argmax(axis=1) == network.policy(weights, 0.0)(shown).argmax(axis=1)).all()


def test_only_optimal_mixes_have_no_loss() -> None:
    """Matching pennies in a corner of the matrix: equal chances lose nothing, anything else does."""
    matrix = np.full((1, 6, 6), positions.NOT_LEGAL, np.float32)
    matrix[0, :2, :2] = [[1, -1], [-1, 1]]
    fair, leaning = (np.array([[share, 1 - share, 0, 0, 0, 0]], np.float32) for share in (0.5, 0.8))
    assert float(network.guaranteed(fair, matrix)[0]) == pytest.approx(0)
    assert float(network.guaranteed(leaning, matrix)[0]) == pytest.approx(-0.6)


@pytest.mark.usefixtures("solved_data")
def test_who_plays_the_mixes_that_are_trained_loses_nothing() -> None:
    """Whatever is played in all other positions."""
    state = GAME.start(ENDGAME)
    known = positions.known(GAME, state, lambda _doing, _share: None)
    mixes = dict(zip(known["views"].tolist(), known["mixes"], strict=True))

    def policy(shown: Positions) -> NDArray[np.float64]:
        chances: NDArray[np.float64] = shown.masks / shown.masks.sum(axis=1, keepdims=True)
        for number, (view, mirrored) in enumerate(
            zip(*positions.views(shown.words, shown.seat), strict=True)
        ):
            if int(view) in mixes:
                chances[number] = mixes[int(view)][:: -1 if mirrored else 1]
        return chances

    assert exploitability(policy, state=state).loss == pytest.approx(0, abs=1e-6)
    assert 50 < len(mixes) < 710 / 4


@pytest.mark.usefixtures("solved_data")
def test_positions_of_another_start_are_refused(tmp_path: Path) -> None:
    """So are those of earlier versions, which had none of the names, and damaged ones."""

    def prepare(state: str) -> None:
        trainer(Settings(hidden=8, layers=1, state=state), 1).prepare(tmp_path, lambda _doing, _share: None)

    prepare(ENDGAME)
    prepare(ENDGAME)
    with pytest.raises(SteelyardError, match="another start, or of an earlier version"):
        prepare("053/053/xx3/xx3/xx3/053")
    file = tmp_path / "positions.npz"
    whole = file.read_bytes()
    file.write_bytes(packed({"inputs": np.zeros(3)}))
    with pytest.raises(SteelyardError, match="another start, or of an earlier version"):
        prepare(ENDGAME)
    file.write_bytes(whole[:-20])
    with pytest.raises(SteelyardError, match="damaged"):
        prepare(ENDGAME)
