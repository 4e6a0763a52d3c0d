"""Many games for Gymnasium at once, on the compiled kernels.

Examples:
    >>> import gymnasium
    >>> import steelyard.envs.gymnasium
    >>> environments = gymnasium.make_vec(
    ...     "Steelyard/TankWar-v0", num_envs=64, vectorization_mode="vector_entry_point"
    ... )

A game that is over begins again in the same step; `infos["final_obs"]` has its last observation. With
`autoreset_mode="NextStep"` it begins again in the next step, as Gymnasium's wrappers of observations want it.

"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard import games
from steelyard.core.errors import IllegalMove, InvalidOption
from steelyard.core.game import SEATS, listed, seat_number
from steelyard.envs.arguments import NO_MOVE, action_codes
from steelyard.envs.batch import Batch
from steelyard.envs.episode import RANDOM
from steelyard.envs.extras import MissingExtra
from steelyard.envs.names import Names

try:
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError:
    raise MissingExtra(__name__, "Gymnasium", "envs") from None

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

    from steelyard.core.game import Game, OptionValue, Seat

    Planes = NDArray[np.float32]
    Infos = dict[str, Any]

Opponent = Callable[["Planes", "NDArray[np.int8]"], "ArrayLike"]
"""From the observations and the masks of all games to a legal action in each.

