"""The games for PettingZoo.

Examples:
    >>> from steelyard.envs import pettingzoo
    >>> environment = pettingzoo.env("tank_battle", layout="river")
    >>> together = pettingzoo.parallel_env("tank_duel", setup="maze")

An observation has the planes of `Game.observe` and the mask of legal actions. Actions are move codes.
`pettingzoo.make("aec", "Steelyard/TankWar-v0")` of PettingZoo 1.27 makes them too, once this is imported.
When the game ends, the winner gets 1 and the loser -1; an illegal action loses it, and if both players act
illegally in one round, both get 0.

"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard import games
from steelyard.core.errors import InvalidMove, InvalidOption
from steelyard.core.game import SEATS, Game, Move
from steelyard.envs.arguments import action_code
from steelyard.envs.episode import Episode
from steelyard.envs.extras import MissingExtra
from steelyard.envs.names import Names, environment_id
from steelyard.envs.renderer import FRAMES_A_SECOND, MODES, Renderer

try:
    import pettingzoo
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils import wrappers
except ImportError:
    raise MissingExtra(__name__, "PettingZoo", "envs") from None

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from steelyard.core.game import OptionValue, Seat

    Observation = dict[str, NDArray[Any]]

AGENTS = tuple(f"player_{seat}" for seat in SEATS)
SEAT: dict[str, Seat] = dict(zip(AGENTS, SEATS, strict=True))


def env(
    game: str,
    *,
    setup: str = "",
    max_cycles: int | None = None,
    render_mode: str | None = None,
    **options: OptionValue,
) -> AECEnv[str, Observation, int]:
    """A game whose players act one after the other; if both are to move, neither sees the other's move first.

    `setup` is anything that the game can start from, or "random": a new board for each game.
    """
    raw = raw_env(game, setup=setup, max_cycles=max_cycles, render_mode=render_mode, **options)
    return wrappers.OrderEnforcingWrapper(raw)


def raw_env(
    game: str,
    *,
    setup: str = "",
    max_cycles: int | None = None,
    render_mode: str | None = None,
    **options: OptionValue,
) -> TurnEnv:
    """`env` without PettingZoo's wrapper."""
    return TurnEnv(Episode(game, setup, max_cycles, **options), render_mode)


def parallel_env(
    game: str,
    *,
    setup: str = "",
    max_cycles: int | None = None,
    render_mode: str | None = None,
    **options: OptionValue,
) -> SimultaneousEnv:
    """A game whose players act together; the arguments are those of `env`."""
    episode = Episode(game, setup, max_cycles, **options)
    if episode.to_move() != SEATS:
        raise InvalidOption(
            f"the players of {game} move in turn: use env; parallel_env is for simultaneous moves"
        )
    return SimultaneousEnv(episode, render_mode)


class _Shared(Names):
    """What both kinds of environment have: spaces, observations, pictures."""

    def __init__(self, episode: Episode, render_mode: str | None) -> None:
        super().__init__()
        self.episode = episode
        self.render_mode = render_mode
        self.metadata = {
            "name": f"steelyard_{episode.game.id}_v{episode.game.rules_version - 1}",
            "render_modes": list(MODES),
            "render_fps": FRAMES_A_SECOND,
            "is_parallelizable": isinstance(self, ParallelEnv),
        }
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []
        self._renderer = Renderer(episode.game, render_mode)
        shape = episode.observe(0).shape
        self.state_space = spaces.Box(0.0, 1.0, shape, np.float32)
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0.0, 1.0, shape, np.float32),
                    "action_mask": spaces.Box(0, 1, (episode.game.num_moves,), np.int8),
                }
            )
            for agent in AGENTS
        }
        self.action_spaces = {agent: spaces.Discrete(episode.game.num_moves) for agent in AGENTS}

    @property
    def game(self) -> Game[Any]:
        return self.episode.game

    @property
    def max_cycles(self) -> int | None:
        """After so many turns the game is truncated; None: the rules alone end it."""
        return self.episode.max_cycles

    @max_cycles.setter
    def max_cycles(self, cycles: int | None) -> None:
        self.episode.max_cycles = cycles

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def observe(self, agent: str) -> Observation:
        seat = SEAT[agent]
        return {"observation": self.episode.observe(seat), "action_mask": self.episode.mask(seat)}

    def state(self) -> NDArray[np.float32]:
        """The board as player_0 sees it."""
        return self.episode.observe(0)

    def render(self) -> NDArray[np.uint8] | str | None:
        return self._renderer.render(self.episode.state)

    def close(self) -> None:
        self._renderer.close()

    def _shown(self) -> None:
        if self.render_mode == "human":
            self.render()


