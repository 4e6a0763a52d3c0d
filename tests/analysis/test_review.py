from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING

import pytest

from steelyard import analysis, games
from steelyard.core.errors import InvalidState
from steelyard.core.game import SEATS
from steelyard.core.notation import read_game
from steelyard.core.random_games import random_game

if TYPE_CHECKING:
    from tests.analysis.conftest import Endgame

    from steelyard.games.tank_war import TankWar

ILLUSTRATION = "tank_war\nLA-RC LC-RB RA-RB LA-RB LC-RA\n"
REVIEWED = """\
round  moves  value for U  U gave away  D gave away
    1  LA-RC        +0.00         0.00         0.00
    2  LC-RB        +0.00         0.01         0.38
    3  RA-RB        +0.45         0.05         0.45
    4  LA-RB        +0.63         0.00         0.00
    5  LC-RA        -1.00         0.00         0.00

The game was not finished.
U gave away 0.06 in total and kept 97 % of what was at stake.
  Its most expensive move was RA in round 3: it cost 0.05; best was LA 72 %, LC 28 %.
D gave away 0.83 in total and kept 41 % of what was at stake.
  Its most expensive move was RB in round 3: it cost 0.45; best was LC 77 %, RC 23 %."""


@pytest.mark.usefixtures("game")
def test_the_illustration_of_the_rules_reviewed() -> None:
    written = read_game(ILLUSTRATION, games.get)
    review = analysis.analyse_game(written.game, written.states, written.turns)
    assert review.to_text() == REVIEWED
    assert review.decisive is None


def _played(game: Endgame, *turns: str) -> analysis.Review:
    states = [game.start()]
    for turn in turns:
        states.append(game.play(states[-1], game.read_moves(states[-1], turn)))
    return analysis.analyse_game(game, states, turns)


def _random_reviews(game: TankWar, count: int) -> list[analysis.Review]:
    reviews = []
    for seed in range(count):
        played = list(random_game(game, Random(seed)))
        turns = [game.write_moves(state, moves) for state, moves in played[:-1]]
        reviews.append(analysis.analyse_game(game, [state for state, _ in played], turns))
    return reviews


def test_what_is_given_away_is_never_negative_nor_more_than_at_stake(game: TankWar) -> None:
    for review in _random_reviews(game, 20):
        for played in review.rounds:
            for seat in SEATS:
                assert 0 <= played.gave_away(seat) <= played.at_stake(seat) + 1e-12
        assert all(0 <= review.accuracy(seat) <= 1 for seat in SEATS)
        assert review.outcome is not None


def test_the_decisive_round_moves_the_value_most_towards_the_winner(game: TankWar) -> None:
    told = 0
    for review in _random_reviews(game, 30):
        assert review.outcome is not None
        if review.decisive is None:
            continue
        told += 1
        assert review.outcome.winner is not None
        gains = [(p.value_after - p.before.value) * (1 - 2 * review.outcome.winner) for p in review.rounds]
        assert gains[review.decisive.number - 1] == max(gains)
        loser = game.seat_names[1 - review.outcome.winner]
        assert f"Round {review.decisive.number} ({review.decisive.turn}) decided it" in review.summary()[-1]
        assert f"{loser}'s" in review.summary()[-1]
    assert told > 20


def test_a_perfect_game_has_full_accuracy(endgame: Endgame) -> None:
    state, states, turns = endgame.start(), [endgame.start()], []
    while endgame.to_move(state):
        studied = analysis.analyse(endgame, state)
        moves = {seat: max(studied.mixes[seat], key=studied.mixes[seat].__getitem__) for seat in SEATS}
        turns.append(endgame.write_moves(state, moves))
        state = endgame.play(state, moves)
        states.append(state)
    review = analysis.analyse_game(endgame, states, turns)
    assert [review.gave_away(seat) for seat in SEATS] == [0, 0]
    assert [review.accuracy(seat) for seat in SEATS] == [1, 1]
    assert [review.costliest(seat) for seat in SEATS] == [None, None]


def test_json_says_the_same(endgame: Endgame) -> None:
    legal = [endgame.write_move(endgame.legal_moves(endgame.start(), seat)[0]) for seat in SEATS]
    review = _played(endgame, "-".join(legal))
    told = json.loads(json.dumps(review.to_json()))
    assert told["rounds"][0]["turn"] == "-".join(legal)
    assert told["rounds"][0]["gave_away"] == [review.rounds[0].gave_away(seat) for seat in SEATS]
    assert told["accuracy"] == [review.accuracy(seat) for seat in SEATS]
    assert told["summary"] == review.summary()


def test_a_game_without_a_turn_is_reviewed_too(endgame: Endgame) -> None:
    review = _played(endgame)
    assert review.rounds == ()
    assert review.accuracy(0) == 1
    assert "round" in review.to_text()


def test_positions_and_turns_must_fit(endgame: Endgame) -> None:
    with pytest.raises(InvalidState, match="1 turns need 2 positions, not 1"):
        analysis.analyse_game(endgame, [endgame.start()], ["LA-LA"])
