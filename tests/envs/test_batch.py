"""Batches of games agree with the rules, whatever the options and the board."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
import pytest

import steelyard
import steelyard.envs.gymnasium
from steelyard import games
from steelyard.envs import batch
from steelyard.envs.gymnasium_vector import BatchEnv
from steelyard.envs.names import environment_id
from tests.envs.variants import shipped_variants, variants

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from steelyard.core.game import Game, Seat
    from tests.envs.variants import Variant

GAMES = ("tank_battle", "tank_duel", "tank_war")
ENDGAME = "xx4/xx2/043/xx3/253/xx3"  # of Tank War: two against two


class Follower:
    """Plays by the rules what a batch plays."""

    def __init__(self, game: Game[Any], board: str, n: int) -> None:
        self.game, self.start = game, game.start(board)
        self.states = [self.start] * n

    def play(self, moves: NDArray[np.int16]) -> tuple[list[bool], list[int]]:
        """Which games ended, and the rewards of seat 0."""
        done, rewards = [], []
        for n, state in enumerate(self.states):
            chosen = {seat: int(moves[n, seat]) for seat in self.game.to_move(state)}
            self.states[n] = self.game.play(state, chosen)  # type: ignore[arg-type]  # it checks them
            outcome = self.game.outcome(self.states[n])
            done.append(outcome is not None)
            rewards.append(0 if outcome is None or outcome.winner is None else 1 - 2 * outcome.winner)
            if outcome is not None:
                self.states[n] = self.start
        return done, rewards

    def encoded(self) -> list[list[int]]:
        assert self.game.kernel is not None
        return [self.game.kernel.encode(state).tolist() for state in self.states]


def follow(name: str, n: int, steps: int, chosen: list[Variant]) -> int:
    """How many random steps of a batch the rules agreed with."""
    for number, (options, board) in enumerate(chosen):
        played = batch.make(name, n, setup=board, seed=number, **options)
        rules = Follower(played.game, board, n)
        for turn in range(steps):
            if turn % 8 == 0:
                _same_views(played, rules)
            played.sample()
            played.step()
            done, rewards = rules.play(played.moves)
            assert played.done.tolist() == done
            assert played.rewards.tolist() == [[reward, -reward] for reward in rewards]
            assert played.positions.tolist() == rules.encoded()
    return n * steps * len(chosen)


def _same_views(played: batch.Batch, rules: Follower) -> None:
    game = rules.game
    for seat in (0, 1):
        planes, masks, to_move = played.observe(seat), played.legal(seat), played.to_move()
        for n, state in enumerate(rules.states):
            assert np.array_equal(planes[n], game.observe(state, seat))
            assert np.flatnonzero(masks[n]).tolist() == list(game.legal_moves(state, seat))
            assert to_move[n, seat] == (seat in game.to_move(state))


def follow_sliced(n: int, steps: int, chosen: list[Variant]) -> int:
    for number, (options, board) in enumerate(chosen):
        played = batch.make("tank_war", n, setup=board, seed=number, sliced=True, **options)
        rules = Follower(played.game, board, n)
        for _ in range(steps):
            legal = [
                [list(played.game.legal_moves(state, seat)) for state in rules.states] for seat in (0, 1)
            ]
            for seat in (0, 1):
                masks = np.stack([played.unpacked(played.legal[seat][:, move]) for move in range(6)], axis=1)
                assert [np.flatnonzero(mask).tolist() for mask in masks] == legal[seat]
            played.sample()
            moves = played.chosen()
            played.step()
            done, rewards = rules.play(moves)
            assert played.unpacked(played.done).tolist() == done
            assert played.rewards()[:, 0].tolist() == rewards
            assert played.positions().tolist() == rules.encoded()
    return n * steps * len(chosen)


@pytest.mark.parametrize("name", GAMES)
def test_batches_play_by_the_rules(name: str) -> None:
    follow(name, 2, 17 if name == "tank_battle" else 9, shipped_variants(name))


def test_sliced_batches_play_by_the_rules() -> None:
    follow_sliced(5, 14, variants("tank_war"))


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", GAMES)
def test_batches_play_200_000_steps_by_the_rules(name: str) -> None:
    chosen = variants(name)
    assert follow(name, 64, 200_000 // (64 * len(chosen)) + 1, chosen) >= 200_000


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_sliced_batches_play_200_000_steps_by_the_rules() -> None:
    assert follow_sliced(700, 30, variants("tank_war")) >= 200_000


@pytest.mark.parametrize("seat", [0, pytest.param(1, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", GAMES)
def test_an_illegal_move_loses(name: str, seat: Seat) -> None:
    played = batch.make(name, 3)
    played.sample()
    if not played.to_move()[0, seat]:  # White moves first
        played.step()
        played.sample()
    played.moves[1, seat] = played.game.num_moves
    before = played.positions.copy()
    played.step()
    assert played.done.tolist() == [False, True, False]
    assert played.rewards[1].tolist() == ([-1, 1] if seat == 0 else [1, -1])
    assert np.array_equal(played.ended[1], before[1])
    if name == "tank_war":
        sliced = batch.make(name, 3, sliced=True)
        sliced.step(played.moves)
        assert sliced.rewards().tolist() == played.rewards.tolist()


def test_sliced_games_see_several_moves_as_wrong() -> None:
    played = batch.make("tank_war", 2, sliced=True)
    played.sample()
    played.moves[0][:] |= np.uint64(1)
    played.step()
    assert played.rewards().tolist() == [[-1, 1], [0, 0]]


@pytest.mark.parametrize("sliced", [False, True])
def test_batches_begin_from_any_board(sliced: bool) -> None:  # noqa: FBT001 - a parameter of the test
    game = steelyard.game("tank_war")
    played: Any = batch.make("tank_war", 2, setup=ENDGAME, sliced=sliced)  # type: ignore[call-overload]
    state = game.start(ENDGAME)
    for seat in (0, 1):
        assert np.array_equal(played.observe(seat)[1], game.observe(state, seat))
    for _ in range(40):
        played.sample()
        played.step()
    played.reset()
    assert np.array_equal(played.observe(0)[1], game.observe(state, 0))


def test_boards_take_turns() -> None:
    played = batch.make("tank_duel", 5, setup=["maze", "spiral"])
    game = steelyard.game("tank_duel")
    for n, board in enumerate(("maze", "spiral", "maze", "spiral", "maze")):
        assert np.array_equal(played.observe(0)[n], game.observe(game.start(board), 0))


@pytest.mark.parametrize("sliced", [False, True])
def test_random_moves_are_equally_likely(sliced: bool) -> None:  # noqa: FBT001 - a parameter of the test
    """From positions with four to six movable tanks."""
    for board in ("053/053/053/053/053/053", "053/053/053/053/053/xx3", "053/053/053/xx3/053/xx3"):
        played: Any = batch.make("tank_war", 6000, setup=board, seed=7, sliced=sliced)  # type: ignore[call-overload]
        played.sample()
        moves = played.chosen() if sliced else played.moves
        for seat in (0, 1):
            _, counts = np.unique(moves[:, seat], return_counts=True)
            expected = 6000 / len(counts)
            assert ((counts - expected) ** 2 / expected).sum() < 4 * len(counts)


def test_the_same_seed_gives_the_same_games() -> None:
    for name, sliced in product(("tank_war",), (False, True)):
        one, two = (batch.make(name, 100, seed=4, sliced=sliced) for _ in "12")  # type: ignore[call-overload]
        for played in (one, two):
            for _ in range(5):
                played.sample()
                played.step()
        first, second = (each.positions() if sliced else each.positions for each in (one, two))
        assert np.array_equal(first, second)


def test_mistakes_are_explained() -> None:
    with pytest.raises(steelyard.InvalidOption, match="the number of games is 0"):
        batch.make("tank_war", 0)
    with pytest.raises(steelyard.InvalidOption, match="only tank_war, on one board, can be sliced"):
        batch.make("tank_duel", 5, sliced=True)
    with pytest.raises(steelyard.InvalidOption, match="is neither 'random' nor a function"):
        BatchEnv(2, game="tank_war", opponent="greedy")
    with pytest.raises(steelyard.InvalidOption, match="the game is over already"):
        batch.make("tank_war", 1, setup="xx3/xx3/xx3/xx3/xx3/xx3")


@pytest.mark.parametrize("seat", [0, pytest.param(1, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", GAMES)
def test_a_vector_environment_plays_one_seat(name: str, seat: Seat) -> None:
    def first_legal(_planes: Any, masks: NDArray[np.int8]) -> NDArray[np.int64]:
        first: NDArray[np.int64] = masks.argmax(axis=1)
        return first

    environments = gymnasium.make_vec(
        environment_id(games.game_class(name)),
        num_envs=7,
        vectorization_mode="vector_entry_point",
        vector_kwargs={},
        seat=seat,
        opponent=first_legal,
    )
    one = steelyard.envs.gymnasium.SeatEnv(
        name, seat=seat, opponent=lambda state, other: one.episode.game.legal_moves(state, other)[0]
    )
    planes, infos = environments.reset(seed=3)
    shown, info = one.reset(seed=3)
    rng = np.random.default_rng(1)
    for _ in range(25):
        assert np.array_equal(planes[4], shown)
        assert np.array_equal(infos["action_mask"][4], info["action_mask"])
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in infos["action_mask"]])
        planes, rewards, done, _, infos = environments.step(actions)
        shown, reward, ended, _, info = one.step(actions[4])
        assert (rewards[4], done[4]) == (reward, ended)
        if ended:
            assert np.array_equal(infos["final_obs"][4], shown)
            shown, info = one.reset()
