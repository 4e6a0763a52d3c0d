"""What is promised of every bot that comes with Steelyard."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from steelyard import bots, games
from steelyard.bots import time_budget
from steelyard.core.errors import IllegalMove, UnknownBot
from steelyard.core.random_games import random_game

if TYPE_CHECKING:
    from steelyard.core.game import Game

EVERYONE = [(game, bot) for game in games.names() for bot in bots.names(game)]
LEVELS = [f"level{level}" for level in range(1, 9)]


@pytest.mark.parametrize("game", games.names())
def test_every_game_has_its_teacher_eight_levels_and_a_strongest(game: str) -> None:
    names = bots.names(game)
    assert names[:3] == ["random", "greedy", "teacher"]
    assert names[3:11] == LEVELS
    assert all(bots.summary(game, name) for name in names)


@pytest.mark.parametrize(
    ("game", "strongest"), [("tank_war", "perfect"), ("tank_battle", "alphabeta"), ("tank_duel", "adaptive")]
)
def test_best_stands_for_the_strongest_bot(game: str, strongest: str) -> None:
    assert bots.names(game)[-2:] == [strongest, bots.BEST] == [bots.strongest(game), "best"]
    assert strongest in bots.summary(game, bots.BEST)
    assert bots.rating(game, bots.BEST) == bots.rating(game, strongest)
    assert bots.is_solved(game, bots.BEST) == bots.is_solved(game, strongest)
    assert type(bots.get(game, bots.BEST, 1).policy) is type(bots.get(game, strongest, 1).policy)


@pytest.mark.parametrize(("game", "bot"), EVERYONE)
def test_a_bot_plays_legally_and_the_same_with_the_same_seed(game: str, bot: str) -> None:
    played = games.get(game)
    positions = _positions(played, 3)
    twice = [_chosen(played, bot, positions) for _ in range(2)]
    assert twice[0] == twice[1]
    for (state, seat), move in zip(positions, twice[0], strict=True):
        assert move in played.legal_moves(state, seat)


@pytest.mark.parametrize(("game", "bot"), EVERYONE)
def test_a_finished_position_is_answered_with_an_error(game: str, bot: str) -> None:
    from random import Random

    played = games.get(game)
    *_, (over, _) = random_game(played, Random(1))
    with pytest.raises(IllegalMove, match="the game is over: nobody is to move"):
        bots.get(played, bot, 1).choose(over, 0)


@pytest.mark.parametrize("game", games.names())
def test_a_process_says_what_is_wrong_with_a_position_and_leaves(game: str) -> None:
    start = {
        "type": "start", "game": "1", "name": game, "rules_version": 1, "options": {}, "seat": 0,
        "players": ["a", "b"], "clock": "none", "seed": 1,
    }  # fmt: skip
    turn = {
        "type": "turn", "game": "1", "turn": 1, "state": {"state": "nonsense"}, "legal": [],
        "clocks_ms": [None, None], "latency_ms": 0.0,
    }  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-m", "steelyard.bots", game, "random"],
        input="".join(json.dumps(line) + "\n" for line in (start, turn)),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 1
    assert "nonsense" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_figure_after_a_name_is_refused_where_it_says_nothing() -> None:
    with pytest.raises(UnknownBot, match="random takes no number after its name"):
        bots.get("tank_war", "random:5")
    with pytest.raises(
        UnknownBot, match=r"after the colon should be a number of simulations, e\.g\. mcts:2000"
    ):
        bots.get("tank_duel", "mcts:many")


@pytest.mark.parametrize(
    ("clock", "left_ms", "least_s", "most_s"),
    [
        ("round:1s", 1000.0, 0.8, 0.99),
        ("round:100ms", 100.0, 0.05, 0.09),
        ("bank:120s", 120_000.0, 1.0, 10.0),
        ("bank:120s", 50.0, 0.001, 0.03),
        ("fischer:300s+5s", 2000.0, 1.0, 1.9),
        ("bank:120s", 1.0, 0.0005, 0.001),
    ],
)
def test_the_time_that_is_left_is_used_but_for_a_margin(
    clock: str, left_ms: float, least_s: float, most_s: float
) -> None:
    seconds = time_budget.seconds(clock, left_ms)
    assert seconds is not None
    assert least_s <= seconds <= most_s


def test_without_a_clock_there_is_no_limit() -> None:
    assert time_budget.seconds("none", None) is None


@pytest.mark.parametrize("game", json.loads(bots.RATINGS.read_bytes()))
def test_ratings_name_bots_that_there_are_and_rise_with_the_level(game: str) -> None:
    measured = json.loads(bots.RATINGS.read_bytes())[game]
    assert list(measured) == [name for name in bots.names(game) if name in measured]
    assert set(bots.names(game)) - set(measured) == {bots.BEST}
    levels = [measured[level][0] for level in LEVELS]
    assert levels == sorted(levels)
    assert bots.rating(game, "teacher") == pytest.approx(1000)


def _positions(game: Game[Any], number: int) -> list[tuple[Any, Any]]:
    from random import Random

    return [
        (state, game.to_move(state)[0])
        for seed in range(number)
        for turn, (state, moves) in enumerate(random_game(game, Random(seed)))
        if moves and turn == seed
    ]


def _chosen(game: Game[Any], bot: str, positions: list[tuple[Any, Any]]) -> list[Any]:
    player = bots.get(game, bot, 7)
    return [player.choose(state, seat) for state, seat in positions]
