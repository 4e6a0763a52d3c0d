"""Room to drive in: sets of squares, territories, how long a tank can survive alone."""
