from __future__ import annotations

import math
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from tests.analysis import slow

from steelyard import analysis, bots
from steelyard.analysis import perfect_player
from steelyard.analysis.policies import Greedy, Perfect, Uniform
from steelyard.core.errors import IllegalMove, InvalidOption, NotSolved
from steelyard.core.game import SEATS, Move, Seat
from steelyard.core.random_games import random_game

if TYPE_CHECKING:
    from tests.analysis.conftest import Endgame

    from steelyard.games.tank_war import TankWar
    from steelyard.games.tank_war.rules import State

MIDDLE = "233/xx3/043/153/153/133"


def _first(game: TankWar) -> Any:
    """Always the first legal move."""
    return lambda state, seat: game.legal_moves(state, seat)[0]


@pytest.mark.parametrize("seat", SEATS)
def test_the_line_that_beats_a_policy_replays_to_what_was_promised(endgame: Endgame, seat: Seat) -> None:
    answer = analysis.best_response(endgame, _first(endgame), seat)
    state = endgame.start()
    for turn in answer.line:
        moves = endgame.read_moves(state, turn)
        assert moves[SEATS[1 - seat]] == endgame.legal_moves(state, SEATS[1 - seat])[0]
        state = endgame.play(state, moves)
    outcome = endgame.outcome(state)
    assert outcome is not None
    won = 0 if outcome.winner is None else 1 if outcome.winner == seat else -1
    assert answer.value == won


@pytest.mark.parametrize("seat", SEATS)
def test_no_play_does_better_than_the_best_response(endgame: Endgame, seat: Seat) -> None:
    other = SEATS[1 - seat]

    def best(state: State) -> float:
        outcome = endgame.outcome(state)
        if outcome is not None:
            return 0 if outcome.winner is None else 1 if outcome.winner == seat else -1
        answer = endgame.legal_moves(state, other)[0]
        own = endgame.legal_moves(state, seat)
        return max(best(endgame.play(state, {seat: move, other: answer})) for move in own)

    assert analysis.best_response(endgame, _first(endgame), seat).value == best(endgame.start())


@pytest.mark.parametrize("policy", [Uniform, Perfect, Greedy])
@pytest.mark.parametrize("position", ["", "xx3/053/xx2/xx4/053/xx3", "x44/2x3/153/2x3/xx0/x33", MIDDLE])
def test_the_compiled_way_and_the_plain_way_agree(endgame: Endgame, policy: Any, position: str) -> None:
    state = endgame.start(position)
    compiled = analysis.exploitability(endgame, policy(endgame), state=state)
    plain = analysis.exploitability(endgame, policy(endgame).__call__, state=state)  # hides which it is
    assert compiled.worst == pytest.approx(plain.worst, abs=1e-9)
    assert all(plain.lines)


def test_perfect_play_cannot_be_exploited(endgame: Endgame) -> None:
    value = float(slow.values(endgame, endgame.start())[endgame.start()])
    worst = analysis.exploitability(endgame, Perfect(endgame)).worst
    assert worst == pytest.approx((value, -value), abs=1e-9)


def test_others_can_be_exploited(game: TankWar) -> None:
    state = game.read_state(MIDDLE)
    value = analysis.analyse(game, state).value
    for policy in (Greedy(game), _first(game)):
        worst = analysis.exploitability(game, policy, state=state).worst
        assert worst[0] < value - 0.1
        assert worst[1] < -value - 0.1


def test_loss_is_the_average_over_both_seats() -> None:
    assert analysis.Exploitability((-0.5, -0.25), ((), ())).loss == 0.375


@pytest.mark.no_cover  # the same lines again and again; other tests count them
def test_greedy_plays_what_the_greedy_bot_plays(game: TankWar) -> None:
    choices = 0
    for state, moves in random_game(game, Random(4)):
        for seat in moves:
            best = Greedy(game)(state, seat)
            played = {bots.get(game, "greedy", seed).choose(state, seat) for seed in range(40)}
            assert played == set(best)
            assert list(best.values()) == [1 / len(best)] * len(best)
            choices += len(best) < len(game.legal_moves(state, seat))
    assert choices > 10


