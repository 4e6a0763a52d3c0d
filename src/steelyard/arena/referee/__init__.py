"""Plays one game between two bots: the referee, its timing, and detection of machine stalls."""
