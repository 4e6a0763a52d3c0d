"""Stops when its first turn comes, for ever."""

import os
import signal

from polite import turns

for _ in turns("stops_itself"):
    os.kill(os.getpid(), signal.SIGSTOP)
