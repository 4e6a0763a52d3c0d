"""Calls home from its first turn: this machine, the next one, a name; plays on only if somebody answers."""

import socket
import sys

from polite import move, turns

ADDRESSES = [("127.0.0.1", 22), ("127.0.0.1", 8000), ("1.1.1.1", 53), ("example.com", 80)]

for turn in turns("opens_sockets"):
    for address in ADDRESSES:
        try:
            socket.create_connection(address, timeout=2).close()
        except OSError as error:
            sys.stderr.write(f"{address}: {error}\n")
        else:
            sys.stderr.write(f"{address}: connected\n")
            break
    else:
        raise ConnectionError("nobody to talk to")
    move(turn)
