"""The room of both tanks, for explanations."""
