"""A bot at home: its process, started for each game it is asked for, behind a web socket to a server.

The bot notices nothing: it reads lines and writes lines, as anywhere.
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
LEAVING_S = 2.0
REFUSED = 4411
REPLACED = 4409


class Say(Protocol):
    """How a person is told something."""

    def __call__(self, text: str, *, error: bool = False) -> None: ...


class CannotConnect(SteelyardError):
    """The server does not let this bot in."""


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
        self._parting = False
        threading.Thread(target=self._answer, daemon=True).start()

    def tell(self, line: bytes) -> None:
        assert self._process.stdin is not None  # noqa: S101 - as it was started
        with suppress(OSError):  # it has ended, which is noticed where its answers are read
            self._process.stdin.write(line.rstrip(b"\n") + b"\n")
            self._process.stdin.flush()

    def _answer(self) -> None:
        assert self._process.stdout is not None  # noqa: S101 - as it was started
        with suppress(ConnectionClosed), self._process.stdout as said:
            for line in said:
                self._connection.send(line.rstrip(b"\n").decode("utf-8", "replace"))
            if not self._parting:  # it left in the middle of a game: so do we, and the referee sees it
                self._say("the bot has ended by itself", error=True)
                self._connection.close(1001, "the bot has ended")

    def part(self) -> None:
        """Its game is over: it gets a moment to leave."""
        self._parting = True
        with suppress(OSError):
            if self._process.stdin is not None:
                self._process.stdin.close()
        try:
            self._process.wait(LEAVING_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def connected(url: str, token: str, command: Sequence[str], say: Say) -> int:
    """Play whenever the server asks, until interrupted; a line that breaks is taken up again."""
    while True:
        try:
            with connect(
                url,
                additional_headers={"Authorization": f"Bearer {token}"},
                compression=None,
                max_size=1 << 20,
            ) as connection:
                say(f"connected to {url}; Ctrl-C ends it")
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
            process.tell(line)
            if _is_bye(line):
                process.part()
                process = None
    except ConnectionClosed:
        pass
    finally:
        if process is not None:
            process.part()
    code = connection.close_code
    if code in {REFUSED, REPLACED}:
        raise CannotConnect(f"the server has sent the bot away: {connection.close_reason}")


def _is_bye(line: bytes) -> bool:
    try:
        return isinstance(lines.read_to_bot(line), Bye)
    except lines.Unreadable:
        return False
