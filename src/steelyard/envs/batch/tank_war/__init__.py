"""Tank War in batches."""
