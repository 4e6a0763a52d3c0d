"""The compiled alpha-beta search."""
