"""The hash table of a search."""
