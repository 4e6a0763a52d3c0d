"""Our JavaScript modules as the bundler reads them: what they import and export, and their lines.

Modules use a regular subset of the language: named imports at the start of lines, `export` before a function,
a class or a constant, and `import("...")` of a file. Anything else is an error, not a guess.
"""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING, NamedTuple

from steelyard.core.errors import SteelyardError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

STOP = re.compile(r"""["'`/]|\n[ \t]*|[{}]""")
STRING = {'"': re.compile(r'"(?:\\.|[^"\\\n])*"'), "'": re.compile(r"'(?:\\.|[^'\\\n])*'")}
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/[ \t]*", re.DOTALL)
REGULAR = re.compile(r"/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n\[])+/[a-z]*")
TEMPLATE = re.compile(r"(?:\\.|\$(?!\{)|[^`\\$])*(`|\$\{)", re.DOTALL)
VALUE = re.compile(r"(?:[\w$)\]}]|\+\+|--)$")  # what a division follows, unless it is one of these words
WORD = re.compile(r"(?<![\w$.])(?:return|typeof|case|in|of|do|else|void|delete|throw|new|await|yield)$")
NEEDS_NO_SPACE = " \t\n([{,;=:!&|?"  # where a comment may go without a trace
LONGEST_WORD = 40  # letters before a sign that say whether it is a division
NAME = r"[A-Za-z_$][\w$]*"
IMPORT = re.compile(
    rf'^import (?:\* as (?P<whole>{NAME})|\{{(?P<names>[^{{}}]*)\}}) from "(?P<path>\.[^"]+)";', re.MULTILINE
)
EXPORT = re.compile(
    rf"^export (?=(?:(?:async )?function\*? ?|class |const (?=[\w$]+ ?=))(?P<name>{NAME}))", re.MULTILINE
)
LAZY = re.compile(r'\bimport\("(\.[^"]+)"\)')
OTHER = re.compile(r"(?<![\w$.#])(?:import|export)(?![\w$]|: |\?:)")


class UnknownForm(SteelyardError):
    """A module says something that the bundler does not know."""


class Line(NamedTuple):
    number: int
    """In the file, from 0."""
    text: str


class Import(NamedTuple):
    module: str
    names: str
    """What is taken of it, as a pattern: `{h, words: people}`, or a name for all of it."""


class Module(NamedTuple):
    """A file: what it needs, what it offers, and the rest of its lines."""

    name: str
    imports: tuple[Import, ...]
    exports: tuple[str, ...]
    lazy: tuple[str, ...]
    """Modules that it loads when they are needed."""
    lines: tuple[Line, ...]


def read(name: str, text: str) -> Module:
    """A module by its path within the pages' folder."""
    code = stripped(text)
    imports, exports = [], []

    def imported(found: re.Match[str]) -> str:
        imports.append(Import(_target(name, found["path"]), found["whole"] or _pattern(found["names"])))
        return "\n" * found[0].count("\n")

    def exported(found: re.Match[str]) -> str:
        exports.append(found["name"])
        return ""

    code = EXPORT.sub(exported, IMPORT.sub(imported, code))
    lazy = tuple(_target(name, path) for path in LAZY.findall(code))
    without = LAZY.sub("", code)
    for found in OTHER.finditer(without):
        if not _in_text(without, found.start()):
            line = without[: found.start()].count("\n") + 1
            raise UnknownForm(f"{name}, line {line}: the bundler does not know this form of {found[0]}")
    lines = tuple(Line(number, line) for number, line in enumerate(code.split("\n")) if line)
    return Module(name, tuple(imports), tuple(exports), lazy, lines)


def imports(name: str, text: str) -> tuple[str, ...]:
    """Only the modules that a module imports, which are seen without reading all of it."""
    return tuple(_target(name, found["path"]) for found in IMPORT.finditer(text))


def with_lazy(name: str, line: str, load: Callable[[str], str]) -> str:
    """A line in which modules that are loaded later are loaded in another way."""
    return LAZY.sub(lambda found: load(_target(name, found[1])), line) if "import(" in line else line


def _target(name: str, path: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), path))


def _pattern(names: str) -> str:
    """`h, words as people` in the words of a destructuring."""
    each = (" ".join(part.split()).replace(" as ", ": ") for part in names.split(","))
    return "{" + ", ".join(part for part in each if part) + "}"


def _in_text(code: str, place: int) -> bool:
    return any(start <= place < end for start, end, kind in _parts(code) if kind == "text")


def stripped(text: str) -> str:
    """A program without comments and indentation; its line breaks stay where they are."""
    kept, done = [""], 0
    for start, end, kind in _parts(text):
        kept.append(text[done:start])
        done = end
        if kind == "text":
            kept.append(text[start:end])
        elif kind == "comment":
            before = next((each[-1] for each in reversed(kept) if each), "\n")
            kept.append("\n" * text.count("\n", start, end) or " " * (before not in NEEDS_NO_SPACE))
        else:
            while kept and not (last := kept.pop().rstrip(" \t")):
                pass
            kept += [last, "\n"]
    return "".join([*kept, text[done:]])


def _parts(text: str) -> Iterator[tuple[int, int, str]]:
    """Where a string, regular expression or template's words are ("text"), a comment, or a line begins."""
    place, open_braces = 0, [0]  # one number more for each `${` that is open
    while (found := STOP.search(text, place)) is not None:
        start, sign = found.start(), found[0]
        place = found.end()
        if sign == "{":
            open_braces[-1] += 1
        elif sign == "}" and (open_braces[-1] or len(open_braces) == 1):
            open_braces[-1] -= 1
        elif sign in "`}":
            words = TEMPLATE.match(text, place)
            place = _end(words, text, start)
            if sign == "}":
                open_braces.pop()
            if text[place - 1] == "{":
                open_braces.append(0)
            yield start, place, "text"
        elif (part := _part(text, start, sign)) is not None:
            yield part
            place = part[1]


def _part(text: str, start: int, sign: str) -> tuple[int, int, str] | None:
    """None where a sign is a division."""
    if sign[0] == "\n":
        return start, start + len(sign), "line"
    if sign in STRING:
        return start, _end(STRING[sign].match(text, start), text, start), "text"
    if text[start + 1 : start + 2] in {"/", "*"}:
        return start, _end(COMMENT.match(text, start), text, start), "comment"
    if _is_value(text[max(0, start - LONGEST_WORD) : start].rstrip()):
        return None
    return start, _end(REGULAR.match(text, start), text, start), "text"


def _end(found: re.Match[str] | None, text: str, start: int) -> int:
    if found is None:
        raise UnknownForm(f"line {text.count(chr(10), 0, start) + 1}: {text[start]} has no end")
    return found.end()


def _is_value(before: str) -> bool:
    return VALUE.search(before) is not None and WORD.search(before) is None
