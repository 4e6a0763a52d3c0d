"""The order in which a search tries moves."""
