"""Wants memory that belongs to no process: a file without a name, shared segments; falls over the refusal."""

import os

from polite import turns

for _ in turns("hides_memory"):
    hidden = os.memfd_create("hidden")
    while True:
        os.write(hidden, bytes(1 << 20))
