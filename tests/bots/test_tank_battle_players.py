"""The players of Tank Battle as people meet them."""

from __future__ import annotations

import subprocess
import sys
import time
from itertools import islice

import pytest

from steelyard import bots
from steelyard.bots.player import Search
from steelyard.core.errors import IllegalMove, UnknownBot
from steelyard.games.tank_battle import TankBattle

NAMES = ["teacher", *(f"level{number}" for number in range(1, 9)), "alphabeta"]
START = TankBattle().start()
HANGING = "Bbbb7/bbbb7/bbb8/2b8/11/11/3b7/11/8ww1/7www1/3w3wwwW w 0"  # d5 stands alone before d1
CAN_ARRIVE = "ww8w/11/11/11/11/11/11/11/11/2b8/11 w 0"  # k11 can drive in: 6 : 1


def choice(text: str, bot: str = "alphabeta:20000") -> str:
    game = TankBattle()
    state = game.read_state(text)
    return game.write_move(bots.get(game, bot, 1).choose(state, state.mover))


def test_they_are_listed_weakest_first() -> None:
    """After those that every game has."""
    assert bots.names("tank_battle") == ["random", "greedy", *NAMES, bots.BEST]
    assert all(bots.summary("tank_battle", name) for name in NAMES)


def test_listing_them_compiles_nothing() -> None:
    script = (
        "import sys; from steelyard import bots; bots.names('tank_battle'); "
        "print(sorted({'numba', 'numpy'} & set(sys.modules)))"
    )
    shown = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == "[]"


@pytest.mark.parametrize("name", NAMES)
def test_a_seed_repeats_the_choices(name: str) -> None:
    """The same seed gives the same moves along a game, also where chance is at work."""
    game = TankBattle()
    count = ":2000" if name == "alphabeta" else ""
    played = []
    for _ in range(2):
        bot, state, moves = bots.get(game, name + count, 5), START, []
        for _ in range(6):
            moves.append(bot.choose(state, state.mover))
            state = game.apply(state, {state.mover: moves[-1]})
        played.append(moves)
    assert played[0] == played[1]


def test_a_plain_call_repeats_itself_whatever_came_before() -> None:
    game = TankBattle()
    policy = bots.get(game, "alphabeta:3000", 2).policy
    first = policy(START, 0)
    policy(game.read_state(HANGING), 0)
    assert policy(START, 0) == first


def test_a_tank_left_alone_is_taken() -> None:
    assert choice(HANGING) == "d1-d5"


def test_the_game_is_ended_while_ahead() -> None:
    """With more points after it, the last tank drives in."""
    move = choice(CAN_ARRIVE)
    game = TankBattle()
    state = game.play(game.read_state(CAN_ARRIVE), {0: game.read_move(move)})
    outcome = game.outcome(state)
    assert outcome is not None
    assert outcome.winner == 0


def test_the_game_is_not_ended_while_behind() -> None:
    """Driving in would lose by points at once: 2 for the one tank against 8."""
    text = "5w5/11/11/11/11/11/bb9/bb9/bb9/bb9/11 w 0"
    game = TankBattle()
    state = game.read_state(text)
    ends = {game.write_move(m) for m in game.legal_moves(state, 0) if game.outcome(game.play(state, {0: m}))}
    assert "f11-e11" in ends
    assert choice(text) not in ends


def test_a_count_is_kept_to_whatever_the_clock_says() -> None:
    game = TankBattle()
    bot = bots.get(game, "alphabeta:2000", 4)
    assert bot.choose(START, 0, 1000.0) == bot.choose(START, 0, 0.001) == bot.choose(START, 0)


@pytest.mark.parametrize("name", ["alphabeta", "level8", "teacher"])
def test_a_time_is_used_and_kept_to(name: str) -> None:
    """Generous limits: the machine may be busy. Weaker players need not use all of it."""
    bot = bots.get(TankBattle(), name, 1)
    bot.choose(START, 0, 0.01)
    begin = time.perf_counter()
    bot.choose(START, 0, 0.3)
    used = time.perf_counter() - begin
    assert used < 5.0
    assert name != "alphabeta" or used >= 0.3


def test_only_alphabeta_takes_a_count() -> None:
    with pytest.raises(UnknownBot, match="takes no number"):
        bots.get("tank_battle", "level3:100")


@pytest.mark.parametrize("name", NAMES)
def test_a_finished_game_is_refused(name: str) -> None:
    """By the player and by the way of playing behind it, with a word on why."""
    game = TankBattle()
    over = game.read_state("w10/11/11/11/11/11/11/11/11/11/b9B w 0")
    bot = bots.get(game, name, 1)
    with pytest.raises(IllegalMove, match="the game is over"):
        bot.choose(over, 0)
    with pytest.raises(IllegalMove, match="the game is over"):
        bot.policy(over, 0)


def test_a_study_gets_deeper_and_shows_several_lines() -> None:
    game = TankBattle()
    policy = bots.get(game, "alphabeta", 1).policy
    assert isinstance(policy, Search)
    state = game.read_state(HANGING)
    studies = list(islice(policy.study(state), 4))
    assert [study.depth for study in studies] == sorted(study.depth for study in studies)
    assert studies[-1].depth >= 2
    for study in studies:
        assert -1 <= study.score <= 1
        assert study.lines[0].score == study.score == max(line.score for line in study.lines)
        assert len(study.lines) == 3
    assert studies[-1].lines[0].turns[0] == "d1xd5"
    for line in studies[-1].lines:
        after = state
        for turn in line.turns:
            after = game.play(after, game.read_moves(after, turn))


def test_a_study_says_the_same_of_either_side() -> None:
    """Half a turn of the board and the colours turns the score round."""
    game = TankBattle()
    turned = {"w": "b", "b": "w", "W": "B", "B": "W"}
    board, _, quiet = HANGING.split()
    ranks = [rank[::-1] for rank in reversed(board.replace("10", "A").replace("11", "E").split("/"))]
    swapped = (
        "".join(turned.get(sign, sign) for sign in "/".join(ranks)).replace("A", "10").replace("E", "11")
    )
    scores = []
    for text in (HANGING, f"{swapped} b {quiet}"):
        policy = bots.get(game, "alphabeta", 0).policy
        assert isinstance(policy, Search)
        scores.append(next(study.score for study in policy.study(game.read_state(text)) if study.depth == 2))
    assert scores[0] == -scores[1]
    assert scores[0] != 0


def test_what_is_compiled_works_when_it_comes_out_of_the_cache() -> None:
    """Two processes, the second of which loads what the first has kept: the same move."""
    script = (
        "from steelyard import bots, games; game = games.get('tank_battle'); "
        "print(bots.get(game, 'alphabeta:3000', 1).choose(game.start(), 0))"
    )
    shown = [
        subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
        for _ in range(2)
    ]
    assert shown[0] == shown[1] == f"{bots.get('tank_battle', 'alphabeta:3000', 1).choose(START, 0)}\n"
