"""Becomes itself again and again with an environment that doubles, until no program can start with it."""

import os
import sys

from polite import turns

if "GROWN" in os.environ:
    grown = os.environ["GROWN"]
    os.execve(sys.executable, [sys.executable, *sys.argv], {**os.environ, "GROWN": grown + grown})  # noqa: S606
for _ in turns("grows_its_environment"):
    os.execve(sys.executable, [sys.executable, *sys.argv], {**os.environ, "GROWN": "x" * 1000})  # noqa: S606
