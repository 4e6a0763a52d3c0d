"""Reads from address zero when its first turn comes."""

import ctypes

from polite import turns

for _ in turns("segfault"):
    ctypes.string_at(0)
