"""Puts its thoughts into process 1 of its sandbox; plays on only if it could."""

from pathlib import Path

from polite import move, turns

PLACES = [
    "/proc/1/mem",
    "/proc/1/oom_score_adj",
    "/proc/1/comm",
    "/proc/sys/kernel/core_pattern",
    "/proc/sysrq-trigger",
]

for turn in turns("writes_to_process_1"):
    for place in PLACES:
        try:
            Path(place).open("r+b").close()
        except OSError:
            continue
        move(turn)
        break
    else:
        raise PermissionError("nothing to write to")
