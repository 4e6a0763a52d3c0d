"""Tank Duel in batches."""
