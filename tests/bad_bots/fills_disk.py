"""Writes files wherever it can until the disk is full, then falls over the error."""

import itertools
import os
import sys
from pathlib import Path

from polite import turns

PLACES = ["/dev/shm", "/tmp", "/var/tmp", "/run", "/", "."]  # noqa: S108 - where anybody would try


def fill(folder: Path) -> None:
    for number in itertools.count():
        with (folder / f"steelyard-filler-{os.getpid()}-{number}").open("wb", buffering=0) as file:
            for _ in range(8):
                file.write(bytes(1 << 20))


for _ in turns("fills_disk"):
    for place in PLACES:
        try:
            fill(Path(place))
        except OSError as error:
            sys.stderr.write(f"{place}: {error}\n")
    raise OSError("nowhere left to write")
