"""Contests: one file says what is played, one command plays it, and the journal alone tells the results."""
