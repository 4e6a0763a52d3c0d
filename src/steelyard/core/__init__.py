"""What every game is, and what can be said of any game."""
