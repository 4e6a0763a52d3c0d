"""Answers its first turn a thousand times over, and goes on."""

from polite import move, turns

for turn in turns("answers_in_a_flood"):
    while True:
        move(turn, "nonsense")