@pytest.mark.parametrize(
    "chances", [{Move(0): 0.4}, {Move(0): 1.5, Move(1): -0.5}, {Move(0): math.nan}, {Move(0): math.inf}]
)
def test_chances_that_do_not_add_up_are_refused(endgame: Endgame, chances: dict[Move, float]) -> None:
    with pytest.raises(IllegalMove, match="must add up to 1"):
        analysis.best_response(endgame, lambda _state, _seat: chances, 0)


def test_a_policy_that_breaks_the_rules_is_refused(endgame: Endgame) -> None:
    with pytest.raises(IllegalMove, match="cannot play"):
        analysis.best_response(
            endgame, lambda _state, _seat: Move(5), 0, state=endgame.read_state("x53/033/xx3/xx3/x22/xx3")
        )


@pytest.mark.parametrize("played", [None, {}, "LA", 0.5, np.array([0.5, 0.5]), {"LA": 1.0}, {Move(0): "all"}])
def test_what_is_no_move_is_refused(endgame: Endgame, played: Any) -> None:
    with pytest.raises(IllegalMove, match="a policy returns the code of a move, or probabilities"):
        analysis.best_response(endgame, lambda _state, _seat: played, 0)


def test_a_policy_may_answer_as_numpy_does(endgame: Endgame) -> None:
    def first(state: Any, seat: Seat) -> Any:
        return np.int64(endgame.legal_moves(state, seat)[0])

    def shares(state: Any, seat: Seat) -> Any:
        chances = np.zeros(endgame.num_moves)
        chances[endgame.legal_moves(state, seat)[0]] = 1
        return dict(enumerate(chances))

    expected = analysis.exploitability(endgame, _first(endgame))
    assert analysis.exploitability(endgame, first) == analysis.exploitability(endgame, shares) == expected


@pytest.mark.parametrize("seat", [2, -1, None, "0", 1.0])
def test_another_seat_is_refused(endgame: Endgame, seat: Any) -> None:
    with pytest.raises(InvalidOption, match="is not 0 or 1"):
        analysis.best_response(endgame, _first(endgame), seat)


def test_positions_and_policies_are_checked(endgame: Endgame) -> None:
    with pytest.raises(InvalidOption, match="is not a position"):
        analysis.exploitability(endgame, _first(endgame), state="x53/033/xx3/xx3/x22/xx3")
    with pytest.raises(InvalidOption, match="the game is over already"):
        analysis.exploitability(endgame, _first(endgame), state=endgame.read_state("xx3/xx3/xx3/xx3/xx3/xx3"))
    with pytest.raises(TypeError, match="needs the policy, which is a function"):
        analysis.best_response(endgame, bots.get(endgame, "greedy"), 0)  # type: ignore[call-overload]


def test_too_many_positions_are_refused(endgame: Endgame, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("steelyard.analysis.best_responses.MOST_POSITIONS", 3)
    with pytest.raises(NotSolved, match="more than 3 positions can occur"):
        analysis.best_response(endgame, _first(endgame), 0)


def test_a_game_that_goes_round_in_circles_is_refused(
    endgame: Endgame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(endgame, "apply", lambda state, _moves: state)
    with pytest.raises(NotSolved, match="can repeat"):
        analysis.best_response(endgame, _first(endgame), 0)


def test_a_game_too_deep_is_refused(endgame: Endgame, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endgame, "max_turns", 10_000)
    with pytest.raises(NotSolved, match="too deep"):
        analysis.best_response(endgame, _first(endgame), 0)


@pytest.mark.parametrize("seat", SEATS)
def test_a_sampled_answer_beats_a_random_player_and_says_how_surely(game: TankWar, seat: Seat) -> None:
    rng = Random(5)
    found = analysis.sampled_response(
        game, lambda state, other: rng.choice(game.legal_moves(state, other)), seat, rng, games=40
    )
    assert -1 <= found.interval[0] < found.value < found.interval[1] <= 1
    assert found.interval[0] > 0.5
    assert found.games == 40


def test_a_sampled_answer_to_perfect_play_gains_nothing(endgame: Endgame) -> None:
    rng = Random(2)
    value = analysis.analyse(endgame, endgame.start()).value
    found = analysis.sampled_response(
        endgame, lambda state, seat: perfect_player.choose(endgame, state, seat, rng), 0, rng, games=100
    )
    assert found.interval[0] <= value
