"""Closes its output in its first turn and goes on running."""

import os
import signal

from polite import turns

for _ in turns("closes_output"):
    os.close(1)
    os.close(2)
    while True:
        signal.pause()
