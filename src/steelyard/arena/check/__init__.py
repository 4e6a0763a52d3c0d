"""The numbered checks of a bot."""
