"""The referee: plays one game between two players, times and judges their moves, and records it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from steelyard.arena.record import Event, Times, TurnFacts, derived_seed
from steelyard.arena.referee.listener import Listener
from steelyard.arena.referee.messages import Questions, read_answer
from steelyard.arena.referee.stalls import now_ms
from steelyard.arena.referee.timing import RefereeTurn, Share, TimedLine
from steelyard.arena.sandbox.faults import PlatformFault
from steelyard.arena.verdicts import FORGIVABLE, BotFailure, Fault, Verdict, failed, verdict_result
from steelyard.core.game import SEATS, Move, Seat
from steelyard.protocol import lines, messages
from steelyard.protocol.clock import read_clock
from steelyard.protocol.messages import Result

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from steelyard.arena.record import GameOrder, Record
    from steelyard.arena.referee.player import Player
    from steelyard.arena.referee.stalls import Heartbeat
    from steelyard.core.game import Game

STALL_MS = 1000.0
"""If the machine stalls this long in one turn, a timed game is void, whatever the players did."""


class _SettledTurn(msgspec.Struct):
    """A settled turn, which is recorded while the bots think about the next one."""

    turn: RefereeTurn
    moves: dict[Seat, Move]
    times: tuple[Times, Times]


class _Failed(Exception):
    """One or both players failed in this turn."""

    def __init__(self, failures: dict[Seat, BotFailure], turn: RefereeTurn) -> None:
        self.failures = failures
        self.turn = turn


class Referee:
    """Plays one game between two players; the first has seat 0."""

    def __init__(
        self, game: Game[Any], players: tuple[Player, Player], order: GameOrder, heartbeat: Heartbeat
    ) -> None:
        self.game = game
        self.players = [*players]
        for seat in SEATS:
            players[seat].begin_game(seat)
        self.restart: Callable[[Seat], Player] | None = None
        """Starts the bot of a seat anew if its process ended between its last game and this one."""
        self._unheard = {seat for seat in SEATS if players[seat].played}  # not asked since their last game
        self.order = order
        self.heartbeat = heartbeat
        clock = read_clock(order.clock)
        self._timed = clock.timed
        self._joystick = game.joystick  # where there is one, a move stays in force until another is made
        self._held: list[Move | None] = [None, None]
        self._steered: set[Seat] = set()  # who has set the joystick in this turn
        self._clocks = [clock, clock]
        self._unread_ms: dict[Seat, float] = {}  # how long each seat that was asked let us wait until it read
        self._strikes = [0, 0]
        self._events: list[Event] = []
        self._cpu_ns = [0, 0]
        self._owing: set[Seat] = set()
        self._legal: list[tuple[Move, ...]] = [(), ()]
        self.last_state: Any = None
        """The last position of the game."""
        self.observer: Callable[[TurnFacts], None] | None = None
        """Called with every settled turn, while the bots think about the next one."""

    @property
    def owing(self) -> list[Player]:
        """Players that had not answered when the game ended: what they still send is stale."""
        return [self.players[seat] for seat in self._owing]

    def play(self, voided: Sequence[Event] = ()) -> Record:
        """Play the whole game; PlatformFault if the machine failed."""
        game = self.game
        state = game.start(self.order.start)
        self._name = str(self.order.number)
        self._number = 0
        self._events += voided
        turns: list[TurnFacts] = []
        last: _SettledTurn | None = None
        verdict = None
        try:
            self._tell_start()
            while seats := game.to_move(state):
                self._number += 1
                turn = self._ask(state, seats)
                if last is not None:  # while the bots think
                    turns.append(self._turn_facts(last))
                last = None
                last = self._answers(turn)
                state = game.apply(state, last.moves)
        except _Failed as failed:
            verdict = self._verdict(failed)
        if last is not None:
            turns.append(self._turn_facts(last))
        self.last_state = state
        result = self._result(state, verdict)
        self._tell_over(state, result, verdict)
        reported = (self.players[0].version, self.players[1].version)
        return self.order.record(turns, self._events, result, verdict, reported)

    def _tell_start(self) -> None:
        self._listener = self._listen()
        self._questions = Questions(self.game, self.order)
        for seat in SEATS:
            self.players[seat].tell_later(self._questions.start(seat))
            self._cpu_ns[seat] = self.players[seat].sandbox.cpu_ns()

    def _listen(self) -> Listener:
        return Listener({0: self.players[0], 1: self.players[1]}, self.heartbeat, timed=self._timed)

    def _ask(self, state: Any, seats: tuple[Seat, ...]) -> RefereeTurn:
        game, number, players = self.game, self._number, self.players
        for seat in seats:  # before anybody is told: reading one's log costs the other no time
            players[seat].begin_turn(number)
        untold: dict[Seat, BotFailure] = {}
        shown = lines.raw(game.to_wire(state))
        allowed = (self._clocks[0].allowed_ms, self._clocks[1].allowed_ms)
        latency = self.heartbeat.worst_lately_ms
        if len(seats) == 1 and self._timed:
            players[1 - seats[0]].sandbox.freeze()  # no CPU for the player that waits
            players[seats[0]].sandbox.thaw()
        self._owing = set(seats)
        self._steered.clear()
        if len(seats) == 1:
            self._cpu_ns[seats[0]] = players[seats[0]].sandbox.cpu_ns()  # not the time between turns
        told: list[tuple[Seat, bytes]] = []
        for seat in seats:
            self._legal[seat] = legal = tuple(game.legal_moves(state, seat))
            told.append((seat, self._questions.turn(seat, number, shown, legal, allowed, latency)))
        self._unread_ms = {}
        for seat, question in told:  # nothing in between: no bot should know much earlier than the other
            try:
                self._unread_ms[seat] = players[seat].tell(question)
            except BotFailure as failure:
                untold[seat] = failure
        # Clocks start when both have been told: a player that is slow to read costs the other nothing, itself
        # what it took. If that is more than it had, its time was up before, however soon it answers now.
        patience = {seat: self._clocks[seat].patience_ms - self._unread_ms.get(seat, 0.0) for seat in seats}
        turn = RefereeTurn(now_ms(), patience, realtime=self.order.realtime)
        for seat, why in untold.items():
            turn.line(seat, TimedLine(0, turn.sent_ms, turn.sent_ms, why))
        return turn

    def _answers(self, turn: RefereeTurn) -> _SettledTurn:
        """Wait until each seat that was asked has answered, has failed, or has run out of time."""
        changeable = self._joystick is not None and self.order.realtime  # until the round ends
        self._settle(turn, all_lines=changeable)
        if self._unheard:
            self._restart_ended(turn)
        failures: dict[Seat, BotFailure] = {}
        moves: dict[Seat, Move] = {}
        wall_ms, lost_ms = times = _times(turn, self._unread_ms)
        for seat, share in turn.shares.items():
            # As they are recorded, so that whoever verifies the record comes to the same clocks.
            spent_ms = (wall_ms[seat] or 0.0) - (lost_ms[seat] or 0.0)
            self._clocks[seat] = self._clocks[seat].spend(spent_ms if spent_ms > 0 else 0.0)
            said: Any
            if share.answer is not None:
                self._owing.discard(seat)
                said = share.answer.said
            else:
                said = self._silence(seat, share)
            if isinstance(said, BotFailure):
                said = self._struck(seat, said)
            if isinstance(said, BotFailure):
                failures[seat] = said
            elif self._joystick is not None:
                moves[seat] = self._joystick.held(self._held[seat])
                if share.answer is None and seat not in self._steered:
                    self._note_repeated(seat, moves[seat], share)
            else:
                moves[seat] = said
        if failures:
            raise _Failed(failures, turn)
        return _SettledTurn(turn, moves, times)

    def _settle(self, turn: RefereeTurn, *, all_lines: bool = False) -> None:
        self._listener.settle(turn, self._take, all_lines=all_lines)
        if self._timed and turn.paused_ms >= STALL_MS:
            raise PlatformFault(f"this machine stalled for {turn.paused_ms:.0f} ms", turn.on_the_move)

    def _restart_ended(self, turn: RefereeTurn) -> None:
        """Start bots anew that ended since their last game, and ask them."""
        for seat in self._unheard & turn.shares.keys():
            if self.restart is not None:
                why = self._ended_before(seat, turn.shares[seat])
                if why is not None:
                    self._ask_anew(turn, seat, self.restart, why)
        self._unheard -= turn.shares.keys()

    def _ended_before(self, seat: Seat, share: Share) -> BotFailure | None:
        """How a process of an earlier game ended, if it has said nothing in this one; no limit ended it."""
        if share.crashed:
            said: object = self.players[seat].ended()
        elif share.answer is not None:
            said = share.answer.said
        else:
            return None
        if not isinstance(said, BotFailure) or said.fault is not Fault.CRASHED or seat in self._steered:
            return None
        return said

    def _ask_anew(
        self, turn: RefereeTurn, seat: Seat, restart: Callable[[Seat], Player], why: BotFailure
    ) -> None:
        """Start a bot anew and ask it; its clock goes on from where it was when its process ended."""
        self._events.append(
            Event(self._number, f"started anew: since its last game {why.detail}", seat, "restarted")
        )
        ended = turn.shares[seat]
        left_ms = ended.allowed_ms - (ended.at_ms - turn.sent_ms - ended.lost_ms)
        try:
            player = self.players[seat] = restart(seat)
            player.begin_game(seat)
            self._listener = self._listen()
            self._cpu_ns[seat] = player.sandbox.cpu_ns()
            unread_ms = player.tell(self._questions.again(seat, left_ms))
            self._unread_ms[seat] = self._unread_ms.get(seat, 0.0) + unread_ms
            left_ms -= unread_ms
        except BotFailure as failure:
            turn.fail(seat, failure)
        else:
            again = RefereeTurn(now_ms(), {seat: left_ms})
            self._settle(again)
            turn.go_on(seat, again)

    def _silence(self, seat: Seat, share: Share) -> BotFailure | None:
        """What follows if a seat has not answered: a failure, or None where the last move stays in force."""
        player = self.players[seat]
        if share.crashed:
            return player.ended()
        if self._joystick is not None:
            return None  # its joystick stays as it is
        detail = f"no answer within {share.allowed_ms / 1000:g} s"
        half = player.unfinished
        return BotFailure(Fault.TIME_OUT, f"{detail}, only an unfinished line" if half else detail, half)

    def _note_repeated(self, seat: Seat, move: Move, share: Share) -> None:
        """Nothing came in time: the joystick stays as it was, and the record says so."""
        what = f"no answer within {share.allowed_ms / 1000:g} s: the joystick stays at"
        self._events.append(Event(self._number, f"{what} {self.game.write_move(move)}", seat, "repeated"))

    def _take(self, seat: Seat, line: bytes) -> Move | BotFailure | messages.Done | None:
        """Parse a line: a move, a failure, or None if it does not decide this turn."""
        try:
            message, move = read_answer(self.game, line)
        except BotFailure as failure:
            return failure
        if message.game is not None and message.game != self._name:
            return None  # it belongs to a game that is over
        if isinstance(message, messages.Joystick):
            self._held[seat] = move
            self._steered.add(seat)
            return None
        if message.turn is not None and message.turn != self._number:
            return None  # it answers an earlier turn
        if self._joystick is not None:
            if move is not None:
                self._held[seat] = move
            return messages.Done()
        if move not in self._legal[seat]:
            why = self.game.why_not_legal(move, seat, self._legal[seat])
            return BotFailure(Fault.ILLEGAL_MOVE, why, lines.shown(line))
        return move

    def _struck(self, seat: Seat, failure: BotFailure) -> Move | BotFailure:
        """A mistake of one turn costs a strike and is replaced by chance, while strikes are left."""
        number = self._number
        if failure.fault not in FORGIVABLE or self._strikes[seat] >= self.order.strikes:
            return failure
        self._strikes[seat] += 1
        told = f"strike {self._strikes[seat]}: {failure}"
        self._events.append(Event(number, told, seat, "strike", failure.fault))
        legal = self._legal[seat]
        self._held[seat] = move = legal[derived_seed(self.order.seed, "strike", number, seat) % len(legal)]
        return move

    def _turn_facts(self, played: _SettledTurn) -> TurnFacts:
        """The record of a turn. Called during the next turn, so CPU time is measured from call to call."""
        words: list[str | None] = [None, None]
        cpu: list[float | None] = [None, None]
        for seat in played.turn.shares:
            words[seat] = self.game.write_move(played.moves[seat])
            before_ns, self._cpu_ns[seat] = self._cpu_ns[seat], self.players[seat].sandbox.cpu_ns()
            cpu[seat] = (self._cpu_ns[seat] - before_ns + 500) // 1000 / 1000
        wall_ms, lost_ms = played.times
        turn = TurnFacts((words[0], words[1]), wall_ms, (cpu[0], cpu[1]), lost_ms)
        if self.observer is not None:
            self.observer(turn)
        return turn

    def _verdict(self, ended: _Failed) -> Verdict:
        logs = {seat: why.log or self.players[seat].log_tail() for seat, why in ended.failures.items()}
        wall_ms, lost_ms = _times(ended.turn, self._unread_ms)
        verdict = failed(ended.failures, self._number, logs)
        return msgspec.structs.replace(verdict, wall_ms=wall_ms, lost_ms=lost_ms)

    def _result(self, state: Any, verdict: Verdict | None) -> Result | None:
        if verdict is not None:
            return verdict_result(verdict)
        outcome = self.game.outcome(state)
        assert outcome is not None, "nobody is to move, so the game is over"  # noqa: S101 - what to_move promises
        return Result(outcome.winner, outcome.reason, outcome.score)

    def _tell_over(self, state: Any, result: Result | None, verdict: Verdict | None) -> None:
        if result is None:
            return  # platform fault: the bots are not told of a void game
        shown = lines.raw(self.game.to_wire(state))
        for seat, player in enumerate(self.players):
            detail = verdict.detail_for(seat) if verdict is not None else None
            word = verdict.fault if verdict is not None else None
            player.sandbox.thaw()
            player.tell_later(lines.write(messages.Over(self._name, result, shown, word, detail)))


def _times(turn: RefereeTurn, unread_ms: Mapping[Seat, float]) -> tuple[Times, Times]:
    """What each seat took from its question to its answer, and what of that the machine took."""
    wall: list[float | None] = [None, None]
    lost: list[float | None] = [None, None]
    for seat, share in turn.shares.items():
        wall[seat] = _rounded(share.at_ms - turn.sent_ms + unread_ms.get(seat, 0.0))
        lost[seat] = _rounded(share.lost_ms)
    return (wall[0], wall[1]), (lost[0], lost[1])


def _rounded(ms: float) -> float:
    """To three places, as cpu_ms; `round` takes three times as long."""
    return int(ms * 1000 + 0.5) / 1000 if ms > 0 else 0.0
