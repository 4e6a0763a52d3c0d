"""Listens to everything and never says a word, not even ready."""

from polite import heard

for _ in heard():
    pass
