"""What follows from a table's log: where the game stands, the same live and when the log is read back."""

from __future__ import annotations

from copy import copy
from itertools import islice
from typing import TYPE_CHECKING, Any, Self

from steelyard import games
from steelyard.arena.record import derived_seed
from steelyard.arena.verdicts import Fault, Verdict
from steelyard.core.game import SEATS, Move, Outcome, Seat
from steelyard.server.tables import log
from steelyard.server.tables.clocks import Clocks
from steelyard.server.tables.log import AnyBody, Entry
from steelyard.server.tables.terms import Chair
from steelyard.server.tables.turns import Played, Turns

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from steelyard.server.tables.terms import Terms

DETAILS = {Fault.RESIGNED: "resigned", Fault.TIME_OUT: "no move within the time"}


class TableState:
    """Fed its log entry by entry, it knows where the game stands."""

    begun_ms: float | None = None
    """When both seats had made a move."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.game = games.get(terms.game, **terms.options)
        self.chairs = list(terms.chairs)
        self.bots = [seat for seat in SEATS if terms.chairs[seat].kind == "bot"]  # nobody takes their seats
        self.holds = self.game.joystick is not None  # a move stays in force until another is made
        self.state: Any = self.game.start(terms.start)
        self.before: Any = None
        """The position before the last turn; earlier ones are played again when somebody asks."""
        self.drawn: dict[str, Any] | None = None
        """The position as it is shown, once somebody has drawn it."""
        self.shown: tuple[Any, dict[str, Any]] | None = None
        """A position and what pages that follow changes were shown of it: the last one they know."""
        self.told_clocks: dict[str, Any] = {}
        """What was last told of the clocks, other than the time."""
        self._after: tuple[Any, tuple[str | None, str | None], Any] | None = None
        """A position, moves, and the position after them, as last asked for."""
        self._legal_moves: dict[Seat, Sequence[Move]] = {}
        self._legal_words: dict[Seat, list[str]] = {}
        self._to_move: tuple[Seat, ...] | None = None
        """By the rules, in this position, once somebody has asked."""
        self.turns = Turns(self.game)
        self.sealed: dict[Seat, log.Sealed] = {}
        self.held: list[Move | None] = [None, None]
        """In a game of joysticks, what each was last set to."""
        self.fresh: set[Seat] = set()
        """Bots that have set theirs in this round."""
        self.offers: set[tuple[Seat, log.Chance]] = set()
        self.refusals: dict[tuple[Seat, log.Chance], int] = {}
        """At which turn an offer was last declined."""
        self.moved: set[Seat] = set()
        """Seats that have made a move."""
        self.outcome: Outcome | None = None
        self.verdict: Verdict | None = None
        self.rematch: str | None = None
        self.said: list[log.Said] = []
        self.undone = 0
        """How often a choice was taken back."""
        self.asked = [0, 0]
        """How often each seat has asked the other to let it take a move back."""
        self.notes: list[tuple[int, str, Seat | None]] = []
        self.seq = 0
        self.last_ms = terms.created_ms
        """When the log last grew."""
        self._kept_waiting_ms = (0.0, 0.0)
        """Until then, as `kept_waiting_ms`."""
        self.seated_ms = terms.created_ms
        """When the last seat was taken."""
        self.clocks = Clocks(terms.clock, holds=self.holds, waited_for=self.taken(), now_ms=terms.created_ms)
        self._run_clocks(terms.created_ms)

    def still(self) -> Self:
        """The table as it is now, for threads: whatever is played or taken back meanwhile, it stays so."""
        same = copy(self)
        same.turns, same.notes, same.chairs = self.turns.copy(), self.notes.copy(), self.chairs.copy()
        return same

    # Where the game stands.
    def positions(self) -> Iterator[Any]:
        """Every position so far, the first one included."""
        state = self.game.start(self.terms.start)
        yield state
        for turn in list(self.turns):
            state = self.game.apply(state, self.moves(turn.moves))
            yield state

    def moves(self, words: tuple[str | None, str | None]) -> dict[Seat, Move]:
        return {seat: self.game.read_move(word) for seat in SEATS if (word := words[seat]) is not None}

    def after(self, words: tuple[str | None, str | None]) -> Any:
        """The position after these moves, remembered: a turn is first looked at, then taken into the log."""
        if self._after is None or self._after[0] is not self.state or self._after[1] != words:
            self._after = (self.state, words, self.game.apply(self.state, self.moves(words)))
        return self._after[2]

    @property
    def started(self) -> bool:
        first, second = self.chairs
        return first.kind != "open" and second.kind != "open"

    @property
    def cancelled(self) -> bool:
        """Whether it ended without a result, before it had really begun."""
        return self.outcome is not None and self.outcome.reason in log.CANCELLED

    @property
    def beginning(self) -> bool:
        """Whether one of two people has yet to make the first move, so that no clock runs."""
        return self.terms.free_start and len(self.moved) < len(SEATS)

    def to_move(self) -> tuple[Seat, ...]:
        if self.outcome is not None:
            return ()
        if self._to_move is None:
            self._to_move = self.game.to_move(self.state)
        return self._to_move

    def owing(self) -> tuple[Seat, ...]:
        """The seats whose move is awaited."""
        if not self.started:
            return ()
        to_move = self.to_move()
        return tuple([seat for seat in to_move if seat not in self.sealed]) if self.sealed else to_move

    def kept_waiting_ms(self, now_ms: float) -> tuple[float, float]:
        """How long each seat was the only one whose move was awaited; also on vacation, not in an outage."""
        first, second = self._kept_waiting_ms
        owing = self.owing()
        if len(owing) != 1 or self.clocks.paused[owing[0]]:
            return first, second
        more = max(0.0, now_ms - self.last_ms)
        return (first + more, second) if owing[0] == 0 else (first, second + more)

    @property
    def is_between_bots(self) -> bool:
        """Whether it goes on only while somebody watches."""
        return len(self.bots) == len(SEATS)

    def people(self) -> list[Seat]:
        return [seat for seat in SEATS if self.chairs[seat].kind == "guest"]

    def taken(self) -> list[Seat]:
        return [seat for seat in SEATS if self.chairs[seat].kind != "open"]

    def bots_waited_for(self) -> list[Seat]:
        """Bots that have yet to get ready before their clocks may run."""
        if self.outcome is not None or not self.bots:
            return []
        return [seat for seat in self.bots if self.clocks.paused[seat]]

    def bots_to_ask(self) -> list[Seat]:
        if not self.bots:
            return []
        asked = {*self.fresh, *self.bots_waited_for()}
        return [seat for seat in self.owing() if seat in self.bots and seat not in asked]

    def seats_of(self, guest: str) -> list[Seat]:
        return [seat for seat in self.people() if self.chairs[seat].guest == guest]

    def words(self, seat: Seat) -> list[str]:
        """The seat's legal moves, written."""
        if seat not in self._legal_words:
            write = self.game.write_move
            self._legal_words[seat] = [write(move) for move in self.legal_in_this_turn(seat)]
        return self._legal_words[seat]

    def legal_in_this_turn(self, seat: Seat) -> Sequence[Move]:
        if seat not in self._legal_moves:
            self._legal_moves[seat] = self.game.legal_moves(self.state, seat)
        return self._legal_moves[seat]

    def bot_seed(self, seat: Seat) -> int:
        """Chance of its own for each decision of a bot, so that it chooses the same after a restart."""
        again = (self.undone,) if self.undone else ()  # not what the player has just seen
        return derived_seed(self.terms.seed, "bot", seat, len(self.turns) + 1, *again)

    # The log.
    def append(self, body: AnyBody, now_ms: float) -> Entry:
        """Take something into the log that was found to be allowed."""
        entry = Entry(self.seq + 1, round(max(now_ms, self.last_ms), 3), body)  # never back in time
        self.apply(entry)
        return entry

    def apply(self, entry: Entry) -> None:  # noqa: C901, PLR0912 - a table of cases
        """What an entry changes; the same when it happens and when it is read back."""
        self.seq, now_ms = entry.seq, entry.at_ms
        self._kept_waiting_ms = self.kept_waiting_ms(now_ms)
        self.last_ms = now_ms
        match entry.body:
            case log.Sealed() as sealed:
                self.sealed[sealed.seat] = sealed
                self._hold(sealed.seat, sealed.move)
            case log.Turn() as turn:
                self._turn(turn, now_ms)
            case log.Over() as over:
                self._over(over)
            case log.Cancelled() as cancelled:
                self._over(log.Over(None, cancelled.why, (0, 0)))
            case log.Seated() as seated:
                self.chairs[seated.seat] = Chair("guest", seated.name, seated.guest)
                self.seated_ms = now_ms
                self.clocks.pause(self._waited_for(seated.seat), now_ms)
            case log.Offered() as offer:
                self.offers.add((offer.seat, offer.what))
                self.asked[offer.seat] += offer.what == "takeback"
            case log.Declined() as declined:
                other = SEATS[1 - declined.seat]
                self.offers.discard((other, declined.what))
                self.refusals[other, declined.what] = len(self.turns)
            case log.Paused() as paused:
                if any(self.clocks.running) and not paused.unwatched:
                    self._note("the server stopped; the clocks stood still until the players were back")
                self.clocks.pause(self.taken(), now_ms, paused.back_ms)
            case log.Missed() as missed:
                self.clocks.miss(missed.seat, now_ms)
            case log.Resumed() as resumed:
                self.clocks.resume(resumed.seat, now_ms)
            case log.Vacation() as vacation:
                self.clocks.leave(vacation.seat, vacation.until_ms, now_ms)
                self._note("on vacation", vacation.seat)
            case log.Rematch() as rematch:
                self.rematch = rematch.id
            case log.Said() as said:
                self.said.append(said)
            case log.Undone() as undone:
                self._undo(undone, now_ms)
            case log.Note() as note:
                self._note(note.what, note.seat)
        self._run_clocks(now_ms)

    def _note(self, what: str, seat: Seat | None = None) -> None:
        self.notes.append((len(self.turns), what, seat))

    def _waited_for(self, newcomer: Seat) -> Sequence[Seat]:
        """Whom the clocks wait for when the last seat is taken: in real time, for everybody."""
        if self.clocks.kind == "days":
            return ()
        return self.taken() if self.clocks.realtime and self.terms.free_start else (newcomer,)

    def _run_clocks(self, now_ms: float) -> None:
        waits = self.beginning and not self.clocks.realtime
        self.clocks.run(() if waits else self.owing(), now_ms)

    def _hold(self, seat: Seat, move: str | None) -> None:
        if self.holds and move is not None:
            self.held[seat] = self.game.read_move(move)

    def _turn(self, turn: log.Turn, now_ms: float) -> None:
        moves = self.moves(turn.moves)
        written = self.game.write_moves(self.state, moves)
        self.offers = {offer for offer in self.offers if self._stands(*offer, turn)}
        self.before, self.state = self.state, self.after(turn.moves)
        self.drawn = None
        self._legal_moves.clear()
        self._legal_words.clear()
        self._to_move = None
        self.clocks.settle(turn.spent_ms)
        left = (self.clocks.left_ms(0, now_ms), self.clocks.left_ms(1, now_ms))
        self.turns.append(Played(turn.moves, written, turn.spent_ms, left, now_ms))
        self.moved |= moves.keys()
        if self.begun_ms is None and len(self.moved) == len(SEATS):
            self.begun_ms = now_ms
        self.sealed.clear()
        self.fresh.clear()
        for seat in SEATS:
            self._hold(seat, turn.moves[seat])

    def _stands(self, seat: Seat, what: log.Chance, turn: log.Turn) -> bool:
        """Whether an offer outlasts a turn: the other has not answered by moving, and would get the same."""
        if what != "points" or turn.moves[1 - seat] is not None:
            return False
        return self.game.by_agreement(self.after(turn.moves)) == self.game.by_agreement(self.state)

    def _undo(self, undone: log.Undone, now_ms: float) -> None:
        """Back to where the seat chose; against a bot, what its clock has spent is spent."""
        kept = len(self.turns) - undone.turns
        if self.chairs[1 - undone.seat].kind != "bot":
            self.clocks.turn_back(undone.seat, self.turns[kept - 1].left_ms if kept else None, now_ms)
        self.undone += 1
        self._note(f"turn {kept + 1} was taken back", undone.seat)
        self.notes = [(min(turn, kept), what, seat) for turn, what, seat in self.notes]
        if not undone.turns:
            del self.sealed[undone.seat]
            return
        *_, self.before, self.state = (None, *islice(self.positions(), kept + 1))
        self.turns.cut(kept)
        self.drawn = None
        self._legal_moves.clear()
        self._legal_words.clear()
        self._to_move = None
        self.sealed.clear()
        self.fresh.clear()
        self.offers.clear()
        self.held = [None, None]
        for seat in SEATS if kept else ():
            self._hold(seat, self.turns[-1].moves[seat])

    def _over(self, over: log.Over) -> None:
        self.outcome = Outcome(over.winner, over.reason, over.score)
        self.sealed.clear()
        self.offers.clear()
        if over.failed is not None:
            detail = DETAILS.get(Fault(over.reason), "")
            turn = len(self.turns) + 1
            self.verdict = Verdict(over.failed, Fault(over.reason), detail, turn, over.both)

    def sealed_words(self, seats: list[Seat]) -> dict[str, str]:
        """What these seats have chosen, for their owner's eyes: sealed moves, or the joystick."""
        words = {str(seat): self.sealed[seat].move for seat in seats if seat in self.sealed}
        if self.clocks.realtime:
            for seat in seats:
                if (held := self.held[seat]) is not None:
                    words[str(seat)] = self.game.write_move(held)
        return words
