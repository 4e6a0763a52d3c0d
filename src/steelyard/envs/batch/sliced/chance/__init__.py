"""Random moves in bit-sliced games."""
