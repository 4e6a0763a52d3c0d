"""Analysis of positions and games."""
