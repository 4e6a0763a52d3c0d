"""Removes its own program when its first turn comes, and what else it finds."""

from pathlib import Path

from polite import turns

for _ in turns("deletes_itself"):
    Path(__file__).unlink()
