"""Answers its first turn with words and words, and no end of a line."""

import sys

from polite import turns

for _ in turns("no_line_ends"):
    while True:
        sys.stdout.write("x" * 1000)
        sys.stdout.flush()
