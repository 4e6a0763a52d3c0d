"""The compiled rules against the plain ones: random games, scattered tanks, boards that nobody would draw."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from steelyard.core.conformance import kernel_agrees
from steelyard.core.game import SEATS
from steelyard.core.random_games import random_game
from steelyard.games.tank_battle import TankBattle, rules
from steelyard.games.tank_battle import kernel as compiled_rules
from steelyard.games.tank_battle.boards import CIRCLE, HALF_TURN, SQUARES, names, read, shipped

if TYPE_CHECKING:
    from steelyard.games.tank_battle.rules import State

kernel: Any = compiled_rules  # Numba's functions have no types
BUFFER = np.zeros(1024, np.int64)
PLAYED = 60  # games by the rules, to compare their statistics
POSITIONS = {
    "standard": "1b3b1w1bw/1bb6b1/11/2b2B5/11/11/2b5w2/1b7w1/w2w7/9ww/4W3w2 w 5",
    "river": "b3b1b4/2W8/bw3bB4/1b1b7/3b7/b8w1/8w2/9w1/1b5w3/9wb/4w1ww3 w 18",
    "gates": "bbb8/1b2b6/11/1b6w2/1bb7w/11/5bb4/10w/3Bw2w3/10b/8ww1 b 4",
}


def rng(seed: int) -> Random:
    return Random(seed)


def assert_same(state: State) -> None:
    """Moves, captures, count, points and result of one position."""
    position = kernel.encode(state)
    seat = state.mover
    legal = rules.legal_moves(state, seat)
    assert BUFFER[: kernel.legal(position, seat, BUFFER)].tolist() == legal
    assert kernel.legal(position, 1 - seat, BUFFER) == 0
    assert kernel.count(position) == len(legal)
    captures = [move for move in legal if move != rules.PASS and state.squares[move % SQUARES] != "."]
    assert BUFFER[: kernel.captures(position, seat, BUFFER)].tolist() == captures
    assert tuple(kernel.points(position, side) for side in SEATS) == rules.points(state)
    outcome = rules.outcome(state)
    expected = 3 if outcome is None else 2 if outcome.winner is None else outcome.winner
    assert kernel.result(position) == expected
    for move in legal:
        after = position.copy()
        kernel.apply(after, move, move)
        played = rules.apply(state, move)
        assert after.tolist() == kernel.encode(played).tolist()
        assert kernel.key(after) == kernel.key(kernel.encode(played)) != kernel.key(position)


def scattered(game: TankBattle, chance: Random) -> State:
    """Tanks wherever they can stand, few or many, whoever is to move."""
    squares = ["."] * SQUARES
    board = game.board
    plain = [square for square in range(SQUARES) if square not in board.mines | board.contaminated]
    for seat in SEATS:
        for square in chance.sample(plain, chance.randint(0, 13)):
            squares[square] = "wb"[seat]
    for seat in SEATS:
        if chance.random() < 0.8:
            places = [*plain, *(4 * sorted(board.contaminated))]
            squares[chance.choice(places)] = "WB"[seat]
    quiet = chance.choice([0, 0, 1, 50, 119])
    passes = chance.choice([0, 0, 0, 1])
    return rules.State(board, game.quiet_limit, "".join(squares), chance.choice(SEATS), quiet, passes)


def strange_layout(chance: Random) -> str:
    """Symmetric mines, contamination and bases of any shape around the corner."""
    half = ["."] * (SQUARES // 2 + 1)  # the squares up to the middle in reading order
    half[0] = "B"
    for square in chance.sample(range(1, SQUARES // 2), 13):
        half[square] = "b"
    for square in range(1, SQUARES // 2 + 1):
        if half[square] == ".":
            half[square] = chance.choices(".#~", (8, chance.randint(0, 3), chance.randint(0, 3)))[0]
    whole = "".join(half) + "".join(reversed(half[:-1])).translate(HALF_TURN)
    return "/".join(whole[11 * row : 11 * row + 11] for row in range(11))


@pytest.mark.sample(4)
@pytest.mark.parametrize("quiet_limit", [60, 5, 0])
@pytest.mark.parametrize("name", names())
def test_random_games_agree(name: str, quiet_limit: int) -> None:
    game = TankBattle(layout=name, quiet_limit=quiet_limit)
    assert sum(kernel_agrees(game, 1000 * quiet_limit + seed) for seed in range(3)) > 25


@pytest.mark.parametrize("name", names())
def test_scattered_tanks_agree(name: str) -> None:
    chance = rng(7)
    game = TankBattle(layout=name)
    for _ in range(25):
        assert_same(scattered(game, chance))


@pytest.mark.parametrize("layouts", [10, pytest.param(25, marks=pytest.mark.long)])
def test_strange_layouts_agree(layouts: int) -> None:
    chance = rng(8)
    for _ in range(layouts):
        game = TankBattle(layout=strange_layout(chance), quiet_limit=60)
        assert_same(game.start())
        assert_same(scattered(game, chance))
        kernel_agrees(game, chance.randrange(10**6))


def test_a_line_that_reaches_bit_zero_ends_there() -> None:
    """The sentinel of lines towards lower squares is bit 0 of each word: a1 and j6."""
    game = TankBattle()
    for board in ("w....b.....", "b....w.....", ".....w....."):
        for other in ("........w..", "........b..", "..........."):
            ranks = [board, *["..........."] * 4, other, *["..........."] * 4, "w.........b"]
            assert_same(rules.State(game.board, 60, "".join(ranks), 0))
            assert_same(rules.State(game.board, 60, "".join(ranks), 1))
    open_game = TankBattle(layout=read(shipped("standard").text.replace("#", ".")).text)
    for square in (63, 64, 65):
        for blocker in range(SQUARES):
            squares = ["."] * SQUARES
            squares[square], squares[blocker] = "w", "b"
            assert_same(rules.State(open_game.board, 60, "".join(squares), 0))


def sequences(state: State, turns: int) -> int:
    """Perft by the plain rules, without the checks of `game.play`."""
    legal = rules.legal_moves(state, state.mover)
    if turns == 1:
        return len(legal)
    return sum(sequences(rules.apply(state, move), turns - 1) for move in legal)


@pytest.mark.parametrize("name", names())
def test_perft_of_two_turns_agrees(name: str) -> None:
    game = TankBattle(layout=name)
    for state in (game.start(), game.read_state(POSITIONS[name])):
        for turns in (1, 2):
            assert kernel.perft(kernel.encode(state), turns) == sequences(state, turns)


@pytest.mark.long
def test_perft_of_three_turns_agrees() -> None:
    state = TankBattle().read_state(POSITIONS["standard"])
    assert kernel.perft(kernel.encode(state), 3) == sequences(state, 3)


def test_perft_of_four_turns_from_the_start() -> None:
    """Counted once with the rules in plain Python."""
    assert kernel.perft(kernel.encode(TankBattle().start()), 4) == 8_849_708


def test_perft_goes_past_passes_and_stops_at_the_end() -> None:
    black = "Bbbbb#...../bbbb##...../bbb##....../bb##......./####......./"
    game = TankBattle(layout=f"{black}...........{black[::-1].translate(HALF_TURN)}")  # nobody can move
    position = kernel.encode(game.start())
    assert [kernel.perft(position, turns) for turns in range(4)] == [1, 1, 1, 0]


def test_equal_boards_with_other_quiet_counts_share_the_shorter_key() -> None:
    game = TankBattle()
    early, late = (kernel.encode(game.read_state(f"{POSITIONS['standard'][:-1]}{n}")) for n in (5, 6))
    assert kernel.key(early) != kernel.key(late)
    assert kernel.key_without_quiet(early) == kernel.key_without_quiet(late)
    other_side = kernel.encode(game.read_state(POSITIONS["standard"].replace("w 5", "b 5")))
    assert kernel.key_without_quiet(early) != kernel.key_without_quiet(other_side)


def random_moves(state: State, draws: int, seed: int) -> Counter[int]:
    """How often each move was drawn."""
    position = kernel.encode(state)
    roster, slots = np.zeros(32, np.uint8), np.zeros(128, np.uint8)
    kernel._enlist(position, roster, slots)
    chance, drawn = np.uint64(seed), Counter[int]()
    for _ in range(draws):
        move, chance = kernel.random_move(position, state.mover, roster, BUFFER, np.uint64(chance))
        drawn[move] += 1
    return drawn


ONE_IN_THE_CORNER = "11/11/11/11/11/11/11/11/11/B10/w9b w 0"


@pytest.mark.parametrize("text", [*POSITIONS.values(), ONE_IN_THE_CORNER])
def test_random_moves_are_equally_likely(text: str) -> None:
    """Pearson's statistic; its mean is the number of moves less one, its variance twice that."""
    game = TankBattle(layout=next((name for name, known in POSITIONS.items() if known == text), "standard"))
    state = game.read_state(text)
    legal = rules.legal_moves(state, state.mover)
    drawn = random_moves(state, 400 * len(legal), seed=1)
    assert sorted(drawn) == legal
    surprise = sum((count - 400) ** 2 / 400 for count in drawn.values())
    assert abs(surprise - (len(legal) - 1)) < 5 * (2 * (len(legal) - 1)) ** 0.5 + 1