class SimultaneousEnv(_Shared, ParallelEnv[str, "Observation", int]):  # type: ignore[misc]  # it ships no types
    _begun = False

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        self.episode.reset(seed, options)
        self._begun = True
        self.agents = list(AGENTS)
        self._shown()
        return {agent: self.observe(agent) for agent in AGENTS}, {agent: {} for agent in AGENTS}

    def step(
        self, actions: Mapping[str, int]
    ) -> tuple[
        dict[str, Observation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        acting, episode = self.agents, self.episode
        if not self._begun:
            raise InvalidOption("the first game has not begun; call reset() before step()")
        if acting:
            episode.play({SEAT[agent]: _move(agent, actions) for agent in acting})
            self.agents = [] if episode.over else list(AGENTS)
            self._shown()
        return (
            {agent: self.observe(agent) for agent in acting},
            {agent: episode.rewards[SEAT[agent]] for agent in acting},
            dict.fromkeys(acting, episode.terminated),
            dict.fromkeys(acting, episode.truncated),
            {agent: {} for agent in acting},
        )


class TurnEnv(_Shared, AECEnv[str, "Observation", int]):  # type: ignore[misc]  # it ships no types
    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.episode.reset(seed, options)
        self.agents = list(AGENTS)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self._chosen: dict[Seat, Move] = {}
        self._publish()
        self._select()
        self._shown()

    def step(self, action: int | None) -> None:
        agent, seat = self.agent_selection, SEAT[self.agent_selection]
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise InvalidOption(f"{agent} is to move; None is for players whose game is over")
        self._cumulative_rewards[agent] = 0.0
        self._chosen[seat] = Move(action_code(action))
        if len(self._chosen) == len(self.episode.to_move()):
            self.episode.play(self._chosen)
            self._chosen = {}
        self._publish()
        self._accumulate_rewards()
        self._select()
        self._shown()

    def _publish(self) -> None:
        episode = self.episode
        self.rewards = {agent: episode.rewards[SEAT[agent]] for agent in AGENTS}
        self.terminations = dict.fromkeys(AGENTS, episode.terminated)
        self.truncations = dict.fromkeys(AGENTS, episode.truncated)

    def _select(self) -> None:
        """The next agent: one that owes a move; once the game is over, each to take its result."""
        owing = [seat for seat in self.episode.to_move() if seat not in self._chosen]
        self.agent_selection = AGENTS[owing[0] if owing else 0]


def _move(agent: str, actions: Mapping[str, int]) -> Move:
    if agent not in actions:
        raise InvalidMove(f"an action of {agent} is missing; both players act in each step")
    return Move(action_code(actions[agent]))


def _register() -> None:
    """For PettingZoo's `make`, which the versions before 1.27 have not got."""
    for name in games.names() if hasattr(pettingzoo, "register") else ():
        game = games.game_class(name)
        if game.observe is Game.observe:
            continue
        together = game().to_move(game().start()) == SEATS
        for kind, maker in (("aec", "env"), ("parallel", "parallel_env"))[: 1 + together]:
            id_ = environment_id(game)
            pettingzoo.register(kind, id_, entry_point=f"{__name__}:{maker}", kwargs={"game": name})


_register()
