"""Verdicts: the ways a bot can fail, and what follows for the game."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from steelyard.core.errors import SteelyardError
from steelyard.core.game import SEATS, Outcome
from steelyard.protocol.messages import Result

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from steelyard.core.game import Game, Seat


class Fault(StrEnum):
    FAILED_TO_BUILD = "failed_to_build"
    FAILED_TO_START = "failed_to_start"
    SLOW_START = "slow_start"
    TIME_OUT = "time_out"
    ILLEGAL_MOVE = "illegal_move"
    UNREADABLE = "unreadable_answer"
    TOO_LONG = "answer_too_long"
    CRASHED = "crashed"
    OUT_OF_MEMORY = "out_of_memory"
    TOO_MANY_PROCESSES = "too_many_processes"
    PLATFORM = "platform_fault"
    RESIGNED = "resigned"
    """A person gave up: not a failure, but it ends the game in the same way."""


BOTH_FAILED = "both_failed"
"""The reason of a game in which both players failed in the same turn, for different reasons."""

WORDS: dict[str, str] = {
    Fault.RESIGNED: "resigned",
    Fault.TIME_OUT: "ran out of time",
    Fault.FAILED_TO_BUILD: "could not be built",
    Fault.FAILED_TO_START: "did not start",
    Fault.SLOW_START: "was not ready in time",
    Fault.ILLEGAL_MOVE: "made an illegal move",
    Fault.UNREADABLE: "gave an answer that cannot be read",
    Fault.TOO_LONG: "gave an answer that is too long",
    Fault.CRASHED: "crashed",
    Fault.OUT_OF_MEMORY: "used too much memory",
    Fault.TOO_MANY_PROCESSES: "started too many processes",
    Fault.PLATFORM: "could not play because the machine failed",
}
"""Each fault as a phrase that follows the player's name."""


def failures_in_words(faults: Mapping[Seat, str], turn: int, names: tuple[str, str], both: str) -> str:
    """Who failed and how: `Bob's bot crashed in turn 5`; turn 0 is before the first."""
    at = f" in turn {turn}" if turn else ""
    told = [in_words(faults[seat]) for seat in SEATS if seat in faults]
    if len(told) == 2 and told[0] == told[1]:
        return f"{both} {told[0]}{at}"
    return " and ".join(f"{names[seat]} {in_words(faults[seat])}" for seat in sorted(faults)) + at


def in_words(fault: str) -> str:
    """The fault as a phrase that follows the player's name: `did not start`."""
    return "failed" if fault == BOTH_FAILED else WORDS.get(fault, fault)


def because(game: type[Game[Any]], outcome: Outcome | Result, loser: str) -> str:
    """Why a game ended so, by the rules or by a failure, as the end of a sentence: `Bob did not start`."""
    if _is_failure(outcome.reason):
        return f"{loser or 'both'} {in_words(outcome.reason)}"
    return game.because(Outcome(outcome.winner, outcome.reason, outcome.score), loser)


def ending(game: type[Game[Any]], outcome: Outcome | Result, names: Sequence[str]) -> str:
    """How a game ended, in a sentence: `Ada won: Bob hit a mine`."""
    if outcome.winner is None:
        return f"{'Nobody won' if _is_failure(outcome.reason) else 'Draw'}: {because(game, outcome, '')}"
    return f"{names[outcome.winner]} won: {because(game, outcome, names[1 - outcome.winner])}"


def _is_failure(reason: str) -> bool:
    return reason in WORDS or reason == BOTH_FAILED


FORGIVABLE = frozenset({Fault.TIME_OUT, Fault.ILLEGAL_MOVE, Fault.UNREADABLE})
"""Faults of a single turn, which a contest may count as strikes instead of losing the game."""


class Verdict(msgspec.Struct, frozen=True, omit_defaults=True):
    """The failure of one bot or of both, with details for its author."""

    seat: Literal[0, 1]
    fault: Fault
    detail: str
    turn: int = 0
    both: bool = False
    """Whether both failed in the same turn: nobody wins, and `seat` is 0."""
    line: str = ""
    """The offending line, cut short."""
    stderr: str = ""
    """The end of the bot's log (standard error)."""
    other: Fault | None = None
    """The fault of seat 1, if both failed with different faults."""
    other_detail: str = ""
    """The detail of seat 1's failure, if both failed."""
    wall_ms: tuple[float | None, float | None] = (None, None)
    """What each seat took in the turn that failed; None if it was not asked."""
    lost_ms: tuple[float | None, float | None] = (None, None)
    """The part of that which the machine took."""

    def detail_for(self, seat: int) -> str | None:
        """The detail of that seat's own failure; None if it has not failed."""
        if self.both and seat != self.seat:
            return self.other_detail or self.detail
        return self.detail if seat == self.seat else None

    @property
    def faults(self) -> dict[Seat, Fault]:
        """The fault of each seat that failed; empty for a platform fault."""
        if self.fault is Fault.PLATFORM:
            return {}
        both = {SEATS[1 - self.seat]: self.other or self.fault} if self.both else {}
        return {self.seat: self.fault, **both}


class BotFailure(SteelyardError):
    """A bot failed; the referee turns this into a verdict. Never becomes a PlatformFault."""

    def __init__(self, fault: Fault, detail: str, line: str = "", log: str = "", whole_log: str = "") -> None:
        super().__init__(f"{fault}: {detail}")
        self.fault = fault
        self.detail = detail
        self.line = line
        self.log = log
        """The bot's log, kept for failures whose process is gone by the time of the verdict."""
        self.whole_log = whole_log
        """The complete output of a build; `log` has only its beginning."""

    def at_start(self, log: str) -> BotFailure:
        """The same failure before the first game: a bot that exits before `ready` has failed to start."""
        fault = Fault.FAILED_TO_START if self.fault is Fault.CRASHED else self.fault
        return BotFailure(fault, self.detail, self.line, log)

    def in_words(self) -> str:
        """The failure as a sentence: `it did not start: ...`."""
        return f"it {in_words(self.fault)}: {self.detail}"

    def verdict(self, seat: Seat, turn: int, stderr: str) -> Verdict:
        return Verdict(seat, self.fault, self.detail, turn, line=self.line, stderr=stderr)


def failed(failures: Mapping[Seat, BotFailure], turn: int, logs: Mapping[Seat, str]) -> Verdict:
    """The verdict on the failures of one turn, of one seat or of both; the order they came in is ignored."""
    seat = min(failures)
    first = failures[seat].verdict(seat, turn, logs[seat])
    if len(failures) == 1:
        return first
    other = failures[1]
    differing = None if other.fault is first.fault else other.fault
    return msgspec.structs.replace(first, both=True, other=differing, other_detail=other.detail)


def verdict_result(verdict: Verdict) -> Result | None:
    """The result after a verdict: the other seat wins, nobody if both failed, None for a platform fault."""
    if verdict.fault is Fault.PLATFORM:
        return None
    if verdict.both:
        return Result(None, BOTH_FAILED if verdict.other is not None else verdict.fault, (0, 0))
    return Result(SEATS[1 - verdict.seat], verdict.fault, (verdict.seat, 1 - verdict.seat))
