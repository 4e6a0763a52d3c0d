"""One game between two players: asks, times, judges, writes down."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec

from steelyard.arena.clock import HANG_MS
from steelyard.arena.heartbeat import now_ms
from steelyard.arena.player import Ear
from steelyard.arena.record import Event, PlayerFacts, Record, TurnFacts, derived_seed
from steelyard.arena.verdict import FORGIVABLE, BotFailure, Fault, PlatformFault, Verdict, verdict_result
from steelyard.core.errors import InvalidMove
from steelyard.core.game import SEATS, Move, Seat
from steelyard.protocol import lines, messages
from steelyard.protocol.messages import Result

if TYPE_CHECKING:
    from collections.abc import Callable

    from steelyard.arena.clock import Clock
    from steelyard.arena.heartbeat import Heartbeat
    from steelyard.arena.player import Player
    from steelyard.core.game import Game

STALL_MS = 1000.0
"""A platform that ran nothing for this long during one turn voids a timed game, whatever the clocks say."""


STALL_SHARE = 0.1
STALL_LEAST_MS = 20.0
"""A stall of this share of a player's time, and at least so long, voids the game if its flag falls."""
SLACK_MS = 1.0


@dataclass(frozen=True, slots=True)
class Terms:
    """What a game is played under."""

    clock: Clock
    realtime: bool = False
    """Every round lasts its full time, as in front of an audience, even when both are done."""
    strikes: int = 0
    """So many illegal, unreadable or late answers are replaced by a move of chance before one loses."""


class _Asked(msgspec.Struct):
    """One seat's share of the current turn."""

    sent_ms: float
    deadline_ms: float
    legal: Sequence[Move]
    move: Move | None = None
    answered_ms: float | None = None
    stalled_ms: float = 0.0
    """Of the time until it answered, how long nothing could run here."""


class _Played(msgspec.Struct):
    """A turn that is settled, to be written down while the next one is thought about."""

    asked: dict[Seat, _Asked]
    moves: dict[Seat, Move]
    stalled_ms: float


