"""The names of accounts and guests: what one may be called, and when two names are the same."""

from __future__ import annotations

import re
import string
import unicodedata
from functools import cache

from steelyard import bots, games
from steelyard.core.errors import SteelyardError
from steelyard.core.names import UNSEEN, combines, looks

LONGEST = 30
MARKS = " -_."
DELETED = "deleted player"
"""What everybody is called whose account was deleted; pages say it in their language."""

RESERVED = (
    *("admin", "admins", "sysadmin", "root", "superuser", "operator", "webmaster", "system", "server"),
    *("official", "staff", "support", "security", "mod", "mods", "moderation", "referee", "referees"),
    *("organiser", "organisers", "organizer", "organizers", "anonymous"),
    *("správce", "rozhodčí", "organizátor", "podpora"),
    *("administratör", "arrangör", "domare"),
)
"""What nobody can be called: readers would take it for whoever runs the server."""
RESERVED_PARTS = ("administrator", "moderator", "steelyard")
_DIGITS = str.maketrans("0134578", "oieastb")


class InvalidName(SteelyardError):
    """A name that nobody can have."""


class ReservedName(InvalidName):
    """A name that could be taken for whoever runs the server."""


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


def check_reserved(name: str) -> None:
    """Refuse a name that could be taken for whoever runs the server, however it is spelled."""
    shown = {name, name.strip(string.digits + MARKS)}
    found = {look for each in shown for look in _spellings(each)}
    own = {look for word in re.split(rf"[{re.escape(MARKS)}]", name) for look in _spellings(word)}
    parts = {look for part in RESERVED_PARTS for look in _spellings(part)}
    if (
        not found.isdisjoint(_reserved())
        or not own.isdisjoint(_spellings("admin"))
        or any(part in each for part in parts for each in found)
    ):
        raise ReservedName("that name is reserved for those who run this server; choose another")


@cache
def _reserved() -> frozenset[str]:
    return frozenset().union(*map(_spellings, RESERVED))


def _spellings(name: str) -> frozenset[str]:
    """How a name looks without accents, as it is and with digits read as letters."""
    apart = unicodedata.normalize("NFKD", name)
    plain = "".join(each for each in apart if not combines(each))
    return looks(plain) | looks(plain.translate(_DIGITS))


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
