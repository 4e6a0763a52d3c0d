"""Tank War: six lanes, two armies that can only drive forward, both choosing at once."""

from __future__ import annotations

from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from steelyard.core.errors import InvalidMove
from steelyard.core.game import SEATS, Game, Kernel, Move, Option, OptionValue, Outcome, Seat, listed, one_of
from steelyard.games import art
from steelyard.games.tank_war import (
    drawing,
    explanation,
    history,
    interaction,
    notation,
    picture,
    rules,
    wire,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray

    from steelyard.core.interaction import Happening, Pick
    from steelyard.core.views import Ending


def _lanes(value: OptionValue) -> OptionValue:
    if sorted(str(value)) != list("AABBCC"):
        raise ValueError(f"{value!r} is not an order of two A, two B and two C, as in ABCCBA")
    return value


class TankWar(Game[rules.State]):
    id = "tank_war"
    title = "Tank War"
    summary = "Six lanes, simultaneous moves: advance one tank a round, then everything fires."
    sample = "043/153/233/043/253/143"
    seat_names = ("U", "D")
    side_names = art.SIDES
    rules_version = 1
    reasons = ("tanks", "boxes", "level")
    plane_names = ("my_a", "my_b", "my_c", "enemy_a", "enemy_b", "enemy_c", "my_territory")
    options: ClassVar = (
        Option(
            "lanes",
            "ABCCBA",
            "the order of the tanks from each player's own left",
            _lanes,
            ("ABCCBA", "CBAABC", "BACCAB", "CABBAC", "AABBCC"),
        ),
        Option(
            "c_reach",
            "exactly_two",
            "whether C also hits the square next to it",
            one_of("exactly_two", "up_to_two"),
            ("exactly_two", "up_to_two"),
        ),
    )
    clock = "bank:120s"
    turn_separator = "-"
    num_moves = rules.SIZE
    max_turns = 60  # twelve tanks of five advances each, at least one a round

    def __init__(self, /, **chosen: OptionValue) -> None:
        super().__init__(**chosen)
        self.lanes = str(self.chosen["lanes"])
        self.c_reach = str(self.chosen["c_reach"])
        self.tank_names = notation.tank_names(self.lanes)
        self._tanks = {name: Move(lane) for lane, name in enumerate(self.tank_names)}

    def start(self, setup: str = "") -> rules.State:
        return self.read_state(setup) if setup else rules.start(self.lanes, self.c_reach)

    def to_move(self, state: rules.State) -> tuple[Seat, ...]:
        return SEATS if all(state.movable) else ()

    def legal_moves(self, state: rules.State, seat: Seat) -> tuple[Move, ...]:
        return _moves_in(state.movable[seat], seat) if all(state.movable) else ()

    def apply(self, state: rules.State, moves: Mapping[Seat, Move]) -> rules.State:
        return rules.apply(state, {0: rules.SIZE - 1 - moves[0], 1: moves[1]})  # as own_lane, inlined

    def outcome(self, state: rules.State) -> Outcome | None:
        return rules.outcome(state)

    def lead(self, state: rules.State) -> float:
        """Tanks, then boxes: a tank counts more than all boxes, and a won game more than all tanks."""
        tanks, boxes = rules.surviving(state), rules.boxes(state)
        return 10 * super().lead(state) + tanks[0] - tanks[1] + (boxes[0] - boxes[1]) / 100

    def figures(self, state: rules.State) -> dict[str, tuple[int, int]]:
        return {"tanks": rules.surviving(state), "boxes": rules.boxes(state)}

    def read_state(self, text: str) -> rules.State:
        return notation.read_state(text, self.lanes, self.c_reach)

    def write_state(self, state: rules.State) -> str:
        return notation.write_state(state)

    def write_history(self, state: rules.State) -> str:
        return history.write_history(state)

    def read_history(self, state: rules.State, text: str) -> rules.State:
        return history.read_history(state, text)

    def read_move(self, text: str) -> Move:
        if text not in self._tanks:
            raise InvalidMove(f"{text[:40]!r} is not a tank; the tanks are {listed(self.tank_names)}")
        return self._tanks[text]

    def write_move(self, move: Move) -> str:
        return self.tank_names[move]

    def to_json(self, state: rules.State) -> dict[str, Any]:
        return wire.to_json(state)

    def to_wire(self, state: rules.State) -> bytes:
        return wire.to_wire(state)

    def to_text(self, state: rules.State) -> str:
        return drawing.to_text(state)

    def to_svg(self, state: rules.State) -> str:
        return picture.to_svg(state)

    def picture_parts(self, state: rules.State) -> dict[str, str]:
        return picture.picture_parts(state)

    def board_parts(self, state: rules.State) -> dict[str, str]:
        return picture.board_parts(state)

    def describe(self, state: rules.State) -> str:
        return drawing.describe(state)

    def last_turn(self, state: rules.State) -> str:
        return drawing.last_turn(state)

    @classmethod
    def because(cls, outcome: Outcome, loser: str) -> str:
        return drawing.because(outcome, loser)

    def ending(self, state: rules.State) -> Ending:
        return explanation.ending(state)

    def picks(self, state: rules.State, seat: Seat) -> dict[str, list[Pick]]:
        return interaction.picks(state, seat)

    def phases(
        self, before: rules.State, moves: Mapping[Seat, Move], after: rules.State
    ) -> list[list[Happening]]:
        del moves
        return interaction.phases(before, after)

    def observe(self, state: rules.State, seat: Seat) -> NDArray[np.float32]:
        from steelyard.games.tank_war.observation import observe  # noqa: PLC0415 - NumPy only when asked

        return observe(state, seat)

    @cached_property
    def kernel(self) -> Kernel:
        from steelyard.games.tank_war.kernel import KERNEL  # noqa: PLC0415 - Numba only when asked

        return KERNEL


@cache
def _moves_in(columns: tuple[int, ...], seat: Seat) -> tuple[Move, ...]:
    """Those columns as moves, ascending from the player's own left (for U, the drawn right)."""
    return tuple(sorted(Move(rules.own_lane(seat, column)) for column in columns))


GAME = TankWar
