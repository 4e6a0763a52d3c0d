"""The interface every game implements. The seats to move move together; clocks are the arena's."""

from __future__ import annotations

import itertools
from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, NamedTuple, NewType, TypeVar

from steelyard.core.errors import IllegalMove, InvalidMove, InvalidOption

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
    from random import Random

    import numpy as np
    from numpy.typing import NDArray

    from steelyard.core.interaction import Happening, Pick

    Position = NDArray[np.uint64]  # the few words a kernel works on

Seat = Literal[0, 1]
SEATS: tuple[Seat, Seat] = (0, 1)
Move = NewType("Move", int)  # a code in range(game.num_moves); text only at the edges
S = TypeVar("S", bound="Hashable")  # a position: immutable, complete, without clocks
OptionValue = str | int | bool


@dataclass(frozen=True, slots=True)
class Outcome:
    winner: Seat | None
    """None is a draw."""
    reason: str
    """One of the words in the game's README."""
    score: tuple[int, int]
    """The two figures that were compared, seat 0 first."""


@dataclass(frozen=True, slots=True)
class Option:
    """One keyword argument of a game."""

    name: str
    default: OptionValue
    meaning: str
    check: Callable[[OptionValue], OptionValue]
    """Returns the value as the game keeps it, or raises ValueError saying what would be right."""
    samples: tuple[OptionValue, ...]
    """Values that are under test, the default first."""


class Kernel(NamedTuple):
    """The rules again, compiled, on a few 64-bit words. Optional; must agree with the rules."""

    encode: Callable[[Any], Position]
    legal: Callable[[Position, int, NDArray[np.int64]], int]
    """Writes the seat's moves into the buffer, ascending, and returns how many; 0 for a seat not to move."""
    play: Callable[[Position, int, int], None]
    """Plays in place; -1 for a seat not to move. The moves must be legal."""
    result: Callable[[Position], int]
    """0, 1: that seat has won; 2: a draw; 3: still playing."""
    key: Callable[[Position], int]
    """A 64-bit hash: equal positions, equal keys."""
    perft: Callable[[Position, int], int]
    """How many sequences of joint moves of that many turns there are."""
    playouts: Callable[[Position, int, int], NDArray[np.int64]]
    """(position, games, seed) -> [seat 0 won, seat 1 won, draws, turns played] of random games."""


