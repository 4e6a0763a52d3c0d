"""A contest's table as TOML, for the parts of the language that contest files use."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def written(table: Mapping[str, Any]) -> str:
    """What tomllib reads back as the same table."""
    return "\n".join(_table(table, ())) + "\n"


def _table(table: Mapping[str, Any], path: tuple[str, ...]) -> Iterator[str]:
    """Plain values first: what follows a heading belongs to it."""
    for key, value in table.items():
        if not _has_heading(value):
            yield f"{_key(key)} = {_value(value)}"
    for key, value in table.items():
        here = (*path, key)
        if isinstance(value, dict):
            yield from ["", f"[{'.'.join(map(_key, here))}]", *_table(value, here)]
        elif _has_heading(value):
            for each in value:
                yield from ["", f"[[{'.'.join(map(_key, here))}]]", *_plain(each)]


def _has_heading(value: Any) -> bool:
    return isinstance(value, dict) or (
        isinstance(value, list) and bool(value) and all(isinstance(each, dict) for each in value)
    )


def _plain(table: Mapping[str, Any]) -> Iterator[str]:
    for key, value in table.items():
        yield f"{_key(key)} = {_value(value)}"


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _text(key)


def _value(value: Any) -> str:
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_key(key)} = {_value(each)}" for key, each in value.items()) + "}"
    return repr(value)


def _text(text: str) -> str:
    """JSON's strings are TOML's basic strings, but for surrogates and one control character."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
