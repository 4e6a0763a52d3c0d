"""Drives the same tank again and again, in perfect form, also when it can go no further."""

from polite import move, turns

for turn in turns("illegal"):
    move(turn, "LA")
