"""The interface that every game implements, composed by concern.

| part | module | a game defines |
|---|---|---|
| rules and notation | `rules.py` | nine methods, all of them required |
| views | `views.py` | what is better than a line of text: `to_text`, `to_svg`, `to_json`, `because` ... |
| interaction | `interaction.py` | what can be clicked, what happens in a turn, a joystick |
| kernel | `kernel.py` | the rules again, compiled, when speed matters |
| observation | here | planes for learning |

docs/new-game.md is a whole game in about fifty lines.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from steelyard.core.errors import SteelyardError, listed
from steelyard.core.interaction import Interaction, Joystick
from steelyard.core.kernel import Kernel
from steelyard.core.options import Option, OptionValue, one_of
from steelyard.core.rules import SEATS, Move, Outcome, S, Seat, seat_number

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = [
    "SEATS",
    "Game",
    "Joystick",
    "Kernel",
    "Move",
    "Option",
    "OptionValue",
    "Outcome",
    "Seat",
    "listed",
    "one_of",
    "seat_number",
]


class Game(Interaction[S]):
    """A game under one choice of its options."""

    plane_names: ClassVar[tuple[str, ...]] = ()
    """What each plane of `observe` shows."""

    @cached_property
    def kernel(self) -> Kernel | None:
        """Imported on first use, so that nothing else needs Numba."""
        return None

    def observe(self, state: S, seat: Seat) -> NDArray[np.float32]:
        """Planes for learning, as that seat sees the board."""
        del state, seat
        raise SteelyardError(f"{self.title} has no observation for learning")
