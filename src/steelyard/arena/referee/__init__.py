"""One game between two bots: timing, verdicts, stalls of the machine, and the referee who applies them."""
