"""Untrusted text without control characters, so that it cannot control the terminal it is shown on."""

from __future__ import annotations

import re

# C0 except tab and newline, DEL and C1; direction marks; other line separators; surrogates.
CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def plain(text: object) -> str:
    """The text with all control characters except newlines and tabs escaped as Python escapes them."""
    return CONTROL.sub(lambda found: found[0].encode("unicode_escape").decode(), str(text))
