"""Many of something: `python resource_exhaustion.py WHAT`."""

from __future__ import annotations

import itertools
import os
import signal
import socket
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

MB = 1 << 20


def threads() -> None:
    with suppress(RuntimeError):  # the kernel has had enough; we stay to be seen
        while True:
            threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
    time.sleep(60)


def memory_of_many() -> None:
    """No process holds much; together they do."""
    for _ in range(8):
        if os.fork() == 0:
            held = bytearray(os.urandom(16 * MB))
            time.sleep(60)
            sys.exit(len(held))
    time.sleep(60)


def socket_buffers() -> None:
    """No process holds what is under way between them; the kernel does."""
    for _ in range(8):
        if os.fork() == 0:
            pairs = []
            with suppress(OSError):
                while True:
                    pairs.append(socket.socketpair())
                    for end in pairs[-1]:
                        end.settimeout(0)
                        with suppress(BlockingIOError):
                            while True:
                                end.send(bytes(1 << 16))
            time.sleep(60)
    time.sleep(60)


def sockets_of_a_bigger_size() -> None:
    one, _ = socket.socketpair()
    with suppress(OSError):
        one.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4 * MB)
    sys.stdout.write(str(one.getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF)))


def empty_files() -> None:
    for number in itertools.count():
        Path(f"/tmp/{number}").touch()  # noqa: S108 - the sandbox's own


def shared_memory() -> None:
    """Four processes with 32 MB in common, long enough to be looked at."""
    held = os.urandom(32 * MB)
    for _ in range(3):
        if os.fork() == 0:
            time.sleep(1)
            os._exit(held[0] & 0)
    time.sleep(1)
    sys.stdout.write("done\n")


def stubborn_children() -> None:
    for _ in range(3):
        if os.fork() == 0:
            os.setsid()
            for each in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
                signal.signal(each, signal.SIG_IGN)
            while True:
                signal.pause()
    while True:
        signal.pause()


if __name__ == "__main__":
    globals()[sys.argv[1].replace(" ", "_")]()
