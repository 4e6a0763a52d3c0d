"""Tank Battle: two armies of queens, each trying to fill the other's base."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from steelyard.core.errors import IllegalMove
from steelyard.core.game import Game, Kernel, Move, Option, OptionValue, Outcome, Seat
from steelyard.games import art
from steelyard.games.tank_battle import (
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

    import numpy as np
    from numpy.typing import NDArray

    from steelyard.core.interaction import Happening, Pick
    from steelyard.core.views import Ending

LONGEST_QUIET = 1_000_000
UNLIMITED = 1_000_000_000  # turns: no rule ends a game without a quiet limit


def _quiet_limit(value: OptionValue) -> OptionValue:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= LONGEST_QUIET:
        raise ValueError(
            f"{str(value)[:40]!r} is not a whole number from 0 (no limit) to {LONGEST_QUIET}, as in 60"
        )
    return value


class TankBattle(Game[rules.State]):
    id = "tank_battle"
    title = "Tank Battle"
    summary = "Tanks that move like queens, one a turn: bring as many as you can into the enemy base."
    sample = "1bbb1b5/bbb8/bb1b7/5b5/6B4/4W2w2w/9w1/6w3w/3w7/8www/4w1ww3 w 5"
    seat_names = notation.NAMES
    side_names = art.SIDES
    rules_version = 1
    reasons = ("arrived", "destroyed", "passes", "quiet", "agreement")
    plane_names = (
        *("my_tanks", "my_commander", "enemy_tanks", "enemy_commander"),
        *("mines", "contaminated", "my_base", "enemy_base"),
        *("my_turn", "quiet", "passed"),
    )
    options: ClassVar = (
        Option(
            "layout",
            "standard",
            "the board: a name, or the text of a layout of your own",
            boards.check_option,
            boards.names(),
        ),
        Option(
            "quiet_limit",
            60,
            "moves of each player without a capture or a new tank in a base that end the game; 0: never",
            _quiet_limit,
            (60, 5),
        ),
    )
    clock = "fischer:300s+5s"
    num_moves = rules.PASS + 1

    def __init__(self, /, **chosen: OptionValue) -> None:
        super().__init__(**chosen)
        self.board = boards.named(str(self.chosen["layout"]))
        self.quiet_limit = int(self.chosen["quiet_limit"])
        # 28 tanks can come into a base and 27 be captured, with a quiet stretch before, between and after.
        self.max_turns = 56 * 2 * self.quiet_limit or UNLIMITED

    def start(self, setup: str = "") -> rules.State:
        return self.read_state(setup) if setup else rules.start(self.board, self.quiet_limit)

    def to_move(self, state: rules.State) -> tuple[Seat, ...]:
        return () if rules.is_over(state) else (state.mover,)

    def legal_moves(self, state: rules.State, seat: Seat) -> list[Move]:
        return rules.legal_moves(state, seat)

    def is_legal(self, state: rules.State, seat: Seat, move: Move) -> bool:
        return rules.is_legal(state, seat, move)

    def apply(self, state: rules.State, moves: Mapping[Seat, Move]) -> rules.State:
        return rules.apply(state, moves[state.mover])

    def outcome(self, state: rules.State) -> Outcome | None:
        return rules.outcome(state)

    def lead(self, state: rules.State) -> float:
        """The difference in points: captures and tanks in the enemy base change it."""
        white, black = rules.points(state)
        return 100 * super().lead(state) + white - black

    def points(self, state: rules.State) -> tuple[int, int]:
        """White's and Black's points, at any time in the game."""
        return rules.points(state)

    def figures(self, state: rules.State) -> dict[str, tuple[int, int]]:
        return {"points": rules.points(state)}

    def by_agreement(self, state: rules.State) -> Outcome:
        """The outcome by points if both players agree to end the game here."""
        if rules.is_over(state):
            raise IllegalMove("the game is over already; there is nothing left to agree on")
        return rules.by_agreement(state)

    def read_state(self, text: str) -> rules.State:
        return notation.read_state(text, self.board, self.quiet_limit)

    def write_state(self, state: rules.State) -> str:
        return notation.write_state(state)

    def write_history(self, state: rules.State) -> str:
        return history.write_history(state)

    def read_history(self, state: rules.State, text: str) -> rules.State:
        return history.read_history(state, text)

    def read_move(self, text: str) -> Move:
        return notation.read_move(text)

    def write_move(self, move: Move) -> str:
        return notation.write_move(move)

    def write_moves(self, state: rules.State, moves: Mapping[Seat, Move]) -> str:
        """As written in a game, with `x` for a capture."""
        return "".join(notation.write_move_from(state, moves[seat]) for seat in self.to_move(state))

    def to_json(self, state: rules.State) -> dict[str, Any]:
        return wire.to_json(state)

    def to_text(self, state: rules.State) -> str:
        return drawing.to_text(state)

    def to_svg(self, state: rules.State, *, picked: str | None = None) -> str:
        """`picked` is the square of a tank that can move: its target squares are drawn too."""
        return picture.to_svg(state, picked)

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

    def legal_wire(self, state: rules.State, seat: Seat) -> bytes:
        return wire.legal_moves(state, seat)

    def picks_wire(self, state: rules.State, seat: Seat) -> bytes:
        return wire.picks(state, seat)

    def phases(
        self, before: rules.State, moves: Mapping[Seat, Move], after: rules.State
    ) -> list[list[Happening]]:
        del after
        return interaction.phases(before, moves[before.mover])

    def observe(self, state: rules.State, seat: Seat) -> NDArray[np.float32]:
        from steelyard.games.tank_battle.observation import observe  # noqa: PLC0415 - NumPy only when asked

        return observe(state, seat)

    @cached_property
    def kernel(self) -> Kernel:
        from steelyard.games.tank_battle.kernel import KERNEL  # noqa: PLC0415 - Numba only when asked

        return KERNEL


GAME = TankBattle
