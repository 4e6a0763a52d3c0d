"""Answers its first turn with a line of 100 MB."""

import sys

from polite import turns

for _ in turns("huge_line"):
    for _ in range(100):
        sys.stdout.write("x" * 1_000_000)
    sys.stdout.write("\n")
    sys.stdout.flush()
