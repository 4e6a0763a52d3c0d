"""Starts children that end at once and are never waited for."""

import os

from polite import turns

for _ in turns("zombies"):
    while True:
        if os.fork() == 0:
            os._exit(0)
