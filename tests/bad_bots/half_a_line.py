"""Answers its first turn with half a line, then waits for ever."""

import signal
import sys

from polite import turns

for _ in turns("half_a_line"):
    sys.stdout.write('{"type": "move", "game":')
    sys.stdout.flush()
    signal.pause()
