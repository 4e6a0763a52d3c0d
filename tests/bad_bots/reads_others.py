"""Looks for other bots' files and the referee's secrets; plays on only if it finds some."""

import os
import sys
from glob import glob
from pathlib import Path

from polite import move, turns

HOMES = ["/ro?t/*", "/home/*/*"]
PATTERNS = [*HOMES, "/proc/[0-9]*/environ", "/etc/shadow", "../*/bot.toml", "/var/lib/*/*"]


def secrets() -> list[str]:
    """What can be read that is not the bot's own."""
    found = [path for pattern in PATTERNS for path in glob(pattern)]  # noqa: PTH207 - one call for all kinds
    own = [Path("/proc", str(os.getpid())), Path("/proc/1"), Path.cwd()]
    foreign = [path for path in found if not any(Path(path).absolute().is_relative_to(mine) for mine in own)]
    return [path for path in foreign if os.access(path, os.R_OK)]


for turn in turns("reads_others"):
    if not (read := secrets()):
        raise PermissionError("nothing to steal")
    sys.stderr.write("stolen: " + " ".join(read[:10]) + "\n")
    move(turn)
