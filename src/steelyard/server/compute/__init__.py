"""Processes that compute for the server: moves of built-in bots, analyses and films."""
