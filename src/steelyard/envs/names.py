"""What the numbers of an environment mean: its actions, the planes of its observations, its version."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from steelyard.core.errors import InvalidMove
from steelyard.core.game import Move
from steelyard.envs.arguments import action_code

if TYPE_CHECKING:
    from steelyard.core.game import Game


def move_name(game: Game[Any], action: int) -> str:
    """The move of an action in notation; raises InvalidMove if no move has that code."""
    code, count = action_code(action), game.num_moves
    if not 0 <= code < count:
        raise InvalidMove(f"no move has the code {code}; they go from 0 to {count - 1}")
    return game.write_move(Move(code))


class Names:
    """Names in the game's own notation, which are the same in every environment."""

    @property
    def game(self) -> Game[Any]:
        """The game that is played, under its options."""
        raise NotImplementedError

    @property
    def plane_names(self) -> tuple[str, ...]:
        """Of each plane of an observation, in order."""
        return self.game.plane_names

    def action_to_string(self, action: int) -> str:
        """The move of an action in notation; raises InvalidMove if no move has that code."""
        return move_name(self.game, action)

    def string_to_action(self, text: str) -> int:
        """The action of a move in notation; raises InvalidMove if it cannot be read."""
        return self.game.read_move(text)


def environment_id(game: type[Game[Any]]) -> str:
    """`Steelyard/TankWar-v0` for version 1 of Tank War's rules."""
    return f"Steelyard/{game.title.replace(' ', '')}-v{game.rules_version - 1}"
