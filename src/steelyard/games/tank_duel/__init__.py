"""Tank Duel: two tanks that cannot stop, a mine on every square they leave, and one missile each."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from steelyard.core.errors import InvalidOption, InvalidState
from steelyard.core.game import SEATS, Game, Kernel, Move, Option, OptionValue, Outcome, Seat, listed
from steelyard.games import art
from steelyard.games.tank_duel import (
    boards,
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
    from random import Random

    import numpy as np
    from numpy.typing import NDArray

    from steelyard.core.interaction import Happening, Pick
    from steelyard.core.views import Ending

ALL_MOVES = tuple(Move(code) for code in range(len(rules.JOYSTICKS)))


def _yes_or_no(value: OptionValue) -> OptionValue:
    if not isinstance(value, bool):
        raise ValueError(f"{value!r} is neither true nor false")  # noqa: TRY004 - as Option.check promises
    return value


class TankDuel(Game[rules.State]):
    id = "tank_duel"
    title = "Tank Duel"
    summary = (
        "Two tanks that cannot stop, mines in their tracks, one missile each in flight at a time;"
        " both move at once."
    )
    sample = "10/1x6x1/4ooo3/3oo1o3/3o1x4/4x1o3/3o1oo3/3ooo4/1x6x1/10 2,4:L>U 7,5:R>D 2,2:U 7,7:D"
    seat_names = ("tank 0", "tank 1")
    side_names = art.SIDES
    rules_version = 1
    reasons = ("wall", "mine", "missile", "tank", "both")
    plane_names = (
        *("on_board", "walls", "mines", "my_tank", "enemy_tank"),
        *("my_missile_left", "my_missile_right", "my_missile_up", "my_missile_down"),
        *("enemy_missile_left", "enemy_missile_right", "enemy_missile_up", "enemy_missile_down"),
    )
    options: ClassVar = (
        Option(
            "swap_starts",
            False,  # noqa: FBT003 - the default of an option
            "whether tank 0 starts where tank 1 would",
            _yes_or_no,
            (False, True),
        ),
    )
    clock = "round:1s"
    num_moves = len(ALL_MOVES)
    max_turns = rules.MOST_COLUMNS * rules.MOST_ROWS // 2  # a survived round lays two mines (rule 6)
    joystick = interaction.JOYSTICK

    def start(self, setup: str = "") -> rules.State:
        """A shipped board's name, a board's text or a position in notation; nothing: the default board."""
        name = setup.strip() if setup else boards.DEFAULT
        if name in boards.names():
            return self._on(boards.shipped(name))
        if boards.looks_like_a_board(setup):
            return self._on(boards.read(setup))
        if " " not in name:
            raise InvalidState(
                f"there is no board {name[:40]!r}; there are {listed(boards.names())}; "
                "a board's text or a position in notation will do too"
            )
        return self.read_state(setup)

    def _on(self, board: rules.Board) -> rules.State:
        return rules.start(board, swap_starts=bool(self.chosen["swap_starts"]))

    def setups(self) -> tuple[str, ...]:
        return boards.names()

    def draw_setup(self, rng: Random, **wishes: float) -> str:
        """A fair random board; wishes are `width`, `height`, `walls`, `mines` (shares), `symmetric`."""
        if unknown := sorted(wishes.keys() - boards.WISHES.keys()):
            raise InvalidOption(f"a random board takes {listed(boards.WISHES)}, not {listed(unknown)}")
        told = {**boards.WISHES, **wishes}
        return boards.random_board(
            rng,
            int(told["width"]),
            int(told["height"]),
            walls=told["walls"],
            mines=told["mines"],
            symmetric=bool(told["symmetric"]),
        )

    def to_move(self, state: rules.State) -> tuple[Seat, ...]:
        return () if rules.is_over(state) else SEATS

    def legal_moves(self, state: rules.State, seat: Seat) -> tuple[Move, ...]:
        """Every joystick, for either seat."""
        del seat
        return () if rules.is_over(state) else ALL_MOVES

    def apply(self, state: rules.State, moves: Mapping[Seat, Move]) -> rules.State:
        return rules.apply(state, rules.both(lambda seat: rules.JOYSTICKS[moves[seat]]))

    def outcome(self, state: rules.State) -> Outcome | None:
        return rules.outcome(state)

    def lead(self, state: rules.State) -> float:
        """Survival first, then the free squares next to each tank."""
        ways = rules.both(lambda seat: rules.ways_out(state, seat))
        return 10 * super().lead(state) + (ways[0] - ways[1]) / 4

    def choices(self, state: rules.State, seat: Seat) -> list[Move]:
        """Each direction, with each shot if a missile can be fired; other joysticks have the same effects."""
        if rules.is_over(state):
            return []
        towers = (None, *rules.DIRECTIONS) if rules.fly(state)[seat] is None else (None,)
        return [
            Move(rules.JOYSTICKS.index(rules.Joystick(move, tower, tower is not None)))
            for move in rules.DIRECTIONS
            for tower in towers
        ]

    def read_state(self, text: str) -> rules.State:
        return notation.read_state(text)

    def write_state(self, state: rules.State) -> str:
        return notation.write_state(state)

    def write_history(self, state: rules.State) -> str:
        return history.write_history(state)

    def read_history(self, state: rules.State, text: str) -> rules.State:
        return history.read_history(state, text)

    def read_move(self, text: str) -> Move:
        return notation.read_move(text)

    def write_move(self, move: Move) -> str:
        return notation.MOVES[move]

    def to_json(self, state: rules.State) -> dict[str, Any]:
        return wire.to_json(state)

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
        from steelyard.games.tank_duel.observation import observe  # noqa: PLC0415 - NumPy only when asked

        return observe(state, seat)

    @cached_property
    def kernel(self) -> Kernel:
        from steelyard.games.tank_duel.kernel import KERNEL  # noqa: PLC0415 - Numba only when asked

        return KERNEL


GAME = TankDuel
