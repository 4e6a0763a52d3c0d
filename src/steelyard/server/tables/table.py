"""One table: what may be added to its log. Time is passed in, nothing waits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steelyard.arena.record import AGREEMENT
from steelyard.arena.verdicts import Fault, Verdict, verdict_result
from steelyard.core.errors import InvalidMove, SteelyardError
from steelyard.core.game import SEATS, Move, Seat
from steelyard.protocol.clock import DAY_MS
from steelyard.server.tables import log
from steelyard.server.tables.table_state import TableState

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from steelyard.server.tables.log import AnyBody, Entry
    from steelyard.server.tables.terms import Chair, Terms

BOT_GRACE_MS = 3000.0  # a real-time round waits so long for a built-in bot: a busy machine is not its fault
LIVE_CHALLENGE_MS = (
    3_600_000.0  # a challenge to a game in one sitting lasts an hour, and so do its first moves
)
NOT_BEGUN_MS = 14 * DAY_MS  # any other
MOST_SAID = 100  # phrases of one player at one table
MOST_TURNS = 20_000  # of one table, about a megabyte: a game whose rules never end it ends by points then


class Refused(SteelyardError):
    """What a player wants is not allowed; the table is as it was."""


class Table(TableState):
    """Each method says what the log gets, or raises Refused: nothing changes before it is appended."""

    # Moves.
    def move(self, seat: Seat, number: int, word: str, now_ms: float) -> list[AnyBody]:
        """A player's choice for a turn; in real time only the joystick is set, and the log gets nothing.

        The same choice again changes nothing: a page that has lost its connection sends it once more.
        """
        if self._has_chosen(seat, number, word):
            return []
        self.check_playing()
        due = len(self.turns) + 1
        if number != due:
            raise Refused(
                f"turn {number} is over; turn {due} is being played"
                if number < due
                else f"turn {number} has not come; turn {due} is being played"
            )
        move = self._legal(seat, word)
        if self.clocks.realtime:
            self.held[seat] = move
            return []
        if seat in self.sealed:
            raise Refused("your move for this turn is sealed; wait for the other")
        return self._choose(seat, self.game.write_move(move), self.clocks.charged_ms(seat, now_ms))

    def _has_chosen(self, seat: Seat, number: int, word: str) -> bool:
        if 0 < number <= len(self.turns):
            return self.turns[number - 1].moves[seat] == word
        return number == len(self.turns) + 1 and seat in self.sealed and self.sealed[seat].move == word

    def joystick(self, seat: Seat, word: str) -> None:
        """Set between rounds as often as one likes; it is read at the end of the round."""
        self.check_playing()
        if not self.clocks.realtime:
            raise Refused("this table has no rounds of fixed length; send a move")
        self.held[seat] = self._legal(seat, word)

    def bot_move(self, seat: Seat, number: int, word: str, thought_ms: float, now_ms: float) -> list[AnyBody]:
        """A bot's choice; what it waited for a free processor is not its fault and does not count."""
        if number != len(self.turns) + 1 or seat not in self.owing() or seat in self.fresh:
            return []  # the game has gone on without it
        move = self._legal(seat, word)
        if self.clocks.realtime:
            self.held[seat] = move
            self.fresh.add(seat)
            return self.tick(now_ms)
        most = self.clocks.most_ms(seat)
        spent = thought_ms if most is None else min(thought_ms, 0.9 * most)
        return self._choose(seat, self.game.write_move(move), spent)

    def check_playing(self) -> None:
        if self.outcome is not None:
            raise Refused("the game is over")
        if not self.started:
            raise Refused("the other seat is still open; wait until somebody joins")

    def _legal(self, seat: Seat, word: str) -> Move:
        if seat not in self.to_move():
            raise Refused(f"{self.game.seat_names[seat]} is not to move; wait for the other")
        try:
            move = self.game.read_move(word)
        except InvalidMove as error:
            raise Refused(str(error)) from None
        if not self.game.is_legal(self.state, seat, move):
            raise Refused(self.game.why_not_legal(move, seat, self.legal_in_this_turn(seat)))
        return move

    def _choose(self, seat: Seat, word: str, spent_ms: float) -> list[AnyBody]:
        """Seal a move, or, if it was the last one awaited, play the turn."""
        sealed = log.Sealed(seat, word, round(spent_ms, 3))
        everyone = {**self.sealed, seat: sealed}
        if any(other not in everyone for other in self.to_move()):
            return [sealed]
        moves: list[str | None] = [None, None]
        spent: list[float | None] = [None, None]
        for who, choice in everyone.items():
            moves[who], spent[who] = choice.move, choice.spent_ms
        return self._play(log.Turn((moves[0], moves[1]), (spent[0], spent[1])))

    def _play(self, turn: log.Turn) -> list[AnyBody]:
        """The turn, and the end if it is the last."""
        after = self.after(turn.moves)
        outcome = self.game.outcome(after)
        if outcome is not None:
            return [turn, log.Over(outcome.winner, outcome.reason, outcome.score)]
        if len(self.turns) + 1 < MOST_TURNS or AGREEMENT not in self.game.reasons:
            return [turn]
        points = self.game.by_agreement(after)
        why = log.Note(f"a table holds {MOST_TURNS} turns; the game was ended by points")
        return [turn, why, log.Over(points.winner, points.reason, points.score)]

    # Time.
    def due_ms(self) -> float | None:
        """When `tick` is next worth calling; None: no clock is running."""
        if self.outcome is not None:
            return None
        moments = [self.expires_ms()]
        if self.started and self.clocks.timed:  # else no clock runs, and nobody is waited for
            moments += [self.clocks.wake_ms(seat) for seat in SEATS]
            moments += [self.clocks.deadline_ms(seat) for seat in self.owing() if self._can_be_late(seat)]
        due = min((moment for moment in moments if moment is not None), default=None)
        if due is not None and self.clocks.realtime and self.bots_to_ask() and not any(self.clocks.paused):
            due += BOT_GRACE_MS  # an answer that comes in between ends the round at once
        return due

    def wanted_ms(self) -> float | None:
        """When a server has to have the table at hand: at once (0) if it is played live or a bot is to move.

        None: not before somebody asks for it.
        """
        if self.is_between_bots:
            return None
        if self.bots_waited_for() or self.bots_to_ask():
            return 0.0
        due = self.due_ms()
        if due is None or not self.started or self.clocks.kind == "days":
            return due
        return 0.0 if any((*self.clocks.running, *self.clocks.paused)) else due

    def expires_ms(self) -> float | None:
        """When a challenge that nobody accepts, or a game without both first moves, ends by itself."""
        lasts_ms = LIVE_CHALLENGE_MS if self.live else NOT_BEGUN_MS
        if self.started:
            return self.seated_ms + lasts_ms if self.beginning and self.clocks.timed else None
        return self.terms.created_ms + lasts_ms if self.terms.open_to else None

    @property
    def live(self) -> bool:
        """Whether it is played in one sitting."""
        return self.clocks.timed and self.clocks.kind != "days"

    def tick(self, now_ms: float) -> list[AnyBody]:
        """What the passing of time alone brings about."""
        if self.outcome is not None:
            return []
        expires = self.expires_ms()
        if expires is not None and now_ms >= expires:
            return [log.Cancelled("expired")]
        if not self.started:
            return []
        for seat in SEATS:
            wake = self.clocks.wake_ms(seat)
            if wake is not None and now_ms >= wake:
                if seat in self.clocks.missed or (self.beginning and self.clocks.realtime):
                    return [log.Cancelled("expired")]  # nobody loses a game for which they were not there
                away = self.clocks.vacation_until_ms[seat] is not None
                return [log.Resumed(seat, "the vacation is over" if away else "not waited for any longer")]
        late = [seat for seat in self.owing() if self._is_late(seat, now_ms)]
        if self.clocks.realtime:
            return self._end_round(now_ms) if len(late) == 2 else []
        if not late:
            return []
        if self.holds:
            return self._choose(late[0], self._silent(late[0]), self.clocks.charged_ms(late[0], now_ms))
        return [self._failed(Verdict(late[0], Fault.TIME_OUT, "", both=len(late) == 2))]

    def call_time(self, now_ms: float) -> list[AnyBody]:
        """The time for the game is up: whoever has kept the other waiting longer has run out of it."""
        if self.outcome is not None:
            return []
        first, second = self.kept_waiting_ms(now_ms)
        loser: Seat = 1 if second > first else 0
        failed = self._failed(Verdict(loser, Fault.TIME_OUT, "", both=first == second))
        return [log.Note("the time of the round was up"), failed]

    def _is_late(self, seat: Seat, now_ms: float) -> bool:
        deadline = self.clocks.deadline_ms(seat)
        return deadline is not None and now_ms >= deadline and self._can_be_late(seat)

    def _can_be_late(self, seat: Seat) -> bool:
        """Our own bots never lose on time: what keeps them waiting is this machine."""
        return self.chairs[seat].kind != "bot" or self.clocks.realtime

    def _end_round(self, now_ms: float) -> list[AnyBody]:
        deadline = self.clocks.deadline_ms(0) or now_ms
        if self.bots_to_ask() and now_ms < deadline + BOT_GRACE_MS:
            return []
        spent = tuple(round(self.clocks.spent_so_far_ms(seat, now_ms), 3) for seat in SEATS)
        return self._play(log.Turn((self._silent(0), self._silent(1)), (spent[0], spent[1])))

    def _silent(self, seat: Seat) -> str:
        """What a seat plays that has said nothing new."""
        assert self.game.joystick is not None, "called only in a game with a joystick"  # noqa: S101 - as `holds` says
        return self.game.write_move(self.game.joystick.held(self.held[seat]))

    def _failed(self, verdict: Verdict) -> log.Over:
        result = verdict_result(verdict)
        assert result is not None, "only the platform's own fault has no result"  # noqa: S101
        return log.Over(result.winner, result.reason, result.score, verdict.seat, verdict.both)

    # What a player does alone; what two agree on is in `agreements.py`.
    def resign(self, seat: Seat) -> list[AnyBody]:
        self.check_playing()
        return [self._failed(Verdict(seat, Fault.RESIGNED, ""))]

    def say(self, seat: Seat, phrase: log.Phrase) -> list[AnyBody]:
        """To the other player; also after the game."""
        if len({self.chairs[each].guest for each in self.people()}) < len(SEATS):
            raise Refused("there is nobody else here to talk to")
        if sum(each.seat == seat for each in self.said) >= MOST_SAID:
            raise Refused(f"{MOST_SAID} phrases are enough for one game")
        return [log.Said(seat, phrase)]

    def cancel(self) -> list[AnyBody]:
        """Before both have moved: the challenge is withdrawn, or the game has no result."""
        if self.outcome is not None:
            raise Refused("the game is over")
        if not self.started:
            return [log.Cancelled("withdrawn")]
        if not self.beginning:
            raise Refused("both have moved, so the game counts; play on, or resign")
        return [log.Cancelled("cancelled")]

    def decline_challenge(self) -> list[AnyBody]:
        if self.outcome is not None or self.started:
            raise Refused("this challenge is over")
        return [log.Cancelled("declined")]

    def check_hint(self, seat: Seat) -> None:
        """Refuse a hint where it would be unfair, or come too late."""
        self.check_playing()
        if self.chairs[1 - seat].kind != "bot":
            raise Refused("hints are for games against a bot")
        if self.terms.rated:
            raise Refused("this game is rated; there are no hints")
        if self.clocks.realtime:
            raise Refused("this game is played in real time; there are no hints")
        if seat not in self.owing():
            raise Refused("it is not your move; wait for the other")

    def vacation(self, seat: Seat, days: int, now_ms: float) -> list[AnyBody]:
        self.check_playing()
        if self.clocks.kind != "days":
            raise Refused("vacations are for games with days per move")
        if not 1 <= days <= self.clocks.vacation_left_ms[seat] // DAY_MS:
            left = int(self.clocks.vacation_left_ms[seat] // DAY_MS)
            raise Refused(f"you have {left} days of vacation left in this game, so 1 to {left} can be taken")
        begins = self.clocks.vacation_until_ms[seat] or now_ms
        return [log.Vacation(seat, begins + days * DAY_MS)]

    def seat(self, guest: str, name: str) -> list[AnyBody]:
        """Give somebody the first open seat."""
        if self.outcome is not None:
            raise Refused(f"{log.CANCELLED.get(self.outcome.reason, 'the game is over')}; you can watch")
        if self.seats_of(guest):
            raise Refused("you already sit at this table; send the link to somebody else")
        for seat in SEATS:
            if self.chairs[seat].kind == "open":
                return [log.Seated(seat, guest, name)]
        raise Refused("both seats are taken; you can watch")

    def seen(self, seats: list[Seat]) -> list[AnyBody]:
        """The players of these seats are there: their clocks need wait no longer.

        In real time two people begin together, so one who has left again is not there.
        """
        if self.outcome is not None or not self.clocks.timed:
            return []
        if self.clocks.realtime and self.beginning and len(seats) < len(SEATS):
            return []
        return [log.Resumed(seat, "back") for seat in seats if self.clocks.paused[seat]]

    def missing(self, bodies: list[AnyBody], here: Collection[Seat]) -> list[AnyBody]:
        """What the log gets besides when the clocks begin with these entries, and somebody is not there.

        Else one makes the first move when the other has given up waiting, and wins on time.
        """
        if not (self.beginning and self.live) or self.clocks.realtime or isinstance(bodies[-1], log.Over):
            return []
        moved = {*self.moved}
        for body in bodies:
            if isinstance(body, log.Turn):
                moved |= {seat for seat in SEATS if body.moves[seat] is not None}
        return [log.Missed(seat) for seat in self.people() if len(moved) == len(SEATS) and seat not in here]

    def turned(self) -> tuple[Chair, Chair]:
        """The chairs of a rematch: the seats exchanged."""
        return self.chairs[1], self.chairs[0]


def replayed(terms: Terms, entries: Iterable[Entry]) -> Table:
    """The table as its log left it; refuses a log that has a hole, or that is not one of this game."""
    table = Table(terms)
    for number, entry in enumerate(entries, start=1):
        if entry.seq != number:
            raise log.TableDamaged(f"entry {number} is missing")
        try:
            table.apply(entry)
        except Exception as error:  # rules may raise anything where a move makes no sense
            raise log.TableDamaged(f"entry {number} does not follow from those before: {error}") from error
    return table
