"""Names that people see: how they are shown, and when two of them can be taken for one another."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from functools import cache

UNSEEN = re.compile(
    r"[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
"""Letters and signs of which nothing is shown: those that Unicode calls default ignorable."""


def shown_name(written: str, longest: int) -> str:
    """A name without what cannot be seen, with single spaces, not too long; it may be empty."""
    plain = unicodedata.normalize("NFC", written)
    seen = "".join(c for c in plain if c.isprintable() and not UNSEEN.match(c))
    return " ".join(seen.split())[:longest].strip()


def folded(name: str) -> str:
    """What a name is found by: case, width and marks make no difference."""
    return _letters(unicodedata.normalize("NFKC", name).casefold())


def _letters(text: str) -> str:
    plain = unicodedata.normalize("NFKC", text)
    return "".join(_digit(each) for each in plain if each.isalnum() or combines(each))


def looks(name: str) -> frozenset[str]:
    """How a name can look: as it is written, in small letters, in capitals.

    Two names that share a look can be taken for one another. What looks alike, in whatever alphabet, is
    Unicode's own list (UTS 39); letters of the same look become the same here.
    """
    same = prototypes()
    forms = {_letters(form) for form in (name, name.lower(), name.upper())}
    return frozenset("".join(same.get(each, each) for each in form).casefold() for form in forms)


@cache
def prototypes() -> dict[str, str]:
    """For each character with look-alikes, what stands for all of them; the data takes a moment to load."""
    from confusable_homoglyphs.confusables import confusables_data  # noqa: PLC0415 - as it says

    pairs = [
        (one.strip("\u200e"), other["c"].strip("\u200e"))  # marks of direction around some
        for one, others in confusables_data.items()
        for other in others
    ]
    alike = Counter(one for one, _ in pairs)
    leader: dict[str, str] = {}

    def find(text: str) -> str:
        while (above := leader.get(text, text)) != text:
            text = above
        return text

    for one, other in pairs:
        if len(one) == len(other) == 1:
            first, second = sorted((find(one), find(other)), key=lambda each: (-alike[each], each))
            leader[second] = first
    found = {each: find(each) for each in leader}
    for one, other in pairs:
        if len(one) == 1 < len(other):  # as m, which looks like rn
            found[one] = "".join(find(each) for each in other)
    return found


def _digit(character: str) -> str:
    """Every alphabet's digits are the same ones."""
    return str(unicodedata.decimal(character)) if character.isdecimal() else character


def combines(character: str) -> bool:
    """Signs that letters of some alphabets are written with."""
    return unicodedata.category(character) in {"Mn", "Mc"}
