"""Nothing reaches a kernel unchecked, and a copy of a batch plays on by itself."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest

import steelyard
from steelyard.envs import batch

GAMES = ("tank_battle", "tank_duel", "tank_war")


def made(name: str, *, sliced: bool = False) -> Any:
    return batch.make(name, 4, seed=3, sliced=sliced)  # type: ignore[call-overload]


def wrong_arrays(right: Any) -> dict[str, Any]:
    """Arrays like that one, each with one thing wrong."""
    frozen = right.copy()
    frozen.flags.writeable = False
    unaligned = np.zeros(right.nbytes + 1, np.uint8)[1:].view(right.dtype).reshape(right.shape)
    wrong = {
        "fewer games": right[:-1].copy(),
        "more games": np.concatenate([right, right]),
        "another type": right.astype(np.float64),
        "another order": np.asfortranarray(right),
        "every second": np.repeat(right, 2, axis=0)[::2],
        "read only": frozen,
        "a list": right.tolist(),
        "flat": right.reshape(-1),
    }
    return wrong if right.itemsize == 1 else {**wrong, "not aligned": unaligned}


@pytest.mark.parametrize("name", GAMES)
def test_only_an_array_that_fits_is_written_into(name: str) -> None:
    played = made(name)
    for write in (played.observe, played.legal):
        right = write(1)
        assert write(1, out=np.zeros_like(right)) is not right
        for wrong, out in wrong_arrays(right).items():
            with pytest.raises(steelyard.InvalidOption, match=r"^out "):
                pytest.fail(f"{write.__name__} took {wrong}: {write(1, out=out)}")


@pytest.mark.parametrize("sliced", [False, True])
def test_only_moves_that_fit_are_played(sliced: bool) -> None:  # noqa: FBT001 - a parameter of the test
    played = made("tank_war", sliced=sliced)
    wrong: Any
    for wrong in (np.zeros((3, 2), int), np.zeros((4, 3), int), np.zeros(8, int), 0, [[0, 1]]):
        with pytest.raises(steelyard.InvalidMove, match=r"actions have the shape \(4, 2\)"):
            played.step(wrong)
    for wrong in (np.zeros((4, 2)), np.zeros((4, 2), bool), [["a", "b"]] * 4, [[None, 1]] * 4):
        with pytest.raises(steelyard.InvalidMove, match="actions are integers"):
            played.step(wrong)


@pytest.mark.parametrize("name", GAMES)
def test_an_array_of_a_batch_cannot_be_replaced(name: str) -> None:
    played = made(name)
    for array in ("positions", "moves", "rewards", "done", "ended"):
        with pytest.raises(AttributeError, match=f"{array} is written into, not replaced"):
            setattr(played, array, getattr(played, array)[:1])
    with pytest.raises(AttributeError):
        played.n = 100
    played.moves += 0  # which assigns the array to itself


def test_the_planes_of_a_sliced_batch_cannot_be_replaced() -> None:
    played = made("tank_war", sliced=True)
    for planes in ("planes", "columns", "moves", "legal", "done", "won", "n"):
        with pytest.raises(AttributeError):
            setattr(played, planes, 0)
    with pytest.raises(steelyard.InvalidOption, match="a plane has uint64 and the shape"):
        played.unpacked(np.zeros((2, 8), np.uint64))


@pytest.mark.parametrize("sliced", [False, True])
def test_seats_seeds_and_numbers_are_checked(sliced: bool) -> None:  # noqa: FBT001 - a parameter of the test
    played = made("tank_war", sliced=sliced)
    for seat in (2, -1, "0", None, 0.5):
        with pytest.raises(steelyard.InvalidOption, match="is not 0 or 1"):
            played.observe(seat)
    for seed in (-1, 2**64, 0.5, "x"):
        with pytest.raises(steelyard.InvalidOption, match="seed"):
            played.reset(seed)
    for n in (0, -5, 2.5, "4", 2**62, 2**64 - 1):
        with pytest.raises(steelyard.InvalidOption, match="the number of games"):
            batch.make("tank_war", n, sliced=sliced)  # type: ignore[call-overload]
    with pytest.raises(steelyard.InvalidOption, match="setup None is not a text"):
        batch.make("tank_war", 4, setup=[None])  # type: ignore[list-item]
    with pytest.raises(steelyard.InvalidOption, match="setup is an empty list"):
        batch.make("tank_war", 4, setup=[])


@pytest.mark.parametrize("way", [copy.deepcopy, lambda played: pickle.loads(pickle.dumps(played))])  # noqa: S301 - ours
@pytest.mark.parametrize(("name", "sliced"), [*((name, False) for name in GAMES), ("tank_war", True)])
def test_a_copy_plays_on_by_itself(name: str, sliced: bool, way: Any) -> None:  # noqa: FBT001 - as above
    one = made(name, sliced=sliced)
    one.sample()
    one.step()
    two, three = way(one), way(one)
    for _ in range(3):
        two.sample()
        two.step()
    assert np.array_equal(words(one), words(three))
    assert not np.array_equal(words(one), words(two))
    for _ in range(3):
        three.sample()
        three.step()
    assert np.array_equal(words(two), words(three))


def words(played: Any) -> Any:
    return played.positions() if callable(played.positions) else played.positions
