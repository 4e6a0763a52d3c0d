"""Matches between two bots: the plan, the pool of processes, the journal, records and the score."""
