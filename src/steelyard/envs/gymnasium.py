"""The games for Gymnasium: one seat against a bot or a policy of yours. Importing this registers them.

Examples:
    >>> import gymnasium
    >>> import steelyard.envs.gymnasium
    >>> environment = gymnasium.make("Steelyard/TankWar-v0", opponent="greedy")

The number of a version is the game's `rules_version` less one: the same id always means the same rules.
An observation is the planes of `Game.observe`; `info["action_mask"]` has 1 for each legal action.
An illegal action loses the game.

"""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard import bots, games
from steelyard.analysis.policies import Checked
from steelyard.core.errors import InvalidOption
from steelyard.core.game import SEATS, Game, Move, listed
from steelyard.envs.arguments import action_code
from steelyard.envs.episode import Episode
from steelyard.envs.extras import MissingExtra
from steelyard.envs.names import Names, environment_id
from steelyard.envs.renderer import FRAMES_A_SECOND, MODES, Renderer

try:
    import gymnasium
    from gymnasium import spaces
except ImportError:
    raise MissingExtra(__name__, "Gymnasium", "envs") from None

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from steelyard.analysis.policies import Policy
    from steelyard.core.game import OptionValue, Seat

    Info = dict[str, Any]

LARGEST_SEED = 2**63 - 1


class SeatEnv(Names, gymnasium.Env["NDArray[np.float32]", np.int64]):
    """One seat of a game; the other is played by a bot, or by a policy of yours.

    `opponent` is the name of a bot ("greedy", "mcts:200"), a bot, or a function of a position and a seat that
    returns a move or the probability of each; an illegal one raises IllegalMove. `seat` None draws a seat for
    each game. `setup` is anything that the game can start from, or "random": a new board for each game.
    """

    metadata = {"render_modes": list(MODES), "render_fps": FRAMES_A_SECOND}  # noqa: RUF012 - as Env has it

    def __init__(  # noqa: PLR0913 - each is a choice of its own
        self,
        game: str,
        *,
        opponent: str | bots.Bot | Policy = "random",
        seat: Seat | None = 0,
        setup: str = "",
        max_cycles: int | None = None,
        render_mode: str | None = None,
        **options: OptionValue,
    ) -> None:
        check_seat(seat)
        self.episode = Episode(game, setup, max_cycles, **options)
        self.render_mode = render_mode
        self._renderer = Renderer(self.episode.game, render_mode)
        self._wished_seat = seat
        _bot(self.episode.game, opponent, None)  # a wrong one is refused here
        self._opponent = opponent
        self._bot: bots.Bot | None = None
        self.seat: Seat = seat or 0
        self.observation_space = spaces.Box(0.0, 1.0, self.episode.observe(0).shape, np.float32)
        self.action_space = spaces.Discrete(self.episode.game.num_moves)

    @property
    def game(self) -> Game[Any]:
        return self.episode.game

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], Info]:
        """Begin a game; `options` may have another `setup`."""
        super().reset(seed=seed)
        if seed is not None or self._bot is None:
            self._bot = _bot(self.episode.game, self._opponent, self._drawn(LARGEST_SEED))
            self.episode.reset(self._drawn(LARGEST_SEED), options)
        else:
            self.episode.reset(None, options)
        self.seat = SEATS[self._drawn(2)] if self._wished_seat is None else self._wished_seat
        self._let_opponent_play()
        return self._told()

    def step(self, action: np.int64) -> tuple[NDArray[np.float32], float, bool, bool, Info]:
        episode = self.episode
        episode.play({self.seat: Move(action_code(action)), **self._opponent_moves()})
        self._let_opponent_play()
        planes, info = self._told()
        return planes, episode.rewards[self.seat], episode.terminated, episode.truncated, info

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions, as MaskablePPO of sb3-contrib asks for them."""
        return self.episode.mask(self.seat).astype(np.bool_)

    def render(self) -> Any:
        return self._renderer.render(self.episode.state)

    def close(self) -> None:
        self._renderer.close()

    def _drawn(self, below: int) -> int:
        return int(self.np_random.integers(below))

    def _let_opponent_play(self) -> None:
        """Until this seat is to move or the game is over."""
        while not self.episode.over and self.seat not in self.episode.to_move():
            self.episode.play(self._opponent_moves())
        if self.render_mode == "human":
            self.render()

    def _opponent_moves(self) -> Mapping[Seat, Move]:
        other = SEATS[1 - self.seat]
        if self._bot is None:
            raise InvalidOption("the first game has not begun; call reset() before step()")
        if other not in self.episode.to_move():
            return {}
        return {other: self._bot.choose(self.episode.state, other)}

    def _told(self) -> tuple[NDArray[np.float32], Info]:
        return self.episode.observe(self.seat), {"action_mask": self.episode.mask(self.seat)}


def check_seat(seat: int | None) -> None:
    if seat is not None and seat not in SEATS:
        raise InvalidOption(f"seat {seat!r} is not 0, 1, or None for a new one in each game")


def _bot(game: Game[Any], opponent: str | bots.Bot | Policy, seed: int | None) -> bots.Bot:
    if isinstance(opponent, str):
        return bots.get(game, opponent, seed)
    if isinstance(opponent, bots.Bot):
        if repr(opponent.game) != repr(game):  # which has the options too
            raise InvalidOption(f"the opponent is a bot for {opponent.game}; the environment is {game}")
        return bots.Bot(game, deepcopy(opponent.policy), seed)  # what it learns stays in this environment
    if not callable(opponent):
        raise InvalidOption(
            f"opponent {opponent!r} is not the name of a bot ({listed(bots.names(game.id))}), a bot, or a "
            "function of a position and a seat"
        )
    return bots.Bot(game, Checked(game, opponent), seed)


def _register() -> None:
    for name in games.names():
        game = games.game_class(name)
        if game.observe is not Game.observe:
            gymnasium.register(
                environment_id(game),
                entry_point="steelyard.envs.gymnasium:SeatEnv",
                vector_entry_point="steelyard.envs.gymnasium_vector:BatchEnv",
                kwargs={"game": name},
            )


_register()
