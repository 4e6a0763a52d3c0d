"""Answers its first turn with bytes that are no text."""

import sys

from polite import turns

for _ in turns("binary_garbage"):
    sys.stdout.buffer.write(bytes(range(255, 0, -1)) + b"\n")
    sys.stdout.flush()
