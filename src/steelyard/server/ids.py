"""Random ids of tables, bots and contests: in addresses, so short enough to be read out."""

from __future__ import annotations

import re
import secrets

ID_LETTERS = "23456789abcdefghijkmnpqrstuvwxyz"
ID_PATTERN = f"[{ID_LETTERS}]{{10}}(?:[{ID_LETTERS}]{{6}})?"
_ID = re.compile(ID_PATTERN)


def new_id(*, private: bool = False) -> str:
    """Short enough to be read out, or too long to be guessed (80 bits)."""
    return "".join(secrets.choice(ID_LETTERS) for _ in range(16 if private else 10))


def is_id(text: str) -> bool:
    return _ID.fullmatch(text) is not None
