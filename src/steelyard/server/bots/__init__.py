"""Bots that people hand in: unpacked, kept, checked, played."""
