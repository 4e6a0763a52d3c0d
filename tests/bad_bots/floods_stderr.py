"""Logs without end in its first turn and never comes to move."""

import sys

from polite import turns

for _ in turns("floods_stderr"):
    while True:
        sys.stderr.write("thinking hard about this very difficult position\n" * 100)
