"""Logs 100 MB in its first turn before it leaves."""

import sys

from polite import turns

for _ in turns("logs_100_mb"):
    for _ in range(100):
        sys.stderr.write("x" * 1_000_000)
    sys.exit(1)
