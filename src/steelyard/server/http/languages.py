"""The language of a page: the one that was chosen on a page, or the first that the browser asks for."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Sequence

    from starlette.requests import Request

ENGLISH = "en"
COOKIE = "steelyard_language"  # set by the pages, in parts/page/language.js
LONGEST = 200  # letters of what a browser accepts that are read


def language_of(request: Request, known: Sequence[str]) -> str:
    chosen = request.cookies.get(COOKIE, "")
    return chosen if chosen in known else accepted(request.headers.get("accept-language", ""), known)


def accepted(header: str, known: Sequence[str]) -> str:
    """The first known language of `cs-CZ,cs;q=0.9,en;q=0.8`, in the order of its weights."""
    ranked = []
    for part in header[:LONGEST].split(","):
        tag, _, weight = part.strip().partition(";q=")
        ranked.append((_number(weight), tag.partition("-")[0].lower()))
    ranked.sort(key=lambda each: -each[0])
    return next((tag for weight, tag in ranked if weight and tag in known), ENGLISH)


def _number(weight: str) -> float:
    try:
        return float(weight or 1)
    except ValueError:
        return 0


class HeadWords:
    """What pages say where no script runs: in their head, to those who show a link, and without scripts."""

    def __init__(self, text: bytes) -> None:
        self.by_key = msgspec.json.decode(text, type=dict[str, str])

    def say(self, key: str, otherwise: str = "", **values: str) -> str:
        return self.by_key.get(key, otherwise).format(**values)

    def instead_of(self, english: HeadWords, page: str) -> str:
        """A page with its English sentences replaced by these."""
        for key, words in self.by_key.items():
            page = page.replace(escape(english.by_key[key]), escape(words))
        return page
