"""Opens files until there are no more to be had, and falls over that."""

import os

from polite import turns

for _ in turns("opens_many_files"):
    while True:
        os.open("/dev/null", os.O_RDONLY)
