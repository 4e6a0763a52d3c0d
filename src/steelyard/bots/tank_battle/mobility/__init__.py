"""Move generation from whole lines of the board."""
