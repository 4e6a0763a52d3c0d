"""Makes a remote bot behind a WebSocket look like a local process.

Started as `python -m steelyard.arena.remote.bridge URL`. If the variable STEELYARD_TICKET is set, it is shown
to the server as a bearer token.

Lines from standard input become messages, messages become lines on standard output.
"""

from __future__ import annotations

import os
import sys
import threading

from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidURI
from websockets.sync.client import ClientConnection, connect

from steelyard.arena.remote import TICKET_VARIABLE


def main(address: str) -> int:
    """Forward messages until either side disconnects."""
    ticket = os.environ.pop(TICKET_VARIABLE, "")
    headers = {"Authorization": f"Bearer {ticket}"} if ticket else None
    try:
        connection = connect(address, compression=None, max_size=1 << 20, additional_headers=headers)
    except (OSError, InvalidHandshake, InvalidURI) as error:
        print(f"{address}: {error}", file=sys.stderr)  # noqa: T201 - the log
        return 1
    with connection:
        threading.Thread(target=_forward, args=(connection,), daemon=True).start()
        try:
            for message in connection:
                line = message if isinstance(message, bytes) else message.encode()
                sys.stdout.buffer.write(line.rstrip(b"\n").replace(b"\n", b" ") + b"\n")
                sys.stdout.buffer.flush()
        except (ConnectionClosed, BrokenPipeError):
            pass
    return 0


def _forward(connection: ClientConnection) -> None:
    for line in sys.stdin.buffer:
        try:
            connection.send(line.rstrip(b"\n").decode())
        except ConnectionClosed:
            return
    connection.close()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
