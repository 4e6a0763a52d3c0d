"""Plays games one at a time under the same terms, between any two bot sessions."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any, Protocol

from steelyard.arena.bot_log import BotLog
from steelyard.arena.record import PLAYED_AGAIN, REPLAYS, Event
from steelyard.arena.referee.referee import Referee
from steelyard.arena.referee.stalls import Heartbeat
from steelyard.arena.sandbox.faults import PlatformFault
from steelyard.arena.verdicts import BotFailure, Fault, Verdict, failed, verdict_result
from steelyard.core.game import SEATS

if TYPE_CHECKING:
    from steelyard.arena.record import GameOrder, Record, TurnFacts
    from steelyard.arena.referee.bot_session import BotSession
    from steelyard.arena.referee.player import Player
    from steelyard.core.game import Game, Seat

logger = logging.getLogger(__name__)


class Observer(Protocol):
    """Follows games while they are played."""

    def begin(self) -> None:
        """Called when a game begins; again for each replay."""

    def turn(self, facts: TurnFacts, /) -> None: ...


class GameRunner:
    """Plays games with bots that keep running between games; stops a bot that failed."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self._heartbeat = Heartbeat()
        self.last_state: Any = None
        """The last position of the last game."""
        self.last_logs = (BotLog(), BotLog())
        """What each seat's bot wrote to its log in the last game."""
        self.observer: Observer | None = None

    def close(self) -> None:
        self._heartbeat.close()

    def play(self, order: GameOrder, sessions: tuple[BotSession, BotSession]) -> Record:
        """Play the game with the first session at seat 0; replay it if the machine failed."""
        voided: list[Event] = []
        for _ in range(REPLAYS + 1):
            try:
                return self._play(order, sessions, voided)
            except PlatformFault as fault:
                alone = fault.seats[0] if len(fault.seats) == 1 else None
                voided.append(Event(0, f"{PLAYED_AGAIN}: {fault}", alone, "replayed"))
                for session in sessions:
                    session.close()
        reason = voided[-1].what.removeprefix(f"{PLAYED_AGAIN}: ")
        self.last_logs = (BotLog(), BotLog())
        given_up = Verdict(0, Fault.PLATFORM, f"given up after {REPLAYS} replays: {reason}")
        return self._unplayed(order, given_up, voided)

    def _play(self, order: GameOrder, sessions: tuple[BotSession, BotSession], voided: list[Event]) -> Record:
        players: dict[Seat, Player] = {}
        failures: dict[Seat, BotFailure] = {}
        for seat, session in zip(SEATS, sessions, strict=True):
            session.drop_ended()
            try:
                players[seat] = session.player()
            except BotFailure as failure:
                failures[seat] = failure
        if failures:
            self.last_logs = (_start_log(failures.get(0)), _start_log(failures.get(1)))
            verdict = failed(failures, 0, {seat: failure.log for seat, failure in failures.items()})
            return self._unplayed(order, verdict, voided)
        referee = Referee(self.game, (players[0], players[1]), order, self._heartbeat)
        referee.restart = lambda seat: sessions[seat].restarted()
        if self.observer is not None:
            self.observer.begin()
            referee.observer = self.observer.turn
        record = referee.play(voided)
        self.last_state = referee.last_state
        self.last_logs = (referee.players[0].take_log(), referee.players[1].take_log())
        for seat, player, session in zip(SEATS, referee.players, sessions, strict=True):
            player.played = True
            # Stop a bot that failed, and one whose answer is still to come but no longer wanted.
            if player in referee.owing or (record.verdict is not None and seat in record.verdict.faults):
                _end(session)
        return record

    def _unplayed(self, order: GameOrder, verdict: Verdict, voided: list[Event]) -> Record:
        self.last_state = self.game.start(order.start)
        return order.record([], voided, verdict_result(verdict), verdict)


def _end(session: BotSession) -> None:
    """End a bot after a game. If this machine cannot, the game has been played all the same."""
    try:
        session.close()
    except PlatformFault as fault:
        logger.warning("%s: %s", session.program.name, fault)


def _start_log(failure: BotFailure | None) -> BotLog:
    """The log of a bot that did not start."""
    log = BotLog()
    log.add(failure.log.encode("utf-8", "backslashreplace") if failure is not None else b"")
    return log
