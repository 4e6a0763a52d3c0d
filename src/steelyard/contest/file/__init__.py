"""Reads a contest file: its keys, its boards, its entrants, and messages that name line and key."""
