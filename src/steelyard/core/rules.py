"""Rules and notation: what every game defines. The seats to move move together; clocks are the arena's."""

from __future__ import annotations

import itertools
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, NewType, TypeVar

from steelyard.core.errors import IllegalMove, InvalidMove, InvalidOption, listed
from steelyard.core.options import check_options

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Mapping, Sequence
    from random import Random

    from steelyard.core.options import Option, OptionValue

Seat = Literal[0, 1]
SEATS: tuple[Seat, Seat] = (0, 1)
Move = NewType("Move", int)  # a code in range(game.num_moves); text only at the edges
S = TypeVar("S", bound="Hashable")  # a position: immutable, complete, without clocks


def seat_number(seat: Any) -> Seat:
    """That seat as the integer 0 or 1; raises InvalidOption for anything else."""
    if not hasattr(seat, "__index__") or seat not in SEATS:
        raise InvalidOption(f"seat {seat!r} is not 0 or 1")
    return SEATS[seat]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended."""

    winner: Seat | None
    """None is a draw."""
    reason: str
    """One of the words in the game's README."""
    score: tuple[int, int]
    """The two figures that were compared, seat 0 first."""


class Rules(ABC, Generic[S]):
    """The rules and the notation of a game, under one choice of its options."""

    id: ClassVar[str]
    """The folder's name and the name on the wire."""
    title: ClassVar[str]
    summary: ClassVar[str] = ""
    """One line for lists."""
    seat_names: ClassVar[tuple[str, str]] = ("Player one", "Player two")
    """In notation, in the protocol and on terminals."""
    sample: ClassVar[str] = ""
    """A position that shows what the game is like, to whoever has not played it; empty: its start."""
    side_names: ClassVar[tuple[str, str] | None] = None
    """What people call the seats where they see colours; None: the same."""
    rules_version: ClassVar[int] = 1
    """Raised when the same moves can lead to another position or outcome."""
    reasons: ClassVar[tuple[str, ...]]
    """Every word that an outcome can have as its reason."""
    options: ClassVar[tuple[Option, ...]] = ()
    clock: ClassVar[str] = "none"
    """The usual clock, in the grammar of the protocol; clocks themselves are the arena's."""
    turn_separator: ClassVar[str] = "/"
    """Stands between the two moves of a simultaneous turn in a written game."""
    num_moves: int
    """Moves are codes from 0 to num_moves - 1."""
    max_turns: int
    """No game is longer than this."""

    def __init__(self, /, **chosen: OptionValue) -> None:
        self.chosen = check_options(self.id, self.options, chosen)

    def __init_subclass__(cls) -> None:
        """A game that checks moves in a `play` of its own may leave `apply` out."""
        super().__init_subclass__()
        if "play" in vars(cls) and getattr(cls.apply, "__isabstractmethod__", False):
            cls.apply = cls.play  # type: ignore[method-assign]  # slower, and as right

    def __repr__(self) -> str:
        chosen = "".join(f", {name}={value!r}" for name, value in self.changed_options().items())
        return f"steelyard.game({self.id!r}{chosen})"

    def changed_options(self) -> dict[str, OptionValue]:
        """The options that are not at their default, as keyword arguments."""
        return {o.name: self.chosen[o.name] for o in self.options if self.chosen[o.name] != o.default}

    @classmethod
    def option_sets(cls) -> Iterator[dict[str, OptionValue]]:
        """Every combination of the options' samples: the variants under test, the default first."""
        for values in itertools.product(*(option.samples for option in cls.options)):
            yield dict(zip((option.name for option in cls.options), values, strict=True))

    # Every game defines these.
    @abstractmethod
    def start(self, setup: str = "") -> S:
        """The first position; `setup` is a position in notation, or what the game's README allows."""

    @abstractmethod
    def to_move(self, state: S) -> tuple[Seat, ...]:
        """The seats that owe a move, lowest first; empty once the game is over."""

    @abstractmethod
    def legal_moves(self, state: S, seat: Seat) -> Sequence[Move]:
        """Ascending; empty exactly for a seat that is not to move."""

    @abstractmethod
    def apply(self, state: S, moves: Mapping[Seat, Move]) -> S:
        """The next position, after one legal move from each seat to move. Nothing is checked."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """How the game ended, or None while it goes on."""

    @abstractmethod
    def read_state(self, text: str) -> S:
        """The position that `write_state` wrote; raises InvalidState."""

    @abstractmethod
    def write_state(self, state: S) -> str:
        """The position in one line."""

    @abstractmethod
    def read_move(self, text: str) -> Move:
        """The move that `write_move` wrote, legal or not; raises InvalidMove."""

    @abstractmethod
    def write_move(self, move: Move) -> str: ...

    # A game may define these.
    def setups(self) -> Sequence[str]:
        """What `start` takes by name: the boards that come with the game, the default first."""
        return ("",)

    def draw_setup(self, rng: Random, **wishes: float) -> str:
        """A fair random setup for `start`, in a game with random boards."""
        del rng, wishes
        raise InvalidOption(f"{self.title} has no random boards")

    def lead(self, state: S) -> float:
        """How far ahead seat 0 is, in the game's own measure. The bot `greedy` maximises it."""
        outcome = self.outcome(state)
        return 0.0 if outcome is None or outcome.winner is None else 1.0 - 2.0 * outcome.winner

    def figures(self, state: S) -> dict[str, tuple[int, int]]:
        """Numbers of each seat, by name, such as points: pages show them, contests can rank by them."""
        del state
        return {}

    def is_legal(self, state: S, seat: Seat, move: Move) -> bool:
        """Whether `legal_moves` has the move. A game can define it to save time."""
        return move in self.legal_moves(state, seat)

    def choices(self, state: S, seat: Seat) -> Sequence[Move]:
        """The legal moves without those that have the same effect as another."""
        return self.legal_moves(state, seat)

    def by_agreement(self, state: S) -> Outcome:
        """The outcome if both players agree to end the game here; raises IllegalMove if they cannot."""
        del state
        raise IllegalMove(f"{self.title} cannot be ended by agreement; play on, or resign")

    def write_history(self, state: S) -> str:
        """What a picture shows of the turns before the position, as text; usually nothing."""
        del state
        return ""

    def read_history(self, state: S, text: str) -> S:
        """The position with the history that `write_history` wrote, so that its picture is the same."""
        del text
        return state

    # These follow from the above.
    def play(self, state: S, moves: Mapping[Seat, Move]) -> S:
        """The next position, after one move from each seat to move; raises IllegalMove."""
        self.check_moves(state, moves)
        return self.apply(state, moves)

    def check_moves(self, state: S, moves: Mapping[Seat, Move]) -> None:
        """Raise IllegalMove unless `moves` holds one legal move for each seat to move."""
        seats = self.to_move(state)
        if not seats:
            raise IllegalMove("the game is over: nobody is to move")
        if set(moves) != set(seats):
            owing = " and ".join(f"{seat} ({self.seat_names[seat]})" for seat in seats)
            raise IllegalMove(f"one move each is due from seat {owing}, not from {sorted(moves)}")
        for seat in seats:
            legal = self.legal_moves(state, seat)
            if moves[seat] not in legal:
                raise IllegalMove(self.why_not_legal(moves[seat], seat, legal))

    def why_not_legal(self, move: Move | None, seat: Seat, legal: Sequence[Move]) -> str:
        """The error message for a move that is not among the legal ones."""
        known = isinstance(move, int) and 0 <= move < self.num_moves
        name = self.write_move(Move(move)) if known and move is not None else f"move code {move!r}"
        can = listed(map(self.write_move, legal))
        return f"{self.seat_names[seat]} cannot play {name} here; legal moves are {can}"

    def write_moves(self, state: S, moves: Mapping[Seat, Move]) -> str:
        """One turn as a written game has it: `LA-RC`, `g1-d4`."""
        return self.turn_separator.join(self.write_move(moves[seat]) for seat in self.to_move(state))

    def read_moves(self, state: S, text: str) -> dict[Seat, Move]:
        """The turn that `write_moves` wrote; raises InvalidMove."""
        seats = self.to_move(state)
        parts = text.split(self.turn_separator) if len(seats) == 2 else [text]
        if len(parts) != len(seats):
            raise InvalidMove(_turn_expected(text, seats, self.turn_separator))
        return {seat: self.read_move(part) for seat, part in zip(seats, parts, strict=True)}


def _turn_expected(text: str, seats: tuple[Seat, ...], separator: str) -> str:
    if not seats:
        return f"{text!r}: the game is over, no move can follow"
    return f"{text!r}: two moves with {separator!r} between them are expected, seat 0's first"
