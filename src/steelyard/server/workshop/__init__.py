"""Where the work is done that no page waits for: a queue, and processes that take from it."""
