"""Nim, the smallest whole game: a heap, one to three matches a move, whoever takes the last one wins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from steelyard.core.errors import InvalidMove, InvalidState
from steelyard.core.game import SEATS, Game, Move, Option, OptionValue, Outcome
from steelyard.games import art

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from steelyard.core.game import Seat

MOST = 21


def _heap(value: OptionValue) -> OptionValue:
    if not isinstance(value, int) or not 1 <= value <= MOST:
        raise ValueError(f"{value!r} is not a number of matches from 1 to {MOST}")
    return value


@dataclass(frozen=True, slots=True)
class State:
    heap: int
    seat: Seat = 0

    def _repr_svg_(self) -> str:
        return to_svg(self)


def to_svg(state: State) -> str:
    matches = (
        art.square(number, 0, id=f"match-{number}", class_="line", data_seat=state.seat, data_move="1")
        for number in range(state.heap)
    )
    ground = art.square(0, 0, id="ground", class_="paper")
    return art.picture(MOST, 1, ground, *matches, title="Nim", description=f"{state.heap} matches")


class Nim(Game[State]):
    id = "nim"
    title = "Nim"
    summary = "Take one to three matches; whoever takes the last one wins."
    seat_names = ("First", "Second")
    rules_version = 1
    reasons = ("last",)
    options: ClassVar = (Option("heap", 10, "how many matches there are", _heap, (10, 21)),)
    num_moves = 3
    max_turns = MOST

    def start(self, setup: str = "") -> State:
        return self.read_state(setup) if setup else State(int(self.chosen["heap"]))

    def to_move(self, state: State) -> tuple[Seat, ...]:
        return (state.seat,) if state.heap else ()

    def legal_moves(self, state: State, seat: Seat) -> list[Move]:
        return [Move(code) for code in range(min(3, state.heap))] if seat == state.seat else []

    def apply(self, state: State, moves: Mapping[Seat, Move]) -> State:
        return State(state.heap - moves[state.seat] - 1, SEATS[1 - state.seat])

    def outcome(self, state: State) -> Outcome | None:
        if state.heap:
            return None
        winner = SEATS[1 - state.seat]
        return Outcome(winner, "last", (1 - winner, winner))

    def read_state(self, text: str) -> State:
        heap, _, seat = text.partition(":")
        if not (heap.isascii() and heap.isdigit() and len(heap) < 3 and seat in {"0", "1"}):
            raise InvalidState(f"{text[:20]!r} is not a heap and a seat, as in 10:0")
        return State(int(heap), SEATS[int(seat)])

    def write_state(self, state: State) -> str:
        return f"{state.heap}:{state.seat}"

    def read_move(self, text: str) -> Move:
        if text not in {"1", "2", "3"}:
            raise InvalidMove(f"{text[:20]!r} is not 1, 2 or 3")
        return Move(int(text) - 1)

    def write_move(self, move: Move) -> str:
        return str(move + 1)

    def to_json(self, state: State) -> dict[str, Any]:
        return {"state": self.write_state(state), "heap": state.heap}

    def to_text(self, state: State) -> str:
        return "|" * state.heap

    def to_svg(self, state: State) -> str:
        return to_svg(state)

    def observe(self, state: State, seat: Seat) -> NDArray[np.float32]:
        del seat
        return np.full((1, 1, 1), state.heap, np.float32)


GAME = Nim
