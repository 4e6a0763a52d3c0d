"""Leaves without a word when its first turn comes, as if all were well."""

import sys

from polite import turns

for _ in turns("exit_zero"):
    sys.exit(0)
