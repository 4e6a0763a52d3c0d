"""Leaves when its first turn comes; a child that no polite signal ends stays, with the pipes open."""

import os
import signal
import sys

from polite import turns

for _ in turns("orphan_child"):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            for ignored in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGPIPE):
                signal.signal(ignored, signal.SIG_IGN)
            while True:
                signal.pause()
        os._exit(0)
    os.wait()
    sys.exit(0)
