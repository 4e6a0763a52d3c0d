"""A recorded game as one of its bots met it: what it saw in each turn, answered, needed and wrote."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from steelyard import games
from steelyard.arena.record import replayed
from steelyard.core.errors import InvalidOption

if TYPE_CHECKING:
    from collections.abc import Mapping

    from steelyard.arena.record import Record, TurnFacts
    from steelyard.core.game import Seat


@dataclass(frozen=True, slots=True)
class RecordedTurn:
    """One turn; the bot saw `state` if it was to move."""

    number: int
    state: Any
    legal: list[str]
    """Empty if the bot was not to move."""
    answer: str | None
    enemy: str | None
    wall_ms: float | None
    cpu_ms: float | None
    delay_ms: float
    """How long the machine stood still meanwhile, which no bot is charged for."""
    events: list[str]
    failure: str | None
    """How the bot lost the game in this turn, if it did so by a failure."""
    log: str
    after: Any
    """The position after the turn; None if the game was stopped in it."""


class RecordedGame:
    """Replays a record for one seat."""

    def __init__(self, record: Record, seat: Seat, log: Mapping[int, str]) -> None:
        """`log` is what the bot wrote, by turn."""
        self.record = record
        self.seat = seat
        self.game, self._states = replayed(record, games.get)
        self._log = log

    @property
    def last(self) -> int:
        """The number of the last turn; one in which a bot failed counts."""
        return len(self.record.turns) + (self.record.verdict is not None)

    @property
    def end(self) -> Any:
        """The last position."""
        return self._states[-1]

    def turn(self, number: int) -> RecordedTurn:
        if not 1 <= number <= self.last:
            raise InvalidOption(f"the game has turns 1 to {self.last}, and no turn {number}")
        state = self._states[number - 1]
        to_move = self.seat in self.game.to_move(state)
        legal = [self.game.write_move(move) for move in self.game.legal_moves(state, self.seat)]
        facts = self.record.turns[number - 1] if number <= len(self.record.turns) else None
        return RecordedTurn(
            number,
            state,
            legal if to_move else [],
            facts.moves[self.seat] if facts else None,
            facts.moves[1 - self.seat] if facts else None,
            facts.wall_ms[self.seat] if facts else self._failed_after_ms(),
            facts.cpu_ms[self.seat] if facts else None,
            facts.delay_ms if facts else 0.0,
            self._events(number),
            self._failure(facts),
            self._log_of(number),
            self._states[number] if facts else None,
        )

    def _events(self, number: int) -> list[str]:
        mine = [event for event in self.record.events if event.seat in {None, self.seat}]
        return [event.what for event in mine if event.turn == number]

    def _failed_after_ms(self) -> float | None:
        return self.record.verdict.wall_ms[self.seat] if self.record.verdict is not None else None

    def _failure(self, facts: TurnFacts | None) -> str | None:
        verdict = self.record.verdict
        if facts is not None or verdict is None or self.seat not in verdict.faults:
            return None
        line = f"; it had sent {verdict.line}" if verdict.line and verdict.seat == self.seat else ""
        return f"{verdict.faults[self.seat]}: {verdict.detail_for(self.seat)}{line}"

    def _log_of(self, number: int) -> str:
        """What was written in that turn; in the first also what came before, in the last what came after."""
        wanted = {number} | ({0} if number == 1 else set())
        if number == self.last:
            wanted |= {turn for turn in self._log if turn > number}
        text = "".join(self._log.get(turn, "") for turn in sorted(wanted))
        verdict = self.record.verdict
        if not text and verdict is not None and number == self.last and verdict.seat == self.seat:
            return verdict.stderr
        return text
