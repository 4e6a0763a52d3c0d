"""Tank Battle in batches."""
