"""Verifies the record of a game between bots: that it was the game that was ordered, and could go so.

Everything that can be computed or compared is: the moves lead to the outcome, times fit the clock, a time-out
is borne out by its own times, forgiven answers and void games stay within what is allowed.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any

from steelyard.arena.record import (
    AGREEMENT,
    REPLAYS,
    GameOrder,
    InvalidRecord,
    Record,
    derived_seed,
    replayed,
)
from steelyard.arena.referee.messages import read_answer
from steelyard.arena.verdicts import FORGIVABLE, BotFailure, Fault
from steelyard.core.game import SEATS
from steelyard.protocol.clock import read_clock

if TYPE_CHECKING:
    from collections.abc import Callable

    from steelyard.arena.record import Event, Times
    from steelyard.arena.verdicts import Verdict
    from steelyard.core.game import Game, Move, Seat

UNKNOWABLE = (
    "measured times, as long as they fit the clock",
    "other legal moves that lead to the same end",
    "a failure that only the referee saw: a crash, a limit, a long answer, a bot that did not start",
    "that the machine disturbed a game, so that it was played again, or that a bot was started anew",
    "that an answer was bad and was forgiven",
    "words: details of a failure, logs, reasons, the versions that bots report, dates",
)
"""What nobody can find in a game before the hash of its file was published."""
UNKNOWABLE_OF_CONTESTS = (
    *UNKNOWABLE,
    "games that are missing because they were not played yet, or would not count anyhow",
    "what the organiser decided, as long as it could be decided then",
    "the contest file as far as no game depends on it, such as its points and grades",
    "how bots were isolated, and what was left out of what was submitted",
)
UNKNOWN_HASH = (
    "no line has this hash: it belongs to another file or was copied wrongly, or something was changed since "
    "it was published"
)
WHOLE_LINE = re.compile(r"""(['"])([^\\]*)\1""")  # as `lines.shown` shows one that it need not change
ROUNDING_MS = 0.002  # in each recorded time; they add up over the turns of a game
NEVER_BEFORE_A_GAME = frozenset({Fault.TIME_OUT, Fault.ILLEGAL_MOVE, Fault.PLATFORM, Fault.RESIGNED})
"""How no bot fails before the first turn."""
NEVER_IN_PLAY = frozenset({Fault.FAILED_TO_BUILD, Fault.PLATFORM, Fault.RESIGNED})


def check_order(record: Record, order: GameOrder) -> None:
    """Raise InvalidRecord unless the record is of that game."""
    names = GameOrder.__struct_fields__
    different = [name for name in names if getattr(record, name) != getattr(order, name)]
    if different:
        raise InvalidRecord(f"it is not the game that was to be played (different: {', '.join(different)})")


def verified(record: Record, get: Callable[..., Game[Any]]) -> tuple[Game[Any], list[Any]]:
    """Replay a game between bots: the game and all positions. InvalidRecord if it cannot have gone so."""
    game, states = replayed(record, get)
    if record.outcome is not None and record.outcome.reason == AGREEMENT:
        raise InvalidRecord("bots cannot end a game by agreement")
    if record.outcome is None and record.verdict is None:
        raise InvalidRecord("the game is not over")
    _GameCheck(record, game, states).check()
    return game, states


class _GameCheck:
    """The checks of one game that replays."""

    def __init__(self, record: Record, game: Game[Any], states: list[Any]) -> None:
        self._record = record
        self._game = game
        self._states = states
        clock = read_clock(record.clock)
        self._clocks = [clock, clock]
        self._first_asked: dict[Seat, int] = {}
        self._used_up: set[tuple[int, Seat]] = set()
        """The turns in which a seat let its time run out."""

    def check(self) -> None:
        record = self._record
        for number, turn in enumerate(record.turns, start=1):
            self._check_turn(number, turn.wall_ms, turn.lost_ms)
            if _there(turn.cpu_ms) != _there(turn.wall_ms):
                raise InvalidRecord(f"turn {number}: CPU times of a seat that was not to move")
        if record.verdict is not None:
            self._check_verdict(record.verdict)
        self._check_events()

    def _check_turn(self, number: int, wall_ms: Times, lost_ms: Times) -> None:
        """Check the times of a turn, and charge them to the clocks."""
        asked = self._game.to_move(self._states[number - 1])
        if not _there(wall_ms) == _there(lost_ms) == asked:
            raise InvalidRecord(f"turn {number}: there should be times for seat {asked}, and for no other")
        for seat in asked:
            wall, lost, clock = wall_ms[seat] or 0.0, lost_ms[seat] or 0.0, self._clocks[seat]
            spent, allowed, tolerance = wall - lost, clock.patience_ms, ROUNDING_MS * (number + 1)
            if lost > wall + tolerance:
                raise InvalidRecord(f"turn {number}: seat {seat} lost more time than it took")
            if spent > allowed + tolerance:
                raise InvalidRecord(f"turn {number}: seat {seat} took {spent:g} ms and had {allowed:g} ms")
            if spent >= allowed - tolerance:
                self._used_up.add((number, seat))
            self._first_asked.setdefault(seat, number)
            self._clocks[seat] = clock.spend(max(0.0, spent))

    def _check_verdict(self, verdict: Verdict) -> None:
        record, faults = self._record, verdict.faults
        one_seat = len(faults) == 1
        if verdict.both != (len(faults) == 2) or (not one_seat and verdict.seat != 0):
            raise InvalidRecord("the verdict does not say who failed")
        if verdict.other == verdict.fault or (not verdict.both and (verdict.other or verdict.other_detail)):
            raise InvalidRecord("the verdict names another failure than its own")
        if verdict.turn == 0:
            allowed = verdict.fault is Fault.PLATFORM or not NEVER_BEFORE_A_GAME & {*faults.values()}
            if record.turns or not allowed or _there(verdict.wall_ms) or _there(verdict.lost_ms):
                raise InvalidRecord("the verdict is on a bot that did not start, but the game was played")
            return
        if verdict.turn != len(record.turns) + 1:
            raise InvalidRecord(
                f"the verdict is on turn {verdict.turn} of a game that was stopped after turn "
                f"{len(record.turns)}"
            )
        if NEVER_IN_PLAY & {verdict.fault, *faults.values()}:
            raise InvalidRecord(f"no bot fails by {verdict.fault} while it plays")
        asked = self._game.to_move(self._states[-1])
        if not {*faults} <= {*asked}:
            raise InvalidRecord(f"turn {verdict.turn}: the verdict is on a seat that was not to move")
        self._check_turn(verdict.turn, verdict.wall_ms, verdict.lost_ms)
        for seat, fault in faults.items():
            self._check_fault(seat, fault, verdict.turn)
            if fault in FORGIVABLE and self._strikes(seat) < record.strikes:
                raise InvalidRecord(f"seat {seat} had strikes left: its failure would have been forgiven")
        self._check_line(verdict)

    def _check_fault(self, seat: Seat, fault: Fault | None, turn: int) -> None:
        if fault is Fault.TIME_OUT and ((turn, seat) not in self._used_up or self._game.joystick is not None):
            raise InvalidRecord(f"turn {turn}: no time of seat {seat} bears out that it ran out of time")

    def _check_line(self, verdict: Verdict) -> None:
        """Read the answer that was refused again, where it is there as it was sent."""
        shown = WHOLE_LINE.fullmatch(verdict.line)
        if verdict.fault not in {Fault.ILLEGAL_MOVE, Fault.UNREADABLE} or shown is None:
            return  # cut short, or with signs that are not shown as they were
        line = shown[2].encode()
        try:
            _, move = read_answer(self._game, line)
        except BotFailure:
            found: Fault | None = Fault.UNREADABLE
        else:
            legal = self._game.legal_moves(self._states[-1], verdict.seat)
            found = Fault.ILLEGAL_MOVE if move is not None and move not in legal else None
        if found is not verdict.fault:
            raise InvalidRecord(f"the answer {verdict.line} is not what the verdict says: {verdict.fault}")

    def _strikes(self, seat: Seat) -> int:
        return sum(event.kind == "strike" and event.seat == seat for event in self._record.events)

    def _check_events(self) -> None:
        record = self._record
        last = len(record.turns) + (record.verdict is not None and record.verdict.turn > 0)
        for event in record.events:
            told = f"turn {event.turn}: {event.what!r}"
            if event.kind == "note" or (event.fault is not None) != (event.kind == "strike"):
                raise InvalidRecord(f"{told} is nothing that a referee notes")
            if event.kind == "replayed":
                if event.turn:
                    raise InvalidRecord(f"{told} was before the first turn")
            elif event.seat is None or not 1 <= event.turn <= last or not self._was_asked(event):
                raise InvalidRecord(f"{told} is of a turn in which nobody was asked")
            elif event.kind == "strike":
                self._check_strike(event)
            elif event.kind == "repeated":
                self._check_repeated(event)
            elif self._first_asked[event.seat] != event.turn:
                raise InvalidRecord(f"{told}: it had answered before")
        self._check_counts()

    def _was_asked(self, event: Event) -> bool:
        return event.seat in self._game.to_move(self._states[event.turn - 1])

    def _check_repeated(self, event: Event) -> None:
        record, joystick, seat = self._record, self._game.joystick, event.seat
        assert seat is not None  # noqa: S101 - checked by the caller
        if joystick is None or (event.turn, seat) not in self._used_up:
            raise InvalidRecord(f"turn {event.turn}: seat {seat} answered in time")
        earlier = [turn.moves[seat] for turn in record.turns[: event.turn - 1]]
        held = earlier[-1] if earlier else self._game.write_move(joystick.at_rest)
        if event.turn <= len(record.turns) and record.turns[event.turn - 1].moves[seat] != held:
            raise InvalidRecord(f"turn {event.turn}: the joystick of seat {seat} did not stay as it was")

    def _check_strike(self, event: Event) -> None:
        record, seat = self._record, event.seat
        assert seat is not None  # noqa: S101 - checked by the caller
        if event.fault not in FORGIVABLE:
            raise InvalidRecord(f"turn {event.turn}: {event.fault} is not forgiven")
        self._check_fault(seat, event.fault, event.turn)
        if event.turn <= len(record.turns):
            legal = self._game.legal_moves(self._states[event.turn - 1], seat)
            move: Move = legal[derived_seed(record.seed, "strike", event.turn, seat) % len(legal)]
            if record.turns[event.turn - 1].moves[seat] != self._game.write_move(move):
                raise InvalidRecord(f"turn {event.turn}: seat {seat} was given another move than chance says")

    def _check_counts(self) -> None:
        record = self._record
        counts = Counter(
            (event.kind, event.turn, event.seat) for event in record.events if event.kind != "replayed"
        )
        if any(count > 1 for count in counts.values()):
            raise InvalidRecord("two events of one kind in one turn of a seat")
        if any(self._strikes(seat) > record.strikes for seat in SEATS):
            raise InvalidRecord(f"more than {record.strikes} bad answers were forgiven")
        void = sum(event.kind == "replayed" for event in record.events)
        given_up = record.verdict is not None and record.verdict.fault is Fault.PLATFORM
        if void > REPLAYS + given_up or (given_up and 0 < void <= REPLAYS):
            raise InvalidRecord(
                f"a game is played again {REPLAYS} times, then it is given up; not {void} times"
            )


def _there(times: Times) -> tuple[Seat, ...]:
    return tuple(seat for seat in SEATS if times[seat] is not None)
