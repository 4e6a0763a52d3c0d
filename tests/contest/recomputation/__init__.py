"""Recomputes a contest's results from its file, its journal and the documented rules alone.

Nothing here imports the contest package. What chance decides (the order of seeding, pairings of Swiss rounds
and of losers' brackets, lots) is read from the report, and that it was chance's to decide is checked.
"""
