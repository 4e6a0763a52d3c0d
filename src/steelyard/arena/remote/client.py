"""Connects a local bot to a server by WebSocket; its process is started for each game.

The bot itself reads and writes lines, as in a local match.
"""

from __future__ import annotations

import subprocess
import threading
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidURI
from websockets.sync.client import ClientConnection, connect

from steelyard.core.errors import SteelyardError
from steelyard.protocol import lines
from steelyard.protocol.messages import Bye

if TYPE_CHECKING:
    from collections.abc import Sequence

AGAIN_S = 3.0
EXIT_S = 2.0
REFUSED = 4411
REPLACED = 4409


class Say(Protocol):
    """Prints a message for the user."""

    def __call__(self, text: str, *, error: bool = False) -> None: ...


class CannotConnect(SteelyardError):
    """The server does not accept this bot, or the bot cannot be started."""


class Process:
    """The bot's process, from its first message to `bye`."""

    def __init__(self, command: Sequence[str], connection: ClientConnection, say: Say) -> None:
        try:
            self._process = subprocess.Popen(  # noqa: S603 - the user's own bot
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
        except OSError as error:
            raise CannotConnect(f"{command[0]} cannot be started: {error.strerror}") from None
        self._connection = connection
        self._say = say
        self._stopping = False
        threading.Thread(target=self._answer, daemon=True).start()

    def tell(self, line: bytes) -> None:
        assert self._process.stdin is not None  # noqa: S101 - as it was started
        with suppress(OSError):  # it has ended, which `_answer` notices
            self._process.stdin.write(line.rstrip(b"\n") + b"\n")
            self._process.stdin.flush()

    def _answer(self) -> None:
        assert self._process.stdout is not None  # noqa: S101 - as it was started
        with suppress(ConnectionClosed), self._process.stdout as output:
            for line in output:
                self._connection.send(line.rstrip(b"\n").decode("utf-8", "replace"))
            if not self._stopping:  # it ended during a game: disconnect, so that the referee notices
                self._say("the bot has ended unexpectedly", error=True)
                self._connection.close(1001, "the bot has ended")

    def stop(self, last: bytes | None = None) -> None:
        """After the game: tell it the last line, give it a moment to exit, then kill it.

        It may exit as soon as it reads that line, so `_answer` has to know before.
        """
        self._stopping = True
        if last is not None:
            self.tell(last)
        with suppress(OSError):
            if self._process.stdin is not None:
                self._process.stdin.close()
        try:
            self._process.wait(EXIT_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def connected(url: str, token: str, command: Sequence[str], say: Say) -> int:
    """Play whenever the server asks, until interrupted; reconnects if the connection breaks."""
    while True:
        try:
            with connect(
                url,
                additional_headers={"Authorization": f"Bearer {token}"},
                compression=None,
                max_size=1 << 20,
            ) as connection:
                say(f"connected to {url}; press Ctrl-C to stop")
                _serve(connection, command, say)
        except InvalidURI as error:
            raise CannotConnect(str(error)) from None
        except (OSError, InvalidHandshake) as error:
            say(f"{url}: {error}; trying again", error=True)
        time.sleep(AGAIN_S)


def _serve(connection: ClientConnection, command: Sequence[str], say: Say) -> None:
    process: Process | None = None
    try:
        for message in connection:
            line = message if isinstance(message, bytes) else message.encode()
            if process is None:
                process = Process(command, connection, say)
            if _is_bye(line):
                process.stop(line)
                process = None
            else:
                process.tell(line)
    except ConnectionClosed:
        pass
    finally:
        if process is not None:
            process.stop()
    code = connection.close_code
    if code in {REFUSED, REPLACED}:
        raise CannotConnect(f"the server has disconnected the bot: {connection.close_reason}")


def _is_bye(line: bytes) -> bool:
    try:
        return isinstance(lines.read_to_bot(line), Bye)
    except lines.Unreadable:
        return False
