"""Where tanks can drive, found along whole lines."""
