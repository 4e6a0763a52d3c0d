"""Exact best responses to policies that are functions of many positions at once."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import steelyard
from steelyard.analysis import best_response, exploitability, perfect_policy
from steelyard.analysis.policies import Uniform
from steelyard.analysis.tank_war.positions import Positions
from steelyard.core.game import SEATS
from steelyard.core.random_games import random_game
from steelyard.games.tank_war.kernel import encode

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from steelyard.core.game import Seat

LATE = "053/xx3/053/xx3/053/xx3"  # three lanes are left, some hundred positions follow
GAME = steelyard.game("tank_war")


def uniform(positions: Positions) -> NDArray[np.float64]:
    chances: NDArray[np.float64] = positions.masks / positions.masks.sum(axis=1, keepdims=True)
    return chances


def odd(positions: Positions) -> NDArray[np.float64]:
    """Something that depends on everything a network sees."""
    factors = np.random.default_rng(1).random((positions.observations[0].size, 6))
    weights = (
        positions.observations.reshape(len(positions), -1) @ factors
    ) % 1 * positions.masks + 1e-3 * positions.masks
    chances: NDArray[np.float64] = weights / weights.sum(axis=1, keepdims=True)
    return chances


def one_by_one(policy: Any, game: Any) -> Any:
    """The same policy, asked for one position."""

    def play(state: Any, seat: Any) -> dict[Any, float]:
        chances = policy(Positions(encode(state)[None], seat))[0]
        return {move: chances[move] for move in game.legal_moves(state, seat)}

    return play


@pytest.mark.parametrize("options", [{}, {"lanes": "AABBCC", "c_reach": "up_to_two"}])
def test_positions_are_seen_as_the_rules_show_them(options: dict[str, str]) -> None:
    game = steelyard.game("tank_war", **options)
    for state, moves in random_game(game, Random(3)):
        for seat in moves:
            positions = Positions(encode(state)[None], seat)
            assert np.array_equal(positions.observations[0], game.observe(state, seat))
            assert np.flatnonzero(positions.masks[0]).tolist() == list(game.legal_moves(state, seat))


@pytest.mark.parametrize("seat", SEATS)
def test_positions_can_be_given_to_networks_as_they_are(seat: Seat) -> None:
    """PyTorch takes no array that runs backwards."""
    positions = Positions(np.repeat(encode(GAME.start())[None], 2, axis=0), seat)
    assert positions.observations.flags.c_contiguous
    assert positions.masks.flags.c_contiguous


@pytest.mark.parametrize("policy", [uniform, odd])
def test_a_policy_of_many_positions_loses_what_it_loses_one_by_one(policy: Any) -> None:
    state = GAME.start(LATE)
    plain = exploitability(GAME, one_by_one(policy, GAME), state=state)
    batched = exploitability(policy, state=state, gather=False)
    assert batched.worst == pytest.approx(plain.worst, abs=1e-12)
    for seat in (0, 1):
        response = best_response(policy, seat=seat, state=state, gather=False)
        assert response.value == pytest.approx(-plain.worst[1 - seat], abs=1e-12)
        assert (
            response.positions >= best_response(GAME, one_by_one(policy, GAME), seat, state=state).positions
        )


def test_variants_are_told_apart() -> None:
    variant = steelyard.game("tank_war", c_reach="up_to_two")
    state = variant.start(LATE)
    plain = exploitability(variant, one_by_one(odd, variant), state=state)
    batched = exploitability(odd, state=state, variant=variant, gather=False)
    assert batched.worst == pytest.approx(plain.worst, abs=1e-12)


def test_a_policy_can_be_shown_fewer_positions() -> None:
    """It makes no difference to a policy that does not look where boxes of columns without tanks lie."""
    state = GAME.start(LATE)
    all_of_them, gathered = (best_response(uniform, state=state, gather=gather) for gather in (False, True))
    assert gathered.value == pytest.approx(all_of_them.value, abs=1e-12)
    assert gathered.positions < all_of_them.positions


@pytest.mark.usefixtures("solved_data")
def test_the_perfect_policy_loses_nothing() -> None:
    value = steelyard.analyse(GAME, GAME.start(LATE)).value
    worst = exploitability(perfect_policy(GAME), state=GAME.start(LATE)).worst
    assert worst == pytest.approx((value, -value), abs=1e-9)


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_random_play_from_the_start_loses_what_the_solver_says() -> None:
    whole = exploitability(uniform)
    assert whole.worst == pytest.approx(exploitability(GAME, Uniform(GAME)).worst, abs=1e-9)


def filled(value: float, positions: Positions) -> NDArray[np.float64]:
    return np.where(positions.masks, value, 0)


def answered(answer: Any, _positions: Positions) -> Any:
    return answer


def test_wrong_policies_are_explained() -> None:
    state = GAME.start(LATE)
    with pytest.raises(steelyard.IllegalMove, match=r"of shape \(\d+, 6\), not \(\d+, 5\)"):
        exploitability(lambda positions: uniform(positions)[:, :5], state=state)
    with pytest.raises(steelyard.IllegalMove, match="must be 0 for illegal moves"):
        exploitability(lambda positions: np.full(positions.masks.shape, 1 / 6), state=state)
    with pytest.raises(steelyard.IllegalMove, match="must add up to 1"):
        exploitability(lambda positions: uniform(positions) / 2, state=state)
    for wrong, said in ((np.nan, "neither NaN"), (np.inf, "neither NaN"), (-1.0, "never negative")):
        with pytest.raises(steelyard.IllegalMove, match=said):
            exploitability(partial(filled, wrong), state=state)
    for nothing in (None, "uniform", [[0.5], [0.5, 0.5]]):
        with pytest.raises(steelyard.IllegalMove, match=r"returns an array|of shape"):
            exploitability(partial(answered, nothing), state=state)
    with pytest.raises(TypeError, match="needs the policy"):
        exploitability(GAME)  # type: ignore[call-overload]
    with pytest.raises(TypeError, match="needs the policy"):
        exploitability("tank_war")  # type: ignore[call-overload]


def test_a_policy_may_write_into_what_it_is_given() -> None:
    """Neither what is legal nor what the other seat is shown changes with it."""
    state = GAME.start(LATE)

    def writing(positions: Positions) -> NDArray[np.float64]:
        chances = uniform(positions)
        positions.masks[:] = True
        positions.observations[:] = 0
        positions.words[:] = 0
        return chances

    def wrong(positions: Positions) -> NDArray[np.float64]:
        positions.masks[:] = True
        return uniform(positions)

    assert exploitability(writing, state=state) == exploitability(uniform, state=state)
    with pytest.raises(steelyard.IllegalMove, match="must be 0 for illegal moves"):
        exploitability(wrong, state=state)


def test_other_arguments_are_given_by_name_and_checked() -> None:
    state = GAME.start(LATE)
    with pytest.raises(TypeError, match=r"by name: best_response\(policy, seat=1\)"):
        best_response(uniform, 1)  # type: ignore[call-overload]
    with pytest.raises(TypeError, match=r"by name: exploitability\(policy, state="):
        exploitability(uniform, state)  # type: ignore[call-overload]
    for seat in (2, -1, None):
        with pytest.raises(steelyard.InvalidOption, match="is not 0 or 1"):
            best_response(uniform, seat=seat, state=state)  # type: ignore[call-overload]
    with pytest.raises(steelyard.InvalidOption, match="is not a position"):
        exploitability(uniform, state=LATE)
    with pytest.raises(steelyard.InvalidOption, match="the game is over already"):
        exploitability(uniform, state=GAME.start("xx3/xx3/xx3/xx3/xx3/xx3"))
    with pytest.raises(steelyard.InvalidOption, match="is not a Tank War"):
        exploitability(uniform, variant=steelyard.game("tank_duel"))


def test_each_seat_has_its_own_best_response() -> None:
    state = GAME.start("x53/033/xx3/xx3/x22/xx3")
    worst = exploitability(uniform, state=state, gather=False).worst
    responses = [best_response(uniform, seat=seat, state=state, gather=False) for seat in SEATS]
    assert [response.seat for response in responses] == [0, 1]
    assert [response.value for response in responses] == [-worst[1], -worst[0]]
