"""Tests of analyses and reviews."""
