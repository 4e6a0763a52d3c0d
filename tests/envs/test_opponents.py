"""Opponents of Gymnasium environments: what they may be, and what is said of a wrong one."""

from __future__ import annotations

import copy
import pickle
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
import pytest

import steelyard
from steelyard import bots
from steelyard.envs.gymnasium import SeatEnv
from steelyard.envs.gymnasium_vector import BatchEnv

if TYPE_CHECKING:
    from steelyard.core.game import Seat

GAMES = ("tank_battle", "tank_duel", "tank_war")
WAR = steelyard.game("tank_war")


def always(answer: Any) -> Any:
    """An opponent that knows one answer."""
    return lambda _position, _seat_or_masks: answer


def test_a_wrong_opponent_is_refused_when_the_environment_is_made() -> None:
    with pytest.raises(steelyard.UnknownBot, match="there is no bot 'nobody' for tank_war; there are random"):
        gymnasium.make("Steelyard/TankWar-v0", opponent="nobody")
    for wrong in (None, 3, ["greedy"]):
        with pytest.raises(steelyard.InvalidOption, match=r"is not the name of a bot \(random, greedy"):
            gymnasium.make("Steelyard/TankWar-v0", opponent=wrong)
        with pytest.raises(steelyard.InvalidOption, match="is neither 'random' nor a function"):
            BatchEnv(2, game="tank_war", opponent=wrong)  # type: ignore[arg-type]
    for other in (
        bots.get("tank_duel", "greedy"),
        bots.get(steelyard.game("tank_war", lanes="AABBCC"), "greedy"),
    ):
        with pytest.raises(steelyard.InvalidOption, match=r"the opponent is a bot for steelyard\.game"):
            gymnasium.make("Steelyard/TankWar-v0", opponent=other)


def test_a_bot_can_be_the_opponent() -> None:
    one, two = (SeatEnv("tank_war", opponent=given) for given in ("greedy", bots.get(WAR, "greedy")))
    for environment in (one, two):
        environment.reset(seed=4)
        for action in (0, 1, 2):
            environment.step(np.int64(action))
    assert one.episode.state == two.episode.state


class Counting:
    """A policy that remembers how often it was asked, as one that learns does."""

    asked = 0

    def __call__(self, state: Any, seat: Seat) -> Any:
        self.asked += 1
        legal = WAR.legal_moves(state, seat)
        return legal[self.asked % len(legal)]


def test_environments_with_the_same_bot_share_nothing() -> None:
    bot = bots.Bot(WAR, Counting())
    one, two = (SeatEnv("tank_war", opponent=bot) for _ in "12")
    for _ in range(2):
        one.reset(seed=4)
        two.reset(seed=4)
        for _ in range(3):
            one.step(np.int64(0))
        for _ in range(3):
            two.step(np.int64(0))
        assert one.episode.state == two.episode.state


def test_an_opponent_may_write_into_what_it_is_given() -> None:
    """What is legal is not decided by what it left there."""

    def writing(planes: Any, masks: Any) -> Any:
        planes[:] = 0
        masks[:] = 1
        return np.full(len(masks), 3)

    environments = BatchEnv(2, game="tank_war", setup="053/053/xx3/xx3/xx3/xx3", opponent=writing)
    environments.reset()
    with pytest.raises(steelyard.IllegalMove, match="the opponent's action 3 in game 0 is not legal"):
        environments.step(np.array([5, 5]))


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(
    "answer", [None, "LA", 6, -1, 2.0, {}, {0: 0.5}, {0: np.nan}, {7: 1.0}, np.ones(6) / 6]
)
def test_a_wrong_answer_is_explained_at_once(answer: Any, seat: Seat) -> None:
    environment = SeatEnv("tank_war", opponent=always(answer), seat=seat)
    environment.reset(seed=1)
    with pytest.raises(steelyard.IllegalMove, match=r"legal moves are|a policy returns|must add up to 1"):
        environment.step(np.int64(0))


def test_an_opponent_that_moves_first_is_asked_by_reset() -> None:
    environment = SeatEnv("tank_battle", opponent=always(0), seat=1)
    with pytest.raises(steelyard.IllegalMove, match="White cannot play a1-a1 here"):
        environment.reset()


@pytest.mark.parametrize("answer", [-1, 0, 14642, 2**40])
def test_illegal_answers_do_not_go_on_for_ever(answer: int) -> None:
    """The opponent moves first; games that it lost at once would begin again, and again."""
    environments = BatchEnv(
        3, game="tank_battle", seat=1, opponent=lambda _planes, masks: np.full(len(masks), answer)
    )
    with pytest.raises(steelyard.IllegalMove, match=f"the opponent's action {answer} in game 0 is not legal"):
        environments.reset(seed=1)


def test_wrong_arrays_of_answers_are_explained() -> None:
    for answer in (np.zeros(2, int), np.zeros(3), np.zeros((3, 1), int), 0, None):
        environments = BatchEnv(3, game="tank_war", opponent=always(answer))
        environments.reset()
        with pytest.raises(steelyard.InvalidMove, match=r"actions have the shape|actions are integers"):
            environments.step(np.zeros(3, int))


def test_the_opponent_is_not_asked_when_it_is_not_to_move() -> None:
    def first(_planes: Any, masks: Any) -> Any:
        assert masks.any()
        return masks.argmax(axis=1)

    environments = BatchEnv(2, game="tank_battle", opponent=first)
    _, infos = environments.reset()
    environments.step(infos["action_mask"].argmax(axis=1))


@pytest.mark.parametrize("game", GAMES)
def test_copies_of_environments_play_on_by_themselves(game: str) -> None:
    for environment in (SeatEnv(game), BatchEnv(2, game=game)):
        environment.reset(seed=3)
        for other in (copy.deepcopy(environment), pickle.loads(pickle.dumps(environment))):  # noqa: S301 - ours
            _, info = environment.reset(seed=3)
            mask = np.atleast_2d(info["action_mask"])
            first = mask.argmax(axis=1) if isinstance(environment, BatchEnv) else mask[0].argmax()
            assert not np.array_equal(environment.step(first)[0], other.reset(seed=3)[0])
            assert np.array_equal(environment.reset(seed=3)[0], other.reset(seed=3)[0])


def test_an_environment_begins_with_reset_and_ends_with_the_game() -> None:
    with pytest.raises(steelyard.InvalidOption, match=r"call reset\(\) before step\(\)"):
        BatchEnv(2, game="tank_war").step(np.zeros(2, int))
    one = SeatEnv("tank_war")
    with pytest.raises(steelyard.InvalidOption, match=r"call reset\(\) before step\(\)"):
        one.step(np.int64(0))
    one.reset()
    one.step(np.int64(99))
    with pytest.raises(steelyard.IllegalMove, match=r"the game is over; reset\(\) begins another"):
        one.step(np.int64(0))


def test_options_of_reset_are_checked() -> None:
    one, many = SeatEnv("tank_duel"), BatchEnv(2, game="tank_duel")
    with pytest.raises(steelyard.InvalidOption, match="setup None is not a text"):
        one.reset(options={"setup": None})
    with pytest.raises(steelyard.InvalidOption, match="are chosen when the environment is made"):
        many.reset(options={"setup": "maze"})
    with pytest.raises(steelyard.InvalidOption, match="reset_mask is not for games that begin again by"):
        many.reset(options={"reset_mask": np.array([True, False])})
    with pytest.raises(steelyard.InvalidOption, match="many games at once are not drawn"):
        BatchEnv(2, game="tank_duel", render_mode="ansi")  # type: ignore[arg-type]