def test_random_moves_are_legal_wherever_the_tanks_stand() -> None:
    chance = rng(9)
    facing = (
        "w10/11/11/11/4{}6/4{}6/11/11/11/11/b10 {} 0".format(*way) for way in ("BWw", "WBw", "BWb", "WBb")
    )
    states = [TankBattle().read_state(text) for text in facing]
    for game in (TankBattle(), *(TankBattle(layout=strange_layout(chance)) for _ in range(15))):
        states += [game.start(), scattered(game, chance), scattered(game, chance)]
    for state in states:
        if legal := rules.legal_moves(state, state.mover):
            assert set(random_moves(state, 10 * len(legal), seed=2)) <= set(legal)


def test_playouts_have_the_statistics_of_random_games() -> None:
    game = TankBattle(quiet_limit=12)
    fast = kernel.playouts(kernel.encode(game.start()), 20_000, 3)
    lengths, results = [], Counter[int | None]()
    for seed in range(PLAYED):
        *turns, (last, _) = random_game(game, rng(seed))
        lengths.append(len(turns))
        outcome = game.outcome(last)
        assert outcome is not None
        results[outcome.winner] += 1
    assert fast[:3].sum() == 20_000
    error = float(np.std(lengths)) / len(lengths) ** 0.5
    assert abs(fast[3] / 20_000 - np.mean(lengths)) < 5 * error
    for winner, share in zip((0, 1, None), fast[:3] / 20_000, strict=True):
        assert abs(share - results[winner] / PLAYED) < 5 * (share * (1 - share) / PLAYED) ** 0.5


def test_playouts_leave_the_position_alone_and_repeat_with_their_seed() -> None:
    position = kernel.encode(TankBattle(layout="gates").start())
    before = position.copy()
    first = kernel.playouts(position, 50, 9)
    assert (position == before).all()
    assert (kernel.playouts(position, 50, 9) == first).all()
    assert (kernel.playouts(position, 50, 10) != first).any()


def test_playouts_from_a_finished_game_count_it_and_play_nothing() -> None:
    over = TankBattle().read_state("w10/11/11/11/11/11/11/11/11/11/b9B w 0")
    assert kernel.playouts(kernel.encode(over), 10, 1).tolist() == [0, 10, 0, 0]


def test_no_game_needs_numba_or_numpy_until_the_kernel_is_asked_for() -> None:
    script = (
        "import sys, steelyard; game = steelyard.game('tank_battle'); state = game.start(); "
        "game.to_svg(state); game.legal_moves(state, 0); print(sorted({'numba', 'numpy'} & set(sys.modules)))"
    )
    shown = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == "[]"


def test_the_circles_are_the_corners_the_kernel_knows() -> None:
    assert (kernel.WHITE_CIRCLE, kernel.BLACK_CIRCLE) == CIRCLE == (10, 110)