class Referee:
    """One game between two players; seat 0 is the first of them."""

    def __init__(
        self, game: Game[Any], players: tuple[Player, Player], terms: Terms, heartbeat: Heartbeat
    ) -> None:
        self.game = game
        self.players = players
        self.terms = terms
        self.heartbeat = heartbeat
        self._timed = terms.clock.timed
        self._holds = game.silence is not None  # a move stays in force until another is made
        self._held: list[Move | None] = [None, None]
        self._clocks = [terms.clock, terms.clock]
        self._strikes = [0, 0]
        self._events: list[Event] = []
        self._cpu_ns = [0, 0]
        self._owing: set[Seat] = set()
        self.last_state: Any = None
        """Where the game stopped."""
        self.observer: Callable[[TurnFacts], None] | None = None
        """Told every turn once it is settled, while the next one is thought about."""

    @property
    def owing(self) -> list[Player]:
        """Players that were asked and had not answered when the game ended: what they still say is stale."""
        return [self.players[seat] for seat in self._owing]

    def play(self, start: str, number: int, seed: int | str, voided: int = 0) -> Record:
        """The whole game as a record; raises PlatformFault when the platform was to blame."""
        game, name = self.game, str(number)
        state = game.start(start)
        first = game.write_state(state)
        self._seed, self._name = seed, name
        self._events += [Event(0, "played again: this machine stalled while a clock ran")] * voided
        turns: list[TurnFacts] = []
        last: _Played | None = None
        verdict = None
        try:
            self._tell_start(name, seed)
            while seats := game.to_move(state):
                asked = self._ask(name, len(turns) + 1 + (last is not None), state, seats)
                if last is not None:  # while the bots think
                    turns.append(self._turn_facts(last))
                last = None
                last = self._answers(asked, len(turns) + 1)
                state = game.advance(state, last.moves)
        except BotFailure as failure:
            verdict = self._judge(failure, len(turns) + 1 + (last is not None))
        if last is not None:
            turns.append(self._turn_facts(last))
        self.last_state = state
        result = self._result(state, verdict)
        self._tell_over(name, state, result, verdict)
        return Record(
            game=game.id,
            rules_version=game.rules_version,
            options=game.changed_options(),
            start=first,
            seed=seed,
            number=number,
            players=(self._facts(0), self._facts(1)),
            clock=self.terms.clock.text,
            turns=turns,
            events=self._events,
            outcome=result,
            verdict=verdict,
        )

    def _facts(self, seat: Seat) -> PlayerFacts:
        player = self.players[seat]
        return PlayerFacts(player.name, player.bot, player.version)

    def _tell_start(self, name: str, seed: int | str) -> None:
        self._ear = Ear(self.players)
        names = (self.players[0].name, self.players[1].name)
        for seat in SEATS:
            message = messages.Start(
                name,
                self.game.id,
                self.game.rules_version,
                self.game.changed_options(),
                seat,
                names,
                self.terms.clock.text,
                derived_seed(seed, "seat", seat),
            )
            self.players[seat].tell_later(lines.write(message))
            self._cpu_ns[seat] = self.players[seat].jail.cpu_ns()

    def _answers(self, asked: dict[Seat, _Asked], number: int) -> _Played:
        """Wait until each seat that was asked has answered or run out of time."""
        ear, realtime, now = self._ear, self.terms.realtime, self._sent_ms
        while deadlines := [  # of those who have not answered; in real time of everybody until the round ends
            ask.deadline_ms
            for ask in asked.values()
            if ask.answered_ms is None or (realtime and now < ask.deadline_ms)
        ]:
            heard = ear.hear(min(deadlines) - now)
            now = ear.heard_ms
            for player, line in heard:
                seat: Seat = 0 if player is self.players[0] else 1
                try:
                    self._take(asked.get(seat), seat, line, number, now)
                except BotFailure as failure:
                    failure.player = player
                    self._strike(failure, asked, seat, number, now)
            for seat, ask in asked.items():  # only now: what has come counts, however late we looked
                if ask.answered_ms is None and now >= ask.deadline_ms:
                    self._overdue(asked, seat, number, now)
        moves: dict[Seat, Move] = {}
        stalled = 0.0
        for seat, ask in asked.items():
            move = self.game.silent_move(self._held[seat]) if self._holds else ask.move
            if move is None:
                raise BotFailure(Fault.TIME_OUT, "no answer")
            moves[seat] = move
            if realtime:  # whoever has answered may still change its mind until the tick
                ask.stalled_ms = self.heartbeat.stalled_ms(ask.sent_ms, now)
            stalled = max(stalled, ask.stalled_ms)
        if stalled >= STALL_MS and self._timed:
            raise PlatformFault(f"nothing ran here for {stalled:.0f} ms")
        return _Played(asked, moves, stalled)

    def _ask(self, name: str, number: int, state: Any, seats: tuple[Seat, ...]) -> dict[Seat, _Asked]:
        game, asked = self.game, {}
        shown = lines.raw(game.to_wire(state))
        allowed = (self._clocks[0].allowed_ms, self._clocks[1].allowed_ms)
        latency = self.heartbeat.worst_lately_ms
        if len(seats) == 1 and self._timed:
            self.players[1 - seats[0]].jail.freeze()  # who waits gets no CPU
            self.players[seats[0]].jail.thaw()
        self._ear.listen_again()
        self._owing = set(seats)
        if len(seats) == 1:
            self._cpu_ns[seats[0]] = self.players[seats[0]].jail.cpu_ns()  # what it did meanwhile is its own
        for seat in seats:
            legal = game.legal_moves(state, seat)
            message = messages.Turn(name, number, shown, _written(game, tuple(legal)), allowed, latency)
            try:
                self.players[seat].tell(lines.write(message))
            except BotFailure as failure:
                failure.player = self.players[seat]
                raise
            asked[seat] = _Asked(0.0, 0.0, legal)
        self._sent_ms = now_ms()  # for all, after all: a player that is slow to read costs the other nothing
        for seat, ask in asked.items():
            most_ms = allowed[seat]
            ask.sent_ms = self._sent_ms
            ask.deadline_ms = self._sent_ms + (HANG_MS if most_ms is None else most_ms)
        return asked

    def _take(self, ask: _Asked | None, seat: Seat, line: bytes, number: int, arrived: float) -> None:
        """One line from a player, which may be a mistake."""
        message, move = self._read(line)
        if message.game is not None and message.game != self._name:
            return  # it belongs to a game that is over
        if isinstance(message, messages.Joystick):
            self._held[seat] = move
            return
        if message.turn is not None and message.turn != number:
            return  # it answers an earlier turn
        if move is not None and self._holds:
            self._held[seat] = move
        if ask is None or ask.answered_ms is not None:
            return
        self._owing.discard(seat)
        if not self._holds and move not in ask.legal:
            why = self.game.why_not_legal(move, seat, ask.legal)
            raise BotFailure(Fault.ILLEGAL_MOVE, why, lines.shown(line))
        if arrived <= ask.deadline_ms:  # else it is overdue, and dealt with as such
            ask.move = move
            self._answered(ask, seat, arrived)

    def _read(self, line: bytes) -> tuple[messages.Move | messages.Joystick | messages.Done, Move | None]:
        """What a bot said, and the move it stands for."""
        game = self.game
        try:
            message = lines.read_from_bot(line)
            if isinstance(message, messages.Move):
                return message, game.read_move(message.move)
            if isinstance(message, messages.Joystick):
                fire = bool(message.Fire)
                return message, game.read_joystick(message.MoveDirection, message.TowerDirection, fire)
        except (lines.Unreadable, InvalidMove) as error:
            raise BotFailure(Fault.UNREADABLE, str(error), lines.shown(line)) from None
        if isinstance(message, messages.Done) and self._holds:
            return message, None
        told = f"a `move` is expected here, not `{type(message).__name__.lower()}`"
        raise BotFailure(Fault.UNREADABLE, told, lines.shown(line))

    def _answered(self, ask: _Asked, seat: Seat, at_ms: float) -> None:
        """Its share of the turn is done: the clock is charged."""
        ask.answered_ms = at_ms
        ask.stalled_ms = self.heartbeat.stalled_ms(ask.sent_ms, at_ms)
        self._clocks[seat] = self._clocks[seat].spend(max(0.0, at_ms - ask.sent_ms - ask.stalled_ms))

    def _overdue(self, asked: dict[Seat, _Asked], seat: Seat, number: int, now: float) -> None:
        """A seat's time is up: the platform's fault, or silence in its own right, or a flag."""
        ask, player, allowed_ms = asked[seat], self.players[seat], self._clocks[seat].patience_ms
        if self._timed:
            worst_ms = self.heartbeat.worst_ms(ask.sent_ms, now)
            if worst_ms >= max(STALL_SHARE * allowed_ms, STALL_LEAST_MS):
                raise PlatformFault(f"{worst_ms:.0f} ms of {player.name}'s time were lost to the platform")
            lost_ms = self.heartbeat.stalled_ms(ask.sent_ms, now) + player.starved_ms(ask.sent_ms)
            in_full_ms = ask.sent_ms + allowed_ms + lost_ms
            if now < in_full_ms - SLACK_MS:
                ask.deadline_ms = in_full_ms  # it gets all its time, just later
                return
        if self._holds:
            self._answered(ask, seat, now)
            return
        told = f"no answer within {allowed_ms / 1000:g} s"
        half = player.unfinished
        failure = BotFailure(Fault.TIME_OUT, f"{told}, only half a line" if half else told, half)
        failure.player = player
        failure.both = len(asked) == 2 and all(
            other.answered_ms is None and now >= other.deadline_ms for other in asked.values()
        )
        self._strike(failure, asked, seat, number, now)

    def _strike(
        self, failure: BotFailure, asked: dict[Seat, _Asked], seat: Seat, number: int, at_ms: float
    ) -> None:
        """A mistake of one turn costs a strike and is replaced by chance, while strikes are left."""
        if failure.fault not in FORGIVABLE or self._strikes[seat] >= self.terms.strikes or seat not in asked:
            raise failure
        self._strikes[seat] += 1
        self._events.append(Event(number, f"strike {self._strikes[seat]}: {failure}", seat))
        ask = asked[seat]
        if ask.answered_ms is None:  # nonsense after a good answer costs the strike alone
            ask.move = self._by_chance(number, ask.legal)
            self._answered(ask, seat, at_ms)
            if self._holds:
                self._held[seat] = ask.move

    def _by_chance(self, number: int, legal: Sequence[Move]) -> Move:
        return legal[derived_seed(self._seed, "strike", number) % len(legal)]

    def _turn_facts(self, played: _Played) -> TurnFacts:
        """CPU time is what was used since last time: this is asked while the next turn is thought about."""
        words: list[str | None] = [None, None]
        wall: list[float | None] = [None, None]
        cpu: list[float | None] = [None, None]
        for seat, ask in played.asked.items():
            words[seat] = self.game.write_move(played.moves[seat])
            wall[seat] = round((ask.answered_ms or ask.deadline_ms) - ask.sent_ms, 3)
            before_ns, self._cpu_ns[seat] = self._cpu_ns[seat], self.players[seat].jail.cpu_ns()
            cpu[seat] = round((self._cpu_ns[seat] - before_ns) / 1e6, 3)
        turn = TurnFacts(
            (words[0], words[1]), (wall[0], wall[1]), (cpu[0], cpu[1]), round(played.stalled_ms, 1)
        )
        if self.observer is not None:
            self.observer(turn)
        return turn

    def _judge(self, failure: BotFailure, turn: int) -> Verdict:
        seat: Seat = 0 if failure.player is self.players[0] else 1
        return failure.verdict(seat, turn, self.players[seat].log_tail())

    def _result(self, state: Any, verdict: Verdict | None) -> Result | None:
        if verdict is not None:
            return verdict_result(verdict)
        outcome = self.game.outcome(state)
        assert outcome is not None, "nobody is to move, so the game is over"  # noqa: S101 - what to_move promises
        return Result(outcome.winner, outcome.reason, outcome.score)

    def _tell_over(self, name: str, state: Any, result: Result | None, verdict: Verdict | None) -> None:
        if result is None:
            return  # the platform's fault; nobody is told of a game that did not count
        shown = lines.raw(self.game.to_wire(state))
        for seat, player in enumerate(self.players):
            mine = verdict is not None and verdict.seat == seat
            detail = verdict.detail if verdict is not None and mine else None
            word = verdict.fault if verdict is not None else None
            player.jail.thaw()
            player.tell_later(lines.write(messages.Over(name, result, shown, word, detail)))


@lru_cache(maxsize=1024)
def _written(game: Game[Any], legal: tuple[Move, ...]) -> list[str]:
    """Those moves in words; the same few sets of moves come again and again."""
    return [game.write_move(move) for move in legal]
