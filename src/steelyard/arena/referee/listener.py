"""Reads the players' output until each has answered, its output has ended, or its time is up."""

from __future__ import annotations

import select
from typing import TYPE_CHECKING, TypeVar

from steelyard.arena.referee.player import END, STARTUP_MS
from steelyard.arena.referee.stalls import now_ms
from steelyard.arena.referee.timing import RefereeTurn, TimedLine
from steelyard.arena.sandbox.faults import PlatformFault
from steelyard.arena.verdicts import BotFailure, Fault
from steelyard.protocol import lines
from steelyard.protocol.messages import Hello, Ready

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from steelyard.arena.referee.player import Player, Said
    from steelyard.arena.referee.stalls import Heartbeat
    from steelyard.core.game import Seat

    Take = Callable[[Seat, bytes], object | None]

T = TypeVar("T")
SAMPLE_MS = 50.0  # how often limits are checked while waiting
GAP_MS = 250.0  # without a heartbeat, a longer time between two looks is a stall: we look every SAMPLE_MS
SOON_MS = 2.0  # an answer that takes longer is measured; a postponed decision is retried after as long
MOST_POSTPONED_MS = 2000.0
LONGEST_SAID = 100  # characters of a bot's name and version, which are in every record


class Listener:
    """Collects the answers of the players of one game, turn by turn."""

    def __init__(
        self, players: Mapping[Seat, Player], heartbeat: Heartbeat | None = None, *, timed: bool = True
    ) -> None:
        self._players = players
        self._heartbeat = heartbeat
        self._timed = timed
        self._pauses = heartbeat.pauses if heartbeat is not None else 0
        self._poll = select.poll()
        self._out: dict[int, Seat] = {}
        self._log: dict[int, Seat] = {}
        self._exit: dict[int, Seat] = {}
        self._flooding: list[int] = []
        self._sampled_ms = self._looked_ms = 0.0
        self._delayed_ms: dict[Seat, float] = {}  # how long we have looked at the others' limits instead
        self._lines = 0
        for seat, player in players.items():
            self._out[player.sandbox.stdout] = seat
            self._log[player.sandbox.stderr] = seat
            self._exit[player.sandbox.ended] = seat
        for fd in (*self._out, *self._log, *self._exit):
            self._poll.register(fd, select.POLLIN)
        if not timed:  # a bot that closes its input is asked in vain, and no clock would run out
            for seat, player in players.items():
                self._exit[player.sandbox.stdin] = seat
                self._poll.register(player.sandbox.stdin, 0)

    def settle(self, turn: RefereeTurn, take: Take, *, all_lines: bool = False) -> None:
        """Wait until the turn is settled. `take` parses a line; it returns None if the line decides nothing.

        Lines after a seat's answer are kept for its next turn, unless `all_lines` is set.
        """
        shares, sent = turn.shares, turn.sent_ms
        self._sampled_ms = sent
        self._delayed_ms = {}
        while self._flooding:  # logs that were too much in an earlier turn are read again
            self._poll.register(self._flooding.pop(), select.POLLIN)
        wait_ms: float = SOON_MS if self._timed else SAMPLE_MS
        looked, wake = sent, self._first_wake(turn, take, all_lines=all_lines)
        while wake is not None:
            most_ms = wait_ms if wake - looked > wait_ms else max(0.0, wake - looked)
            heard = self._read_output(0.0 if self._delayed_ms else most_ms)
            now, delayed, self._delayed_ms = self._looked_ms, self._delayed_ms, {}
            if self._heartbeat is None and now - looked > GAP_MS:
                turn.pause(looked, now)
            for seat, said in heard:
                share = shares.get(seat)
                for each in said:
                    if share is None or (share.lines and not all_lines):
                        self._players[seat].keep(each)
                    else:
                        decided = take(seat, each) if isinstance(each, bytes) else each
                        self._report(turn, seat, decided, looked, now - delayed.get(seat, 0.0))
            if now - sent >= SOON_MS:
                wait_ms = SAMPLE_MS
                self._inspect(turn, now, looked)
            looked = now
            wake = turn.tick(now)

    def _first_wake(self, turn: RefereeTurn, take: Take, *, all_lines: bool) -> float | None:
        """The nearest deadline, or at once if lines that came before this turn settle something."""
        wake: float | None = None
        something_came = False
        for seat, share in turn.shares.items():
            player = self._players[seat]
            if player.waiting or player.last is not None:
                something_came = True
            if wake is None or share.due_ms < wake:
                wake = share.due_ms
        if something_came and self._take_waiting_lines(turn, take, all_lines=all_lines):
            return turn.sent_ms
        return wake

    def _report(self, turn: RefereeTurn, seat: Seat, said: object, unseen_ms: float, seen_ms: float) -> None:
        if said is END:
            turn.end(seat, seen_ms)
        elif said is not None:
            self._lines += 1
            turn.line(seat, TimedLine(self._lines, unseen_ms, seen_ms, said))

    def _take_waiting_lines(self, turn: RefereeTurn, take: Take, *, all_lines: bool) -> bool:
        """Take the lines that came before this turn first; returns whether they settle anything."""
        settled = False
        for seat, share in turn.shares.items():
            player, at_ms = self._players[seat], turn.sent_ms
            if isinstance(player.last, BotFailure):
                player.waiting.clear()
            while player.waiting and (all_lines or not share.lines):
                said = player.waiting.popleft()
                self._report(turn, seat, take(seat, said) if isinstance(said, bytes) else said, at_ms, at_ms)
            if player.last is not None and not share.lines and not player.waiting:
                self._report(turn, seat, player.last, at_ms, at_ms)
            settled = settled or bool(share.lines) or share.ended_ms is not None
        return settled

    def _read_output(self, most_ms: float) -> list[tuple[Seat, list[Said]]]:
        """Wait up to `most_ms` for output, and read what has come."""
        heard: list[tuple[Seat, list[Said]]] = []
        ready = self._poll.poll(most_ms)
        self._looked_ms = now_ms()  # players that are not in `ready` had written nothing by then
        for fd, _ in ready:
            if (seat := self._out.get(fd)) is not None:
                player = self._players[seat]
                heard.append((seat, player.read_stdout()))
            elif (seat := self._exit.get(fd)) is not None:  # a child process may still hold the pipes open
                player = self._players[seat]
                heard.append((seat, player.read_rest()))
            elif (seat := self._log.get(fd)) is not None:
                player = self._players[seat]
                if not player.read_stderr():
                    self._poll.unregister(fd)
                    self._flooding.append(fd)
            else:
                continue  # its output is no longer read
            if player.last is not None:
                self._stop_reading(seat)
        return heard

    def _stop_reading(self, seat: Seat) -> None:
        """Read no more output of that seat."""
        for fds in (self._out, self._exit):
            for fd in [fd for fd, whose in fds.items() if whose == seat]:
                self._poll.unregister(fd)
                del fds[fd]

    def _inspect(self, turn: RefereeTurn, now: float, looked: float) -> None:
        """While an answer takes long: check limits, measure lost CPU time, and postpone unsafe time-outs."""
        regular = now - self._sampled_ms >= SAMPLE_MS / 2
        if regular:
            self._sampled_ms = now
            for seat in self._players:
                self._check_limits(turn, seat, now, looked)
        if not self._timed:
            return
        self._notice_pauses(turn)
        for seat, share in turn.shares.items():
            player, begun = self._players[seat], self._players[seat].starvation.begun
            # We choose when to sample, not a bot that writes to its log at a convenient moment.
            if share.settled or not (regular or share.lines or now >= share.due_ms or not begun):
                continue
            player.sample(now)
            turn.starve(seat, min(player.starvation.total_ms, now - turn.sent_ms))
            if now >= share.due_ms and not share.lines and begun:
                self._postpone(turn, seat, now)

    def _check_limits(self, turn: RefereeTurn, seat: Seat, now: float, looked: float) -> None:
        """End a bot that exceeded a limit. What the others say meanwhile is read later at no cost to them."""
        player = self._players[seat]
        if player.last is not None:
            return
        began = now_ms()
        if (failure := player.limit_failure()) is not None:
            self._stop_reading(seat)
            if seat in turn.shares:
                self._report(turn, seat, failure, looked, now)
        took = now_ms() - began
        for other in self._players.keys() - {seat}:
            self._delayed_ms[other] = self._delayed_ms.get(other, 0.0) + took

    def _notice_pauses(self, turn: RefereeTurn) -> None:
        """Report the stalls since the turn was sent; some of them may have been over before we listened."""
        if self._heartbeat is not None and (count := self._heartbeat.pauses) != self._pauses:
            for since, until in self._heartbeat.pauses_from(self._pauses):
                if until > turn.sent_ms:
                    turn.pause(max(since, turn.sent_ms), until)
            self._pauses = count

    def _postpone(self, turn: RefereeTurn, seat: Seat, now: float) -> None:
        """Postpone a time-out while the bot may be kept off the CPU in a way that is counted only later."""
        late_beat = self._heartbeat is not None and self._heartbeat.overdue(now)
        if late_beat or self._players[seat].waits_for_cpu():
            if now - turn.shares[seat].due_ms > MOST_POSTPONED_MS:
                name = self._players[seat].name
                raise PlatformFault(
                    f"this machine gave {name} no CPU for {MOST_POSTPONED_MS / 1000:g} s", (seat,)
                )
            turn.postpone(seat, now + SOON_MS)


