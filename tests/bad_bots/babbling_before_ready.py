"""Prints its progress on standard output before it says ready, as beginners do."""

import sys

from polite import move, turns

sys.stdout.write("Loading opening book... done\n")
for turn in turns("babbling_before_ready"):
    move(turn)