A row of zeros in the masks is a game in which the opponent is not to move: any action will do.
"""


ONE_BY_ONE = "vectorization_mode='sync' plays games one by one, and can do that"


class BatchEnv(Names, VectorEnv["Planes", "NDArray[np.int64]", "NDArray[Any]"]):
    """One seat of many games; the other plays at random, or as a function of all observations does.

    `autoreset_mode` is Gymnasium's: "SameStep", or "NextStep", which puts a step between two games, whatever
    the action is.
    """

    def __init__(  # noqa: PLR0913 - each is a choice of its own
        self,
        num_envs: int = 1,
        *,
        game: str,
        opponent: str | Opponent = "random",
        seat: Seat = 0,
        setup: str | Sequence[str] = "",
        max_cycles: None = None,
        render_mode: None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        **options: OptionValue,
    ) -> None:
        wrong = f"opponent {opponent!r} is neither 'random' nor a function of observations and masks"
        if not isinstance(opponent, str) and not callable(opponent):
            raise InvalidOption(wrong)
        for unfit, said in (
            (isinstance(opponent, str) and opponent != "random", wrong),
            (seat is None, "seat None is not 0 or 1"),
            (setup == RANDOM, "setup 'random' is not for many games at once"),
            (max_cycles is not None, f"max_cycles is {max_cycles!r}; the rules alone end many games at once"),
            (render_mode is not None, f"render_mode is {render_mode!r}; many games at once are not drawn"),
        ):
            if unfit:
                raise InvalidOption(f"{said}; {ONE_BY_ONE}")
        self._games = Batch(games.get(game, **options), num_envs, setup=setup)
        self.num_envs, self.seat, self.render_mode = self._games.n, seat_number(seat), render_mode
        self.metadata = {"render_modes": [], "autoreset_mode": _autoreset_mode(autoreset_mode)}
        self._opponent = opponent
        self._begun = False
        self._waiting = np.zeros(self.num_envs, np.bool_)
        """Games that are over and begin again with the next step."""
        shape = self._games.observation_shape[1:]
        self.single_observation_space = spaces.Box(0.0, 1.0, shape, np.float32)
        self.single_action_space = spaces.Discrete(self._games.game.num_moves)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    @property
    def game(self) -> Game[Any]:
        return self._games.game

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Planes, Infos]:
        if options and "setup" in options:
            raise InvalidOption("boards of many games at once are chosen when the environment is made")
        if options and "reset_mask" in options:
            raise InvalidOption(
                "reset_mask is not for games that begin again by themselves; reset() begins all"
            )
        super().reset(seed=seed)
        self._begun = True
        self._waiting[:] = False
        self._games.reset(int(self.np_random.integers(2**63)))
        self._let_opponent_play(np.zeros(self.num_envs, np.float32), np.zeros(self.num_envs, np.bool_))
        return self._games.observe(self.seat), self._infos()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Planes, NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], Infos]:
        if not self._begun:
            raise InvalidOption("the first games have not begun; call reset() before step()")
        played = self._games
        codes = action_codes(actions, (self.num_envs,), played.game.num_moves)
        self._choose_opponent_moves()
        played.moves[:, self.seat] = codes
        played.moves[self._waiting] = NO_MOVE
        self._waiting[:] = False
        played.step()
        rewards, done = played.rewards[:, self.seat].copy(), played.done.copy()
        final = np.full(self.num_envs, None, np.object_)
        self._keep_final(final)
        self._let_opponent_play(rewards, done, final)
        planes, infos = played.observe(self.seat), self._infos()
        if self.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP:
            self._waiting |= done
            for number in np.flatnonzero(done):
                planes[number] = final[number]
            infos["action_mask"][done] = 0
        elif done.any():
            infos |= _final(final, done, played.game.num_moves)
        return planes, rewards, done, np.zeros(self.num_envs, np.bool_), infos

    def _let_opponent_play(
        self,
        rewards: NDArray[np.float32],
        done: NDArray[np.bool_],
        final: NDArray[np.object_] | None = None,
    ) -> None:
        """Where this seat is not to move, until it is; the rewards of games that end are added."""
        played = self._games
        while not (mine := played.to_move()[:, self.seat]).all():
            self._choose_opponent_moves()
            played.moves[mine] = NO_MOVE
            played.moves[:, self.seat] = NO_MOVE
            played.step()
            rewards += played.rewards[:, self.seat]
            done |= played.done
            if final is not None:
                self._keep_final(final)

    def _choose_opponent_moves(self) -> None:
        if isinstance(self._opponent, str):
            self._games.sample()
            return
        played, other = self._games, SEATS[1 - self.seat]
        asked = played.to_move()[:, other] & ~self._waiting
        if not asked.any():
            played.moves[:, other] = NO_MOVE
            return
        legal = played.legal(other)
        legal[self._waiting] = 0
        answers = self._opponent(played.observe(other), legal.copy())  # it may write into what it is given
        actions = action_codes(answers, (self.num_envs,), played.game.num_moves)
        wrong = asked & ~_allowed(actions, legal)
        if wrong.any():
            game = int(wrong.argmax())
            can = listed(map(str, np.flatnonzero(legal[game])))
            said = f"the opponent's action {np.asarray(answers)[game]} in game {game} is not legal"
            raise IllegalMove(f"{said}; legal are {can}")
        played.moves[:, other] = np.where(asked, actions, NO_MOVE)

    def _keep_final(self, final: NDArray[np.object_]) -> None:
        for number, planes in zip(
            np.flatnonzero(self._games.done), self._games.observe_ended(self.seat), strict=True
        ):
            final[number] = planes

    def _infos(self) -> Infos:
        masks = self._games.legal(self.seat)
        return {"action_mask": masks, "_action_mask": np.ones(self.num_envs, np.bool_)}


def _final(final: NDArray[np.object_], done: NDArray[np.bool_], num_moves: int) -> Infos:
    """The last observations and infos of games that have begun again, in which nothing is legal any more."""
    info = {"action_mask": np.zeros((len(done), num_moves), np.int8), "_action_mask": done.copy()}
    return {"final_obs": final, "_final_obs": done.copy(), "final_info": info, "_final_info": done.copy()}


def _autoreset_mode(wished: AutoresetMode | str) -> AutoresetMode:
    for mode in (AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP):
        if wished in (mode, mode.value):
            return mode
    raise InvalidOption(f"autoreset_mode {wished!r} is not SameStep or NextStep")


def _allowed(actions: NDArray[np.int16], legal: NDArray[np.int8]) -> NDArray[np.bool_]:
    """Whether each action has a 1 in its row of the masks."""
    known = actions < legal.shape[1]
    allowed: NDArray[np.bool_] = known & (legal[np.arange(len(legal)), np.where(known, actions, 0)] == 1)
    return allowed
