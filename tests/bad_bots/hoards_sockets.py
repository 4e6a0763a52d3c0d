"""Keeps as much as it can on the way between sockets, where no process is seen to hold it."""

import os
import signal
import socket
from contextlib import suppress

from polite import turns

for _ in turns("hoards_sockets"):
    for _ in range(8):
        if os.fork() == 0:
            break
    pairs = []
    with suppress(OSError):
        while True:
            pairs.append(socket.socketpair())
            for end in pairs[-1]:
                end.settimeout(0)
                with suppress(BlockingIOError):
                    while True:
                        end.send(bytes(1 << 16))
    while True:
        signal.pause()
