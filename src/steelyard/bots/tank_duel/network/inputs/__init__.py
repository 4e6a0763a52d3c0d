"""What the network sees of a position."""
