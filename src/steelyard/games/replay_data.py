"""The pictures of a game, small: each as what changes in the one before, in parts that are kept once.

A part is one tag with the text behind it. A page puts a picture together again by applying the changes of all
turns up to it and joining the parts; it needs to know nothing of the game.
"""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from html import unescape
from itertools import accumulate, takewhile
from typing import TYPE_CHECKING, NamedTuple

from steelyard.games.art import STYLE_ELEMENT

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Element = tuple[int, ...]
"""Parts, from one that has an id to the next."""

_TAGS = re.compile(r"<[^>]*>[^<]*")
_WORDS = re.compile(r"<title>.*?</title>|<desc>(.*?)</desc>", re.DOTALL)
_DATA = re.compile(r' data-[\w-]+="[^"]*"')
_CLICKABLE = re.compile(r'<[^>]* fill="none" pointer-events="all"/>')


class ReplayData(NamedTuple):
    parts: list[str]
    turns: list[list[list[int]]]
    """For each picture its changes from the last to the first: where, how many parts go, which parts come."""
    words: list[str]
    """Each picture in words."""


def replay_data(pictures: Iterable[str]) -> ReplayData:
    numbers: dict[str, int] = {}
    found = ReplayData([], [], [])
    before: list[Element] = []
    for picture in pictures:
        found.words.append(unescape("".join(_WORDS.findall(picture))))
        after = _elements(to_look_at(picture), numbers)
        found.turns.append(_changes(before, after))
        before = after
    found.parts.extend(numbers)
    return found


def to_look_at(picture: str) -> str:
    """Without its style and words, which the page has once, and without what is there to be clicked."""
    drawn = _WORDS.sub("", picture.replace(STYLE_ELEMENT, "", 1))
    return _CLICKABLE.sub("", _DATA.sub("", drawn))


def _elements(picture: str, numbers: dict[str, int]) -> list[Element]:
    elements: list[list[int]] = [[]]
    for part in _TAGS.findall(picture):
        if ' id="' in part:
            elements.append([])
        elements[-1].append(numbers.setdefault(part, len(numbers)))
    return [tuple(element) for element in elements]


def _changes(before: Sequence[Element], after: Sequence[Element]) -> list[list[int]]:
    starts = [0, *accumulate(map(len, before))]
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    return [
        _change(starts[low], sum(before[low:high], ()), sum(after[first:last], ()))
        for kind, low, high, first, last in reversed(matcher.get_opcodes())
        if kind != "equal"
    ]


def _change(start: int, old: Element, new: Element) -> list[int]:
    same = _common(old, new)
    old, new = old[same:], new[same:]
    end = _common(old[::-1], new[::-1])
    return [start + same, len(old) - end, *new[: len(new) - end]]


def _common(one: Element, two: Element) -> int:
    """How many parts both begin with."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, two, strict=False)))
