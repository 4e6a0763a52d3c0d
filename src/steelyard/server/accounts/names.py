"""The names of accounts and guests: what one may be called, and when two names are the same."""

from __future__ import annotations

import unicodedata
from functools import cache

from steelyard import bots, games
from steelyard.core.errors import SteelyardError
from steelyard.core.names import UNSEEN, combines, looks

LONGEST = 30
MARKS = " -_."
DELETED = "deleted player"
"""What everybody is called whose account was deleted; pages say it in their language."""


class InvalidName(SteelyardError):
    """A name that nobody can have."""


def checked_name(written: str) -> str:
    """The name as it will be shown."""
    name = " ".join(unicodedata.normalize("NFKC", written).split())
    if not 2 <= len(name) <= LONGEST:
        raise InvalidName(f"a name has 2 to {LONGEST} characters")
    wrong = next((each for each in name if not _usable(each)), None)
    if wrong is not None:
        raise InvalidName(f"{wrong!r} cannot be in a name; use letters, digits, spaces and - _ .")
    if not any(each.isalpha() for each in name):
        raise InvalidName("a name has at least one letter")
    if len({_script(each) for each in name if each.isalpha()}) > 1:
        raise InvalidName("the letters of a name come from one alphabet")
    return name


@cache
def taken_by_bots() -> frozenset[str]:
    """The looks of every built-in bot's name."""
    return frozenset().union(*(looks(bot) for game in games.names() for bot in bots.names(game)))


def _usable(character: str) -> bool:
    if UNSEEN.match(character):
        return False
    return character in MARKS or character.isalpha() or character.isdecimal() or combines(character)


def _script(letter: str) -> str:
    """The alphabet of a letter, by the first word of its Unicode name; what is written together is one."""
    first = unicodedata.name(letter, "?").partition(" ")[0]
    return "EAST ASIAN" if first in {"CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "HANGUL"} else first
