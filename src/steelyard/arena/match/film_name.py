"""Which films can be made here, and what their files are called."""

from __future__ import annotations

import re
import unicodedata
from datetime import UTC, datetime
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

LONGEST_NAME = 24  # letters


@cache
def formats() -> list[str]:
    """The formats of films that this installation can make: MP4 needs the extra `video`."""
    return ["gif"] if find_spec("av") is None else ["gif", "mp4"]


def file_name(game: str, names: Sequence[str], at_ms: float, ending: str) -> str:
    """`tank-war-ada-vs-bob-2026-11-16.gif`: letters, digits and hyphens, whatever the players are called."""
    day = datetime.fromtimestamp(at_ms / 1000, UTC).date().isoformat()
    players = "-vs-".join(_slug(name) or "player" for name in names)
    return f"{_slug(game)}-{players}-{day}.{ending}"


def _slug(text: str) -> str:
    plain_letters = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain_letters).strip("-")[:LONGEST_NAME].strip("-")
