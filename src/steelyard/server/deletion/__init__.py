"""Deleting accounts: what goes with one, and what stays."""
