"""Runs a contest: its folder and journal, its entrants, and the runners that play its games."""
