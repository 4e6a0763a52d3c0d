"""Puzzles on the web: the shipped ones, the puzzle of the day, what an account has solved."""
