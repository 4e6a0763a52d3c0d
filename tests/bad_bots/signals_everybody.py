"""Sends every signal to everybody it can name, process 1 and its parent first, and itself last."""

import os
import signal
from contextlib import suppress

from polite import turns

for _ in turns("signals_everybody"):
    for each in sorted(signal.valid_signals()):
        for who in (1, os.getppid(), *range(os.getpid() + 1, 200)):
            with suppress(OSError):
                os.kill(who, each)
    with suppress(OSError):
        os.kill(-1, signal.SIGKILL)
    os.kill(os.getpid(), signal.SIGKILL)
