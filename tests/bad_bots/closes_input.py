"""Closes its input before it answers its first turn, and goes on running."""

import os
import signal

from polite import move, turns

for turn in turns("closes_input"):
    os.close(0)
    move(turn)
    while True:
        signal.pause()
