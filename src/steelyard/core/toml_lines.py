"""The line number of every key in a TOML file, for error messages; tomllib does not report them."""

from __future__ import annotations

import re
import tomllib
from itertools import count
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

Path = tuple[str | int, ...]

_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_KEY = re.compile(r"""[ \t]*(?:"((?:[^"\\\n]|\\.)*)"|'([^'\n]*)'|([A-Za-z0-9_-]+))[ \t]*""")
_TEXT = re.compile(
    r'"""(?:[^\\]|\\.)*?"{3,5}|' + r"'''.*?'{3,5}" + r"""|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'""", re.DOTALL
)
_BARE = re.compile(r"[^,\]}#\n]*")


def lines(text: str) -> dict[Path, int]:
    """The line of every key, table and list item of a valid TOML text."""
    return _Scan(text.removeprefix("\ufeff")).found


def line_of(path: Path, found: dict[Path, int]) -> int:
    """The line of a key; if the key is missing, the line of the nearest table around it."""
    while path and path not in found:
        path = path[:-1]
    return found.get(path, 1)


def format_path(path: Path) -> str:
    """A path as text, `stages[2].boards`; list items are counted from one."""
    return "".join(f"[{key + 1}]" if isinstance(key, int) else f".{key}" for key in path).removeprefix(".")


class _Scan:
    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._tables: dict[Path, int] = {}  # the number of tables so far, for each array of tables
        self.found: dict[Path, int] = {}
        around: Path = ()
        while not self._ended():
            if text[self._at] == "[":
                around = self._heading()
            else:
                self._entry(around)

    def _ended(self) -> bool:
        self._skip(_BLANK)
        return self._at >= len(self._text)

    def _skip(self, what: re.Pattern[str]) -> str:
        match = what.match(self._text, self._at)
        if match is None:
            raise ValueError(f"no TOML at character {self._at}")
        self._at = match.end()
        return match[0]

    def _note(self, path: Path) -> None:
        self.found.setdefault(path, self._text.count("\n", 0, self._at) + 1)

    def _heading(self) -> Path:
        brackets = 2 if self._text.startswith("[[", self._at) else 1
        self._at += brackets
        path: Path = ()
        keys = self._keys()
        for depth, key in enumerate(keys, start=1):
            path += (key,)
            self._note(path)
            if depth == len(keys) and brackets == 2:
                self._tables[path] = self._tables.get(path, 0) + 1
            if path in self._tables:
                path += (self._tables[path] - 1,)
                self._note(path)
        self._at += brackets
        return path

    def _entry(self, path: Path) -> None:
        """Read a key with its value, in the table of that path."""
        for key in self._keys():
            path += (key,)
            self._note(path)
        self._at += 1  # the =
        self._value(path)

    def _keys(self) -> list[str]:
        keys = [self._key()]
        while self._text.startswith(".", self._at):
            self._at += 1
            keys.append(self._key())
        return keys

    def _key(self) -> str:
        match = _KEY.match(self._text, self._at)
        if match is None:
            raise ValueError(f"no key at character {self._at}")
        self._at = match.end()
        quoted, literal, bare = match.groups()
        return _unescape(quoted) if quoted is not None else literal if literal is not None else bare

    def _value(self, path: Path) -> None:
        self._skip(_BLANK)
        opening = self._text[self._at]
        if opening == "[":
            for number in self._items("]"):
                self._note((*path, number))
                self._value((*path, number))
        elif opening == "{":
            for _ in self._items("}"):
                self._entry(path)
        else:
            self._skip(_TEXT if opening in "\"'" else _BARE)

    def _items(self, closing: str) -> Iterator[int]:
        """The numbers of the items of a list or an inline table, at the beginning of each."""
        for number in count():
            self._at += 1  # the opening bracket or a comma
            self._skip(_BLANK)
            if self._text[self._at] != closing:
                yield number
                self._skip(_BLANK)
            if self._text[self._at] == closing:
                break
        self._at += 1


def _unescape(quoted: str) -> str:
    """A key in double quotes as tomllib reads it."""
    return next(iter(tomllib.loads(f'"{quoted}" = 1')))
