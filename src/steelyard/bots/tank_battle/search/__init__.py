"""Alpha-beta, compiled."""