def handshake(player: Player, game: str, startup_ms: int = STARTUP_MS) -> None:
    """Send `hello` and wait for `ready`. No game clock runs here."""
    player.tell(lines.write(Hello(game, startup_ms)))
    late = BotFailure(Fault.SLOW_START, f"no `ready` within {startup_ms / 1000:g} s")
    ready, _ = timed_answer(player, startup_ms, _read_ready, late)
    player.said_name, player.version = ready.name[:LONGEST_SAID], ready.version[:LONGEST_SAID]


def timed_answer(
    player: Player, allowed_ms: float, read: Callable[[bytes], T | None], late: BotFailure
) -> tuple[T, float]:
    """The first result of `read` that is not None, and how long it took in ms; BotFailure if there is none.

    Time in which others had the bot's CPU does not count.
    """

    def take(_seat: Seat, line: bytes) -> T | BotFailure | None:
        try:
            return read(line)
        except BotFailure as failure:
            return failure

    turn = RefereeTurn(now_ms(), {0: allowed_ms})
    Listener({0: player}).settle(turn, take)
    share = turn.shares[0]
    if share.answer is None:
        late.line = late.line or player.unfinished
        raise player.ended() if share.crashed else late
    if isinstance(share.answer.said, BotFailure):
        raise share.answer.said
    said: T = share.answer.said
    return said, share.at_ms - turn.sent_ms - share.lost_ms


def leaves(player: Player, allowed_ms: float) -> bool:
    """Whether the bot's process ends in that time; time in which others had its CPU does not count."""
    turn = RefereeTurn(now_ms(), {0: allowed_ms})
    Listener({0: player}).settle(turn, lambda _seat, _line: None)
    if not turn.shares[0].crashed:
        return False
    player.ended()
    return player.sandbox.exit_status() is not None


def _read_ready(line: bytes) -> Ready:
    try:
        message = lines.read_from_bot(line)
    except lines.Unreadable as error:
        raise BotFailure(Fault.UNREADABLE, f"before `ready`: {error}", lines.shown(line)) from None
    if not isinstance(message, Ready):
        raise BotFailure(Fault.UNREADABLE, "the first message should be `ready`", lines.shown(line))
    return message
