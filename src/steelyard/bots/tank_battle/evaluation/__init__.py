"""The static evaluation of a position."""
