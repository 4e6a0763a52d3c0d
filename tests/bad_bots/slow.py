"""Greets in time and takes ten minutes over each move."""

import time

from polite import move, turns

for turn in turns("slow"):
    time.sleep(600)
    move(turn)
