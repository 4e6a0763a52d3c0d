"""The modules and style sheets of a page, joined: a page loads what all pages share, and what is its own.

Every module stays a scope of its own, so that names cannot collide; imports become assignments. What a page
loads later, by `import("...")`, is a file beside it, which takes from the page what the page has already.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cached_property
from itertools import takewhile
from typing import TYPE_CHECKING, NamedTuple

from steelyard.server.http import javascript
from steelyard.server.http.source_maps import Origin, source_map

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from steelyard.server.http.javascript import Module

FOLDER = "bundles/"
COMMON = "common"
SHARED_BY = 10  # pages: what so many of them need is loaded with the first page
SHEET_PARTS = re.compile(r'"[^"\n]*"|/\*.*?\*/|\s*([{};,])\s*|\s+', re.DOTALL)


class Bundle(NamedTuple):
    text: bytes
    map: bytes


class Scripts:
    """The modules of all pages in one language, read and joined when they are first asked for."""

    def __init__(self, source: Callable[[str], str], entries: Mapping[str, str]) -> None:
        self._source = source
        self._entries = entries  # the first module of each page
        self._read: dict[str, Module] = {}
        self._imports: dict[str, tuple[str, ...]] = {}
        self._joined: dict[str, dict[str, Bundle]] = {}

    def find(self, name: str) -> Bundle | None:
        """By its name: `common`, that of a page, or `page.module` for what a page loads later."""
        page = name.partition(".")[0]
        if page != COMMON and page not in self._entries:
            return None
        if page not in self._joined:
            parts = {COMMON: self.common} if page == COMMON else self.parts(page)
            self._joined[page] = {each: self._join(each, parts) for each in parts}
        return self._joined[page].get(name)

    @cached_property
    def common(self) -> tuple[str, ...]:
        """The modules that many pages need, in the order in which they run."""
        pages = Counter(module for entry in self._entries.values() for module in self._ordered([entry]))
        return tuple(module for module in self._ordered(sorted(pages)) if pages[module] >= SHARED_BY)

    def parts(self, page: str) -> dict[str, tuple[str, ...]]:
        """The modules of a page, and of each bundle that it loads later."""
        entry, shared = self._entries[page], list[str]()
        while True:
            own = self._without([*shared, entry], self.common)
            later = {
                _later(page, target): self._without([target], [*self.common, *own])
                for target in self._lazy(own)
                if target not in (*own, *self.common)
            }
            twice = [one for one, times in Counter(sum(later.values(), ())).items() if times > 1]
            if not twice:
                return {page: own, **later}
            shared += twice  # each module runs once

    def _lazy(self, modules: Iterable[str]) -> list[str]:
        """What these modules load later, and what that loads later still."""
        found = dict.fromkeys(target for each in modules for target in self.module(each).lazy)
        waiting = list(found)
        while waiting:
            inner = {
                target for each in self._ordered([waiting.pop()]) for target in self.module(each).lazy
            } - set(found)
            found |= dict.fromkeys(sorted(inner))
            waiting += inner
        return list(found)

    def _without(self, starts: Sequence[str], others: Iterable[str]) -> tuple[str, ...]:
        known = set(others)
        return tuple(module for module in self._ordered(starts) if module not in known)

    def _ordered(self, starts: Iterable[str]) -> list[str]:
        """These modules and all that they import, each after those it imports."""
        done: dict[str, None] = {}

        def add(module: str, on_the_way: tuple[str, ...]) -> None:
            if module in on_the_way:
                raise javascript.UnknownForm(f"{module} imports itself, by {' and '.join(on_the_way)}")
            if module not in done:
                for each in self._imported(module):
                    add(each, (*on_the_way, module))
                done[module] = None

        for start in starts:
            add(start, ())
        return list(done)

    def _imported(self, name: str) -> tuple[str, ...]:
        if name not in self._imports:
            self._imports[name] = javascript.imports(name, self._source(name))
        return self._imports[name]

    def module(self, name: str) -> Module:
        if name not in self._read:
            self._read[name] = javascript.read(name, self._source(name))
        return self._read[name]

    def _join(self, name: str, parts: Mapping[str, tuple[str, ...]]) -> Bundle:
        inside, page = set(parts[name]), name.partition(".")[0]
        modules = [self.module(each) for each in parts[name]]
        needed = {each.module for module in modules for each in module.imports} - inside
        lines: list[tuple[str, Origin | None]] = []
        for other in (COMMON, page):
            taken = needed & {*(self.common if other == COMMON else parts[page])}
            if taken:
                lines.append((f"import {_listed(taken)} from './{other}.js';", None))
        for module in modules:
            lines += self._scope(module, page, {*self.common, *parts[page]})
        lines.append((f"export {_listed(each.name for each in modules if each.exports)};", None))
        lines.append((f"//# sourceMappingURL={name}.js.map", None))
        text = "".join(f"{line}\n" for line, _ in lines)
        return Bundle(text.encode(), source_map([origin for _, origin in lines]))

    def _scope(self, module: Module, page: str, there: set[str]) -> list[tuple[str, Origin | None]]:
        def load(target: str) -> str:
            if target in there:
                return f"Promise.resolve({_variable(target)})"
            if page == COMMON:
                raise javascript.UnknownForm(f"{module.name} is on many pages, and loads {target} later")
            return f"import('./{_later(page, target)}.js').then((loaded) => loaded.{_variable(target)})"

        begin = f"const {_variable(module.name)} = (() => {{" if module.exports else "(() => {"
        taken = [f"const {each.names} = {_variable(each.module)};" for each in module.imports]
        own = [
            (javascript.with_lazy(module.name, line.text, load), Origin(f"../{module.name}", line.number))
            for line in module.lines
        ]
        offered = [f"return {{ {', '.join(module.exports)} }};"] if module.exports else []
        return [
            *((each, None) for each in (begin, *taken)),
            *own,
            *((each, None) for each in (*offered, "})();")),
        ]


def _later(page: str, target: str) -> str:
    return f"{page}.{target.removesuffix('.js').replace('/', '-')}"


def _variable(module: str) -> str:
    """What holds a module's exports: no name of ours begins like this."""
    return "$" + re.sub(r"\W", "_", module.removesuffix(".js"))


def _listed(modules: Iterable[str]) -> str:
    return f"{{ {', '.join(sorted(map(_variable, modules)))} }}"


class Sheets:
    """The style sheets of all pages: the first ones are the same on each, and joined for all."""

    def __init__(self, source: Callable[[str], str], linked: Mapping[str, Sequence[str]]) -> None:
        self._source = source
        self._linked = linked
        places = zip(*linked.values(), strict=False)
        self.common = [first for first, *_ in takewhile(lambda sheets: len(set(sheets)) == 1, places)]

    def own(self, page: str) -> list[str]:
        return list(self._linked[page][len(self.common) :])

    def find(self, name: str) -> bytes | None:
        if name != COMMON and name not in self._linked:
            return None
        sheets = self.common if name == COMMON else self.own(name)
        return "\n".join(smaller(self._source(sheet)) for sheet in sheets).encode()


def smaller(sheet: str) -> str:
    """A style sheet without comments and indentation, a rule a line."""

    def kept(found: re.Match[str]) -> str:
        if found[1]:
            return "}\n" if found[1] == "}" else found[1]
        return found[0] if found[0].startswith('"') else " " * found[0].isspace()

    return SHEET_PARTS.sub(kept, sheet).strip()
