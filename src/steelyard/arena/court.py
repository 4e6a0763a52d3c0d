"""Where games are played: one at a time, under the same terms, between whichever teams."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from steelyard.arena.heartbeat import Heartbeat
from steelyard.arena.record import PlayerFacts, Record
from steelyard.arena.referee import Referee, Terms
from steelyard.arena.verdict import BotFailure, Fault, PlatformFault, Verdict, verdict_result
from steelyard.core.game import SEATS

if TYPE_CHECKING:
    from steelyard.arena.record import TurnFacts
    from steelyard.arena.team import Team
    from steelyard.core.game import Game

REPLAYS = 3  # so often a game the platform spoiled is played again


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


class Court:
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

    def play(self, fixture: Fixture, teams: tuple[Team, Team]) -> Record:
        """The game with the first team at seat 0, played again if the platform spoiled it."""
        reason = ""
        for voided in range(REPLAYS + 1):
            try:
                return self._play(fixture, teams, voided)
            except PlatformFault as error:
                reason = str(error)
                for team in teams:
                    team.dismiss()
        given_up = f"given up after {REPLAYS} replays: {reason}"
        return self._unplayed(fixture, teams, Verdict(0, Fault.PLATFORM, given_up))

    def _play(self, fixture: Fixture, teams: tuple[Team, Team], voided: int) -> Record:
        players = []
        for seat, team in zip(SEATS, teams, strict=True):
            try:
                players.append(team.player())
            except BotFailure as failure:
                return self._unplayed(fixture, teams, failure.verdict(seat, 0, failure.log))
        referee = Referee(self.game, (players[0], players[1]), self._terms, self._heartbeat)
        if self.observer is not None:
            self.observer.begin()
            referee.observer = self.observer.turn
        record = referee.play(fixture.setup, fixture.number, fixture.seed, voided)
        self.last_state = referee.last_state
        for seat, team in zip(SEATS, teams, strict=True):
            # Who failed goes, and who still owes an answer that nobody awaits.
            if players[seat] in referee.owing or (record.verdict is not None and record.verdict.seat == seat):
                team.dismiss()
        return record

    def _unplayed(self, fixture: Fixture, teams: tuple[Team, Team], verdict: Verdict) -> Record:
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
            events=[],
            outcome=verdict_result(verdict),
            verdict=verdict,
        )