class Game(ABC, Generic[S]):
    """A game under one choice of its options."""

    id: ClassVar[str]
    """The folder's name and the name on the wire."""
    title: ClassVar[str]
    summary: ClassVar[str]
    """One line for lists."""
    seat_names: ClassVar[tuple[str, str]]
    rules_version: ClassVar[int]
    """Moves when the same moves can lead elsewhere."""
    reasons: ClassVar[tuple[str, ...]]
    """Every word an outcome can have."""
    options: ClassVar[tuple[Option, ...]] = ()
    clock: ClassVar[str] = "none"
    """What it is played under unless said otherwise; clocks themselves are the arena's."""
    turn_separator: ClassVar[str] = "/"
    """Stands between the two moves of a simultaneous turn in a written game."""
    num_moves: int
    max_turns: int
    """Every game ends; this is the promise."""
    silence: Move | None = None
    """Played for a seat that has never answered; None: it loses."""

    def __init__(self, /, **chosen: OptionValue) -> None:
        self.chosen = _checked_options(type(self), chosen)

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

    # The rules.
    @abstractmethod
    def start(self, setup: str = "") -> S:
        """The first position; setup is a position in notation, or what the game's README allows."""

    def setups(self) -> Sequence[str]:
        """What `start` takes by name: the boards that come with the game, the default first."""
        return ("",)

    def draw_setup(self, rng: Random, **wishes: float) -> str:
        """A fair start of chance that `start` takes, where the game has boards to draw."""
        del rng, wishes
        raise InvalidOption(f"{self.title} has no boards that could be drawn")

    @abstractmethod
    def to_move(self, state: S) -> tuple[Seat, ...]:
        """The seats that owe a move, lowest first; empty once the game is over."""

    @abstractmethod
    def legal_moves(self, state: S, seat: Seat) -> Sequence[Move]:
        """Ascending; empty only for a seat that is not to move."""

    @abstractmethod
    def play(self, state: S, moves: Mapping[Seat, Move]) -> S:
        """The next position, after one move from each seat to move."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """How the game ended, or None while it goes on."""

    def lead(self, state: S) -> float:
        """How far ahead seat 0 is, in the game's own measure: what a greedy player goes by."""
        outcome = self.outcome(state)
        return 0.0 if outcome is None or outcome.winner is None else 1.0 - 2.0 * outcome.winner

    def figures(self, state: S) -> dict[str, tuple[int, int]]:
        """What each seat has besides the result, by its word: what is shown, what a contest can rank by."""
        del state
        return {}

    def choices(self, state: S, seat: Seat) -> Sequence[Move]:
        """The legal moves less those that do the same as another: what a player need look at."""
        return self.legal_moves(state, seat)

    def by_agreement(self, state: S) -> Outcome:
        """How the game ends if both players agree to end it here, in a game that knows that end."""
        del state
        raise IllegalMove(f"{self.title} cannot be ended by agreement; play on, or resign")

    def silent_move(self, last: Move | None) -> Move | None:
        """Played for a seat that answers too late, after its last move; None: it loses."""
        del last
        return self.silence

    # Notation: one way in.
    @abstractmethod
    def read_state(self, text: str) -> S: ...
    @abstractmethod
    def write_state(self, state: S) -> str: ...
    def write_history(self, state: S) -> str:
        """What the position carries of how it came about, as far as a picture shows it; usually nothing."""
        del state
        return ""

    def read_history(self, state: S, text: str) -> S:
        """The position with the history that `write_history` wrote: it is drawn as it was in its game."""
        del text
        return state

    @abstractmethod
    def read_move(self, text: str) -> Move: ...
    @abstractmethod
    def write_move(self, move: Move) -> str: ...
    def read_joystick(self, move: str | None, tower: str | None, fire: bool) -> Move:  # noqa: FBT001 - a joystick's three parts
        """The move that a joystick so set stands for, in a game that is played with one."""
        del move, tower, fire
        raise InvalidMove(f"{self.title} is not played with a joystick; send a `move`")

    # Views: several ways out.
    @abstractmethod
    def to_json(self, state: S) -> dict[str, Any]:
        """Carries write_state under "state"; its shape is schema.json."""

    def to_wire(self, state: S) -> bytes:
        """`to_json` as bytes, for whoever sends a great many."""
        from msgspec.json import encode  # noqa: PLC0415 - only who sends positions needs it

        return encode(self.to_json(state))

    @abstractmethod
    def to_text(self, state: S) -> str: ...
    @abstractmethod
    def to_svg(self, state: S) -> str: ...
    @abstractmethod
    def observe(self, state: S, seat: Seat) -> NDArray[np.float32]:
        """Planes for learning, as that seat sees the board."""

    def describe(self, state: S) -> str:
        """The position in words, for those who do not see the board."""
        return self.to_text(state).strip() or self.write_state(state)

    # For a board that knows no rules (staging.py): a game without these is played by its list of moves.
    def picks(self, state: S, seat: Seat) -> dict[str, list[Pick]]:
        """What of the picture the seat can click, by element id, and the moves each begins."""
        del state, seat
        return {}

    def phases(self, before: S, moves: Mapping[Seat, Move], after: S) -> list[list[Happening]]:
        """What happened in the turn, step by step; what is in one step happened together."""
        del before, moves, after
        return []

    @cached_property
    def kernel(self) -> Kernel | None:
        """Compiled on first use, so that nothing else needs Numba."""
        return None

    # What follows for every game from the above.
    def write_moves(self, state: S, moves: Mapping[Seat, Move]) -> str:
        """One turn as it stands in a written game: `LA-RC`, `g1-d4`."""
        return self.turn_separator.join(self.write_move(moves[seat]) for seat in self.to_move(state))

    def read_moves(self, state: S, text: str) -> dict[Seat, Move]:
        """The turn that `write_moves` wrote."""
        seats = self.to_move(state)
        parts = text.split(self.turn_separator) if len(seats) == 2 else [text]
        if len(parts) != len(seats):
            raise InvalidMove(_turn_expected(text, seats, self.turn_separator))
        return {seat: self.read_move(part) for seat, part in zip(seats, parts, strict=True)}

    def advance(self, state: S, moves: Mapping[Seat, Move]) -> S:
        """As `play`, for moves already known to be legal."""
        return self.play(state, moves)

    def checked(self, state: S, moves: Mapping[Seat, Move]) -> None:
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
        """The sentence for a move that is not among the legal ones."""
        known = isinstance(move, int) and 0 <= move < self.num_moves
        name = self.write_move(Move(move)) if known and move is not None else f"move code {move!r}"
        can = listed(map(self.write_move, legal))
        return f"{self.seat_names[seat]} cannot play {name} here; it can play {can}"


def listed(words: Iterable[str], most: int = 40) -> str:
    """`LA, LB, RC`, cut short when there are very many."""
    words = list(words)
    more = f" and {len(words) - most} more" if len(words) > most else ""
    return ", ".join(words[:most]) + more


def _checked_options(game: type[Game[Any]], chosen: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    known = {option.name: option for option in game.options}
    for name in chosen:
        if name not in known:
            have = f"its options are {listed(known)}" if known else "it has no options"
            raise InvalidOption(f"{game.id} has no option {name!r}; {have}")
    values = {}
    for name, option in known.items():
        try:
            values[name] = option.check(chosen.get(name, option.default))
        except ValueError as error:
            raise InvalidOption(f"{game.id}: option {name}: {error}") from None
    return values


def _turn_expected(text: str, seats: tuple[Seat, ...], separator: str) -> str:
    if not seats:
        return f"{text!r}: the game is over, nothing can follow"
    return f"{text!r}: two moves with {separator!r} between them are expected, seat 0's first"


def one_of(*allowed: str) -> Callable[[OptionValue], OptionValue]:
    """An option check: the value is one of these words."""

    def check(value: OptionValue) -> OptionValue:
        if value not in allowed:
            raise ValueError(f"{value!r} is not one of {listed(allowed)}")
        return value

    return check
