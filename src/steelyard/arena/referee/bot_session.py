"""A bot for a whole match: its process keeps running between games and is restarted after a failure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steelyard.arena.program import not_installed
from steelyard.arena.referee.listener import handshake
from steelyard.arena.referee.player import STARTUP_MS, Player
from steelyard.arena.sandbox.interpreter import this_python
from steelyard.arena.sandbox.process import Limits, Sandbox
from steelyard.arena.verdicts import BotFailure

if TYPE_CHECKING:
    from steelyard.arena.program import Program

TRIES = 2  # a bot that fails to start this often in a row is not started again in this match


class BotSession:
    """One bot of a match."""

    def __init__(  # noqa: PLR0913 - everything needed to start the process
        self,
        program: Program,
        game: str,
        *,
        core: int | None,
        isolated: bool,
        limits: Limits | None = None,
        startup_ms: int = STARTUP_MS,
    ) -> None:
        self.program = program
        self._game = game
        self._core = core
        self._isolated = isolated
        self._limits = limits or Limits()
        self._startup_ms = startup_ms
        self._player: Player | None = None
        self._failures: list[BotFailure] = []
        self._frozen = False

    @property
    def running(self) -> bool:
        return self._player is not None

    def player(self) -> Player:
        """The running bot, started if necessary; BotFailure if it does not start."""
        if self._player is not None and self._player.gone:
            self.close()
        if self._player is None:
            if len(self._failures) >= TRIES:
                raise self._failures[-1]
            self._player = self._started()
            self._failures.clear()
        if self._frozen:
            self._player.sandbox.thaw()
            self._frozen = False
        return self._player

    def drop_ended(self) -> None:
        """Before a game: if its process has ended since the last one, it is started anew for this one."""
        if self._player is not None and self._player.has_ended():
            self.close()

    def restarted(self) -> Player:
        """The bot in a new process; BotFailure if it does not start."""
        self.close()
        return self.player()

    def pin(self, core: int) -> None:
        """Run the bot on that core from now on."""
        if core != self._core and self._player is not None:
            self._player.sandbox.pin(core)
        self._core = core

    def freeze(self) -> None:
        """Stop the bot's processes until it is needed again."""
        if self._player is not None and not self._frozen:
            self._player.sandbox.freeze()
            self._frozen = True

    def _started(self) -> Player:
        player = Player(self.program.name, self._start_sandbox)
        try:
            handshake(player, self._game, self._startup_ms)
        except BotFailure as failure:
            started = self._explained(failure.at_start(player.log_tail()))
            player.gone = True
            player.close()
            self._failures.append(started)
            raise started from None
        except BaseException:
            player.close()
            raise
        return player

    def _explained(self, failure: BotFailure) -> BotFailure:
        """The same failure; where the shell did not find the program, it says what to install."""
        command = self.program.run[0]
        if not failure.log.rstrip().endswith(f"{command}: not found"):
            return failure
        return BotFailure(failure.fault, not_installed(command), failure.line, failure.log)

    def _start_sandbox(self) -> Sandbox:
        program = self.program
        isolated = self._isolated and not program.networked
        ours = this_python(isolated=isolated) if program.trusted else None
        return Sandbox(
            program.run,
            folder=program.folder,
            limits=self._limits,
            core=self._core,
            isolated=isolated,
            read_only=ours.read_only if ours else (),
            env=ours.env if ours else {},
            secrets=program.secrets,
        )

    def close(self) -> None:
        """End the bot's process and everything it started; `player` would start it again."""
        player, self._player = self._player, None
        self._frozen = False
        if player is not None:
            player.close()
