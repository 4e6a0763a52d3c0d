"""The names of accounts: what one may be called, and when two names are the same."""

from __future__ import annotations

import unicodedata

from steelyard.core.errors import SteelyardError

LONGEST = 30
MARKS = " -_."
ALIKE = str.maketrans(  # what looks the same, also in another alphabet: Cyrillic and Greek beside Latin
    "01i" + "\u0430\u0432\u0435\u043a\u043c\u043d\u043e\u0440\u0441\u0442\u0443\u0445\u0456\u0455\u0458"
    "\u03b1\u03b9\u03ba\u03bd\u03bf\u03c1\u03c4\u03c5\u03c7",
    "oll" + "abekmhopctyxlsj" + "alkvoptux",
)


class InvalidName(SteelyardError):
    """A name that no account can have."""


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


def folded(name: str) -> str:
    """What two names that people could take for one another share: case, width and marks make no name new."""
    plain = unicodedata.normalize("NFKC", name).casefold()
    letters = (each for each in unicodedata.normalize("NFKC", plain) if each.isalnum() or _combines(each))
    return "".join(map(_digit, letters)).translate(ALIKE)


def _digit(character: str) -> str:
    """Every alphabet's digits are the same ones."""
    return str(unicodedata.decimal(character)) if character.isdecimal() else character


def _usable(character: str) -> bool:
    return character in MARKS or character.isalpha() or character.isdecimal() or _combines(character)


def _combines(character: str) -> bool:
    """Signs that letters of some alphabets are written with."""
    return unicodedata.category(character) in {"Mn", "Mc"}


def _script(letter: str) -> str:
    """The alphabet of a letter, by the first word of its Unicode name; what is written together is one."""
    first = unicodedata.name(letter, "?").partition(" ")[0]
    return "EAST ASIAN" if first in {"CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "HANGUL"} else first
