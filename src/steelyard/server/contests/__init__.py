"""Contests on the web: made, entered, frozen at the deadline, played by a worker, followed by everybody."""
