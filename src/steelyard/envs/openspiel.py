"""The games for OpenSpiel. Importing this module registers them.

Examples:
    >>> import pyspiel
    >>> import steelyard.envs.openspiel
    >>> game = pyspiel.load_game("steelyard_tank_war", {"c_reach": "up_to_two"})

The parameters are the game's options and `setup`: anything that the game can start from. In a text such as
`steelyard_tank_duel(setup=...)` a setup is percent-encoded: %2C for a comma. An information state is the
position, also under perfect recall: what led to it makes no difference. For algorithms that know only moves
in turn, `pyspiel.load_game_as_turn_based` converts a game with simultaneous moves.

"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, unquote

import numpy as np

from steelyard import games
from steelyard.core.errors import IllegalMove
from steelyard.core.game import SEATS, Game, listed
from steelyard.envs.arguments import opening
from steelyard.envs.extras import MissingExtra
from steelyard.envs.names import move_name

try:
    import pyspiel
except ImportError:
    raise MissingExtra(__name__, "OpenSpiel", "openspiel") from None

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from steelyard.core.game import Move, OptionValue

PREFIX = "steelyard_"
PLAIN = " !*+-./:;<>@#"
"""What a setup keeps in OpenSpiel's text of a game; commas, say, would end the parameter."""


class _Position:
    """A position; copies of an OpenSpiel state share it, as it never changes."""

    def __init__(self, state: Any) -> None:
        self.state = state

    def __deepcopy__(self, _memo: object) -> _Position:
        return self


@cache
def _rules(name: str, options: tuple[tuple[str, OptionValue], ...]) -> Game[Any]:
    """Shared by all states of a game: OpenSpiel copies states all the time."""
    return games.get(name, **dict(options))


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # it ships no types
    """A game under some options, on some board."""

    rules_class: type[Game[Any]]
    game_type: Any

    def __init__(self, params: Mapping[str, OptionValue] | None = None) -> None:
        chosen = {**_parameters(self.rules_class), **(params or {})}
        self.setup = unquote(str(chosen.pop("setup")))
        self.options = tuple(games.get(self.rules_class.id, **chosen).chosen.items())  # on one line each
        opening(self.rules, self.setup)  # a wrong one is refused here
        info = pyspiel.GameInfo(
            num_distinct_actions=self.rules.num_moves,
            max_chance_outcomes=0,
            num_players=len(SEATS),
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.rules.max_turns,
        )
        super().__init__(self.game_type, info, {**dict(self.options), "setup": quote(self.setup, safe=PLAIN)})

    def __reduce__(self) -> tuple[Any, ...]:
        return _load_game, (str(self),)

    @property
    def rules(self) -> Game[Any]:
        return _rules(self.rules_class.id, self.options)

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, _type: Any = None, _params: Any = None) -> Observer:
        return Observer(self.rules, self.rules.start(self.setup))


class SpielState(pyspiel.State):  # type: ignore[misc]  # it ships no types
    """A position and the moves that led to it."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self._which = (game.rules_class.id, game.options)
        self._position = _Position(game.rules.start(game.setup))

    @property
    def rules(self) -> Game[Any]:
        return _rules(*self._which)

    @property
    def position(self) -> Any:
        """The position, as the game's rules have it."""
        return self._position.state

    def current_player(self) -> int:
        seats = self.rules.to_move(self.position)
        if not seats:
            return int(pyspiel.PlayerId.TERMINAL)
        return seats[0] if len(seats) == 1 else int(pyspiel.PlayerId.SIMULTANEOUS)

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.rules.legal_moves(self.position, SEATS[player]))

    def _apply_action(self, action: Move) -> None:
        self._apply_actions([action])

    def _apply_actions(self, actions: Sequence[Move]) -> None:
        seats = self.rules.to_move(self.position)
        if len(actions) > len(seats) > 0:
            owing = listed(map(str, seats))
            raise IllegalMove(f"one move each is due from seat {owing}; there are {len(actions)}")
        moves = dict(zip(seats, actions, strict=False))  # `play` refuses too few
        self._position = _Position(self.rules.play(self.position, moves))

    def __reduce__(self) -> tuple[Any, ...]:
        return _load_state, (pyspiel.serialize_game_and_state(self.get_game(), self),)

    def _action_to_string(self, _player: int, action: Move) -> str:
        return move_name(self.rules, action)

    def is_terminal(self) -> bool:
        return self.rules.outcome(self.position) is not None

    def returns(self) -> list[float]:
        outcome = self.rules.outcome(self.position)
        if outcome is None or outcome.winner is None:
            return [0.0, 0.0]
        return [1.0, -1.0] if outcome.winner == 0 else [-1.0, 1.0]

    def __str__(self) -> str:
        return self.rules.write_state(self.position)


def _load_game(text: str) -> SpielGame:
    """What a pickle calls, so that it imports this module."""
    game: SpielGame = pyspiel.load_game(text)
    return game


def _load_state(text: str) -> SpielState:
    state: SpielState = pyspiel.deserialize_game_and_state(text)[1]
    return state


class Observer:
    """What a player sees: the planes of `Game.observe`, or the position in notation."""

    def __init__(self, rules: Game[Any], start: Any) -> None:
        shape = rules.observe(start, 0).shape
        self.tensor = np.zeros(int(np.prod(shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: SpielState, player: int) -> None:
        self.dict["observation"][:] = state.rules.observe(state.position, SEATS[player])

    def string_from(self, state: SpielState, player: int) -> str:
        del player
        return str(state)


def _parameters(rules_class: type[Game[Any]]) -> dict[str, OptionValue]:
    return {"setup": "", **{option.name: option.default for option in rules_class.options}}


def _register(name: str) -> None:
    rules_class = games.game_class(name)
    together = len(rules_class().to_move(rules_class().start())) > 1
    dynamics = pyspiel.GameType.Dynamics
    game_type = pyspiel.GameType(
        short_name=f"{PREFIX}{name}",
        long_name=f"Steelyard {rules_class.title}",
        dynamics=dynamics.SIMULTANEOUS if together else dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=len(SEATS),
        min_num_players=len(SEATS),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_parameters(rules_class),
    )
    attributes = {"rules_class": rules_class, "game_type": game_type}
    pyspiel.register_game(game_type, type(f"Spiel{rules_class.__name__}", (SpielGame,), attributes))


for _name in games.names():
    if games.game_class(_name).observe is not Game.observe:
        _register(_name)
