"""Tournaments of people: who takes part, rounds that pair themselves, standings."""
