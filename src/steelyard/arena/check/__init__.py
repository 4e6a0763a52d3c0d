"""The numbered checks of `steelyard check`."""
