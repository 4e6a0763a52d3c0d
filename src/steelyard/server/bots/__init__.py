"""Bots that people upload: unpacked, kept, checked, played."""
