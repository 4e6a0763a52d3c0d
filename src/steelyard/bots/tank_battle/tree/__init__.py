"""The memory of a search."""
