"""Access to raw memory from compiled code."""
