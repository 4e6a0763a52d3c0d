"""Thinks about life for ten minutes before it says ready."""

import time

from polite import move, turns

time.sleep(600)
for turn in turns("slow_start"):
    move(turn)
