"""Plays games between bot programs; the only package that starts bot processes and measures time."""
