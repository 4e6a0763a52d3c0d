"""What the scripts here take as arguments: numbers that make sense, or an error that says what would."""

from __future__ import annotations

import math
from argparse import ArgumentTypeError


def count(text: str) -> int:
    if not text.isdecimal() or int(text) == 0:
        raise ArgumentTypeError(f"{text!r} is not a number from 1 on")
    return int(text)


def pairs(text: str) -> int:
    """A number of games, as the number of their pairs."""
    if count(text) % 2:
        raise ArgumentTypeError(f"{text!r} is odd; games are played in pairs")
    return int(text) // 2


def seconds(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0 < number < math.inf:
        raise ArgumentTypeError(f"{text!r} is not a number of seconds above 0")
    return number
