"""Where games are played: one at a time, under the same terms, between whichever teams."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from steelyard.arena.record import PLAYED_AGAIN, Event, PlayerFacts, Record
from steelyard.arena.referee.referee import Referee, Terms
from steelyard.arena.referee.stalls import Heartbeat
from steelyard.arena.sandbox.faults import PlatformFault
from steelyard.arena.verdicts import BotFailure, Fault, Verdict, failed, verdict_result
from steelyard.core.game import SEATS

if TYPE_CHECKING:
    from steelyard.arena.record import TurnFacts
    from steelyard.arena.referee.bot_session import BotSession
    from steelyard.arena.referee.player import Player
    from steelyard.core.game import Game, Seat

REPLAYS = 3  # of a game that the machine spoiled


@dataclass(frozen=True, slots=True)
class Fixture:
    """A game to be played, whoever plays it."""

    setup: str
    number: int
    seed: int | str


class Observer(Protocol):
    """Somebody who follows games while they are played."""

    def begin(self) -> None:
        """A game begins, perhaps the same once more."""

    def turn(self, facts: TurnFacts, /) -> None: ...


class GameRunner:
    """Plays games with bots that stay; a bot that failed is sent away."""

    def __init__(self, game: Game[Any], terms: Terms) -> None:
        self.game = game
        self._terms = terms
        self._heartbeat = Heartbeat()
        self.last_state: Any = None
        """Where the last game stopped."""
        self.observer: Observer | None = None

    def close(self) -> None:
        self._heartbeat.stop()

    def play(self, fixture: Fixture, teams: tuple[BotSession, BotSession]) -> Record:
        """The game with the first team at seat 0, played again if the platform spoiled it."""
        voided: list[Event] = []
        for _ in range(REPLAYS + 1):
            try:
                return self._play(fixture, teams, voided)
            except PlatformFault as fault:
                alone = fault.seats[0] if len(fault.seats) == 1 else None
                voided.append(Event(0, f"{PLAYED_AGAIN}: {fault}", alone))
                for team in teams:
                    team.dismiss()
        reason = voided[-1].what.removeprefix(f"{PLAYED_AGAIN}: ")
        given_up = Verdict(0, Fault.PLATFORM, f"given up after {REPLAYS} replays: {reason}")
        return self._unplayed(fixture, teams, given_up, voided)

    def _play(self, fixture: Fixture, teams: tuple[BotSession, BotSession], voided: list[Event]) -> Record:
        players: dict[Seat, Player] = {}
        failures: dict[Seat, BotFailure] = {}
        for seat, team in zip(SEATS, teams, strict=True):
            try:
                players[seat] = team.player()
            except BotFailure as failure:
                failures[seat] = failure
        if failures:
            verdict = failed(failures, 0, {seat: failure.log for seat, failure in failures.items()})
            return self._unplayed(fixture, teams, verdict, voided)
        referee = Referee(self.game, (players[0], players[1]), self._terms, self._heartbeat)
        if self.observer is not None:
            self.observer.begin()
            referee.observer = self.observer.turn
        record = referee.play(fixture.setup, fixture.number, fixture.seed, voided)
        self.last_state = referee.last_state
        for seat, team in zip(SEATS, teams, strict=True):
            # A bot that failed goes, and so does one that still owes an answer nobody waits for.
            if players[seat] in referee.owing or (
                record.verdict is not None and seat in record.verdict.faults
            ):
                team.dismiss()
        return record

    def _unplayed(
        self, fixture: Fixture, teams: tuple[BotSession, BotSession], verdict: Verdict, voided: list[Event]
    ) -> Record:
        first, second = (team.program for team in teams)
        self.last_state = self.game.start(fixture.setup)
        return Record(
            game=self.game.id,
            rules_version=self.game.rules_version,
            options=self.game.changed_options(),
            start=self.game.write_state(self.last_state),
            seed=fixture.seed,
            number=fixture.number,
            players=(PlayerFacts(first.name, first.bot), PlayerFacts(second.name, second.bot)),
            clock=self._terms.clock.text,
            turns=[],
            events=voided,
            outcome=verdict_result(verdict),
            verdict=verdict,
        )
